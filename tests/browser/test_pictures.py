"""The pictures of the guide are taken here: NESTLINK_PICTURES=1 writes them into docs/pictures. Otherwise nobody looks at
them: of pages that are only gone to, which others look at, one is taken."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.urls import reverse
from playwright.sync_api import Page

from designs.models import Design, Entity

from .drawing import shop_board
from .test_importing import misspelt, sign_in
from .watched import Watched

PICTURES = Path(__file__).resolve().parent.parent.parent / "docs" / "pictures"
SHOWN = {
    "library": "/",
    "design-page": "/designs/university/",
    "documents": "/designs/university/documents/",
    "diagrams": "/designs/university/diagrams/documents/",
    "queries": "/designs/university/queries/?q=messages",
    "decisions": "/designs/university/decisions/",
    "script": "/designs/university/scripts/",
    "downloads": "/designs/university/downloads/",
}

WRITTEN = os.environ.get("NESTLINK_PICTURES") == "1"


def take(page: Page, name: str, folder: Path) -> None:
    target = PICTURES if WRITTEN else folder
    page.wait_for_load_state("networkidle")
    page.locator("html[data-late-faces]").wait_for(state="detached")
    page.evaluate("document.fonts.ready")
    picture = page.screenshot(path=target / f"{name}.png", animations="disabled")
    assert picture.startswith(b"\x89PNG") and len(picture) > 20_000


@pytest.fixture
def curated(watched: Watched, live_server: Any) -> Watched:
    """The page of a signed-in owner of this copy."""
    watched.page.set_viewport_size({"width": 1200, "height": 900})
    owner = User.objects.create(username="owner", is_staff=True, is_superuser=True)
    sign_in(watched.page.context, owner, live_server.url)
    return watched


@pytest.mark.parametrize("name", SHOWN if WRITTEN else ["design-page"])
def test_picture(watched: Watched, tmp_path: Path, name: str) -> None:
    watched.page.set_viewport_size({"width": 1200, "height": 900})
    watched.page.goto(SHOWN[name])
    take(watched.page, name, tmp_path)


def test_the_workspace(curated: Watched, tmp_path: Path) -> None:
    curated.page.set_viewport_size({"width": 1440, "height": 900})
    curated.page.goto("/designs/university/edit/")
    curated.page.locator("#tree [data-kind=relationships] bdi").first.click()
    curated.page.locator("#inspector .thresholds").wait_for(state="attached")
    take(curated.page, "workspace", tmp_path)


def test_the_editor(watched: Watched, live_server: Any, tmp_path: Path) -> None:
    board = shop_board(watched, live_server.url)
    page = board.page
    page.locator("#tree [title=orders]").click()
    page.locator('#inspector .thresholds[data-told]:not([data-told=""])').wait_for(state="attached")
    take(page, "drawing", tmp_path)
    page.locator("[data-do=view_documents]").click()
    board.card("customers").wait_for()
    board.card("customers").locator("li", has_text="recent_orders").click()
    page.locator("[data-do=drawer]").click()
    page.locator("#tab-forecast").click()
    page.locator("#drawer-body svg").first.wait_for()
    take(page, "drawing-documents", tmp_path)


def test_a_file_with_faults(curated: Watched, tmp_path: Path) -> None:
    page = curated.page
    page.goto("/new/file/")
    page.fill("#text", misspelt(name="Brought"))
    page.get_by_role("button", name="Check").click()
    page.get_by_role("link", name="line").first.wait_for()
    take(page, "import", tmp_path)


def test_the_admin(curated: Watched, tmp_path: Path) -> None:
    university = Design.objects.get(slug="university")
    student = Entity.objects.get(design=university, name="Student")
    for name, address in (
        ("admin-designs", reverse("admin:designs_design_changelist")),
        ("admin-entity", reverse("admin:designs_entity_change", args=(student.pk,))),
    ):
        curated.page.goto(address)
        take(curated.page, name, tmp_path)
