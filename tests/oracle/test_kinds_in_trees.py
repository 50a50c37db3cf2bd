"""Kinds whose general stands with all its nodes in one document: what is known of them follows at every level, and what
would be returned for the outermost node alone is not written."""

from __future__ import annotations

import json

from designs.compiler import read
from designs.compiler.operations.change_last import reads_first
from designs.compiler.operations.context import ScriptFunction, outcome
from designs.compiler.operations.ir.conditions import filter_of
from designs.compiler.operations.ir.predicates import In
from tests.compiler.in_parts import compile_design
from tests.compiler.random_wild import wild
from tests.mongosh.odd import end, entity, field, link
from tests.oracle.test_reads import judged


def test_copies_in_nodes_of_every_level_follow() -> None:
    names = ("link3SyncTo", "link3SyncTo2", "link3SyncTo3", "link3SyncTo4", "link3SyncTo5")
    design = wild(298)
    design["constants"]["denorm_ratio"] = 0  # the copy is made, whether or not it pays
    assert judged(design, *names) == dict.fromkeys(names, "")


def test_what_a_node_leads_to_is_not_told_of_the_root() -> None:
    model = read(json.dumps(wild(298))).value
    assert model is not None
    unwritten = compile_design(model).plan.unwritten
    outermost = [one.recipe for one in unwritten if "returned for the outermost" in one.reason]
    assert outermost == [f"operation3.{level}" for level in range(2, 6)]
    others = {one.recipe for one in unwritten} - {*outermost}
    assert others == {"operation1", "work1"}  # by up2, which is stored nowhere


def test_no_upgrade_leaves_a_slice_of_another_version() -> None:
    """Elements of pages, which documents of another entity repeat; and a time series takes no results of a pipeline."""
    assert judged(wild(207), "entity1Upgrade1", "entity1UpgradeAll1", "entity1Outdated1").keys() == {
        "entity1Outdated1"
    }
    assert judged(wild(219), "link0Cascade") == {}


def test_what_a_read_asks_for_is_read_before_it() -> None:
    """Who changes things last reads which are meant first, and before that what tells which are meant."""
    function = ScriptFunction("operation:scrap", "scrap", "delete")
    function.add("find", "cars", filter={}, step="cars")
    function.add("find", "wheels", filter={"car": In(outcome("cars", many=True, each="_id"))}, step="wheels")
    meant = filter_of({"wheel": In(outcome("wheels", many=True, each="_id"))})
    function.add("deleteMany", "screws", filter=meant)
    cars, wheels, screws = function.statements
    assert reads_first([screws, cars, wheels]) == [cars, wheels, screws]


def test_a_kind_is_found_at_every_level_where_something_new_names_it() -> None:
    """A milestone below another task stands in the document of the outermost one, where no document has its id."""
    design = {
        "format": "nestlink/1", "name": "Projects", "database": "projects",
        "entities": [
            entity("Task", field("title", required=True)), entity("Milestone", field("due", "date")),
            entity("Invoice", field("sum", "int", required=True)),
        ],
        "relationships": [
            link("parts", "tree", end("Task", 5, field="children"), end("Task", 1, field="above"),
                 strategy="EMBED_TREE", tree={"reads": "subtree", "depth": 3, "static": False}),
            link("is_milestone", "is-a", end("Task"), end("Milestone"), strategy="POLY_SINGLE"),
            link("billed", "one-to-many", end("Milestone", field="invoices"), end("Invoice", 1, field="milestone"),
                 strategy="PARENT_REF"),
        ],
        "operations": [{"name": "bill", "kind": "insert", "entity": "Invoice", "per_day": 1}],
    }  # fmt: skip
    assert judged(design, "bill") == {"bill": ""}
