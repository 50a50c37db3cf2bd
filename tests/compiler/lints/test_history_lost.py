"""HISTORY_LOST: histories that the documents can't keep."""

from __future__ import annotations

from typing import Any

import pytest

from designs.compiler import Compilation
from designs.compiler.lints.lifecycle.history_lost import LINT
from tests.compiler.composed import design, entity, field, link
from tests.compiler.planned import findings, found, pair, planned

BOTH = pytest.mark.parametrize("history", ["revisions", "point-in-time"])


@BOTH
@pytest.mark.parametrize(
    ("strategy", "count"),
    [("EMBED_ARRAY", 1), ("OUTLIER", 1), ("BUCKET", 1), ("PARENT_REF", 0), ("SUBSET", 0)],
)
def test_a_part_of_other_documents_keeps_none(history: str, strategy: str, count: int) -> None:
    assert found(LINT, pair(strategy, child={"history": history})) == [("Child", "error")] * count
    assert found(LINT, pair(strategy, child={"history": "none"})) == []


@pytest.mark.parametrize(("parent", "count"), [("revisions", 0), ("none", 0)])
def test_what_holds_parts_may_have_one(parent: str, count: int) -> None:
    assert found(LINT, pair("EMBED_ARRAY", parent={"history": parent})) == [("Parent", "error")] * count


def test_the_history_of_what_holds_a_part_is_not_the_part_s_own() -> None:
    both = pair("EMBED_ARRAY", parent={"history": "revisions"}, child={"history": "revisions"})
    assert found(LINT, both) == [("Child", "error")]


def test_a_capped_collection_and_a_measurement_keep_it_or_say_so() -> None:
    capped = {"retention": {"policy": "capped", "bytes": 5000}}
    for more in (capped, {"kind": "measurement"}):
        made = planned(design([entity("Log", field("at", "date"), history="revisions", **more)], []))
        assert found(LINT, made) == []


def kinds(strategy: str, **histories: str) -> Compilation:
    parts = [
        entity(name, field(name.lower()), **_said(histories.get(name))) for name in ("Book", "Ebook", "Audio")
    ]
    links = [link(name, "is-a", "Book", name, strategy=strategy) for name in ("Ebook", "Audio")]
    return planned(design(parts, links))


def _said(history: str | None) -> dict[str, Any]:
    return {"history": history} if history else {}


def kept(made: Compilation) -> list[tuple[str, str]]:
    overlays = [one for one in made.plan.entity_overlays if one.kind in ("DOC_VERSION", "SCD2")]
    return [(one.kind, one.collection) for one in overlays]


def test_kinds_of_one_collection_have_one_history() -> None:
    made = kinds("POLY_SINGLE", Ebook="revisions")
    assert kept(made) == [("DOC_VERSION", "books")] and found(LINT, made) == [("Ebook", "info")]
    made = kinds("POLY_SINGLE", Ebook="revisions", Audio="point-in-time")
    assert kept(made) == [("SCD2", "books")]
    made = kinds("POLY_SINGLE", Book="revisions")
    assert kept(made) == [("DOC_VERSION", "books")] and found(LINT, made) == []


def test_kinds_apart_have_that_of_their_general() -> None:
    made = kinds("POLY_SPLIT", Book="revisions")
    assert kept(made) == [("DOC_VERSION", "ebooks"), ("DOC_VERSION", "audios")] and found(LINT, made) == []
    made = kinds("POLY_SPLIT", Ebook="revisions")
    assert kept(made) == [("DOC_VERSION", "ebooks")] and found(LINT, made) == []


def test_a_general_without_kinds_that_have_documents_has_none() -> None:
    assert found(LINT, kinds("POLY_SPLIT")) == []


def test_the_remedy_is_to_let_the_rules_decide() -> None:
    parts = [entity("Order", field("n")), entity("Line", field("amount", "int"), history="revisions")]
    for strategy, wanted in (("EMBED_ARRAY", True), ("PARENT_REF", False)):
        one = link("lines", "one-to-many", "Order", "Line", strategy=strategy, id="r1")
        made = planned(design(parts, [one]))
        fixes = [one.fix for one in findings(LINT, made)]
        assert fixes == ([{"edit": "set", "id": "r1", "path": ["strategy"]}] if wanted else [])


@pytest.mark.parametrize(("history", "strategy"), [("revisions", "PARENT_REF"), ("none", "EMBED_ARRAY")])
def test_what_a_kind_asks_for_keeps_all_kinds_out_of_other_documents(history: str, strategy: str) -> None:
    parts = [entity(name, field(name.lower())) for name in ("Shelf", "Book")]
    parts.append(entity("Ebook", field("pages"), history=history))
    held = link("books", "one-to-many", ("Shelf", {"has": {"max": 5}}), "Book", exclusive_owner=True)
    made = planned(design(parts, [held, link("ebook", "is-a", "Book", "Ebook", strategy="POLY_SINGLE")]))
    assert made.decisions[0].strategy == strategy


def test_the_fix_is_of_what_puts_it_inside() -> None:
    parts = [
        entity("Order", field("n")),
        entity("Line", field("amount", "int"), history="revisions"),
        entity("Tag"),
    ]
    links = [
        link("lines", "one-to-many", "Order", "Line", strategy="EMBED_ARRAY", id="r1"),
        link("tags", "one-to-many", "Order", "Tag", strategy="EMBED_ARRAY", id="r2"),
    ]
    (told,) = findings(LINT, planned(design(parts, links)))
    assert told.fix == {"edit": "set", "id": "r1", "path": ["strategy"]}
    assert "in orders," in told.message
