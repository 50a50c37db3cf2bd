"""Every payload at every place of the grammar that takes text, on every page: nothing of it runs, nothing asks
another site, no template evaluates it."""

from __future__ import annotations

import json
import os
import re
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.test import Client
from django.urls import get_resolver, reverse
from playwright.sync_api import Page, expect

from designs import store
from designs.compiler import read
from designs.delivery.pages.variants import offered, wish
from designs.models import Design, Entity, Operation, Relationship
from designs.store import edits
from tests.web.variants import otherwise

from .drawing import PAINTED, Board, signed_in, tabs
from .hostile_designs import Unit, places, refused, together, unit
from .payloads import FEW, PAYLOADS, REFUSED, SUM
from .watched import Watched

IN_ONE = 10
"""Payloads in one design: few designs, so that few pages carry all."""
TRIED = PAYLOADS if os.environ.get("NESTLINK_SOAK") else FEW
"""The payloads that are tried on every page; `make soak` tries all."""
_PARTS = (Entity, Relationship, Operation)
NEVER = {"operation.filter.at_least", "relationship.strategy", "design.constants.*", "design.weights.*"}
"""Places where the grammar takes a known word only (at_least: what the field beside it holds)."""
FOREIGN = f"""(parsed) => [...parsed.querySelectorAll("*")].filter((one) => {{
  if (one.matches("iframe, object, embed, base, meta[http-equiv=refresh], script:not([src]):not([type='application/json'])")) return true;
  return [...one.attributes].some(({{ name, value }}) => /^on|^srcdoc$/i.test(name)
    || (/^(href|src|srcset|action|formaction|data|xlink:href|poster|style)$/i.test(name)
        && /^\\s*(j\\s*a\\s*v\\s*a\\s*s\\s*c\\s*r\\s*i\\s*p\\s*t|data:text|(https?:)?\\/\\/evil)|url\\(\\/\\/evil/i.test(value)));
}}).map((one) => one.outerHTML.slice(0, 200))
  .concat((parsed.body?.textContent ?? "").includes("{SUM}") ? ["a template was evaluated"] : [])"""
"""Markup in a page that no page of ours has."""
DELETED = f"""async (addresses) => {{
  const foreign = {FOREIGN}, found = [];
  for (const address of addresses) {{
    const answer = await fetch(address);
    if (answer.status !== 200) found.push(`${{address}}: ${{answer.status}}`);
    const parsed = new DOMParser().parseFromString(await answer.text(), "text/html");
    found.push(...foreign(parsed).map((one) => `${{address}}: ${{one}}`));
  }}
  return found;
}}"""
_SELECTED = """async () => {
  const { editor } = window.nestlink, drawn = () => new Promise((done) => setTimeout(done));
  const { entities, relationships, operations } = editor.design;
  const some = (list, each) => list.filter((_, number) => number % each === 0); // each payload stands in several
  for (const one of [...entities, ...some(relationships, 2), ...some(operations, 2)]) {
    editor.select([one.id]);
    await drawn();
  }
  for (const link of some(relationships, 4)) { editor.do("ask_numbers", { id: link.id }); await drawn(); }
  editor.popover.close();
  editor.select([entities[0].id]);
  for (const { fields = [] } of entities) for (const { id } of fields.slice(1, 2)) { editor.field = id; editor.tell("selection"); await drawn(); }
  editor.field = null;
  editor.do("set_name", { id: entities[0].id, name: `${entities[0].name}!`.slice(-64) });
  await drawn();
  return document.getElementById("live").textContent;
}"""


@pytest.fixture(scope="module")
def units() -> list[Unit]:
    return [unit(payload, number) for number, payload in enumerate(PAYLOADS)]


@pytest.fixture
def ann(transactional_db: None) -> User:
    return User.objects.create_superuser("ann")


@pytest.fixture
def hostile(units: list[Unit], ann: User) -> list[Design]:
    """Payloads in a few designs of ann's, in the library too."""
    tried = [one for one, payload in zip(units, PAYLOADS, strict=True) if payload in TRIED]
    assert len(tried) == len(TRIED)
    groups = [tried[start : start + IN_ONE] for start in range(0, len(tried), IN_ONE)]
    texts = [json.dumps(together(group, PAYLOADS[7][:100] + str(nth))) for nth, group in enumerate(groups)]
    return [store.create(text, ann, slug=f"hostile-{nth}", in_library=True) for nth, text in enumerate(texts)]


