"""OWNER_UNNAMED: writes that name a weak entity by what tells it apart only within its owner."""

from __future__ import annotations

from typing import Any

import pytest

from designs.compiler import Finding
from designs.compiler.lints.references.owner_unnamed import LINT
from tests.compiler.composed import design, entity, field, link
from tests.compiler.in_parts import compile_design

NO = {"field": "no"}


def findings_of(
    *matches: dict[str, Any],
    kind: str = "update",
    line: str = "weak",
    strategy: str = "EMBED_ARRAY",
    **more: Any,
) -> list[Finding]:
    """What is found at a write of an order's lines with this filter. more: keys of the entity Line."""
    lines = link("lines", "one-to-many", "Order", ("Line", {"field": "order_id"}), strategy=strategy)
    fields = [field("no", "int"), field("code", unique=True), field("status"), field("days", "int")]
    parts = [entity("Order", field("number")), entity("Line", *fields, kind=line, **more)]
    changes = {"changes": ["days"]} if kind == "update" else {}
    write = {
        "id": "operation1",
        "name": "do",
        "kind": kind,
        "entity": "Line",
        "filter": list(matches),
        **changes,
    }
    plan = compile_design(design(parts, [lines], operations=[write]))
    return [finding for finding in plan.findings if finding.code == LINT.code]


@pytest.mark.parametrize("kind", ["update", "delete"])
def test_a_number_within_the_owner_names_an_element_of_each(kind: str) -> None:
    (finding,) = findings_of(NO, kind=kind)
    assert (finding.subject, finding.severity) == ("do", "warning")
    assert finding.message == f"{kind.capitalize()}s the line with this no in every order."
    assert finding.hint == "Add order_id to its filter."
    value = [{"field": "order_id"}, NO]
    assert finding.fix == {"edit": "set", "id": "operation1", "path": ["filter"], "value": value}


@pytest.mark.parametrize(
    "matches",
    [
        [{"field": "order_id"}, NO],
        [{"field": "order_id.number"}, NO],
        [{"field": "code"}],
        [{"field": "_id"}],
        [{"field": "status", "value": "open"}],
        [{"field": "no", "match": "range"}],
    ],
)
def test_a_filter_may_name_the_owner_a_key_or_every_element(matches: list[dict[str, Any]]) -> None:
    assert findings_of(*matches) == []


def test_a_constant_beside_the_number_names_no_owner() -> None:
    (finding,) = findings_of(NO, {"field": "status", "value": "open"})
    assert finding.message == "Updates the line with this no and status in every order."


def test_only_writes_of_what_is_weak_need_its_owner() -> None:
    assert findings_of(NO, kind="read") == []
    assert findings_of(NO, line="entity") == []


@pytest.mark.parametrize(
    "strategy", ["EMBED_ARRAY", "PARENT_REF", "CHILD_REFS", "SUBSET", "BUCKET", "OUTLIER"]
)
def test_a_weak_entity_needs_its_owner_wherever_it_is_stored(strategy: str) -> None:
    (finding,) = findings_of(NO, strategy=strategy)
    assert finding.message == "Updates the line with this no in every order."


@pytest.mark.parametrize(("keys", "count"), [(["no"], 0), (["no", "status"], 1)])
def test_a_unique_index_of_the_filter_names_one(keys: list[str], count: int) -> None:
    index = {"keys": [[key, 1] for key in keys], "unique": True}
    assert len(findings_of(NO, indexes=[index])) == count
