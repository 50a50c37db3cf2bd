"""A first validator over documents that are there warns, a changed one goes on refusing what is new; a second command makes
it strict once none of them fails."""

from __future__ import annotations

from functools import cache
from typing import Any

import pytest

from tests.mongosh.cases import build
from tests.mongosh.odd import entity, field
from tests.mongosh.shell import run, script_of, sources

Json = dict[str, Any]


def design(*fields: Json, **more: Any) -> Json:
    """A shop with products, and nothing else."""
    return {
        "format": "nestlink/1", "name": "Shop", "database": "shop", "entities": [entity("Product", *fields, **more)],
    }  # fmt: skip


ID = field("_id", "int")
OLD = design(ID, field("name"))
NEW = design(ID, field("name", required=True), field("stock", "int"))
INSERTS = 'db = db.getSiblingDB("shop"); db.products.insertMany([{ _id: 1, name: "vase" }, { _id: 2 }]);'
UNCHECKED = INSERTS + ' db.runCommand({ collMod: "products", validationAction: "warn" });'
MENDS = 'db.products.updateOne({ _id: 2 }, { $set: { name: "bowl" } });'
TIGHTENS = 'const tightened = tightenValidation("products"); print(JSON.stringify(tightened));'
ADDS = 'let refused = "no"; try { db.products.insertOne({ _id: 3 }); } catch { refused = "yes"; } print("refused " + refused);'


@cache
def _setup(number: int, *, alone: str = "01_collections") -> str:
    """The path of the script that makes the collections of the old design (0) or of the new one."""
    scripts = build(OLD if number == 0 else NEW).scripts
    return sources(scripts, f"filled{number}")[alone]


def told(name: str, *steps: str | int) -> list[str]:
    """What is printed. steps: texts of programs, and the setups of the designs by their numbers."""
    texts = script_of(name, *(step for step in steps if isinstance(step, str)), live=True)
    programs = iter(texts["steps"])
    loads = [
        {"load": _setup(step), "name": str(step)} if isinstance(step, int) else next(programs)
        for step in steps
    ]
    done = run([{**texts, "steps": loads}])[name]
    assert done["error"] is None, done["error"]
    return [str(line[0]) for line in done["printed"]]


def test_a_collection_without_documents_gets_it_at_once() -> None:
    assert told("empty", 0, 1, ADDS) == [
        "created products",
        "changed the validation of products",
        "refused yes",
    ]


def test_a_first_validator_warns_of_documents_and_is_tightened_by_a_second_command() -> None:
    mends_all = MENDS + MENDS.replace("2", "3")
    lines = told("filled", 0, UNCHECKED, 1, ADDS, TIGHTENS, mends_all, TIGHTENS, ADDS.replace("3", "4"))
    assert lines[:2] == ["created products", "changed the validator of products"]
    assert lines[2].startswith("ONLY WARNS products: ") and "--shell" in lines[2]
    assert lines[3] == "refused no"
    assert lines[4].startswith("NOT YET STRICT products: 2 documents fail validation")
    assert lines[5] == '{"count":2,"examples":[{"_id":2},{"_id":3}]}'
    assert lines[6].startswith("the validator of products is as strict")
    assert lines[7:] == ['{"count":0,"examples":[]}', "refused yes"]


def test_a_validator_that_refused_goes_on_refusing_what_is_new() -> None:
    """Documents that fail the new one already can be changed until somebody has mended them."""
    lines = told(
        "refusing", 0, INSERTS, 1, ADDS, MENDS.replace("name", "stock").replace('"bowl"', "1"), TIGHTENS
    )
    assert lines[1] == "changed the validator of products" and lines[2].startswith(
        "NOT YET STRICT products: "
    )
    assert lines[3] == "refused yes" and lines[4].startswith("NOT YET STRICT products: 1 documents")


@pytest.mark.parametrize(
    ("filling", "word"), [(UNCHECKED, "ONLY WARNS products"), (INSERTS, "NOT YET STRICT products")]
)
def test_setup_run_again_reminds_and_changes_nothing(filling: str, word: str) -> None:
    lines = told(f"again {word}", 0, filling, 1, 1)
    assert [line.split(":")[0] for line in lines[1:]] == ["changed the validator of products", word, word]


def test_once_it_is_strict_setup_has_nothing_to_say() -> None:
    assert told("tight", 0, INSERTS, 1, MENDS, TIGHTENS, 1)[5:] == []


def test_a_name_that_the_design_does_not_have_is_told_with_those_that_it_has() -> None:
    program = 'try { tightenValidation("product"); } catch (error) { print(error.message); }'
    assert (
        told("mistyped", 0, program)[1]
        == "The design has no validator for product. It has some for: products"
    )


def test_the_audit_lists_what_it_refuses() -> None:
    audit = sources(build(NEW).scripts, "filled1")["06_audit"]
    job = script_of("audited", INSERTS, live=True)
    steps = [{"load": _setup(0), "name": "0"}, *job["steps"], {"load": _setup(1), "name": "1"}]
    steps += [{"load": audit, "name": "audit"}, {"call": "audit", "arguments": []}]
    done = run([{**job, "steps": steps}])["audited"]
    assert done["error"] is None, done["error"]
    (report,) = [
        line[0]
        for line in done["printed"]
        if isinstance(line[0], dict) and line[0].get("audit") == "products by its validator"
    ]
    assert report["found"] == [{"_id": {"$numberInt": "2"}}]


@pytest.mark.parametrize("history", ["revisions", "point-in-time"])
def test_a_document_that_fails_is_kept_as_it_was_by_the_function_that_mends_it(history: str) -> None:
    """The copy that a change stores first is an insert, which a strict validator of the history refused."""
    old, new = (
        design(ID, field("name"), history=history),
        design(ID, field("name", required=True), history=history),
    )
    legacy = {
        "revisions": "revision: 1",
        "point-in-time": "product_id: 1, valid_from: new Date(0), valid_to: null",
    }
    fills = f'db = db.getSiblingDB("shop"); db.products.insertOne({{ _id: 1, {legacy[history]} }});'
    change = '{ name: "vase" }'
    arguments = {"revisions": f"1, 1, {change}", "point-in-time": f"1, {change}, new Date()"}[history]
    calls = f'productChange({arguments}); print("changed " + db.products.findOne({{ _id: 1 }}).name);'
    scripts = [sources(build(each).scripts, f"{history}{number}") for number, each in enumerate((old, new))]
    filled, changed, adds = script_of(history, fills, calls, ADDS, live=True)["steps"]
    loads = [
        {"load": path, "name": path} for path in (scripts[0]["01_collections"], scripts[1]["01_collections"])
    ]
    steps = [loads[0], filled, loads[1], {"load": scripts[1]["04_queries"], "name": "04"}, changed, adds]
    done = run([{"id": history, "live": True, "steps": steps}])[history]
    assert done["error"] is None, done["error"]
    assert [line[0] for line in done["printed"][-2:]] == ["changed vase", "refused yes"]
    told_there = {
        "revisions": "// The validator only warns",
        "point-in-time": "// The validator checks current versions only",
    }
    assert told_there[history] in build(new).scripts["mongosh/01_collections.js"]
