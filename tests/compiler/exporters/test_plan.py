"""plan.json: the keys of the contract, resolved statements, and the same bytes each time."""

from __future__ import annotations

import json
from typing import Any

import pytest
from bson import json_util

from designs.compiler import read
from designs.compiler.exporters import plan
from tests.compiler.in_parts import compile_design
from tests.compiler.library import built, names, text_of

Json = dict[str, Any]
KEYS = {
    "": ["format", "design", "database", "decisions", "entity_overlays", "collections", "statements", "findings"],
    "decisions": [
        "relationship", "kind", "rule", "strategy", "holders", "reason", "sources", "inputs", "assumed", "flips",
        "rejected", "cost", "overlays", "caveats", "chosen_by",
    ],
    "rejected": ["strategy", "by", "because", "cost"],
    "overlays": ["kind", "collection", "path", "field", "fields", "policy"],
    "collections": ["name", "file", "entity", "kind", "fields", "validator", "indexes", "shard_key", "bytes"],
    "fields": ["name", "types", "required", "origin", "relationship", "fields", "items"],
    "indexes": ["keys", "options", "reason", "serves"],
    "bytes": ["today", "at_horizon", "days_to_16_mib"],
    "statements": [
        "id", "subject", "purpose", "op", "collection", "filter", "update", "pipeline", "documents", "options",
        "writes", "parameters",
    ],
    "findings": ["code", "severity", "subject", "message", "hint"],
}  # fmt: skip
ORIGINS = {
    "own", "embedded", "reference", "copy", "computed", "bucket", "subset", "version", "discriminator", "link",
    "attribute", "outlier", "tree",
}  # fmt: skip


def rendered(name: str) -> str:
    return built(name).output("plan")["plan.json"]


def parts(value: Any, key: str = "") -> list[tuple[str, Json]]:
    """Every object of the plan under the key that holds it; what users or validators name aside."""
    if isinstance(value, list):
        return [found for one in value for found in parts(one, key)]
    if not isinstance(value, dict):
        return []
    closed = {
        "inputs",
        "options",
        "validator",
        "filter",
        "update",
        "pipeline",
        "documents",
        "parameters",
        "params",
        "fix",
    }
    inner = [found for name, one in value.items() if name not in closed for found in parts(one, name)]
    return [(key, value), *inner]


@pytest.mark.parametrize("name", names())
def test_the_contracts_keys_are_always_there(name: str) -> None:
    made = json.loads(rendered(name))
    assert list(made) == KEYS[""]
    assert made["format"] == "nestlink-plan/1"
    for key, part in parts(made):
        if key in KEYS and not (key == "fields" and "strategy" in part):
            assert [one for one in KEYS[key] if one not in part] == [], (key, part)
    for key, part in parts(made):
        if key == "fields":
            assert part["origin"] in ORIGINS


@pytest.mark.parametrize("name", names())
def test_statements_hold_values_only(name: str) -> None:
    made = json.loads(rendered(name))
    for statement in made["statements"]:
        for key in ("filter", "update", "pipeline", "documents", "options"):
            json_util.loads(json.dumps({"value": statement[key]}))
            assert "Param" not in json.dumps(statement[key])
        for parameter in statement["parameters"]:
            assert list(parameter) == ["name", "collection", "path", "value"]


def test_the_same_design_gives_the_same_bytes() -> None:
    assert rendered("university") == rendered("university")


def test_a_decision_of_the_university() -> None:
    made = json.loads(rendered("university"))
    emails = next(one for one in made["decisions"] if one["relationship"] == "emails")
    assert (emails["rule"], emails["strategy"], emails["chosen_by"]) == ("B7", "EMBED_ARRAY", "rulebook")
    assert emails["holders"] == [{"collection": "students", "path": "emails"}]
    assert emails["cost"] == 31671.25
    assert {one["strategy"]: one["cost"] for one in emails["rejected"]}["PARENT_REF"] == 63485.71
    assert {"when": "max > 200", "rule": "B10", "strategy": "PARENT_REF"} in emails["flips"]
    students = next(one for one in made["collections"] if one["name"] == "students")
    field = next(one for one in students["fields"] if one["name"] == "emails")
    assert (field["types"], field["origin"], field["items"]["types"]) == (["array"], "embedded", ["object"])
    assert [one["name"] for one in field["items"]["fields"]] == ["email", "type"]


def test_a_statement_of_the_university() -> None:
    made = json.loads(rendered("university"))
    reads = [
        one for one in made["statements"] if one["subject"] == "relationship:messages" and one["op"] == "find"
    ]
    assert reads
    assert set(reads[0]["filter"]["posted_by"]) == {"$oid"}
    assert reads[0]["parameters"][0]["value"] == reads[0]["filter"]["posted_by"]
    assert reads[0]["writes"] is False


def test_what_is_endless_is_null() -> None:
    design = json.loads(text_of("university"))
    design["relationships"][3]["from"]["has"] = {"average": 3, "max": None, "growth": "unbounded"}
    model = read(json.dumps(design)).value
    assert model is not None
    (file,) = plan.render(compile_design(model))
    assert "Infinity" not in file.text
    json.loads(file.text, parse_constant=lambda name: pytest.fail(name))
