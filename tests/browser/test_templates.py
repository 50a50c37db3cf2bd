"""Starting from a template in the browser: found while typing, begun by keyboard, no fault on any screen."""

from __future__ import annotations

from typing import Any

from django.contrib.auth.models import User

from designs.models import Design

from .test_every_page import faults
from .test_importing import sign_in
from .watched import Watched


def test_the_pages_have_no_fault(watched: Watched) -> None:
    for address in ("/new/templates/", "/new/templates/?q=zebra", "/new/"):
        assert not faults(watched, address)


def test_one_is_found_and_begun_by_keyboard(watched: Watched, live_server: Any) -> None:
    ann, page = User.objects.create_user("ann"), watched.page
    sign_in(page.context, ann, live_server.url)
    page.goto("/new/")
    page.wait_for_load_state("networkidle")
    page.get_by_label("Search templates").focus()
    page.keyboard.type("queue worker")
    page.locator("#templates .sum", has_text="1 template").wait_for()
    assert page.locator("#templates h3").all_inner_texts() == ["Work queue"]
    assert page.url.endswith("/new/")
    reached = []
    while "start-from" not in reached[-1:]:
        page.keyboard.press("Tab")
        button = page.locator(".start-from button:focus")
        reached.append("start-from" if button.count() else page.locator(":focus").inner_text())
        assert len(reached) < 6, reached
    assert reached == ["Search", "Work queue", "Retention", "start-from"]
    page.keyboard.press("Enter")
    page.wait_for_url("**/designs/copy-of-work-queue/edit/")
    assert Design.objects.get(owner=ann).name == "Copy of Work queue"
    assert not watched.complaints
