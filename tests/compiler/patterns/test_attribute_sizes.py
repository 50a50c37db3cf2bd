"""ATTRIBUTE (P3): gates, rules, costs and documents count an array of names and values alike."""

from __future__ import annotations

from typing import Any

import pytest
from bson import ObjectId, encode

from designs.compiler import Compilation
from designs.compiler.cost.pricing import sizes_of
from designs.compiler.plan_model.physical import Collection
from designs.compiler.rules.gates import subset_element
from designs.compiler.sampling import samples
from designs.compiler.workload.inputs import Survey
from designs.compiler.workload.sizes import document_bytes
from tests.compiler.compiled import compiled
from tests.compiler.patterns.test_attribute import (
    FIELDS,
    GROUP,
    TWICE,
    by,
    held,
    op,
    overlays,
    shop,
    statement,
)
from tests.compiler.small import surveyed

Json = dict[str, Any]
SIZED = [
    {**one, "average_bytes": 4 + place} if one["type"] == "string" else one
    for place, one in enumerate(FIELDS)
]
VALUES = {"color": "x" * 5, "material": "x" * 6, "size": "x" * 7, "weight": 2.5, "depth_cm": 2}
ALL = [*SIZED, {"name": "depth_cm", "type": "int", **GROUP}]
STATED: Json = {
    "accessed_together": 0.1,
    "independent_access": 0.0,
    "exclusive_owner": True,
    "strategy": "auto",
}


def stored() -> Json:
    """A product as its collection has it."""
    pairs = [{"k": name, "v": value} for name, value in VALUES.items()]
    pairs[-1]["u"] = "cm"
    return {"_id": ObjectId(), "title": "x" * 4, "attributes": pairs, "category": "x" * 9}


def survey_of(made: Compilation) -> Survey:
    return surveyed(made.model)


def collection(made: Compilation, name: str) -> Collection:
    (found,) = [one for one in made.plan.collections if one.name == name]
    return found


def chosen(made: Compilation) -> str:
    return made.plan.decisions[0].strategy


def test_decisions_count_what_documents_have() -> None:
    made = shop(*TWICE, fields=ALL, links=[held("PARENT_REF")])
    whole = len(encode(stored()))
    assert survey_of(made).own_bytes("Product") == whole
    assert collection(made, "products").bytes.today == whole + 22
    case = survey_of(made).case("held")
    assert sizes_of(case, "PARENT_REF", "from").child == whole + 22
    plain = shop(TWICE[0], fields=ALL)
    own = document_bytes(plain.model.entities[0].own_fields, identity=True)
    assert survey_of(plain).own_bytes("Product") == own == collection(plain, "products").bytes.today < whole


@pytest.mark.parametrize("more", [0, -1])
def test_a_rule_about_bytes_is_on_both_sides_of_its_number(more: int) -> None:
    """B7 leaves a list that is seldom read apart where it has more than so many bytes (COLD_BYTES)."""
    element = len(encode(stored())) - 17 + 3  # without its _id, with its number in the list
    limits = {"constants": {"cold_bytes": 4.5 * element + more}}
    link = held(**STATED)
    assert chosen(with_top(TWICE, ALL, link, limits)) == ("PARENT_REF" if more else "EMBED_ARRAY")
    assert chosen(with_top(TWICE[:1], ALL, link, limits)) == "EMBED_ARRAY"


def with_top(ops: Any, fields: list[Json], link: Json, top: Json) -> Compilation:
    shelf = [{"name": name, "type": "string"} for name in ("room", "row", "side", "door")]
    entities = [{"name": "Product", "fields": fields}, {"name": "Shelf", "fields": shelf}]
    return compiled(
        {"format": "nestlink/1", "name": "Shop", "database": "shop", "entities": entities, "relationships": [link],
         "operations": list(ops), **top}
    )  # fmt: skip


@pytest.mark.parametrize("more", [0, -1])
def test_a_gate_is_on_both_sides_of_its_number(more: int) -> None:
    """G4 of a relationship by itself: the holder with as many elements as there will be."""
    shelf = survey_of(shop()).own_bytes("Shelf")
    limits = {"constants": {"doc_error": shelf + 4.5 * (len(encode(stored())) - 17 + 3) + more}}
    link = held(**STATED)
    made = with_top(TWICE, ALL, link, limits)
    barred = [one.by for one in made.plan.decisions[0].rejected if one.strategy == "EMBED_ARRAY"]
    assert (chosen(made), barred) == (("PARENT_REF", ["G4"]) if more else ("EMBED_ARRAY", []))
    assert chosen(with_top(TWICE[:1], ALL, link, limits)) == "EMBED_ARRAY"


@pytest.mark.parametrize("more", [60, -60])
def test_so_is_the_gate_of_whole_documents(more: int) -> None:
    """G4 once more when decisions are composed: what shelves in rooms come to."""
    inner = held(**STATED)
    outer = {
        "name": "shelves", "kind": "one-to-many", "from": {"entity": "Room", "has": {"max": 4}},
        "to": {"entity": "Shelf", "has": {"min": 1, "max": 1}}, "strategy": "EMBED_ARRAY",
    }  # fmt: skip
    entities = [
        {"name": "Product", "fields": ALL},
        {"name": "Shelf", "fields": [{**SIZED[0], "unique": True}]},  # no id, which the gate leaves out
        {"name": "Room", "fields": SIZED[:1]},
    ]
    raw: Json = {"format": "nestlink/1", "name": "Shop", "database": "shop", "entities": entities, "relationships": [inner, outer]}  # fmt: skip
    whole = collection(compiled({**raw, "operations": list(TWICE)}), "rooms").bytes.at_horizon
    limits = {"constants": {"doc_error": whole + more}}
    folded = compiled({**raw, **limits, "operations": list(TWICE)})
    plain = compiled({**raw, **limits, "operations": list(TWICE[:1])})
    assert chosen(folded) == ("EMBED_ARRAY" if more > 0 else "PARENT_REF") and chosen(plain) == "EMBED_ARRAY"


