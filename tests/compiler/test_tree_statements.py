"""What the functions of trees write: fields inside objects, and the copies of a new parent."""

from __future__ import annotations

from copy import deepcopy

from designs.compiler.emit.javascript.values import literal
from designs.compiler.operations.functions.trees.nodes import _nested
from designs.compiler.plan_model.physical import BuiltValue, Param
from tests.mongosh.cases import build, source


def test_a_generated_field_of_an_object_stands_in_the_object() -> None:
    given = Param(name="node", collection="nodes", path="")
    made = BuiltValue("document", (given, *_nested({"above": [], "a.b.c": 1, "a.d": 2}, "node")))
    assert literal(made) == ("{ ...node, above: [], a: { ...node?.a, b: { ...node?.a?.b, c: 1 }, d: 2 } }")


def test_a_branch_that_moves_takes_the_copies_of_its_new_parent() -> None:
    design = deepcopy(source("company_wiki"))
    tree = next(one for one in design["relationships"] if one["name"] == "reports to")
    tree["copies"] = [{"of": "from", "field": "name", "as": "lead"}]
    statements = build(design).compilation.plan.statements
    updates = [
        one.update.parts[0]
        for one in statements
        if one.recipe == "reports to.reassign" and one.op == "updateOne"
    ]
    assert [[*one] for one in updates] == [["manager", "ancestors", "lead"]]


def test_the_ancestors_of_a_node_are_told_as_they_are_stored() -> None:
    statements = build(source("company_wiki")).compilation.plan.statements
    (asked,) = [each for each in statements if each.recipe == "reports to.ancestors"]
    assert [[*each] for each in asked.pipeline][-3:] == [["$set"], ["$sort"], ["$unset"]]
