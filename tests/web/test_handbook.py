"""The handbook: a page for every member of the registries, with designs that show what they claim."""

from __future__ import annotations

import json
import os
import re
from collections.abc import Callable
from html import unescape
from pathlib import Path
from typing import Any

import pytest
from django.test import Client

from designs.compiler import GATES, GUIDELINES, LINTS, PATTERNS, read, write
from designs.delivery.handbook.entries import (
    CHECKS,
    GATE_SHELF,
    PATTERN_SHELF,
    RULES,
    Entry,
    address_of,
    entries,
    entry_at,
    page_of,
)
from designs.delivery.handbook.entry_examples import example_of, names_in, sides
from designs.delivery.intake.templates import TEMPLATES
from designs.templatetags.handbook import with_code
from designs.views.handbook import TOPICS

ROOT = Path(__file__).resolve().parent.parent.parent
GOLDEN, COMPILER = ROOT / "tests" / "golden", ROOT / "designs" / "compiler"
ENTRIES = [pytest.param(one, id=f"{one.shelf}/{one.slug}") for one in entries()]
PageAt = Callable[[Entry], str]
TAUGHT = [pytest.param(one, id=one.slug) for one in entries() if one.shelf != CHECKS]


def text_of(response: Any) -> str:
    assert response.status_code == 200
    return unescape(response.content.decode())


@pytest.fixture
def client(library: None, client: Client) -> Client:
    """Somebody who finds the example designs there."""
    return client


@pytest.fixture(scope="module")
def _asked() -> dict[str, str]:
    return {}


@pytest.fixture
def page_at(request: pytest.FixtureRequest, _asked: dict[str, str]) -> PageAt:
    """The page of an entry, which is the same for every test and asked for once."""

    def ask(entry: Entry) -> str:
        address = f"/handbook/{entry.shelf}/{entry.slug}/"
        if address not in _asked:
            _asked[address] = text_of(request.getfixturevalue("client").get(address))
        return _asked[address]

    return ask


def _when_not(entry: Entry) -> str:
    return {CHECKS: "When to ignore it", GATE_SHELF: "When it doesn’t apply"}.get(
        entry.shelf, "Limits and trade-offs"
    )


@pytest.mark.parametrize("entry", ENTRIES)
def test_every_page_tells_what_its_entry_says(page_at: PageAt, entry: Entry) -> None:
    page = page_at(entry)
    assert f"<h1>{entry.title}</h1>" in page
    plain = re.sub(r"</?code>", "", page)
    told = [text.replace("`", "") for text in (*entry.paragraphs, *entry.sources, *entry.names)]
    assert all(text in plain for text in told)
    assert entry.paragraphs and entry.sources
    assert _when_not(entry) in page


def test_a_reason_stands_once_under_why(client: Client) -> None:
    page = text_of(client.get("/handbook/rules/one-to-one-together/"))
    why = page.partition("<h2>Why</h2>")[2].partition("</section>")[0]
    assert why.count("One read returns both") == 1 and "EMBED_ONE" in why


def test_the_index_lists_every_page(client: Client) -> None:
    page = text_of(client.get("/handbook/"))
    assert len(entries()) == len(GUIDELINES) + len(GATES) + len(PATTERNS) + len(LINTS)
    assert all(f'href="/handbook/{one.shelf}/{one.slug}/"' in page for one in entries())


@pytest.mark.parametrize("entry", TAUGHT)
def test_every_rule_and_pattern_has_a_design_that_shows_it(page_at: PageAt, entry: Entry) -> None:
    shown = example_of(entry)
    assert shown and set(entry.names) & shown[0].names()
    assert "Example:" in page_at(entry)


@pytest.mark.parametrize("entry", ENTRIES)
def test_every_page_says_what_why_when_not_and_who_says_so(page_at: PageAt, entry: Entry) -> None:
    page = page_at(entry)
    why = {CHECKS: "When it applies", GATE_SHELF: "Rules out"}.get(entry.shelf, "Why")
    headings = [text.strip() for text in re.findall(r"<h2>([^<]*)</h2>", page)]
    assert why in headings and "Sources" in headings
    assert _when_not(entry) in headings
    for heading in (why, _when_not(entry), "Sources"):
        section = page.partition(f"<h2>{heading}")[2].partition("</section>")[0]
        assert len(re.sub(r"<[^>]*>|\s", "", section)) > 8, heading


@pytest.mark.parametrize("entry", ENTRIES)
def test_every_example_is_compiled_from_two_sides(page_at: PageAt, entry: Entry) -> None:
    shown = example_of(entry)
    if entry.slug in UNSHOWN:
        assert not shown
        return
    names = set(entry.names)
    assert len(shown) > 1 and names & shown[0].names()
    assert any(names - side.names() for side in shown[1:])
    page = page_at(entry)
    assert all(path in page for path, _ in shown[0].documents)
    if entry.shelf == PATTERN_SHELF:
        other = shown[1].when
        assert (other[:1].upper() + other[1:] or "Otherwise") + ":" in page