class Everywhere:
    """A signed-in page that remembers what was foreign in it."""

    def __init__(self, watched: Watched, address: str, user: User) -> None:
        self.watched, self.page, self.found = watched, watched.page, [""][:0]
        self.address = address
        signed_in(watched.page.context, user, address)
        watched.page.on("request", self._asked)

    def _asked(self, request: Any) -> None:
        if not request.url.startswith((self.address, "data:", "blob:")):
            self.found.append(f"asked for {request.url}")

    def open(self, address: str) -> Page:
        self.page.goto(address)
        self.look(address)
        return self.page

    def answers(self, address: str, body: bytes) -> None:
        """From now on this address has this page."""
        self.page.route(f"**{address}", lambda route: route.fulfill(body=body, content_type="text/html"))

    def look(self, where: str) -> None:
        """What runs, what is foreign and what the page complained of, by now."""
        here: list[str] = self.page.evaluate(
            f"() => [...({FOREIGN})(document), ...('ran' in window ? ['ran'] : [])]"
        )
        self.found += [f"{where}: {one}" for one in (*here, *self.watched.complaints)]
        self.watched.complaints.clear()


@pytest.fixture
def everywhere(watched: Watched, live_server: Any, ann: User) -> Everywhere:
    return Everywhere(watched, live_server.url, ann)


def test_every_place_carries_payloads(units: list[Unit], capsys: pytest.CaptureFixture[str]) -> None:
    assert len(PAYLOADS) >= 60
    left_out = refused(units)
    assert {place for place, times in left_out.items() if times == len(units)} == NEVER
    assert len(places()) - len(NEVER) >= 50
    print(f"{sum(left_out.values())} of {len(units) * len(places())} were refused by the grammar")
    for text in REFUSED:
        assert (
            read(json.dumps({"format": "nestlink/1", "name": text, "database": "d", "entities": []})).value
            is None
        )


def test_no_page_of_a_design_runs_anything(hostile: list[Design], everywhere: Everywhere) -> None:
    for nth, design in enumerate(hostile):
        for address in pages_of(design):
            everywhere.open(address)
        if not nth:
            everywhere.open("/")
    assert everywhere.found == []


def test_what_both_changed_runs_nothing(hostile: list[Design], ann: User, everywhere: Everywhere) -> None:
    """The page of a conflict, of whole texts and of strategies: the names and values of all that was met."""
    client = Client()
    client.force_login(ann)
    for design in hostile:
        mine, theirs = (json.loads(design.text) for _ in range(2))
        for raw, word in ((mine, "mine"), (theirs, "theirs")):
            for entity in raw["entities"]:
                entity["description"] = f"{word} {entity.get('description', '')}"
        ways = edits_of(design, 1)
        store.commit(design, 1, json.dumps(theirs), ann, f"theirs-{design.slug}")
        store.commit(design, 2, ways, ann, f"ways-{design.slug}")
        stale = {"base_revision": 1, "op_id": f"mine-{design.slug}"}
        sent = dict(one.split("=") for one in otherwise(design).split("&"))
        for way, form in (
            ("replace", {"text": json.dumps(mine), "do": "store"}),
            ("what-if/keep", sent | {"keep": "b", "sure": "yes"}),
        ):
            answer = client.post(f"/designs/{design.slug}/{way}/", stale | form)
            assert answer.status_code == 409
            everywhere.answers("/met", answer.content)
            everywhere.open("/met")
            assert everywhere.page.locator("fieldset.met").count() >= 4
    assert everywhere.found == []


def edits_of(design: Design, place: int) -> edits.Several:
    """Every relationship that can be stored otherwise is, by the last of its ways."""
    ways = {one.key: one.open[-1].strategy for one in offered(design.text.encode()) if len(one.open) > place}
    return wish(design.text.encode(), ways)


def test_the_editor_runs_nothing(hostile: list[Design], everywhere: Everywhere) -> None:
    for design in hostile:
        page = everywhere.open(f"/designs/{design.slug}/edit/?bench")
        page.wait_for_selector(PAINTED, state="attached")
        page.locator("#drawer-words", has_text="ollection").wait_for()
        assert "!" in page.evaluate(_SELECTED)  # the toast, with the new name
        everywhere.look("selected")
        page.locator("[data-do=drawer]").click()
        for tab in tabs(page):
            everywhere.look(f"drawer {tab}")
        page.get_by_role("button", name="Documents", exact=True).click()
        expect(page.locator("[data-do=view_documents]")).to_have_attribute("aria-pressed", "true")
        Board(page, design.slug).still()
        everywhere.look("documents")
        page.keyboard.press("Control+k")
        everywhere.look("palette")
        page.keyboard.press("Escape")
    assert everywhere.found == []


