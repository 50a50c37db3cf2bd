"""Ids in the elements of a bucket count for the largest whole document (gate G4)."""

from __future__ import annotations

from typing import Any

import pytest

from designs.compiler.composition.conflicts import clashes
from designs.compiler.composition.element_identity import id_bytes, paged
from designs.compiler.composition.embedding_graph import Holding
from tests.compiler.in_parts import compile_design
from tests.compiler.settled import chosen, settled
from tests.compiler.small import (
    MANY,
    NM,
    PARENT_FIELDS,
    Json,
    barred,
    design,
    entity,
    link,
    op,
    surveyed,
    text,
)

MOST = 16 * 1024 * 1024
FITS, OVER = 975, 995  # ids in each of a thousand elements


def pages(most: int, ids: Json | None = None, **bucket: Any) -> tuple[list[Json], list[Json]]:
    """Pages of a thousand events, each with so many ids of topics at most."""
    event = entity("Event", text(20), {"name": "at", "type": "date", "required": True}, kind="event")
    endless, one = {"growth": "unbounded"}, {"min": 1, "max": 1}
    paging = {"pagination": "sequential", "page_size": 1000, "together_needs": "page"}
    links = [
        link("events", MANY, "Host", "Event", has=endless, back=one, **paging, **bucket),
        link("topics", NM, "Event", "Topic", has={"average": 5, "max": most}, back={"average": 9e5, "max": 1e6}, **(ids or {})),
    ]  # fmt: skip
    return [entity("Host", *PARENT_FIELDS), event, entity("Topic", text())], links


@pytest.mark.parametrize(("most", "strategy"), [(FITS, "BUCKET"), (OVER, "PARENT_REF")])
def test_a_bucket_gives_way_to_the_ids_in_its_elements(most: int, strategy: str) -> None:
    found = settled(*pages(most))
    assert chosen(found) == {"events": strategy, "topics": "ONE_WAY_EMBED"}
    assert (barred(found.decisions["events"]).get("BUCKET") == "G4") is (most == OVER)


@pytest.mark.parametrize(("most", "strategy"), [(FITS, "ONE_WAY_EMBED"), (OVER, "LINK_COLL")])
def test_the_ids_give_way_to_a_designers_own_bucket(most: int, strategy: str) -> None:
    assert chosen(settled(*pages(most, strategy="BUCKET"))) == {"events": "BUCKET", "topics": strategy}


@pytest.mark.parametrize("most", [FITS, OVER])
def test_the_plan_weighs_the_same_document(most: int) -> None:
    ids = {"strategy": "ONE_WAY_EMBED", "link_owner": "from"}
    made = compile_design(design(*pages(most, ids, strategy="BUCKET")))
    (largest,) = [one.bytes.largest for one in made.plan.collections if one.kind == "bucket" and one.bytes]
    assert largest is not None and (largest > MOST) is (most == OVER)


def test_ids_of_documents_of_their_own_weigh_next_to_nothing() -> None:
    assert chosen(settled(*pages(2000, strategy="PARENT_REF")))["topics"] == "ONE_WAY_EMBED"


@pytest.mark.parametrize(("asked", "own"), [((), 0), ((op("read", "Event", "_id"),), 17)])
def test_the_ids_of_an_element_are_its_own_and_its_references(asked: tuple[Json, ...], own: int) -> None:
    entities, links = pages(5, strategy="BUCKET")
    part = link("parts", MANY, "Event", "Part", has={"max": 3}, back={"max": 1}, strategy="EMBED_ARRAY")
    user = link("by", MANY, "User", "Part", has={"growth": "unbounded"}, back={"max": 1}, back_field="user", strategy="PARENT_REF")  # fmt: skip
    model = design([*entities, entity("Part"), entity("User", text())], [*links, part, user], asked)
    survey, decisions = surveyed(model), compile_design(model).composition.decisions
    holding = Holding(survey, decisions)
    inside = paged(decisions, holding)
    assert inside == ["Event", "Part"]
    assert id_bytes(survey, decisions, holding, inside) == {"Event": own, "Part": 2 + len("user") + 12}
    assert clashes(survey, decisions) == []


def test_without_buckets_nothing_is_looked_up() -> None:
    survey = surveyed(design(*pages(5, strategy="PARENT_REF")))
    decisions = compile_design(survey.model).composition.decisions
    assert paged(decisions, Holding(survey, decisions)) == []


def test_an_element_whose_own_list_overflows_keeps_the_id_that_the_overflow_stores() -> None:
    rows = link("rows", MANY, "Host", "Row", strategy="EMBED_ARRAY")
    cells = link("cells", MANY, "Row", "Cell", strategy="OUTLIER")
    made = compile_design(design([entity(name) for name in ("Host", "Row", "Cell")], [rows, cells]))
    assert made.composition.keeps_id >= {"Row"} and "Cell" not in made.composition.keeps_id
    (extras,) = [one for one in made.plan.statements if one.recipe == "cells.read" and one.op == "find"]
    (asked,) = extras.filter.values()
    assert (extras.collection, asked.path) == ("hosts_extra", "rows._id")


