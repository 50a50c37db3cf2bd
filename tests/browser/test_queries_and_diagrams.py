"""Finding a query by words and keys, and what arrives after its page (diagrams, the cheapest whole design of a
large design): arrived, failed, without scripts."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import Page, expect

from bench.workload import design as large_design
from designs import store
from designs.kept import MEMORY

from .test_journeys import tab_to
from .watched import SIZES, Watched

QUERIES = "/designs/university/queries/"
DIAGRAMS = "/designs/university/diagrams/"


@pytest.fixture(autouse=True)
def _nothing_drawn_yet(monkeypatch: pytest.MonkeyPatch) -> None:
    MEMORY.clear()


@pytest.mark.parametrize("size", SIZES)
def test_a_query_is_found_copied_and_followed_by_keys_alone(watched: Watched, size: str) -> None:
    page = watched.page
    width, height = SIZES[size]
    page.set_viewport_size({"width": width, "height": height})
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    page.goto(QUERIES)
    page.get_by_label("Find in queries").first.focus()
    page.keyboard.type("roster")
    expect(page.get_by_role("status")).to_contain_text("1 function of 17")
    page.wait_for_url("**?q=roster")
    assert watched.too_wide() == [] and watched.inaccessible() == []
    tab_to(page, "Read")  # in the list of functions
    page.keyboard.press("Enter")
    page.wait_for_url("**#courseRoster")
    tab_to(page, "Copy")
    page.keyboard.press("Enter")
    page.get_by_role("button", name="Copied").first.wait_for()
    copied = page.evaluate("navigator.clipboard.readText()")
    script = page.request.get("/designs/university/files/mongosh/04_queries.js").text()
    assert copied.startswith("// Student, read: ") and f"\n{copied}\n" in script
    tab_to(page, "students { courses: 1, last_name: 1 }")
    page.keyboard.press("Enter")
    page.wait_for_url("**/documents/#index-1-2")
    expect(page.locator("#index-1-2")).to_be_visible()


def test_going_back_shows_all_queries_again(watched: Watched) -> None:
    page = watched.page
    page.goto(QUERIES)
    page.get_by_label("Find in queries").first.fill("nothing of the kind")
    expect(page.get_by_text("No functions match")).to_be_visible()
    page.go_back()
    expect(page.get_by_role("status")).to_contain_text("17 functions")


def test_a_diagram_arrives_in_the_frame_that_waits_for_it(watched: Watched, monkeypatch: Any) -> None:
    page = watched.page
    heights = {}
    page.route(
        "**/diagrams/documents/", lambda route: (heights.update(before=height(page)), route.continue_())
    )
    page.goto("/designs/university/")
    page.locator(".diagram svg").wait_for()
    heights["after"] = height(page)
    assert heights["before"] == heights["after"] > 200
    page.get_by_role("button", name="Zoom in").click()


@pytest.mark.parametrize(("width", "height"), [(1440, 900), (390, 844)])
def test_a_drawing_stands_at_the_top_of_its_frame(watched: Watched, width: int, height: int) -> None:
    """On a phone it stood below a quarter of an empty frame."""
    page = watched.page
    page.set_viewport_size({"width": width, "height": height})
    page.goto("/designs/city-theatre/diagrams/")
    first = page.locator(".diagram").first
    first.locator("svg").wait_for()
    above = first.evaluate(
        "frame => frame.querySelector('svg').getBoundingClientRect().top - frame.getBoundingClientRect().top"
    )
    assert above < 40


_OPENED = """frame => {
  const drawing = frame.querySelector("svg"), canvas = frame.querySelector(".canvas");
  const shown = drawing.getBoundingClientRect();
  return [11 * shown.width / drawing.viewBox.baseVal.width, canvas.clientHeight - shown.height];
}"""


@pytest.mark.parametrize("slug", ["university", "web-shop"])
def test_on_a_phone_a_drawing_opens_to_be_read_in_a_frame_without_an_empty_band(
    watched: Watched, slug: str
) -> None:
    """Its fields were shown in 2 pixels, in a frame of which half was empty."""
    page = watched.page
    page.set_viewport_size({"width": 390, "height": 844})
    page.goto(f"/designs/{slug}/diagrams/")
    page.locator("figure.diagram svg").nth(1).wait_for()
    for figure in page.locator("figure.diagram").all():
        pixels, empty = figure.evaluate(_OPENED)
        assert pixels >= 8 and empty <= 40
        expect(figure.get_by_text("to zoom")).to_be_visible()
        figure.get_by_role("button", name="Fit to page").click()
        assert figure.evaluate(_OPENED)[0] < 8
    assert watched.too_wide() == [] and watched.inaccessible() == []


def height(page: Page) -> float:
    return round(page.locator(".diagram").first.bounding_box()["height"])  # type: ignore[index]


def test_a_drawing_that_does_not_arrive_leaves_a_link(watched: Watched) -> None:
    page = watched.page
    watched.expected.add(500)
    page.route("**/diagrams/*/", lambda route: route.fulfill(status=500))
    page.goto(DIAGRAMS)
    expect(page.get_by_text("The diagram couldn’t be loaded.").first).to_be_visible()
    page.unroute("**/diagrams/*/")
    watched.complaints.clear()  # htmx says so in the console as well
    page.get_by_role("link", name="Open in full page").first.click()
    expect(page.locator(".diagram svg")).to_have_count(1)


@pytest.fixture
def large() -> str:
    store.create(large_design(25), slug="large", in_library=True)
    return "/designs/large/"


@pytest.mark.parametrize(
    ("address", "working", "there"),
    [
        ("cheapest/", "Searching combinations", "Differences"),
        ("what-if/?b=cheapest", "Comparing variants", "Cost score per day"),
    ],
)
def test_a_large_design_says_that_it_is_searched(
    watched: Watched, large: str, address: str, working: str, there: str
) -> None:
    """At both sizes: while it is searched, and once it is found."""
    page, asked = watched.page, []

    def looks_right() -> None:
        for size in SIZES:
            watched.show(size, "light")
            assert watched.too_wide() == [] and watched.inaccessible() == []

    page.route(
        f"**{large}**",
        lambda route: asked.append(route) if route.request.headers.get("hx-request") else route.continue_(),
    )
    page.goto(f"{large}{address}")
    expect(page.get_by_role("status")).to_contain_text(working)
    expect(page.get_by_role("progressbar", include_hidden=True)).to_be_visible()
    looks_right()
    asked[0].continue_()
    expect(page.get_by_role("heading", name=there)).to_be_visible()
    expect(page.locator("[aria-busy]")).to_have_count(0)
    looks_right()


def test_a_search_that_does_not_arrive_leaves_a_link(watched: Watched, large: str) -> None:
    page = watched.page
    watched.expected.add(500)
    page.route(
        f"**{large}**",
        lambda route: (
            route.fulfill(status=500) if route.request.headers.get("hx-request") else route.continue_()
        ),
    )
    page.goto(f"{large}cheapest/")
    expect(page.get_by_text("Couldn’t load the results.")).to_be_visible()
    expect(page.get_by_text("Searching combinations")).to_be_hidden()
    watched.complaints.clear()  # htmx says so in the console as well
    page.get_by_role("link", name="Open in full page").click()
    expect(page.get_by_role("heading", name="Differences")).to_be_visible()


class TestWithoutScripts:
    @pytest.fixture
    def browser_context_args(self, browser_context_args: dict[str, Any]) -> dict[str, Any]:
        return browser_context_args | {"java_script_enabled": False}

    def test_a_diagram_is_a_link_away(self, page: Page) -> None:
        page.goto("/designs/university/")
        expect(page.get_by_text("Drawing diagram")).to_be_hidden()
        page.get_by_role("link", name="Open in full page").click()
        expect(page.locator(".diagram svg")).to_have_count(1)

    def test_queries_are_filtered_by_the_form(self, page: Page) -> None:
        page.goto(QUERIES)
        page.get_by_label("Find in queries").first.fill("roster")
        page.get_by_role("button", name="Find", exact=True).click()
        expect(page.get_by_role("status")).to_contain_text("1 function of 17")

    def test_a_search_is_a_link_away(self, page: Page, large: str) -> None:
        page.goto(f"{large}cheapest/")
        expect(page.get_by_text("Searching combinations")).to_be_hidden()
        page.get_by_role("link", name="Open in full page").click()
        expect(page.get_by_role("heading", name="Differences")).to_be_visible()
