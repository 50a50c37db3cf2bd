"""BAD_FIELD: fields whose keywords contradict each other or their type."""

from __future__ import annotations

from typing import Any

import pytest

from designs.compiler.lints.types.bad_field import LINT
from tests.compiler.planned import findings, found, pair, planned, things
from tests.compiler.small import design, entity, link


@pytest.mark.parametrize(
    ("keywords", "severities"),
    [
        ({"type": "int", "minimum": 1, "maximum": 3}, []),
        ({"type": "string", "minimum": 1}, ["warning"]),
        ({"type": "string", "types": ["int"], "minimum": 1}, []),
        ({"type": "int", "max_length": 5}, ["warning"]),
        ({"type": "int", "pattern": "^a"}, ["warning"]),
        ({"type": "string", "items": {"type": "int"}}, ["warning"]),
        ({"type": "array", "items": {"type": "int", "max_length": 2}}, ["warning"]),
        ({"type": "int", "minimum": 2, "enum": [2, 3]}, []),
        ({"type": "int", "minimum": 2, "enum": [1, 2]}, ["error"]),
        ({"type": "int", "enum": ["a"]}, ["error"]),
        ({"type": "string", "max_length": 2, "enum": ["ab"]}, []),
        ({"type": "string", "max_length": 2, "enum": ["abc"]}, ["error"]),
        ({"type": "string", "enum": ["a", "b", "a"]}, ["warning"]),
        ({"type": "string", "enum": ["a"], "example": "a"}, []),
        ({"type": "string", "enum": ["a"], "example": "b"}, ["warning"]),
        ({"type": "int", "example": "many"}, ["warning"]),
        ({"type": "int", "minimum": 5, "example": 5}, []),
        ({"type": "int", "minimum": 5, "example": 4}, ["warning"]),
        ({"type": "string", "pattern": "^(a|b)$"}, []),
        ({"type": "string", "pattern": "^(a|b$"}, ["error"]),
        ({"type": "string", "pattern": "^\\p{L}+$"}, []),
    ],
)  # fmt: skip
def test_a_field_agrees_with_itself(keywords: dict[str, Any], severities: list[str]) -> None:
    assert found(LINT, things({"name": "a", **keywords})) == [("Thing.a", each) for each in severities]


@pytest.mark.parametrize(
    ("version", "severity"), [({}, "info"), ({"schema_version": 3}, ""), ({"schema_version": 2}, "error")]
)
def test_a_field_begins_with_a_version_that_there_is(version: dict[str, int], severity: str) -> None:
    told = findings(LINT, things({"name": "a", "type": "int", "since_version": 3}, id="thing", **version))
    assert [(one.severity, one.fix and one.fix["value"]) for one in told] == [(severity, 3)][: bool(severity)]


def test_a_shape_without_versions_needs_no_number() -> None:
    assert findings(LINT, things({"name": "a", "type": "int", "since_version": 1}, id="thing")) == []


def test_repeats_are_taken_out() -> None:
    (one,) = findings(LINT, things({"name": "a", "id": "field", "type": "string", "enum": ["a", "b", "a"]}))
    assert one.fix == {"edit": "set", "id": "field", "path": ["enum"], "value": ["a", "b"]}


@pytest.mark.parametrize(
    ("field", "written", "history", "count"),
    [
        ({"type": "int"}, False, "point-in-time", 1),
        ({"type": "date"}, False, "point-in-time", 0),
        ({"type": "date"}, True, "point-in-time", 1),
        ({"type": "int"}, True, "revisions", 0),
        ({"type": "int"}, True, "none", 0),
    ],
)
def test_times_of_versions_have_their_names_to_themselves(
    field: dict[str, Any], written: bool, history: str, count: int
) -> None:
    """A tariff's own valid_to, in kilometres, would be overwritten by when its version ended."""
    change = {"name": "extend", "kind": "update", "entity": "Thing", "per_day": 1, "filter": [{"field": "_id"}],
              "changes": ["valid_to"]}  # fmt: skip
    parts = [{"name": "valid_to", **field}, {"name": "fare", "type": "int"}]
    told = findings(LINT, things(*parts, top={"operations": [change] if written else []}, history=history))
    assert [(one.subject, one.severity) for one in told] == [("Thing.valid_to", "error")] * count


@pytest.mark.parametrize(
    ("value", "said"),
    [
        ({"type": "string"}, []),
        ({"type": "bool"}, ["kids stores its values, but bool values can't identify one Child."]),
        ({"type": "string", "until_version": 1}, ["kids stores its values, but Child lost this field in version 2."]),
        ({"type": "string", "until_version": 2}, []),
    ],
)  # fmt: skip
def test_values_in_lists_tell_documents_apart(value: dict[str, Any], said: list[str]) -> None:
    child = {"fields": [{"name": "word", **value}], "schema_version": 2}
    design = pair("VALUE_ARRAY", back=10, kind="many-to-many", child=child)
    assert [one.message for one in findings(LINT, design)] == said


@pytest.mark.parametrize("refers", [True, False])
def test_documents_without_a_field_have_no_value_for_a_list(refers: bool) -> None:
    """A child that is nothing but its value is no document."""
    ties = [link("kids", "many-to-many", "Parent", "Child", strategy="VALUE_ARRAY", link_owner="from")]
    ties += [link("toys", "one-to-many", "Child", "Toy", strategy="PARENT_REF")] * refers
    bare = {"name": "Child", "fields": []}
    made = planned(design([entity("Parent"), bare, entity("Toy")], ties))
    told = [(one.subject, one.message) for one in findings(LINT, made)]
    assert (
        told == [("Child", "kids stores the values of a field, but Child has no field of its own.")] * refers
    )


@pytest.mark.parametrize(
    ("sort", "told"), [("marks.n", True), ("marks", True), ("rank", False), ("box.n", False)]
)
def test_no_list_says_which_items_are_the_recent_ones(sort: str, told: bool) -> None:
    inside = [{"name": "n", "type": "int"}]
    marks = {"name": "marks", "type": "array", "items": {"type": "object", "fields": inside}}
    fields = [marks, {"name": "rank", "type": "int"}, {"name": "box", "type": "object", "fields": inside}]
    plays = link("plays", "one-to-many", "Play", "Song", recent={"sort": sort})
    plan = planned(design([entity("Play"), entity("Song", *fields)], [plays]))
    message = "recent.sort is {}, but marks is a list, so a Song has no single value to sort by. Sorted by _id instead."
    messages = {message.format(sort)}
    assert {one.message for one in findings(LINT, plan)} == (messages if told else set())


@pytest.mark.parametrize(
    ("kind", "told"), [("one-to-many", ["a"]), ("one-to-one", ["a"]), ("many-to-many", []), ("graph", [])]
)
def test_link_fields_are_of_links_that_are_stored_by_themselves(kind: str, told: list[str]) -> None:
    """They were dropped without a word."""
    ends = ("Thing", "Thing") if kind == "graph" else ("Thing", "Part")
    tie = link("a", kind, *ends, link_fields=[{"name": "since", "type": "date"}])
    findings_of_it = findings(LINT, planned(design([entity("Thing"), entity("Part")], [tie])))
    assert [one.subject for one in findings_of_it if "link_fields" in one.message] == told
