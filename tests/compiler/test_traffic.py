"""What the operations of a design do to each entity and relationship."""

from __future__ import annotations

from typing import Any

import pytest

from designs.compiler.names.naming import Names
from designs.compiler.names.paths import Paths
from designs.compiler.workload.traffic import Traffic, included, is_forward, reach
from tests.compiler.small import MANY, NM, Json, design, entity, link, op, strategies

ENTITIES = [entity("A"), entity("B"), entity("C")]
LINKS = [link("ab", MANY, "A", "B", back_field="owner"), link("bc", NM, "B", "C", back_field="bs")]


def traffic(*ops: Json, links: list[Json] = LINKS) -> Traffic:
    model = design(ENTITIES, links, ops)
    return Traffic(model.workload, Paths(Names(model)))


def test_operations_are_summed_where_they_are_addressed() -> None:
    kinds = ("read", "update", "delete", "insert")
    sums = traffic(
        *(op(kind, "B", per_day=place + 1) for place, kind in enumerate(kinds)), op("read", "B", per_day=10)
    )
    assert (sums.reads["B"], sums.updates["B"], sums.deletes["B"], sums.inserts["B"]) == (11, 2, 3, 4)
    assert sums.reads["A"] == 0


def test_an_operation_without_a_number_counts_once() -> None:
    assert traffic({"name": "x", "kind": "read", "entity": "A"}).reads["A"] == 1


def test_asking_for_an_absent_sum_does_not_make_it_present() -> None:
    sums = traffic()
    assert sums.forward["ab"] == 0
    assert sums.forward.get("ab") is None


def test_a_read_reaches_what_it_includes_in_order() -> None:
    sums = traffic(op("read", "A", includes=["ab", "bc"], per_day=5))
    assert {name: sums.read_touches[name] for name in "ABC"} == {"A": 5, "B": 5, "C": 5}
    assert (sums.forward["ab"], sums.forward["bc"], sums.backward["ab"]) == (5, 5, 0)
    assert sums.reads["B"] == 0


def test_a_relationship_is_used_backward_from_its_child() -> None:
    sums = traffic(op("read", "C", includes=["bc", "ab"], per_day=5))
    assert (sums.forward["bc"], sums.backward["bc"], sums.backward["ab"]) == (0, 5, 5)


def test_reads_alone_include_nothing() -> None:
    sums = traffic(op("read", "A", per_day=3), op("read", "A", includes=["ab"], per_day=4))
    assert (sums.reads_alone["A"], sums.reads["A"]) == (3, 7)


def test_inserts_touch_nothing() -> None:
    sums = traffic(
        op("insert", "A", includes=["ab"]), op("update", "B", per_day=2), op("delete", "B", per_day=3)
    )
    assert (sums.touches["A"], sums.touches["B"], sums.read_touches["B"]) == (0, 5, 0)


@pytest.mark.parametrize("match", ["eq", "in"])
def test_a_read_by_key_is_a_read_from_the_parent(match: str) -> None:
    sums = traffic(op("read", "B", filter=[{"field": "owner", "match": match}], per_day=6))
    assert (sums.key_reads["ab"], sums.key_touches["ab"], sums.backward["ab"]) == (6, 6, 0)


@pytest.mark.parametrize("match", ["range", "exists", "prefix", "regex"])
def test_other_matches_are_not_by_key(match: str) -> None:
    assert traffic(op("read", "B", filter=[{"field": "owner", "match": match}])).key_reads["ab"] == 0


def test_a_read_by_key_that_includes_its_parent_is_not_backward() -> None:
    sums = traffic(op("read", "B", "owner", includes=["ab"], per_day=6))
    assert (sums.key_reads["ab"], sums.backward["ab"]) == (6, 0)


def test_the_derived_name_of_the_reference_is_a_key_too() -> None:
    plain = [link("ab", MANY, "A", "B")]
    assert traffic(op("read", "B", "a_id"), links=plain).key_reads["ab"] == 1


def test_updates_and_deletes_by_key_are_not_alone_but_no_reads() -> None:
    sums = traffic(op("update", "B", "owner", per_day=2), op("delete", "B", "owner", per_day=3))
    assert (sums.key_touches["ab"], sums.key_reads["ab"]) == (5, 0)


@pytest.mark.parametrize("writes", [{"changes": ["owner"]}, {"effects": [{"field": "owner", "do": "set"}]}])
def test_updates_of_the_reference_move_a_child(writes: dict[str, Any]) -> None:
    sums = traffic(op("update", "B", per_day=2, **writes), op("update", "B", changes=["text"], per_day=9))
    assert sums.reassigns["ab"] == 2


TREE = [link("parts", "tree", "A", "A", field="children", back_field="parent")]


@pytest.mark.parametrize(
    ("include", "forward"), [("parts", True), ("parts.children", True), ("parts.parent", False)]
)
def test_the_field_says_the_direction_in_a_tree(include: str, forward: bool) -> None:
    model = design(ENTITIES, TREE, (op("read", "A", includes=[include]),))
    assert reach(model.workload[0], Names(model)) == (["A"], [("parts", forward)])


def test_a_name_with_a_dot_is_found() -> None:
    names = Names(design(ENTITIES, [{**TREE[0], "name": "a.b"}]))
    found, field = included("a.b.parent", names)
    assert (found and found.name, field) == ("a.b", "parent")
    assert included("nothing", names) == (None, "")


