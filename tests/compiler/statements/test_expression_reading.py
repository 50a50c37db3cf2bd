"""Which paths of a document an expression reads."""

from __future__ import annotations

from designs.compiler.operations.ir.expressions import (
    FieldPath,
    LiteralValue,
    Variable,
    add,
    cond,
    gt,
    map_array,
    paths_read,
)


def test_paths_are_found_wherever_they_stand() -> None:
    chosen = cond(gt(FieldPath("a"), 0), add(FieldPath("b.c"), 1), LiteralValue("$d"))
    assert list(paths_read(chosen)) == ["a", "b.c"]
    assert list(paths_read(map_array(FieldPath("rows"), "row", Variable("row", "value")))) == ["rows"]
    assert list(paths_read({"x": [FieldPath("e")]})) == ["e"]
    assert not list(paths_read("$f"))
