"""What of each object of a design can be set in the editor: one table an object, the rest from the grammar.

The tables say in which group a property stands, what it is called and, where that helps, a hint; how it is
set (a choice, a number, a list of rows …), its values and its limits are read off the grammar of design
files, so that both never disagree. A property that the grammar gains is missing here, and a test says so.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import msgspec

from designs.compiler import STRATEGIES, WEIGHTS, Constants

from .controls import control_of, rule_at
from .tables import Group, table_of

__all__ = ["PARTS", "properties"]

PARTS = ("design", "entity", "field", "relationship", "operation")


def properties(label_of: Callable[[str], str] = str) -> dict[str, Any]:
    """For each part its groups: ``{"title", "rows": [{"path", "label", "control", …}]}``; and under
    ``known`` what names may be chosen: strategies by kind of relationship and what each is called, constants, weights.

    label_of: what people call a strategy."""
    return {part: [_group(part, group) for group in table_of(part)] for part in PARTS} | {
        "known": _choices(label_of)
    }


def _group(part: str, group: Group) -> dict[str, Any]:
    return {"title": str(group.title), "rows": [_row(part, row) for row in group.rows]}


def _row(part: str, row: tuple[Any, ...]) -> dict[str, Any]:
    path, label, more = row[0].split("."), row[1], row[2] if len(row) > 2 else {}
    control = {"path": path, "label": str(label)} | control_of(part, path)
    if path[-1] in rule_at(part, path[:-1]).get("required", ()) and "main" not in more:
        control["needed"] = True
    control |= _said({key: value for key, value in more.items() if key != "columns"})
    if "columns" in more:
        rule = rule_at(part, path)["items"]
        control["columns"] = [_column(rule, column) for column in more["columns"]]
    return control


def _column(rule: dict[str, Any], row: tuple[Any, ...]) -> dict[str, Any]:
    name, label, more = row[0], row[1], row[2] if len(row) > 2 else {}
    control = {"path": [name], "label": str(label)} | control_of(rule, [name])
    return control | ({"needed": True} if name in rule.get("required", ()) else {}) | _said(more)


def _said(more: dict[str, Any]) -> dict[str, Any]:
    """With its words in the language of the page."""
    return {key: str(value) if key == "hint" else value for key, value in more.items()}


def _choices(label_of: Callable[[str], str]) -> dict[str, Any]:
    kinds = rule_at("relationship", ["kind"])["enum"]
    strategies = {kind: [row.name for row in STRATEGIES.values() if kind in row.kinds] for kind in kinds}
    usual = msgspec.structs.asdict(Constants())
    labels = {
        name: {"title": label_of(name), "form": row.form, "needs": row.needs}
        for name, row in STRATEGIES.items()
    }
    return {"strategies": strategies, "labels": labels, "constants": usual, "weights": dict(WEIGHTS)}