@pytest.mark.parametrize("rule", GUIDELINES, ids=lambda rule: rule.slug)
def test_the_other_side_of_each_rule_is_decided_otherwise(rule: Any) -> None:
    first, *others = sides(rule.slug)
    assert rule.code in first.names()
    assert any(side.names() != first.names() for side in others)


@pytest.mark.parametrize("slug", [one.slug for one in entries() if sides(one.slug)])
def test_the_designs_are_canonical_files(slug: str) -> None:
    text = sides(slug)[0].text
    model = read(text).value
    assert model is not None and write(model).encode() == text


def test_a_threshold_is_shown_from_both_sides(client: Client) -> None:
    page = text_of(client.get("/handbook/rules/few-and-owned/"))
    rows = re.findall(r'<th scope="row">([^<]*)</th>\s*<td><a[^>]*title="(\w+)"', page)
    assert ("at most 200", "EMBED_ARRAY") in rows and ("at most 201", "PARENT_REF") in rows


def test_numbers_of_an_example_are_called_by_its_entities(client: Client) -> None:
    page = client.get("/handbook/rules/listed-children/").content.decode()
    assert re.search(r">[Mm]aximum \w+ per product<", page)
    assert "from to per day" not in page and "independent access" not in page.partition("Inputs")[2]


def test_names_lead_to_pages() -> None:
    found = {name: page_of(name) for name in ("B7", "EMBED_ARRAY", "EXT_REF", "L03")}
    assert [one and one.slug for one in found.values()] == [
        "few-and-owned", "embed-array", "extended-reference", "embed-too-many",
    ]  # fmt: skip
    assert page_of("G1") == entry_at("gates", "without-bound")
    assert page_of("G13") is None and address_of("G13") == ""


def test_a_check_that_speaks_shows_its_finding(client: Client) -> None:
    page = text_of(client.get("/handbook/checks/capped/"))
    assert "When it applies" in page and "ignored" in page
    assert '<div class="finding warning">' in page and "Example:" in page
    assert 'href="/designs/log-hosts/findings/"' in page


# What our own plans never do, so that no design can show it: these check the compiler.
UNSHOWN = {
    "ref-no-index", "ref-type", "copy-fanout-unindexed", "two-way-mismatch", "tree-cycle", "subset-uncapped", "bucket-no-unique",
    "validator-keyword", "validator-id", "validator-sample",
}  # fmt: skip


@pytest.mark.parametrize("lint", LINTS, ids=lambda lint: lint.slug)
def test_every_check_that_a_design_can_wake_has_one(lint: Any) -> None:
    shown = [side for side in sides(lint.slug) if lint.code in side.names()]
    assert bool(shown) is (lint.slug not in UNSHOWN)


def test_pages_of_a_design_link_to_the_handbook_and_back(client: Client) -> None:
    address = 'href="/handbook/rules/few-and-owned/"'
    for page in ("", "decisions/", "documents/"):
        assert address in text_of(client.get(f"/designs/university/{page}"))
    assert 'href="/handbook/checks/capped/"' in text_of(client.get("/designs/log-hosts/findings/"))
    assert 'href="/designs/university/decisions/"' in text_of(client.get("/handbook/rules/few-and-owned/"))


@pytest.mark.parametrize("gate", GATES, ids=lambda gate: gate.slug)
def test_each_gate_is_shown_closed_and_open(client: Client, gate: Any) -> None:
    first, *others = sides(gate.slug)
    assert gate.code in first.names() and any(gate.code not in side.names() for side in others)
    barred = {
        one["strategy"]
        for made in first.plan["decisions"]
        for one in made["rejected"]
        if one["by"] == gate.code
    }
    assert barred and barred <= set(gate.bars)
    page = text_of(client.get(f"/handbook/gates/{gate.slug}/"))
    because = next(
        o["because"] for m in first.plan["decisions"] for o in m["rejected"] if o["by"] == gate.code
    )
    assert because in page


def test_the_gates_are_those_that_the_compiler_has() -> None:
    folders = ("rules", "composition")
    source = "".join(path.read_text() for folder in folders for path in (COMPILER / folder).glob("*.py"))
    assert {gate.code for gate in GATES} == set(re.findall(r'"(G\d+)"', source))


