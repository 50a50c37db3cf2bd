"""Which elements of arrays a filter means, in filters, updates and removals."""

from __future__ import annotations

from typing import Any

import pytest

from designs.compiler.operations.ir.condition_reading import read_filter
from designs.compiler.operations.ir.condition_rendering import rendered_filter
from designs.compiler.plan_model.physical import Statement
from tests.compiler.composed import design, entity, field, link
from tests.compiler.in_parts import compile_design
from tests.compiler.statements.test_operations import names

Json = dict[str, Any]
ONE = {"has": {"min": 1, "max": 1}}


# --- filters ---


def split(filter: Json, array: str) -> tuple[Json, Json]:
    own, rest = read_filter(filter).split(array)
    return rendered_filter(own), rendered_filter(rest)


def test_a_filter_is_split_into_what_it_says_of_elements_and_the_rest() -> None:
    both = {"$or": [{"lines.sku": 1}, {"state": 2}]}
    filter = {
        "state": 3,
        "lines.sku": 4,
        "lines_of": 5,
        **both,
        "$and": [{"lines.size": 6}, {"lines.size": 7}, {"at": 8}],
    }
    own, rest = split(filter, "lines")
    assert own == {"sku": 4, "$and": [{"size": 6}, {"size": 7}]}
    assert rest == {"state": 3, "lines_of": 5, **both, "$and": [{"at": 8}]}
    assert split({"$or": [{"lines.sku": 1}, {"lines.size": 2}]}, "lines") == (
        {"$or": [{"sku": 1}, {"size": 2}]},
        {},
    )


@pytest.mark.parametrize(
    ("filter", "joined"),
    [
        ({"lines.sku": 1}, {"lines.sku": 1}),
        ({"lines.sku": {"$gte": 1}}, {"lines.sku": {"$gte": 1}}),
        ({"lines.sku": {"$gte": 1, "$lte": 3}}, {"lines": {"$elemMatch": {"sku": {"$gte": 1, "$lte": 3}}}}),
        ({"lines.sku": {"$exists": False}}, {"lines": {"$elemMatch": {"sku": {"$exists": False}}}}),
        ({"lines.specs": {"$not": {"$elemMatch": {"k": 1}}}}, {"lines": {"$elemMatch": {"specs": {"$not": {"$elemMatch": {"k": 1}}}}}}),
        ({"lines.specs": {"$elemMatch": {"k": 1}}}, {"lines.specs": {"$elemMatch": {"k": 1}}}),
        ({"at": 0, "lines.sku": 1, "lines.size": 2}, {"at": 0, "lines": {"$elemMatch": {"sku": 1, "size": 2}}}),
        ({"$or": [{"lines.sku": 1}, {"lines.size": 2}]}, {"lines": {"$elemMatch": {"$or": [{"sku": 1}, {"size": 2}]}}}),
        ({"lines.parts.a": 1, "lines.parts.b": 2}, {"lines.parts": {"$elemMatch": {"a": 1, "b": 2}}}),
        ({"lines.sku": 1, "lines.parts.a": 2}, {"lines": {"$elemMatch": {"sku": 1, "parts.a": 2}}}),
    ],
)  # fmt: skip
def test_conditions_on_one_element_hold_together(filter: Json, joined: Json) -> None:
    assert rendered_filter(read_filter(filter).of_same_elements(("lines", "lines.parts"))) == joined


def test_conditions_are_told_of_a_name() -> None:
    named = read_filter({"a": 1, "$or": [{"b": 2}, {"c.d": 3}]}).under("one")
    assert rendered_filter(named) == {
        "one.a": 1,
        "$or": [{"one.b": 2}, {"one.c.d": 3}],
    }


# --- operations ---


def house(least: int = 0, **operation: Any) -> Statement:
    parts = [
        entity("House", field("street")),
        entity("Room", field("floor", "int"), field("colour"), field("labels", "array", items={"type": "string"}), kind="weak"),
        entity("Shelf", field("height", "int"), field("wood"), kind="weak"),
    ]  # fmt: skip
    owned: Json = {"exclusive_owner": True, "strategy": "EMBED_ARRAY"}
    links = [
        link("rooms", "one-to-many", ("House", {"has": {"min": least, "max": 9}}), ("Room", ONE), **owned),
        link(
            "shelves",
            "one-to-many",
            ("Room", {"has": {"min": least, "max": 9}}),
            ("Shelf", {"field": "room", **ONE}),
            **owned,
        ),
    ]
    how = {"match": operation.pop("how", "eq")}
    asked = [{"field": one, **how} for one in operation.pop("by")]
    model = design(parts, links, operations=[{"name": "it", "filter": asked, **operation}])
    (made,) = [one for one in compile_design(model).plan.statements if one.subject == "operation:it"]
    return made


