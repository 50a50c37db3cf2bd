"""L57: relationships that may be of another kind."""

from __future__ import annotations

from typing import Any

import pytest

from designs.compiler import Finding
from designs.compiler.lints.references import kind_suspect
from designs.compiler.lints.references.kind_suspect import LINT
from tests.compiler.composed import design, entity, field, link
from tests.compiler.in_parts import compile_design
from tests.compiler.planned import found, pair, planned
from tests.compiler.small import NM
from tests.compiler.small import pair as drawn

AGAIN = [("r", "warning")]


@pytest.mark.parametrize(("changes", "count"), [("artists.role", 0), ("title", 1)])
def test_what_an_operation_changes_tells_no_two_links_apart(changes: str, count: int) -> None:
    ends = ("Recording", {"field": "artists"}), ("Artist", {"field": "recordings"})
    performers = link("performers", NM, *ends, strategy="LINK_COLL", link_fields=[ROLE])
    work = {
        "name": "correct",
        "kind": "update",
        "entity": "Recording",
        "filter": [{"field": "_id"}],
        "changes": [changes],
    }
    parts = [entity("Recording", field("title")), entity("Artist", field("name"))]
    findings = compile_design(design(parts, [performers], operations=[work])).findings
    assert len([each for each in findings if each.code == LINT.code]) == count


@pytest.mark.parametrize(
    ("ends", "count"),
    [
        (("before", "after"), 0),
        (("blocks", "blocked_by"), 0),
        (("adjoins", "adjoined_by"), 1),
        (("yields", "sawn_from"), 0),
    ],
)
def test_what_comes_first_holds_one_way(ends: tuple[str, str], count: int) -> None:
    near, far = (("Task", {"field": name, "has": {"max": 9}}) for name in ends)
    assert (
        len(
            told_of([entity("Task", field("title"))], link("order", "graph", near, far, strategy="LINK_COLL"))
        )
        == count
    )


@pytest.mark.parametrize(
    ("back", "count"),
    [
        ({}, 0),
        ({"average": 1}, 0),
        ({"average": 1.1}, 1),
        ({"p95": 1}, 0),
        ({"p95": 2}, 1),
        ({"growth": "bounded"}, 0),
        ({"growth": "unbounded"}, 1),
        ({"adds_per_day": 0}, 0),
        ({"adds_per_day": 0.1}, 1),
    ],
)
def test_a_child_has_one_parent(back: dict[str, Any], count: int) -> None:
    assert found(LINT, planned(drawn(back=back))) == AGAIN * count


def test_many_to_many_may_have_many() -> None:
    assert found(LINT, planned(drawn(NM, back={"average": 4}))) == []


@pytest.mark.parametrize(("second", "count"), [([2], 0), ([1], 1)])
def test_examples_may_say_it_too(second: list[int], count: int, monkeypatch: pytest.MonkeyPatch) -> None:
    plan = pair("CHILD_REFS", 5)
    held = {"parents": [{"_id": 1, "children": [1]}, {"_id": 2, "children": second}]}
    monkeypatch.setattr(kind_suspect, "samples", lambda *given: held)
    assert found(LINT, plan) == [("kids", "warning")] * count


@pytest.mark.parametrize("history", ["none", "revisions", "point-in-time"])
def test_our_examples_do_not(history: str) -> None:
    """An earlier version of a parent counted as another parent."""
    assert found(LINT, pair("CHILD_REFS", 5, parent={"history": history})) == []


ROLE = field("role", required=True, enum=["main", "producer"])
SINCE, UNTIL = field("valid_from", "date", required=True), field("valid_to", "date")
UNTIL_THEN = field("bis", "date")


@pytest.mark.parametrize(
    ("fields", "told"),
    [
        ([ROLE], "role"),
        ([ROLE, SINCE, UNTIL], "role, valid_from, and valid_to"),
        ([SINCE], ""),
        ([field("von", "date", required=True), UNTIL_THEN], "von and bis"),
        ([field("von", "date", required=True), field("bis", "date", required=True)], ""),
        ([field("role", enum=["main"])], ""),
        ([field("unit", required=True, enum=["mg", "g"])], ""),
        ([field("quantity", "int", required=True)], ""),
        ([field("decision", required=True, enum=["sí", "aún no"])], ""),
        ([field("loan_status", required=True, enum=["a", "b"])], ""),
        ([field("reaction", required=True, enum=["Open", "yes", "no"])], ""),
        ([field("part", required=True, enum=["buyer", "seller"])], "part"),
    ],
)
def test_what_tells_links_of_one_pair_apart_is_asked_about(fields: list[dict[str, Any]], told: str) -> None:
    performers = link("performers", NM, "Recording", "Artist", strategy="LINK_COLL", link_fields=fields)
    findings = told_of([entity("Recording", field("title")), entity("Artist", field("name"))], performers)
    words = f"The same Recording and Artist can be linked only once, even with another {told}."
    assert [each.message for each in findings] == ([words] if told else [])
    severity = (
        "warning" if UNTIL in fields or UNTIL_THEN in fields else "info"
    )  # a level describes one link; a period comes again
    assert [each.severity for each in findings] == [severity] * len(findings)


@pytest.mark.parametrize(
    ("back", "count"),
    [
        ({"field": "interacted_by", "has": {"max": 900}}, 1),
        ({"field": "interacted_by", "has": {"max": 901}}, 0),
        ({"field": "interacted_by"}, 0),
        ({"field": "interacts_with", "has": {"max": 900}}, 0),
    ],
)
def test_a_pair_of_one_entity_may_hold_both_ways(back: dict[str, Any], count: int) -> None:
    end = {"field": "interacts_with", "has": {"max": 900}}
    pairs = link(
        "interactions", "graph", ("Substance", end), ("Substance", back), id="r1", strategy="LINK_COLL"
    )
    findings = told_of([entity("Substance", field("inn"))], pairs)
    fix = {"edit": "set", "id": "r1", "path": ["to", "field"], "value": "interacts_with"}
    assert [each.fix for each in findings] == [fix] * count


def told_of(entities: list[dict[str, Any]], relationship: dict[str, Any]) -> list[Finding]:
    compilation = compile_design(design(entities, [relationship]))
    return [finding for finding in compilation.findings if finding.code == LINT.code]


def test_links_between_two_of_a_kind_are_of_the_same_two() -> None:
    related = link("related", "graph", "Work", "Work", strategy="LINK_COLL", link_fields=[ROLE])
    (told,) = told_of([entity("Work", field("title"))], related)
    assert told.message == "The same two works can be linked only once, even with another role."
