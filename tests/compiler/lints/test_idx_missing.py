"""L30: frequent reads without an index."""

from __future__ import annotations

from typing import Any

import pytest

from designs.compiler.lints.indexes.idx_missing import LINT
from designs.compiler.plan_model.physical import PlannedIndex
from tests.compiler.planned import findings, found, planned, with_collection
from tests.compiler.small import design, entity, op, text

SORTED = {"sort": [{"field": "b"}, {"field": "c", "direction": -1}]}
WARNED = [("operation 0", "warning")]


def asked(*indexes: tuple[tuple[str, int], ...], reads: Any = None, **options: Any) -> list[tuple[str, str]]:
    """The finding about a read with these indexes only; with those of the compiler if none is given."""
    reads = reads or (op("read", "Thing", "a", **SORTED),)
    thing = entity("Thing", text(9, "a"), text(9, "b"), text(9, "c"))
    plan = planned(design([thing], [], reads))
    if indexes:
        made = tuple(PlannedIndex(keys=keys, options=options) for keys in indexes)
        plan = with_collection(plan, "things", indexes=made)
    return found(LINT, plan)


A, B, C, DOWN = ("a", 1), ("b", 1), ("c", -1), ("c", 1)


def test_the_compilers_own_serve() -> None:
    assert asked() == []


def test_a_filter_wants_an_index_that_starts_with_it() -> None:
    assert asked((B, A), reads=(op("read", "Thing", "a"),)) == WARNED
    assert asked((A, B), reads=(op("read", "Thing", "a"),)) == []
    assert asked((B, A), reads=(op("read", "Thing", "_id"),)) == []


def test_the_order_comes_from_the_index() -> None:
    assert asked((A, B, C)) == [] == asked((A, ("b", -1), DOWN))
    assert asked((A, B, DOWN)) == WARNED
    assert asked((A, B)) == WARNED
    assert asked((A, C, B)) == WARNED


def test_an_index_in_the_wanted_order_may_hold_the_range_behind_it() -> None:
    more = {"filter": [{"field": "a", "match": "range"}], "sort": [{"field": "b"}]}
    ranged = (op("read", "Thing", **more),)
    assert asked(reads=ranged) == [] == asked((B, A), reads=ranged)
    assert asked((B,), reads=ranged) == WARNED == asked((C, A), reads=ranged)


@pytest.mark.parametrize("direction", [1, -1])
def test_the_order_of_ids_is_that_of_the_servers_own_index(direction: int) -> None:
    assert asked((B,), reads=(op("read", "Thing", sort=[{"field": "_id", "direction": direction}]),)) == []
    assert asked((B,), reads=(op("read", "Thing", sort=[{"field": "a", "direction": direction}]),)) == WARNED


def test_one_document_needs_no_order() -> None:
    assert asked((A,), unique=True) == []


def test_elements_of_an_array_come_in_no_order_of_an_index() -> None:
    item = {"type": "object", "fields": [text(9, "x")]}
    thing = entity("Thing", text(9, "a"), {"name": "parts", "type": "array", "items": item})
    reads = (op("read", "Thing", "a", sort=[{"field": "parts.x"}]),)
    assert found(LINT, planned(design([thing], [], reads))) == WARNED


def test_three_reads_are_frequent() -> None:
    others = tuple(op("read", "Thing", "b", per_day=9) for _ in range(3))
    assert asked((B,), reads=(op("read", "Thing", "a"), *others[:2])) == WARNED
    assert asked((B,), reads=(op("read", "Thing", "a"), *others)) == []


def test_one_document_by_its_id_needs_no_order() -> None:
    assert asked((A, B), reads=(op("read", "Thing", "_id", **SORTED),)) == []


def test_an_index_is_advised_that_names_each_path_once() -> None:
    """A range and an order of one field are one key, in the direction of the order."""
    down = {"sort": [{"field": "b", "direction": -1}]}
    filters = [{"field": "a"}, {"field": "b", "match": "range"}]
    reads = ({**op("read", "Thing", **down), "filter": filters},)
    thing = entity("Thing", text(9, "a"), text(9, "b"))
    plan = with_collection(planned(design([thing], [], reads)), "things", indexes=())
    (told,) = findings(LINT, plan)
    assert told.hint.endswith("an index on a 1, b -1.")