def test_an_update_reaches_the_elements_of_which_all_conditions_hold() -> None:
    made = house(kind="update", entity="Room", by=["floor", "colour"], changes=["labels"])
    assert names(made.filter) == {"rooms": {"$elemMatch": {"floor": "floor", "colour": "colour"}}}
    assert names(made.update) == {"$set": {"rooms.$[found].labels": "newLabels"}}
    assert names(made.options) == {"arrayFilters": [{"found.floor": "floor", "found.colour": "colour"}]}


def test_what_is_said_of_outer_elements_is_said_of_those_around_the_inner() -> None:
    made = house(
        kind="update",
        entity="Shelf",
        by=["room.floor", "height"],
        changes=["wood"],
    )
    assert names(made.filter) == {"rooms": {"$elemMatch": {"floor": "roomFloor", "shelves.height": "height"}}}
    assert names(made.update) == {"$set": {"rooms.$[within].shelves.$[found].wood": "newWood"}}
    assert names(made.options) == {
        "arrayFilters": [
            {"within.floor": "roomFloor", "within.shelves": {"$exists": True}},
            {"found.height": "height"},
        ]
    }


def test_a_removal_asks_each_element_as_a_document_of_its_own() -> None:
    made = house(kind="delete", entity="Room", by=["floor", "colour"])
    assert names(made.update) == {"$pull": {"rooms": {"floor": "floor", "colour": "colour"}}}
    assert names(made.filter) == {"rooms": {"$elemMatch": {"floor": "floor", "colour": "colour"}}}
    assert made.options is None


def test_a_removal_leaves_elements_around_which_another_condition_does_not_hold() -> None:
    made = house(kind="delete", entity="Shelf", by=["room.floor", "height"])
    assert names(made.update) == {"$pull": {"rooms.$[found].shelves": {"height": "height"}}}
    assert names(made.options) == {"arrayFilters": [{"found.floor": "roomFloor"}]}


@pytest.mark.parametrize(("least", "sure"), [(0, False), (1, True)])
def test_an_array_that_need_not_be_there_is_not_gone_into(least: int, sure: bool) -> None:
    made = house(least, kind="update", entity="Shelf", by=[], changes=["wood"])
    mark = "$[]" if sure else "$[within]"
    assert names(made.update) == {"$set": {f"rooms.{mark}.shelves.$[].wood": "newWood"}}
    assert made.filter == ({} if sure else {"rooms": {"$exists": True}})
    assert made.options == (None if sure else {"arrayFilters": [{"within.shelves": {"$exists": True}}]})


def test_what_is_asked_of_an_element_says_that_its_array_is_there() -> None:
    made = house(kind="update", entity="Shelf", by=["height"], changes=["wood"])
    assert names(made.filter) == {"rooms.shelves.height": "height"}
    assert names(made.update) == {"$set": {"rooms.$[within].shelves.$[found].wood": "newWood"}}


@pytest.mark.parametrize(
    ("asked", "filter"),
    [
        ({"kind": "read", "entity": "House", "by": ["rooms.floor"]}, {"rooms": {"$elemMatch": {"floor": {"$gte": "leastRoomsFloor", "$lte": "mostRoomsFloor"}}}}),
        ({"kind": "read", "entity": "House", "by": ["rooms.labels"]}, {"rooms.labels": {"$elemMatch": {"$gte": "leastRoomsLabel", "$lte": "mostRoomsLabel"}}}),
        ({"kind": "read", "entity": "House", "by": ["street"]}, {"street": {"$gte": "leastStreet", "$lte": "mostStreet"}}),
    ],
)  # fmt: skip
def test_a_range_in_an_array_is_one_of_one_element(asked: Json, filter: Json) -> None:
    assert names(house(how="range", **asked).filter) == filter
