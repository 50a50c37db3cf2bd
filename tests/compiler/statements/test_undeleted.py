"""Deletes of what documents refer to and no function deletes: one each, refused while in use, and told of."""

from __future__ import annotations

import re
from typing import Any

import pytest

from designs.compiler import compile_design, with_all_functions
from designs.compiler.exporters import report
from designs.compiler.exporters.mongosh import render
from designs.compiler.plan_model.compilation import Compilation
from tests.compiler.small import MANY, design, entity, link, op, text

TIMES = {"average": 40, "max": 4_000}


def _yards(*ops: dict[str, Any]) -> Compilation:
    """Two lists of ships, of the line that owns them and the yard that built them; each ship needs its line."""
    entities = [
        entity("Line", text(30, "title"), text(90, "terms")),
        entity("Yard", text(900)),
        entity("Ship", text(900)),
    ]
    links = [
        link("fleet", MANY, "Line", "Ship", strategy="PARENT_REF", has=TIMES, back={"min": 1}),
        link("built", MANY, "Yard", "Ship", strategy="PARENT_REF", has=TIMES),
        link("sold", MANY, "Line", "Yard", strategy="PARENT_REF", has=TIMES, back={"min": 1}),
    ]  # fmt: skip
    return compile_design(design(entities, links, (op("read", "Ship", "text"), *ops)))


def _functions(compilation: Compilation) -> dict[str, str]:
    (script,) = (file.text for file in render(compilation) if file.path.endswith("04_queries.js"))
    parts = re.split(r"^function (\w+)\(", script, flags=re.MULTILINE)[1:]
    return dict(zip(parts[::2], parts[1::2], strict=True))


def _risk(compilation: Compilation) -> str:
    (file,) = report.render(compilation)
    return next(line for line in file.text.splitlines() if "MongoDB has no foreign keys. Delete" in line)


def test_what_is_referred_to_has_one_delete_refused_while_in_use() -> None:
    everything = _functions(with_all_functions(_yards()))
    assert [name for name in everything if re.fullmatch(r"deleteLine\w*", name)] == ["deleteLine"]
    body = everything["deleteLine"].partition("\n}\n")[0]
    assert "the line is in use: ships.line_id refers to it" in body
    assert "the line is in use: yards.line_id refers to it" in body
    assert body.index("ships.findOne") < body.index("deleteOne")


def test_an_application_that_never_deletes_one_has_none_and_is_told_so() -> None:
    assert "deleteLine" not in _functions(_yards())
    assert "those of `Line` are written by --all-functions" in _risk(_yards())
    assert "--all-functions" not in _risk(with_all_functions(_yards()))


@pytest.mark.parametrize("by", ["_id", "title"])
def test_an_operation_that_deletes_one_by_its_id_is_the_delete(by: str) -> None:
    compilation = _yards(op("delete", "Line", by))
    everything = _functions(with_all_functions(compilation))
    assert ("deleteLine" in everything) is (by != "_id")
    assert ("those of `Line`" in _risk(compilation)) is (by != "_id")
