"""A design that is drawn: an empty one of a signed-in person, and hands for mouse and keyboard."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from django.conf import settings
from django.contrib.auth.models import User
from django.test import Client
from playwright.sync_api import BrowserContext, Locator, Page, ViewportSize, expect

from designs import store

from .profile import Profile
from .watched import Watched

BLANK = {"format": "nestlink/1", "name": "Drawing", "database": "drawing", "entities": []}
LIBRARY = Path(__file__).resolve().parent.parent.parent / "designs" / "library"
PAINTED = "html[data-ready]"
WINDOW: ViewportSize = {"width": 1440, "height": 900}
_AT = "(revision) => nestlink.editor.state.revision >= revision"
_FITTED = "() => { const { stage, scene } = nestlink.editor; stage.fit(scene.box()); }"
_RESTLESS = "[data-chosen]"
_STILL = """async () => {
  const frames = (many) => new Promise((done) => requestAnimationFrame(() => (many > 1 ? frames(many - 1).then(done) : done())));
  const ends = (one) => one.playState === "running" && one.effect.getComputedTiming().endTime < 5000;
  do await frames(2);
  while (document.querySelector(".world").style.willChange || document.querySelector(".flying") || document.getAnimations().some(ends));
  await frames(2);
}"""
_LATER = "() => new Promise((done) => setTimeout(done, 300))"
_HALF_WAY = """(line) => { const way = line.querySelector(".way");
  const { x, y } = way.getPointAtLength(way.getTotalLength() / 2).matrixTransform(way.getScreenCTM()); return { x, y }; }"""


def signed_in(context: BrowserContext, user: User, address: str) -> None:
    """Give the browser a session of this person."""
    client = Client()
    client.force_login(user)
    name = settings.SESSION_COOKIE_NAME
    context.add_cookies([{"name": name, "value": client.cookies[name].value, "url": address}])


class Board:
    """The editor's page as a person uses it. clicks, drags, keys: how often each was done."""

    def __init__(self, page: Page, slug: str) -> None:
        self.page, self.slug = page, slug
        self.clicks = self.drags = self.keys = 0

    def open(self, query: str = "") -> None:
        self.page.goto(f"/designs/{self.slug}/edit/{query}")
        self.page.wait_for_selector(PAINTED, state="attached")

    def watchless(self) -> None:
        """From now on this page hears nothing of what others do."""
        self.page.route("**/edits/since/*", lambda route: route.fulfill(json={"revision": 1, "since": []}))

    def saved(self) -> dict[str, Any]:
        """The design as the server has it, once all that was chosen is kept and the page says that it is saved."""
        expect(self.page.locator(_RESTLESS)).to_have_count(0)
        self.page.locator("#saved[data-state=saved]").wait_for()
        design: dict[str, Any] = json.loads(store.load(self.slug).text)
        return design

    def compiled(self) -> None:
        """Wait until the drawer tells what the design as it is drawn becomes."""
        self.page.locator("#drawer-words", has_text="Collections").wait_for()

    def still(self) -> None:
        """Wait until the canvas rests: nothing zooms, flies or fades, and all is painted where it belongs."""
        self.page.evaluate(_STILL)

    def rest(self) -> None:
        """The page as it was opened, after a look that changed nothing of the design: nothing open, chosen or typed."""
        self.page.set_viewport_size(WINDOW)
        self.page.mouse.move(0, 0)
        self.press("Escape")
        self.page.locator("#stage").focus()
        self.press("Escape", "Escape")

    def put_back(self, design: dict[str, Any]) -> None:
        """Let the design be this again, as if somebody else had brought it, and see all of it as when it was opened
        (with ?bench)."""
        if self.saved() != design:
            now = store.load(self.slug)
            store.commit(now, now.revision, json.dumps(design), None, f"back-{now.revision}")
            self.page.wait_for_function(_AT, arg=now.revision + 1)
        self.page.evaluate(_FITTED)
        self.still()

    def press(self, *keys: str) -> None:
        for key in keys:
            self.keys += 1
            self.page.keyboard.press(key)

    def alone(self, letter: str) -> None:
        """A command by letter: it acts once no other letter follows, by the page's own clock, however busy that is."""
        self.press(letter)
        self.page.evaluate(_LATER)

    def type(self, *lines: str) -> None:
        """Each line with Enter behind it."""
        for line in lines:
            self.keys += len(line) + 1
            self.page.keyboard.type(line)
            self.page.keyboard.press("Enter")

    def tab(self, name: str) -> None:
        """Open a tab of the inspector."""
        self.page.locator("#inspector [role=tab]", has_text=name).click()

    def card(self, name: str) -> Locator:
        return self.page.locator(".thing", has=self.page.locator("header bdi", has_text=name)).first

    def line(self, number: int = 0) -> Locator:
        return self.page.locator(".line").nth(number)

    def on_line(self, number: int = 0) -> tuple[float, float]:
        """A point half-way along a line, in pixels of the page, once its way is found and it lies still."""
        before = None
        while before != (found := self.line(number).evaluate(_HALF_WAY)):
            before = found
            self.page.wait_for_timeout(300)
        return found["x"], found["y"]

    def new_at(self, x: float, y: float) -> None:
        """Double-click the ground, in pixels of the page."""
        self.clicks += 2
        self.page.mouse.dblclick(x, y)

    def drag(self, start: tuple[float, float], end: tuple[float, float]) -> None:
        self.drags += 1
        self.page.mouse.move(*start)
        self.page.mouse.down()
        self.page.mouse.move((start[0] + end[0]) / 2, (start[1] + end[1]) / 2)
        self.page.mouse.move(*end, steps=4)
        self.page.mouse.up()

    def relate(self, one: str, other: str) -> None:
        """Drag from the right edge of a card to another card."""
        box = self.card(one).bounding_box()
        target = self.card(other).bounding_box()
        assert box and target
        self.card(one).hover()
        self.drag((box["x"] + box["width"], box["y"] + 18), (target["x"] + 60, target["y"] + 18))


