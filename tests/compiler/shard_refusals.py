"""Print what a sharded cluster refuses: ``python -m tests.compiler.shard_refusals FILE ... | --library | --handbook |
--random FROM TO``. ``--sharded`` shards each design first, in every collection that can be.

One line for each statement of the scripts that servers before 7.1 can't send to one shard, or that joins a sharded
collection in a transaction before 8.0. Exit code 1 where there is one. The tests' engine refuses the same while it runs
(``tests/mongosh/harness/sharding.js``); this reads all statements, whether anything calls them or not.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Iterator
from typing import Any

from designs.compiler import read
from designs.compiler.model.conceptual import given
from designs.compiler.plan_model.compilation import Compilation
from designs.compiler.plan_model.physical import Statement
from tests.compiler.in_parts import compile_design
from tests.compiler.write_effects import designs

Json = dict[str, Any]
_BEFORE_7_1 = ("5.0", "6.0", "7.0")
_ONE = ("updateOne", "replaceOne", "deleteOne")
_JOINS = ("$lookup", "$graphLookup")
_KEYS = {"string": 1, "objectId": 1, "int": 1, "long": 1, "date": 1}


def refused(compilation: Compilation) -> Iterator[str]:
    """Yield the statements that a sharded cluster of the design's version refuses, and why."""
    keys = {
        each.name: [path for path, _ in each.shard_key]
        for each in compilation.plan.collections
        if each.shard_key
    }
    if not keys or given(compilation.model.server_version, "7.0") not in _BEFORE_7_1:
        return
    for statement in compilation.plan.statements:
        key = keys.get(statement.collection)
        why = of_target(statement, key) if key else ""
        why = why or (of_joins(statement.pipeline or (), keys) if statement.transaction else "")
        if why:
            yield f"{statement.id} ({statement.op} of {statement.collection}): {why}"


def of_target(statement: Statement, key: list[str]) -> str:
    """Return which parts of a shard key a write would have to name, "" for none."""
    asked = equalities(statement.filter)
    missing = [path for path in key if path not in asked]
    is_whole = statement.op.startswith("findOneAnd") or bool((statement.options or {}).get("upsert"))
    if not missing or (statement.op not in _ONE and not is_whole):
        return ""
    return f"without {', '.join(missing)}" if is_whole or "_id" not in asked else ""


def equalities(filter: Any) -> set[str]:
    """Return the paths that a filter, as MongoDB writes it, asks one value of."""
    paths: set[str] = set()
    for path, value in (filter or {}).items() if isinstance(filter, dict) else ():
        if path == "$and":
            paths.update(*(equalities(part) for part in value))
        elif (
            not isinstance(value, dict)
            or "$eq" in value
            or not any(str(each).startswith("$") for each in value)
        ):
            paths.add(path)
    return paths


def of_joins(stages: Any, keys: dict[str, list[str]]) -> str:
    """Return which of the collections with these shard keys a pipeline joins, "" for none."""
    for stage in stages:
        for name, operand in stage.items() if isinstance(stage, dict) else ():
            if name in _JOINS and operand["from"] in keys:
                return f"{name} from {operand['from']}"
            inner = operand.get("pipeline") if isinstance(operand, dict) else None
            if inner and (why := of_joins(inner, keys)):
                return why
    return ""


def sharded(design: Json) -> Json:
    """Return a design with a shard key in each entity that has a required field to shard by."""
    entities = [_with_key(each) for each in design["entities"]]
    return {**design, "topology": "sharded", "server_version": "7.0", "entities": entities}


def _with_key(entity: Json) -> Json:
    paths = [
        each["name"] for each in entity.get("fields", ())
        if each.get("required") and each.get("type", "string") in _KEYS and each["name"] != "_id" and not each.get("computed")
    ]  # fmt: skip
    if not paths or "shard_key" in entity or entity.get("kind") == "event":
        return entity
    return {**entity, "shard_key": [[paths[-1], "hashed"]]}


def report(name: str, design: Json) -> list[str]:
    """Return the lines of one design, none where it is no valid design."""
    model = read(json.dumps(design)).value
    return [f"{name}: {each}" for each in refused(compile_design(model))] if model is not None else []


def main(arguments: list[str] | None = None) -> int:
    """Print the lines of the designs that the command line names; return the exit code."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("files", nargs="*")
    parser.add_argument("--library", action="store_true")
    parser.add_argument("--handbook", action="store_true")
    parser.add_argument("--random", nargs=2, type=int)
    parser.add_argument("--sharded", action="store_true")
    asked, failed = parser.parse_args(arguments), 0
    for name, text in designs(asked):
        design = json.loads(text)
        if "entities" not in design:
            continue
        for line in report(name, sharded(design) if asked.sharded else design):
            failed = 1
            print(line, flush=True)
    return failed


if __name__ == "__main__":
    sys.exit(main())
