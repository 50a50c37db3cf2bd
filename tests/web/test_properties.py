"""The editor's tables of properties: all that a design file can say has its place in them, as the grammar has it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from designs.compiler import STRATEGIES, schema
from designs.delivery.properties import PARTS, properties, tables

ELSEWHERE = {
    "design": {"format", "name", "entities", "relationships", "operations", "layout"},
    "entity": {"id", "name", "fields"},
    # The field's line says these; what nests in an element is a row of its own.
    "field": {"id", "name", "type", "fields", "items.type", "items.fields", "items.items"},
    "relationship": {"id", "name"},
    "operation": {"id", "name"},
}
CONTROLS = {
    "area", "choice", "colour", "conditions", "entity", "fields", "flag", "map", "number", "numbers", "often", "pairs", "rows",
    "several", "several_of", "share", "strategy", "text", "value", "values", "yes_no",
}  # fmt: skip


def rows_of(part: str) -> Iterator[dict[str, Any]]:
    for group in properties()[part]:
        yield from group["rows"]


def stated_in_grammar(part: str) -> set[str]:
    whole = schema()
    return set(_paths(whole if part == "design" else whole["$defs"][part], ""))


def _paths(rule: dict[str, Any], above: str) -> Iterator[str]:
    for key, inner in rule["properties"].items():
        named = inner.get("$ref", "").rpartition("/")[2]
        own = schema()["$defs"][named] | inner if named else inner
        if own.get("type") == "object" and "properties" in own and "items" not in above:
            yield from _paths(own, f"{above}{key}.")
        else:
            yield above + key


@pytest.mark.parametrize("part", PARTS)
def test_every_property_of_the_grammar_can_be_set(part: str) -> None:
    shown = {".".join(row["path"]) for row in rows_of(part)}
    assert shown.isdisjoint(ELSEWHERE[part])
    assert shown | ELSEWHERE[part] == stated_in_grammar(part)


def test_a_property_that_is_missing_is_seen(monkeypatch: pytest.MonkeyPatch) -> None:
    kept = tuple(
        group
        for group in tables._TABLES["entity"]
        if not any(row[0] == "retention.policy" for row in group[1])
    )
    monkeypatch.setitem(tables._TABLES, "entity", kept)
    shown = {".".join(row["path"]) for row in rows_of("entity")}
    missing = stated_in_grammar("entity") - shown - ELSEWHERE["entity"]
    assert "retention.policy" in missing and "retention.seconds" in missing


@pytest.mark.parametrize("part", PARTS)
def test_lists_have_a_column_for_each_key(part: str) -> None:
    for row in rows_of(part):
        if row["control"] == "rows":
            wanted = set(_items(part, row["path"])) - {"id", "x", "y"}
            assert {column["path"][0] for column in row["columns"]} == wanted, row["path"]


def _items(part: str, path: list[str]) -> dict[str, Any]:
    whole = schema()
    rule = whole if part == "design" else whole["$defs"][part]
    for key in path:
        rule = rule["properties"][key]
    items = rule["items"]
    found: dict[str, Any] = (whole["$defs"][items["$ref"].rpartition("/")[2]] if "$ref" in items else items)[
        "properties"
    ]
    return found


@pytest.mark.parametrize("part", PARTS)
def test_each_has_a_label_and_a_control_that_the_page_knows(part: str) -> None:
    for row in rows_of(part):
        for one in (row, *row.get("columns", ())):
            assert one["label"] and one["control"] in CONTROLS, one
            assert ("choices" in one) == (one["control"] in ("choice", "several_of")), one


def test_values_and_limits_are_the_grammars() -> None:
    known = {".".join(row["path"]): row for part in PARTS for row in rows_of(part)}
    assert known["history"]["choices"] == ["none", "revisions", "point-in-time"]
    assert known["history"]["default"] == "none"
    assert (known["accessed_together"]["least"], known["accessed_together"]["most"]) == (0, 1)
    assert known["limit"]["whole"] and known["limit"]["least"] == 1
    assert known["from.has.max"]["open"] and "open" not in known["from.has.min"]
    assert known["required"]["control"] == "flag" and known["exclusive_owner"]["control"] == "yes_no"


def test_conditions_name_properties_that_are_there() -> None:
    for part in PARTS:
        paths = {".".join(row["path"]) for row in rows_of(part)} | ELSEWHERE[part] | {"items"}
        for row in rows_of(part):
            assert "when" not in row or ".".join(row["when"]["path"]) in paths


def test_every_strategy_can_be_chosen() -> None:
    chosen = properties()["known"]["strategies"].values()
    assert {name for names in chosen for name in names} == set(STRATEGIES)
