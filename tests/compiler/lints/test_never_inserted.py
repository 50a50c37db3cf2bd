"""NEVER_INSERTED: what operations use, and no function inserts."""

from __future__ import annotations

from typing import Any

import pytest

from designs.compiler import Finding
from designs.compiler.lints.types.never_inserted import LINT
from tests.compiler.composed import design, entity, field, link
from tests.compiler.in_parts import compile_design

Json = dict[str, Any]


def work(kind: str, of: str, **more: Any) -> Json:
    """An operation of an entity, whose name says both."""
    changes = {"changes": ["text"], "filter": [{"field": "_id"}]} if kind == "update" else {}
    return {"name": f"{kind} {of}", "kind": kind, "entity": of, **changes, **more}


def findings_of(*operations: Json, kind: str = "entity", **more: Any) -> list[Finding]:
    """What is found of orders with lines and a kind of them, whose work is this. more: keys of the lines' relationship."""
    parts = [
        entity(name, field("text"), id=f"id-{name}", kind=kind)
        for name in ("Order", "Line", "Export", "Shop")
    ]
    links = [
        link("lines", "one-to-many", ("Order", {"has": {"max": 9}}), ("Line", {"has": {"min": 1, "max": 1}}), **({"strategy": "EMBED_ARRAY"} | more)),
        link("export", "is-a", "Order", "Export"),
    ]  # fmt: skip
    plan = compile_design(design(parts, links, operations=list(operations)))
    return [finding for finding in plan.findings if finding.code == LINT.code]


USED = (work("read", "Order"), work("update", "Order"))


def test_one_finding_names_all() -> None:
    (finding,) = findings_of(*USED, work("read", "Shop"), work("update", "Shop"))
    assert (finding.subject, finding.about, finding.severity) == ("Order", "entity", "info")
    assert finding.message == "No function inserts orders or shops."
    edits = [each["value"] for each in finding.fix["edits"]] if finding.fix else []
    assert [(each["name"], each["kind"], each["entity"]) for each in edits] == [
        ("add order", "insert", "Order"), ("add shop", "insert", "Shop"),
    ]  # fmt: skip


@pytest.mark.parametrize("others", [(work("insert", "Order"),), (work("insert", "Export"),)], ids=str)
def test_a_kind_that_is_inserted_is_one_of_them(others: tuple[Json, ...]) -> None:
    assert findings_of(*USED, *others) == []


@pytest.mark.parametrize("used", [USED[:1], USED[1:]], ids=["read", "updated"])
def test_both_are_asked_for(used: tuple[Json, ...]) -> None:
    """What is only read may come from elsewhere, and what is only changed too."""
    assert findings_of(*used) == []


def test_a_lookup_comes_with_the_program() -> None:
    assert findings_of(*USED, kind="lookup") == []


def test_a_part_comes_with_what_holds_it() -> None:
    lines = (work("read", "Line"), work("update", "Line"), work("insert", "Order"))
    assert findings_of(*lines) == []
    assert findings_of(*lines, strategy="PARENT_REF") == [], "a function of the relationship inserts it"


def test_what_is_said_to_come_is_told_where_others_are_inserted() -> None:
    parts = [
        entity("Artist", field("name"), inserts_per_day=1),
        entity("Sale", field("on"), inserts_per_day=0),
    ]
    for operations, told in ([], 0), ([work("insert", "Sale")], 1):
        findings = compile_design(design(parts, [], operations=operations)).findings
        messages = [each.message for each in findings if each.code == LINT.code]
        assert messages == ["No function inserts artists."] * told


def test_names_that_are_taken_stay_whose_they_are() -> None:
    (finding,) = findings_of(*USED, work("read", "Shop") | {"name": "add order"})
    assert finding.fix is not None and finding.fix["edits"][0]["value"]["name"] == "add order again"


@pytest.mark.parametrize(
    ("least", "others", "told"), [(1, (), 1), (0, (), 0), (1, (work("insert", "Warden"),), 0)]
)
def test_what_inserts_need_is_inserted(least: int, others: tuple[Json, ...], told: int) -> None:
    """Each fine names its warden, and no function made one."""
    parts = [entity("Warden", field("text")), entity("Fine", field("text"))]
    of_one = link("by", "one-to-many", "Warden", ("Fine", {"has": {"min": least, "max": 1}}))
    plan = compile_design(design(parts, [of_one], operations=[work("insert", "Fine"), *others]))
    assert sum(finding.code == LINT.code for finding in plan.findings) == told