@pytest.mark.parametrize(("most", "strategy"), [(5, "EMBED_ARRAY"), (4, "PARENT_REF")])
def test_the_array_is_two_levels(most: int, strategy: str) -> None:
    limits = {"constants": {"nest_max": most}}
    made = with_top(TWICE, FIELDS, held(**STATED), limits)
    assert chosen(made) == strategy
    assert chosen(with_top(TWICE[:1], FIELDS, held(**STATED), limits)) == "EMBED_ARRAY"


@pytest.mark.parametrize("group", ["attributes", "traits"])
def test_a_kind_adds_what_its_documents_have_more(group: str) -> None:
    isa = {
        "name": "book",
        "kind": "is-a",
        "from": {"entity": "Product"},
        "to": {"entity": "Book"},
        "strategy": "POLY_SINGLE",
    }
    book = {"name": "Book", "fields": [{"name": "pages", "type": "int", "variant_group": group}]}
    asked = [op(f"book {number}", entity="Book", filter=by("pages")) for number in (1, 2)]
    made = compiled(
        {"format": "nestlink/1", "name": "Shop", "database": "shop", "entities": [{"name": "Product", "fields": ALL}, book],
         "relationships": [isa], "operations": [*TWICE, *asked]}
    )  # fmt: skip
    whole = stored()
    whole.setdefault(group, []).append({"k": "pages", "v": 9})
    added = survey_of(made).own_bytes("Book", identity=False) - 5
    assert len(encode(stored())) + added == len(encode(whole))


def latest(**more: Any) -> Json:
    """The newest products of each shelf, in it; and all of them beside."""
    return {
        "name": "latest", "kind": "one-to-many", "from": {"entity": "Shelf", "has": {"growth": "unbounded", "average": 400}},
        "to": {"entity": "Product", "has": {"min": 1, "max": 1}}, "together_needs": "recent", "accessed_together": 1,
        "recent": {"count": 3, **more}, "navigation": {"from_to_per_day": 1000},
    }  # fmt: skip


def test_a_slice_has_the_array_and_declared_lists_as_they_are() -> None:
    fields = [*ALL, {"name": "tags", "type": "array", "items": {"type": "string"}, "max_items": 4}]
    made = shop(*TWICE, fields=fields, links=[latest()])
    element = {**stored(), "tags": ["x" * 20] * 2}
    element["product_id"] = element.pop("_id")
    assert subset_element(survey_of(made).case("latest")) == len(encode(element)) + 3
    shelf = {"_id": ObjectId(), **dict.fromkeys(("room", "row", "side", "door"), "x" * 20)}
    assert collection(made, "shelves").bytes.today == len(encode({**shelf, "recent_products": [element] * 3}))


def test_no_slice_shows_what_is_sensitive() -> None:
    fields = [{**one, "sensitive": True} if one["name"] == "size" else one for one in FIELDS]
    made = shop(*TWICE, fields=fields, links=[latest()])
    (slice_,) = [one for one in collection(made, "shelves").fields if one.origin == "subset"]
    assert overlays(made) == [("ATTRIBUTE", "attributes", ("color", "material", "weight"))]
    assert slice_.items is not None and "size" not in {one.name for one in slice_.items.fields}
    assert all("size" not in str(one) for one in samples(made)["shelves"])
    assert "size" in {one.name for one in collection(made, "products").fields}


@pytest.mark.parametrize("more", [0, -1])
def test_a_folded_parent_keeps_its_fields(more: int) -> None:
    """Each child repeats them one by one, so these are the bytes that FOLD_BYTES is about."""
    parent = [
        {"name": "hostname", "type": "string"},
        *({"name": one, "type": "string", **GROUP} for one in ("os", "room")),
    ]
    link = {"name": "lines", "kind": "one-to-many", "from": {"entity": "Host", "has": {"growth": "unbounded"}},
            "to": {"entity": "Line", "field": "host", "has": {"min": 1, "max": 1}}}  # fmt: skip
    line = {"name": "Line", "kind": "event", "fields": [{"name": "text", "type": "string"}]}
    asked = [
        op("by os", entity="Line", filter=by("host.os")),
        op("by room", entity="Line", filter=by("host.room"), sort=by("host.os")),
    ]
    bytes_ = 5 + 17 + sum(2 + len(one["name"]) + 25 for one in parent)
    made = compiled(
        {"format": "nestlink/1", "name": "Log", "database": "log", "entities": [{"name": "Host", "fields": parent}, line],
         "relationships": [link], "operations": asked, "constants": {"fold_bytes": bytes_ + more}}
    )  # fmt: skip
    if more:
        assert chosen(made) == "PARENT_REF" and overlays(made) == [
            ("ATTRIBUTE", "attributes", ("os", "room"))
        ]
        return
    assert chosen(made) == "FOLD_ONE" and overlays(made) == []
    assert list(statement(made, "by os").filter) == ["host_os"]
    assert statement(made, "by room").sort == {"host_os": 1}
    assert not [one for one in made.findings if one.severity == "error"]
