"""Updates of a parent that stands in its children write it there, in each place of them."""

from __future__ import annotations

from typing import Any

import pytest

from designs.compiler.plan_model.physical import Statement
from tests.compiler.composed import design, entity, field, link
from tests.compiler.in_parts import compile_design

Json = dict[str, Any]
MANY = {"has": {"min": 0, "max": None, "growth": "unbounded"}}
OF_ONE = {"has": {"min": 1, "max": 1}}
MOVE = {"filter": [{"field": "hostname"}], "changes": ["rack"]}


def written(
    back: Json = OF_ONE, tests: str = "FOLD_ONE", subject: str = "operation:it", **update: Any
) -> list[Statement]:
    """One update of hosts, which stand in their logs and in the probes of boxes."""
    entities = [
        entity("Host", field("rack"), field("hostname", required=True, unique=True), field("load", "int")),
        entity("Log", field("time", "date", required=True), field("rack", "int")),
        entity("Probe", field("ok", "bool"), kind="weak"),
        entity("Box", field("label", required=True)),
    ]
    owned = {"exclusive_owner": True, "strategy": "EMBED_ARRAY"}
    links = [
        link("logs", "one-to-many", ("Host", MANY), ("Log", {"field": "host", **back}), strategy="FOLD_ONE"),
        link("tests", "one-to-many", ("Host", MANY), ("Probe", {"field": "host", **back}), strategy=tests),
        link("probes", "one-to-many", ("Box", {"has": {"max": 9}}), ("Probe", OF_ONE), **owned),
    ]
    operation = {"name": "it", "kind": "update", "entity": "Host", **update}
    plan = compile_design(design(entities, links, operations=[operation])).plan
    return [one for one in plan.statements if one.subject == subject]


def test_it_is_written_in_every_place_of_its_children_by_its_own_filter() -> None:
    logs, boxes = written(**MOVE)
    host, rack = logs.filter["host_hostname"], logs.update["$set"]["host_rack"]
    assert (logs.op, logs.collection, logs.options) == ("updateMany", "logs", None)
    assert (boxes.op, boxes.filter) == ("updateMany", {"probes.host_hostname": host})
    assert boxes.update == {"$set": {"probes.$[found].host_rack": rack}}
    assert boxes.options == {"arrayFilters": [{"found.host_hostname": host}]}
    assert "logs, boxes.probes" in logs.comment and not boxes.comment


def test_its_id_is_what_stands_for_it_there() -> None:
    logs, boxes = written(filter=[{"field": "_id"}], changes=["rack"])
    assert (list(logs.filter), list(boxes.filter)) == (["host_hostname"], ["probes.host_hostname"])


@pytest.mark.parametrize(
    ("strategy", "ops"),
    [("PARENT_REF", ["updateMany", "updateOne"]), ("FOLD_ONE", ["updateMany"] * 2)],
)
def test_a_parent_with_documents_of_its_own_changes_in_its_children_too(
    strategy: str, ops: list[str]
) -> None:
    """Its own document last, whose outcome is the answer."""
    statements = written(tests=strategy, **MOVE)
    assert [one.op for one in statements] == ops
    is_told = "Also updates its children in logs" in statements[0].comment
    assert is_told is (strategy == "PARENT_REF") and not any(one.comment for one in statements[1:])


def test_where_the_parent_is_returned_children_are_told_of() -> None:
    (one,) = written(tests="PARENT_REF", **MOVE, returns="after")
    assert "Doesn't update its children in logs: call logsRenameHost" in one.comment


@pytest.mark.parametrize(("least", "filter"), [(0, {"host_hostname": {"$exists": True}}), (1, {})])
def test_children_without_such_a_parent_get_none(least: int, filter: Json) -> None:
    logs, boxes = written(back={"has": {"min": least, "max": 1}}, changes=["rack"], filter=[])
    assert logs.filter == filter
    assert boxes.options == (
        {"arrayFilters": [{"found.host_hostname": {"$exists": True}}]} if filter else None
    )


@pytest.mark.parametrize(("do", "all_or_nothing"), [("set", False), ("maximum", False), ("increment", True)])
def test_what_would_count_twice_stands_in_a_transaction(do: str, all_or_nothing: bool) -> None:
    found = written(filter=MOVE["filter"], effects=[{"field": "load", "do": do}])
    assert [one.transaction for one in found] == [all_or_nothing] * 2
    assert ("call it again" in found[0].comment) is not all_or_nothing


def test_many_documents_are_not_returned() -> None:
    found = written(**MOVE, returns="after")
    assert {one.op for one in found} == {"updateMany"} and "Returns nothing" in found[0].comment


@pytest.mark.parametrize(
    ("strategy", "kind", "count"), [("TIME_SERIES", "timeseries", 0), ("PARENT_REF", "standard", 1)]
)
def test_a_time_series_is_left_unwritten(strategy: str, kind: str, count: int) -> None:
    entities = [entity("Host", field("rack")), entity("Sensor", field("place"))]
    entities.append(entity("Reading", field("at", "date", required=True), kind="measurement"))
    links = [
        link("readings", "one-to-many", ("Sensor", MANY), ("Reading", OF_ONE), strategy=strategy),
        link("hosts", "one-to-many", ("Host", MANY), ("Reading", OF_ONE), strategy="FOLD_ONE"),
    ]
    operation = {"name": "it", "kind": "update", "entity": "Host", "changes": ["rack"]}
    made = compile_design(design(entities, links, operations=[operation]))
    assert {one.name: one.kind for one in made.plan.collections}["readings"] == kind
    assert len([one for one in made.plan.statements if one.subject == "operation:it"]) == count
    assert ("OPERATION_UNWRITTEN" in {one.code for one in made.findings}) is not bool(count)


LOGS = ("logs", "host_hostname", "host_rack")


@pytest.mark.parametrize(
    ("strategy", "places"),
    [
        ("PARENT_REF", [LOGS, ("hosts", "hostname", "rack")]),
        ("FOLD_ONE", [LOGS, ("boxes", "probes.host_hostname", "probes.$[found].host_rack")]),
    ],
)
def test_a_renaming_reaches_all_places_of_a_folded_parent(
    strategy: str, places: list[tuple[str, str, str]]
) -> None:
    """Its children, the document that it has of its own, and elements into which another relationship folds it."""
    found = written(tests=strategy, subject="relationship:logs", **MOVE)
    updates = [one for one in found if one.recipe == "logs.rename_host"]
    assert [(one.collection, *one.filter, *one.update["$set"]) for one in updates] == places