@pytest.mark.parametrize("lint", LINTS, ids=lambda lint: lint.slug)
def test_each_check_is_shown_before_and_after(lint: Any) -> None:
    entry = entry_at(CHECKS, lint.slug)
    assert entry is not None
    shown = example_of(entry)
    if not shown:
        assert lint.slug in UNSHOWN
        return
    before, *after = shown
    assert lint.code in before.names()
    assert after and all(lint.code not in side.names() for side in after)


@pytest.mark.parametrize("path", sorted(GOLDEN.glob("*/plan.json")), ids=lambda path: path.parent.name)
def test_every_code_of_a_golden_plan_has_its_page(path: Path) -> None:
    plan = json.loads(path.read_text())
    overlays = [*plan["entity_overlays"], *(one for made in plan["decisions"] for one in made["overlays"])]
    named = names_in(plan) | {one["by"] for made in plan["decisions"] for one in made["rejected"]}
    named |= {one["kind"] for one in overlays}
    assert not [name for name in named if page_of(name) is None]


def test_no_link_of_the_handbook_is_dead(client: Client, page_at: PageAt) -> None:
    """Every address that any page of the handbook names answers: of those of pages of designs, which compile them
    and are opened in `test_links.py` too, a twelfth in each run, and all with NESTLINK_SOAK=1."""
    pages = ["/handbook/", "/handbook/drivers/", *(f"/handbook/{one.shelf}/{one.slug}/" for one in entries())]
    texts = [text_of(client.get("/handbook/")), *map(page_at, entries())]
    named = {address for text in texts for address in re.findall(r'href="(/[^"#?]*)', text)}
    assert {one for one in named if one.startswith("/handbook/")} == set(pages)
    others = [one for one in sorted(named - set(pages)) if not one.startswith("/static/")]
    of_designs = [one for one in others if one.startswith("/designs/")]
    left_out = set() if os.environ.get("NESTLINK_SOAK") else set(of_designs) - set(of_designs[::12])
    assert len(of_designs) > 20
    assert [
        one for one in others if one not in left_out and client.get(one).status_code not in (200, 302)
    ] == []


def test_no_backtick_is_shown_and_code_is_escaped(page_at: PageAt) -> None:
    """Twenty pages showed those of docstrings."""
    told = [re.sub(r"<pre.*?</pre>", "", page_at(entry), flags=re.DOTALL) for entry in entries()]
    assert [entry.slug for entry, text in zip(entries(), told, strict=True) if "`" in text] == []
    assert with_code("a ``<b>`` and `c` & d") == "a <code>&lt;b&gt;</code> and <code>c</code> &amp; d"
    assert with_code("one ` alone") == "one ` alone"


def test_the_index_is_searched_by_words(client: Client) -> None:
    def found(words: str) -> set[str]:
        return set(
            re.findall(r'class="entry-title" href="([^"]+)"', text_of(client.get("/handbook/", {"q": words})))
        )

    offered = {f"/new/templates/#{one.slug}" for one in TEMPLATES}
    assert found("") == {f"/handbook/{one.shelf}/{one.slug}/" for one in entries()} | offered
    assert found("L45") == {"/handbook/checks/money-double/"}
    assert "/handbook/gates/without-bound/" in found("array bound")
    assert found("array bound") < found("ARRAY")
    assert found("no such words <here>") == set()
    assert "<here>" not in client.get("/handbook/", {"q": "<here>"}).content.decode()


def test_checks_stand_under_their_topics() -> None:
    assert [slug for _, slug in TOPICS] == [
        one.slug for one in LINTS if one.slug in dict(map(reversed, TOPICS))
    ]
    assert TOPICS[0][1] == LINTS[0].slug and len(TOPICS) >= 6


def test_rules_come_before_patterns_and_checks() -> None:
    assert [one.slug for one in entries() if one.shelf == RULES] == [rule.slug for rule in GUIDELINES]


@pytest.mark.parametrize("address", ["rules/nothing", "nothing/few-and-owned", "patterns/sides"])
def test_a_page_that_is_not_there_is_not_found(client: Client, address: str) -> None:
    assert client.get(f"/handbook/{address}/").status_code == 404


def test_a_page_says_what_drivers_send(client: Client) -> None:
    assert 'href="/handbook/drivers/"' in text_of(client.get("/handbook/"))
    page = text_of(client.get("/handbook/drivers/"))
    rows = re.findall(r"<tr>.*?</tr>", page, re.DOTALL)[1:]
    told = {" ".join(re.sub(r"<[^>]+>", " ", row).split()) for row in rows}
    assert "long 3,000,000,000 double double long long long long long" in told
    assert "int 3,000,000,000 double rejected double rejected long long long long long" in told
    assert "decimal 19.99 " + "double rejected " * 6 + "decimal" in told
    assert any(
        row.startswith("string no value")
        and row.endswith("left out null rejected null rejected null rejected")
        for row in told
    )