def test_two_reached_ends_go_by_order_or_by_the_field() -> None:
    names = Names(design(ENTITIES, [link("ab", MANY, "A", "B", field="bees", back_field="owner")]))
    relationship = names.relationships["ab"]
    assert is_forward(relationship, "", ["A", "B"], names)
    assert not is_forward(relationship, "", ["B", "A"], names)
    assert not is_forward(relationship, "owner", ["A", "B"], names)
    assert is_forward(relationship, "bees", ["B", "A"], names)


# --- relationships that paths cross ---------------------------------------------------------------

CHAIN = [
    link("drivers", MANY, "Depot", "Driver", field="drivers", back_field="depot"),
    link("duties", MANY, "Driver", "Duty", field="duties", back_field="driver",
         copies=[{"field": "badge", "of": "from", "as": "badge", "policy": "immutable"}]),
    link("stops", NM, "Duty", "Stop", field="stops", link_fields=[{"name": "at", "type": "date"}]),
]  # fmt: skip
FIELDS = [{"name": name, "type": "string"} for name in ("text", "badge")]
PEOPLE = [entity(name, *FIELDS) for name in ("Depot", "Driver", "Duty", "Stop")]


def crossed(**asked: Any) -> dict[str, tuple[float, float, float]]:
    """Of each relationship the reads forward, backward, and by the parent, of ten reads of duties."""
    model = design(PEOPLE, CHAIN, (op("read", "Duty", per_day=10, **asked),))
    sums = Traffic(model.workload, Paths(Names(model)))
    uses = {
        name: (sums.forward[name], sums.backward[name], sums.key_reads[name])
        for name in ("drivers", "duties", "stops")
    }
    return {name: counted for name, counted in uses.items() if any(counted)}


@pytest.mark.parametrize(
    ("asked", "expected"),
    [
        ({"filter": [{"field": "driver.text"}]}, {"duties": (0, 0, 10)}),
        ({"always_filter": {"driver.text": "x"}}, {"duties": (0, 0, 10)}),
        ({"always_filter": {"$and": [{"driver.text": {"$in": ["x"]}}]}}, {"duties": (0, 0, 10)}),
        ({"always_filter": {"$or": [{"driver.text": "x"}]}}, {"duties": (0, 10, 0)}),
        ({"always_filter": {"driver.text": {"$gt": "x"}}}, {"duties": (0, 10, 0)}),
        ({"filter": [{"field": "driver.text", "match": "range"}]}, {"duties": (0, 10, 0)}),
        ({"sort": [{"field": "driver.text", "direction": 1}]}, {"duties": (0, 10, 0)}),
        ({"projection": ["driver.text"]}, {"duties": (0, 10, 0)}),
        ({"projection": ["stops.text"]}, {"stops": (10, 0, 0)}),
        ({"filter": [{"field": "driver.depot"}]}, {"duties": (0, 0, 10), "drivers": (0, 10, 0)}),
        ({"projection": ["driver.depot.text"]}, {"duties": (0, 10, 0), "drivers": (0, 10, 0)}),
    ],
    ids=str,
)
def test_a_path_uses_the_relationships_that_it_crosses(asked: Json, expected: Json) -> None:
    assert crossed(**asked) == expected


@pytest.mark.parametrize("path", ["driver", "driver._id", "driver.badge", "badge", "stops.at", "text"])
def test_what_stands_in_the_document_itself_crosses_nothing(path: str) -> None:
    assert crossed(projection=[path]) == {}


def test_what_a_path_crosses_is_reached_but_not_a_parent_by_which_it_is_found() -> None:
    def touched(**asked: Any) -> dict[str, float]:
        model = design(PEOPLE, CHAIN, (op("read", "Duty", per_day=10, **asked),))
        return dict(Traffic(model.workload, Paths(Names(model))).read_touches)

    assert touched(projection=["driver.text"]) == {"Duty": 10, "Driver": 10}
    assert touched(filter=[{"field": "driver.text"}]) == {"Duty": 10}
    assert touched(filter=[{"field": "driver.depot.text"}]) == {"Duty": 10, "Depot": 10}


def test_an_update_by_what_the_parent_is_moves_nothing_and_is_not_alone() -> None:
    model = design(PEOPLE, CHAIN, (op("update", "Duty", "driver.text", changes=["text"], per_day=4),))
    sums = Traffic(model.workload, Paths(Names(model)))
    assert (sums.key_touches["duties"], sums.key_reads["duties"], sums.reassigns["duties"]) == (4, 0, 0)


def test_a_roster_by_depot_keeps_the_depot_in_its_drivers() -> None:
    """Drivers that are looked through for their depot keep the reference to it."""
    depot = {"has": {"average": 71, "min": 10, "max": 150}, "back": {"min": 1, "max": 1}}
    links = [
        {
            **CHAIN[0],
            **link("drivers", MANY, "Depot", "Driver", field="drivers", back_field="depot", **depot),
        },
        CHAIN[1],
    ]
    alone = op("read", "Driver", "text", per_day=5)
    roster = op("read", "Duty", "text", "driver.depot", per_day=900)
    made = strategies([*PEOPLE[:3]], links, alone, roster)
    assert made["drivers"] == "PARENT_REF"