def tabs(page: Page) -> Iterator[str]:
    """Each tab of the open drawer, once what it shows is there."""
    for tab in page.locator("#drawer [role=tab]").all():
        tab.click()
        expect(tab).to_have_attribute("aria-selected", "true")
        expect(page.locator("#drawer-body > *")).not_to_have_count(0)
        expect(page.locator("#drawer-body .asked > .muted")).to_have_count(0)
        yield tab.inner_text()


def drawn(design: dict[str, Any]) -> dict[str, Any]:
    """What of a design is drawn: entities with fields, relationships with the numbers of both ends."""
    return {
        "entities": {
            one["name"]: [[field["name"], field["type"], field.get("required", False)] for field in one["fields"]]
            for one in design["entities"]
        },
        "relationships": sorted(
            [one["kind"], *(value for end in ("from", "to") for value in _end(one[end]))]
            for one in design["relationships"]
        ),
    }  # fmt: skip


def _end(end: dict[str, Any]) -> tuple[Any, ...]:
    has = end["has"]
    most = "*" if has["max"] is None else has["max"]
    return end["entity"], has["min"], has.get("average", ""), str(most)


PLACES = {
    "Inventory": {"x": 872, "y": 612}, "Dimensions": {"x": 456, "y": 48}, "RatingSummary": {"x": 872, "y": 456},
    "ProductAttributes": {"x": 40, "y": 48}, "Product": {"x": 456, "y": 228}, "Seo": {"x": 872, "y": 300},
    "Image": {"x": 872, "y": 144}, "Review": {"x": 40, "y": 228}, "Session": {"x": 40, "y": 936},
    "Customer": {"x": 40, "y": 684}, "Order": {"x": 40, "y": 408}, "Address": {"x": 456, "y": 696},
    "PaymentMethod": {"x": 872, "y": 768},
}  # fmt: skip
"""Where the cards of the web shop stand for the tests, whose gestures go from one to another."""


def shop() -> dict[str, Any]:
    """The web shop of the library, with its cards in places of the tests' own."""
    design: dict[str, Any] = json.loads((LIBRARY / "web_shop.json").read_text(encoding="utf-8"))
    return design | {"layout": PLACES}


def listed(page: Page, kind: str, name: str) -> Locator:
    """The item of an entity or an operation in the outline; of a relationship, which is listed by its ends."""
    if kind == "relationships":
        return page.locator(f'#tree [title="{name}"]')
    return page.locator(f"#tree [data-kind={kind}] bdi", has_text=name).first


def shop_board(watched: Watched, address: str, query: str = "") -> Board:
    """Ann's own copy of the web shop, open in the editor."""
    return board_of(watched, address, shop(), query)


def board_of(watched: Watched, address: str, design: dict[str, Any], query: str = "") -> Board:
    """A design of Ann's, open in the editor."""
    ann = User.objects.create_user("ann")
    store.create(json.dumps(design), ann, slug="shop")
    watched.page.set_viewport_size(WINDOW)
    signed_in(watched.page.context, ann, address)
    board = Board(watched.page, "shop")
    board.open(query)
    return board


def each(
    looks: tuple[Callable[..., None], ...], board: Board, subtests: pytest.Subtests, *more: Watched
) -> None:
    """Look at one open page in several ways, since to open it is nearly all that a look costs. Each is told by its
    name where it fails, and the others go on."""
    for look in looks:
        with subtests.test(look.__name__):
            look(board, *more)
        board.rest()


def each_put_back(
    acts: tuple[Callable[..., None], ...], board: Board, subtests: pytest.Subtests, *more: Watched
) -> None:
    """Change the design of one open page in several ways, each from the same start: what one did is put back in one
    go before the next, for that costs less than to open the page, and than to undo it."""
    before = board.saved()
    for act in acts:
        with subtests.test(act.__name__):
            act(board, *more)
        board.rest()
        board.page.unroute_all()
        board.put_back(before)


@contextmanager
def second_board(board: Board, elsewhere: Profile, address: str) -> Iterator[Board]:
    """The same design in an editor of somebody else, open beside this one until they go."""
    signed_in(elsewhere.context, User.objects.get(username="ann"), address)
    theirs = Board(elsewhere.page(), board.slug)
    theirs.page.set_viewport_size(WINDOW)
    theirs.open()
    yield theirs
    theirs.page.goto("about:blank")


def changed_by_others(board: Board, change: store.edits.Edit) -> None:
    """Somebody else's edit is in the database; the page hears of it when it asks."""
    design = store.load(board.slug)
    store.commit(design, design.revision, change, None, f"theirs-{design.revision}")