@pytest.mark.at_length
def test_no_page_of_the_admin_runs_anything(hostile: list[Design], everywhere: Everywhere) -> None:
    """One opened, and the page of a part of every other payload fetched and looked through."""
    first = hostile[0]
    everywhere.open(reverse("admin:designs_design_change", args=(first.pk,)))
    everywhere.open(reverse("admin:designs_entity_changelist"))
    everywhere.open(
        reverse("admin:designs_entity_change", args=(Entity.objects.filter(design=first).first().pk,))
    )
    found = []
    for design in hostile:
        kinds = [(kind, list(kind.objects.filter(design=design).order_by("position"))) for kind in _PARTS]
        for nth in range(0, IN_ONE, 2):
            kind, rows = kinds[nth // 2 % len(kinds)]
            row = rows[nth * len(rows) // IN_ONE]
            found.append(reverse(f"admin:designs_{kind._meta.model_name}_change", args=(row.pk,)))
    assert len(found) == len(hostile) * IN_ONE // 2
    everywhere.found += everywhere.page.evaluate(DELETED, found)
    assert everywhere.found == []


@pytest.mark.at_length
def test_each_as_name_and_description_of_a_design(
    units: list[Unit], ann: User, everywhere: Everywhere
) -> None:
    """The title of pages, the cards of the library, the list of those put away."""
    slugs = []
    for nth, one in enumerate(units):
        small = {key: one.design[key] for key in ("format", "name", "description", "database", "tags")}
        design = store.create(
            json.dumps({**small, "entities": []}), ann, slug=f"small-{nth}", in_library=True
        )
        slugs.append(design.slug)
    everywhere.open("/")
    everywhere.found += everywhere.page.evaluate(DELETED, [f"/?page={number}" for number in (1, 2, 3)])
    ways = [address.replace("/hostile/", "/{}/") for address in pages_of(None)]
    found = [ways[nth % len(ways)].format(slug) for nth, slug in enumerate(slugs)]
    everywhere.found += everywhere.page.evaluate(DELETED, found)
    for slug in slugs[:30]:
        store.delete(store.load(slug), ann)
    everywhere.open("/trash/")
    everywhere.open(reverse("designs:erase", args=(slugs[0],)))
    assert everywhere.found == []


def pages_of(design: Design | None) -> list[str]:
    """Every address of a design that answers with a page; without one the addresses of the slug `hostile`."""
    given = {"slug": design.slug if design else "hostile", "number": 1, "view": "documents"}
    found = []
    for group in get_resolver().url_patterns:
        for pattern in group.url_patterns if getattr(group, "app_name", "") == "designs" else ():
            needs = pattern.pattern.converters
            if str(pattern.pattern).startswith("designs/") and set(needs) <= set(given):
                found.append(reverse(f"designs:{pattern.name}", kwargs={key: given[key] for key in needs}))
    start = reverse("designs:what_if", args=(given["slug"],))
    found += [f"{start}?b=cheapest", f"{start}?b=version-1", f"/designs/{given['slug']}/report/?whole=yes"]
    found += [f"{start}?{otherwise(design)}"] if design else []
    return [
        address
        for address in found
        if not re.search(
            r"/(edits/.*|delete|share|undelete|erase|restore|keep|settle|answer|edit|design\.json)/?$",
            address,
        )
    ]


def test_what_would_run_is_seen(everywhere: Everywhere) -> None:
    """The same texts, put into a page as they are, are found foreign; some run, some ask the other site."""
    everywhere.answers("/open", RAW.encode())
    with everywhere.page.expect_request("http://evil/a.js"):
        everywhere.page.goto("/open")
    everywhere.page.wait_for_function("'ran' in window")
    everywhere.look("open")
    told = " ".join(everywhere.found)
    assert "open: ran" in told and "asked for http://evil/a.js" in told
    seen = everywhere.page.evaluate(_PARSED, list(PAYLOADS))
    assert sum(bool(one) for one in seen) >= 35
    assert everywhere.page.evaluate(_PARSED, [f"<p>{SUM}"]) == [["a template was evaluated"]]


RAW = "".join(f"<p>{payload}</p></script></textarea></title></style>" for payload in PAYLOADS)
_PARSED = f"""(texts) => texts.map((text) => ({FOREIGN})(new DOMParser().parseFromString(`<p title="x">${{text}}`, "text/html")))"""
