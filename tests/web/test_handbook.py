"""The handbook: a page for every member of the registries, with designs that show what they claim."""

from __future__ import annotations

import re
from html import unescape
from typing import Any

import pytest
from django.test import Client

from designs.compiler import GUIDELINES, LINTS, PATTERNS, read, write
from designs.delivery.handbook import CHECKS, RULES, Entry, entries, page_of
from designs.delivery.handbook_examples import example_of, sides

pytestmark = pytest.mark.usefixtures("library")

ENTRIES = [pytest.param(one, id=f"{one.shelf}/{one.slug}") for one in entries()]
TAUGHT = [pytest.param(one, id=one.slug) for one in entries() if one.shelf != CHECKS]
# One rule for its kind of relationship: there is no other side.
ALONE = {"tree-of-parents"}


def text_of(response: Any) -> str:
    assert response.status_code == 200
    return unescape(response.content.decode())


@pytest.mark.parametrize("entry", ENTRIES)
def test_every_page_tells_what_its_entry_says(client: Client, entry: Entry) -> None:
    page = text_of(client.get(f"/handbook/{entry.shelf}/{entry.slug}/"))
    assert f"<h1>{entry.title}</h1>" in page
    assert all(text in page for text in (*entry.paragraphs, *entry.sources, *entry.names))
    assert entry.paragraphs and entry.sources
    assert entry.shelf == CHECKS or "When not" in page


def test_the_index_lists_every_page(client: Client) -> None:
    page = text_of(client.get("/handbook/"))
    assert len(entries()) == len(GUIDELINES) + len(PATTERNS) + len(LINTS)
    assert all(f'href="/handbook/{one.shelf}/{one.slug}/"' in page for one in entries())


@pytest.mark.parametrize("entry", TAUGHT)
def test_every_rule_and_pattern_has_a_design_that_shows_it(client: Client, entry: Entry) -> None:
    shown = example_of(entry)
    assert shown and set(entry.names) & shown[0].names()
    assert "Example:" in text_of(client.get(f"/handbook/{entry.shelf}/{entry.slug}/"))


@pytest.mark.parametrize("rule", GUIDELINES, ids=lambda rule: rule.slug)
def test_the_other_side_of_each_rule_is_decided_otherwise(rule: Any) -> None:
    first, *others = sides(rule.slug)
    assert rule.code in first.names()
    assert rule.slug in ALONE or any(side.names() != first.names() for side in others)


@pytest.mark.parametrize("slug", [one.slug for one in entries() if sides(one.slug)])
def test_the_designs_are_canonical_files(slug: str) -> None:
    text = sides(slug)[0].text
    model = read(text).value
    assert model is not None and write(model).encode() == text


def test_a_threshold_is_shown_from_both_sides(client: Client) -> None:
    page = text_of(client.get("/handbook/rules/few-and-owned/"))
    rows = re.findall(r'<th scope="row">([^<]*)</th>\s*<td><a[^>]*>(\w+)</a>', page)
    assert ("at most 200", "EMBED_ARRAY") in rows and ("at most 201", "PARENT_REF") in rows


def test_names_lead_to_pages() -> None:
    found = {name: page_of(name) for name in ("B7", "EMBED_ARRAY", "EXT_REF", "L03")}
    assert [one and one.slug for one in found.values()] == [
        "few-and-owned", "embed-array", "extended-reference", "embed-too-many",
    ]  # fmt: skip
    assert page_of("G1") is None


def test_a_check_that_speaks_shows_its_finding(client: Client) -> None:
    page = text_of(client.get("/handbook/checks/capped/"))
    assert "When it speaks" in page and "ignored" in page
    assert '<div class="finding warning">' in page and "Example:" in page
    assert 'href="/designs/log-hosts/findings/"' in page


# What our own plans never do, so that no design can show it: these check the compiler.
UNSHOWN = {
    "ref-no-index", "ref-type", "copy-fanout-unindexed", "two-way-mismatch", "subset-uncapped", "bucket-no-unique",
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


def test_rules_come_before_patterns_and_checks() -> None:
    assert [one.slug for one in entries() if one.shelf == RULES] == [rule.slug for rule in GUIDELINES]


@pytest.mark.parametrize("address", ["rules/nothing", "nothing/few-and-owned", "patterns/sides"])
def test_a_page_that_is_not_there_is_not_found(client: Client, address: str) -> None:
    assert client.get(f"/handbook/{address}/").status_code == 404
