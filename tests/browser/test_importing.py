"""Bringing designs in and keeping them: by mouse, by keys alone, without scripts, on a phone, in the dark."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from django.conf import settings
from django.contrib.auth.models import User
from django.test import Client
from playwright.sync_api import BrowserContext, Page, expect

from designs import store
from designs.models import Design
from designs.store import edits
from tests.web.conftest import small_design

from .test_hostile_names import NAME, TEXT, hostile_design
from .test_journeys import tab_to
from .watched import Scheme, Watched

PASSWORD = "a long one for tests"
LOOKS: tuple[tuple[str, Scheme], ...] = (("wide", "light"), ("phone", "dark"))


@pytest.fixture
def ann(library: None) -> User:
    return User.objects.create_user("ann", password=PASSWORD)


# Keys that come before a page is painted are dropped.
_PAINTED = "() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))"


def sign_in(context: BrowserContext, user: User, address: str) -> None:
    """Give the browser a session of this person."""
    client = Client()
    client.force_login(user)
    name = settings.SESSION_COOKIE_NAME
    context.add_cookies([{"name": name, "value": client.cookies[name].value, "url": address}])


@pytest.fixture
def signed_in(watched: Watched, ann: User, live_server: Any) -> Watched:
    sign_in(watched.page.context, ann, live_server.url)
    return watched


def misspelt(**changes: Any) -> str:
    design = small_design(**changes)
    design["relationships"][0]["to"]["entity"] = "Emial"
    return json.dumps(design, indent=2)


def brought_file(folder: Path) -> Path:
    path = folder / "brought.json"
    path.write_text(misspelt(name="Brought"), encoding="utf-8")
    return path


def test_home_finds_by_keys_and_checks_a_file_that_is_chosen_or_dropped(
    signed_in: Watched, tmp_path: Path
) -> None:
    page, file = signed_in.page, tmp_path / "brought.json"
    file.write_text(json.dumps(small_design(name="Brought")), encoding="utf-8")
    page.goto("/")
    page.keyboard.press("Control+k")
    expect(page.locator("#q")).to_be_focused()
    page.keyboard.press("Tab")
    page.keyboard.press("/")
    expect(page.locator("#q")).to_be_focused()
    zone = page.locator(".drop-file")
    expect(zone.get_by_role("button", name="Check")).to_be_hidden()
    zone.locator("[type=file]").set_input_files(file)
    page.wait_for_url("**/new/file/")
    expect(page.get_by_role("button", name="Import")).to_be_in_viewport()
    assert "Brought" in page.locator("#text").input_value()
    page.goto("/")
    carried = page.evaluate_handle(
        """text => { const carried = new DataTransfer(); carried.items.add(new File([text], "brought.json")); return carried; }""",
        file.read_text(encoding="utf-8"),
    )
    page.dispatch_event("body", "dragenter", {"dataTransfer": carried})
    expect(page.locator(".drop-file[data-over]")).to_be_visible()
    page.dispatch_event("body", "drop", {"dataTransfer": carried})
    page.wait_for_url("**/new/file/")
    assert "Brought" in page.locator("#text").input_value()


def repaired(page: Page) -> None:
    text = page.locator("#text")
    text.fill(text.input_value().replace("Emial", "Email"))


def is_stored(page: Page) -> None:
    page.wait_for_url("**/designs/brought/edit/")
    assert Design.objects.get(slug="brought").owner is not None


def test_a_file_with_faults_is_repaired_and_stored(signed_in: Watched, tmp_path: Path) -> None:
    page = signed_in.page
    page.goto("/")
    page.get_by_role("link", name="New design").first.click()
    page.get_by_role("link", name="Import file").click()
    page.set_input_files("#file", brought_file(tmp_path))
    page.get_by_role("button", name="Check").click()
    expect(page.get_by_role("heading", name="Not imported: 1 error")).to_be_focused()
    assert page.url.endswith("/new/file/")
    page.get_by_role("link", name="line").first.click()
    expect(page.locator("li:target")).to_contain_text("Emial")
    expect(page.locator("li:target")).to_be_in_viewport()
    repaired(page)
    page.get_by_role("button", name="Check").click()
    expect(page.get_by_role("heading", name="Ready to import")).to_be_focused()
    page.get_by_role("button", name="Import").click()
    is_stored(page)


def test_keys_alone_are_enough(signed_in: Watched) -> None:
    page = signed_in.page
    page.goto("/")
    tab_to(page, "New design")
    page.keyboard.press("Enter")
    page.wait_for_url("**/new/")
    tab_to(page, "Import file")
    page.keyboard.press("Enter")
    page.wait_for_url("**/new/file/")
    page.locator("#file").focus()
    page.keyboard.press("Tab")
    page.keyboard.insert_text(misspelt(name="Brought"))
    tab_to(page, "Check")
    page.keyboard.press("Enter")
    expect(page.get_by_role("heading", name="Not imported: 1 error")).to_be_focused()
    page.wait_for_load_state()
    page.evaluate(_PAINTED)
    page.keyboard.press("Tab")
    expect(page.get_by_role("link", name="line 38")).to_be_focused()
    page.keyboard.press("Enter")
    expect(page.locator("li:target")).to_contain_text("Emial")
    tab_to(page, "Edit the text")
    page.keyboard.press("Enter")
    page.locator("#text").focus()
    page.keyboard.press("Control+a")
    page.keyboard.insert_text(misspelt(name="Brought").replace("Emial", "Email"))
    tab_to(page, "Import")
    page.keyboard.press("Enter")
    is_stored(page)


def test_a_text_outlasts_signing_in(watched: Watched, ann: User) -> None:
    page = watched.page
    page.goto("/new/file/")
    page.fill("#text", misspelt(name="Brought").replace("Emial", "Email"))
    page.get_by_role("link", name="Sign in to import").click()
    page.get_by_role("heading", name="Sign in").wait_for()
    page.wait_for_load_state()
    with_password = page.get_by_text("Use a password")
    if with_password.count():
        with_password.click()
    page.get_by_label("Name", exact=True).fill("ann")
    page.get_by_label("Password").fill(PASSWORD)
    page.get_by_role("button", name="Sign in", exact=True).click()
    page.wait_for_url("**/new/file/")
    expect(page.locator("#text")).to_have_value(misspelt(name="Brought").replace("Emial", "Email"))
    page.get_by_role("button", name="Import").click()
    is_stored(page)


def test_the_words_of_the_example_file_begin_where_its_lines_do(watched: Watched) -> None:
    page = watched.page
    page.goto("/new/file/")
    page.get_by_text("Example file").click()
    fold, hint = page.locator(".first-file"), page.locator(".first-file .hint")
    left, padding = (
        fold.bounding_box()["x"],
        hint.evaluate("one => parseFloat(getComputedStyle(one).paddingLeft)"),
    )
    begin = hint.bounding_box()["x"] + padding
    summary = fold.locator("summary").evaluate("one => parseFloat(getComputedStyle(one).paddingLeft)")
    assert begin - left == pytest.approx(summary + 1, abs=0.1)  # the border


def test_an_answer_that_can_not_be_put_in_place_is_gone_to(watched: Watched, tmp_path: Path) -> None:
    page = watched.page
    watched.expected.add(400)
    page.goto("/new/file/")
    page.route(
        "**/new/file/",
        lambda route: route.fulfill(status=400, body="<h1>Too much</h1>", content_type="text/html"),
    )
    page.get_by_role("button", name="Check").click()
    expect(page.get_by_role("heading", name="Too much")).to_be_visible()
    assert all("400" in complaint for complaint in watched.complaints)  # htmx says it too
    watched.complaints.clear()


class TestWithoutScripts:
    @pytest.fixture
    def browser_context_args(self, browser_context_args: dict[str, Any]) -> dict[str, Any]:
        return browser_context_args | {"java_script_enabled": False}

    def test_a_file_with_faults_is_repaired_and_stored(
        self, page: Page, ann: User, live_server: Any, tmp_path: Path
    ) -> None:
        sign_in(page.context, ann, live_server.url)
        page.goto("/new/file/")
        page.set_input_files("#file", brought_file(tmp_path))
        page.get_by_role("button", name="Import").click()
        page.get_by_role("heading", name="Not imported: 1 error").wait_for()
        repaired(page)
        page.get_by_role("button", name="Import").click()
        is_stored(page)

    def test_a_design_is_deleted_and_fetched_back(self, page: Page, ann: User, live_server: Any) -> None:
        sign_in(page.context, ann, live_server.url)
        store.create(json.dumps(small_design()), ann)
        page.goto("/designs/small/")
        page.locator(".bar .menu > summary").click()
        page.get_by_role("button", name="Delete").click()
        page.get_by_role("button", name="Undo").click()
        page.wait_for_url("**/designs/small/")
        page.locator(".bar .menu > summary").click()
        page.get_by_role("button", name="Delete").click()
        page.get_by_role("link", name="Trash").click()
        page.get_by_role("button", name="Restore Small").click()
        page.wait_for_url("**/designs/small/")

    def test_start_from_an_example(self, page: Page, ann: User, live_server: Any) -> None:
        sign_in(page.context, ann, live_server.url)
        page.goto("/?in=library")
        page.get_by_role("button", name="Use this template: University").click()
        page.wait_for_url("**/designs/copy-of-university/edit/")


def test_both_versions_are_shown_and_the_choice_holds(signed_in: Watched, ann: User) -> None:
    page, design = signed_in.page, store.create(json.dumps(small_design()), ann)
    signed_in.expected.add(409)
    page.goto("/designs/small/about/")
    theirs = edits.Set(id=edits.DESIGN, path=("description",), value="theirs")
    store.commit(design, 1, edits.Several(edits=(theirs,)), None, "theirs")
    page.get_by_label("Description").fill("mine")
    page.get_by_role("button", name="Save").click()
    expect(page.get_by_role("heading", name="1 conflict")).to_be_visible()
    assert signed_in.inaccessible() == []
    page.get_by_role("button", name="Save choices").click()  # nothing is marked: the browser asks
    assert Design.objects.get(slug="small").revision == 2
    page.get_by_label("Mine").check()
    page.get_by_role("button", name="Save choices").click()
    page.wait_for_url("**/designs/small/")
    assert Design.objects.get(slug="small").description == "mine"


@pytest.fixture
def hostile(ann: User) -> Design:
    """A design of hers with a history whose every text tries to be code."""
    design = store.create(json.dumps(hostile_design()), ann, slug="hostile")
    change = edits.Set(id=edits.DESIGN, path=("description",), value=TEXT * 2)
    store.commit(design, 1, edits.Several(edits=(change,)), ann, "a", TEXT)
    store.delete(store.create(json.dumps(hostile_design()), ann, slug="away"), ann)
    return design


_RAN = "() => 'ran' in window || document.querySelector('img[src=\"x\"], svg[onload], [onerror]') !== null"


def test_every_page_is_quiet_accessible_and_runs_nothing(signed_in: Watched, hostile: Design) -> None:
    """Each is loaded once, and seen wide and light, then as on a phone and in the dark, where the next is gone to."""
    hers, found = signed_in, list[str]()

    def look(at: str) -> None:
        for size, scheme in LOOKS:
            hers.show(size, scheme)
            faults = (*hers.too_wide(), *hers.inaccessible(), *hers.complaints)
            found.extend(f"{at}: {size}: {fault}" for fault in faults)
            hers.complaints.clear()
            assert not hers.page.evaluate(_RAN), at

    for rest in ("", "copy/", "replace/", "about/", "history/", "history/1/"):
        hers.page.goto(f"/designs/hostile/{rest}")
        look(rest)
    for address in ("/new/", "/trash/", "/new/file/"):
        hers.page.goto(address)
        look(address)
    for text in (
        misspelt(description=TEXT),
        misspelt(name=NAME).replace("\n", " "),
        json.dumps(hostile_design()),
    ):
        hers.page.fill("#text", text)
        with hers.page.expect_response("**/new/file/"):
            hers.page.get_by_role("button", name="Check").click()
        hers.page.locator(".checked h2:focus").wait_for()
        look(text[:20])
    hers.page.goto("/designs/hostile/")
    hers.page.locator(".bar .menu > summary").click()
    hers.page.get_by_role("button", name="Delete").click()
    hers.page.get_by_role("button", name="Undo").wait_for()
    look("undo")
    assert not found, "\n".join(found)