@pytest.mark.parametrize(("fields", "kept"), [([text()], True), ([{**text(), "unique": True}], False)])
def test_an_element_that_lists_others_is_found_by_its_id(fields: list[Json], kept: bool) -> None:
    """Given whole, an element would be found only while nobody has changed it."""
    parts = [entity("Club", *PARENT_FIELDS), entity("Team", *fields), entity("Player", text())]
    owned = {"has": {"max": 5}, "exclusive_owner": True}
    lists = {"has": {"max": 15}, "link_owner": "from", "link_fields": [{"name": "board", "type": "int"}]}
    links = [link("teams", MANY, "Club", "Team", **owned), link("lineup", NM, "Team", "Player", **lists)]
    plan = compile_design(design(parts, links)).plan
    (teams,) = [field for one in plan.collections for field in one.fields if field.name == "teams"]
    assert ("_id" in [field.name for field in teams.items.fields]) is kept


@pytest.mark.parametrize(
    ("lot", "bid", "kept"),
    [
        ((text(),), (text(),), True),
        ((text(), {"name": "id", "type": "int", "required": True}), (text(),), False),
        (({**text(), "unique": True},), (text(),), False),
    ],
)
def test_an_element_that_holds_others_is_found_by_its_id(
    lot: tuple[Json, ...], bid: tuple[Json, ...], kept: bool
) -> None:
    parts = [entity("Sale", *PARENT_FIELDS), entity("Lot", *lot), entity("Bid", *bid)]
    owned = {"has": {"max": 9}, "exclusive_owner": True, "strategy": "EMBED_ARRAY"}
    model = design(
        parts, [link("lots", MANY, "Sale", "Lot", **owned), link("bids", MANY, "Lot", "Bid", **owned)]
    )
    made = compile_design(model)
    assert ("Lot" in made.composition.keeps_id) is kept and "Bid" not in made.composition.keeps_id
    added = next(each for each in made.plan.statements if each.recipe == "bids.add")
    assert {"_id"} < {path for path, _ in added.filter.items()}, (
        "the sale is named too: no index finds the lot"
    )


@pytest.mark.parametrize(
    "changing",
    [
        {"name": "tags", "type": "array", "items": {"type": "string"}},
        {"name": "total", "type": "int", "computed": {"formula": "size * 2"}},
    ],
)
def test_an_element_that_others_change_by_the_way_is_found_by_its_id(changing: Json) -> None:
    size = {"name": "size", "type": "int"}
    parts = [entity("Sale", *PARENT_FIELDS), entity("Lot", size, changing), entity("Bid", size)]
    owned = {"has": {"max": 9}, "exclusive_owner": True, "strategy": "EMBED_ARRAY"}
    model = design(
        parts, [link("lots", MANY, "Sale", "Lot", **owned), link("bids", MANY, "Sale", "Bid", **owned)]
    )
    kept = compile_design(model).composition.keeps_id
    assert "Lot" in kept and "Bid" not in kept


@pytest.mark.parametrize(
    ("length", "kind", "kept"), [(400, "entity", True), (400, "event", False), (200, "entity", False)]
)
def test_an_element_that_an_id_makes_hardly_larger_is_found_by_it(length: int, kind: str, kept: bool) -> None:
    note = {"name": "note", "type": "string", "average_bytes": length}
    owned = {"has": {"max": 9}, "exclusive_owner": True, "strategy": "EMBED_ARRAY"}
    parts = [entity("Ticket", *PARENT_FIELDS), entity("Answer", note, kind=kind)]
    made = compile_design(design(parts, [link("answers", MANY, "Ticket", "Answer", **owned)]))
    assert ("Answer" in made.composition.keeps_id) is kept


@pytest.mark.parametrize(("how", "kept"), [("eq", True), ("exists", False)])
def test_an_element_that_a_filter_names_by_its_end_is_found_by_its_id(how: str, kept: bool) -> None:
    """Compared with the whole element, the other conditions would be met by another, and each that meets them changed."""
    sample = link("samples", MANY, "Batch", "Sample", has={"max": 15}, back={"min": 1, "max": 1}, strategy="EMBED_ARRAY")  # fmt: skip
    asked = [
        {"field": "_id"},
        {"field": "samples", "match": how},
        {"field": "samples.result", "value": "open"},
    ]
    told = op("update", "Batch", filter=asked, effects=[{"field": "samples.result", "do": "set"}])
    entities = [entity("Batch", text()), entity("Sample", {"name": "result", "type": "string"})]
    plan = compile_design(design(entities, [sample], (told,))).plan
    (batches,) = plan.collections
    (held,) = [field.items for field in batches.fields if field.name == "samples"]
    assert held is not None and ("_id" in [field.name for field in held.fields]) is kept
    written = next(each for each in plan.statements if each.subject == "operation:operation 0")
    if kept:
        assert set(written.filter["samples"]["$elemMatch"]) == {"_id", "result"}
        assert set(written.options["arrayFilters"][0]) == {"found._id", "found.result"}
