"""What holds of any design file at all: it is refused with findings, or compiled with documents that can be
stored and pass their validators, and with every output."""

from __future__ import annotations

import json
import re
from itertools import pairwise
from typing import Any

import bson
from msgspec.structs import replace

from designs.compiler import EXPORTERS, read
from designs.compiler.plan_model.compilation import Compilation
from designs.compiler.plan_model.physical import BuiltValue, Statement, walk
from designs.compiler.sampling import samples
from tests.compiler.bson_schema import complaints
from tests.compiler.in_parts import compile_design
from tests.compiler.named_paths import lost
from tests.compiler.random_designs import Json

_UNREAD = re.compile(r"\de[+-]?\d|\d{16}|\.\d{9}")


def compiled(source: Json) -> Compilation | None:
    """The compilation of a design file, None where it is refused, with findings that say why."""
    report = read(json.dumps(source))
    if report.value is None:
        assert report.findings and all(one.message and one.subject for one in report.findings)
        return None
    return compile_design(report.value)


def holds(source: Json) -> Compilation | None:
    """Check a design file; its compilation, None where it is refused."""
    found = compiled(source)
    if found is not None:
        documents_pass(found)
        indexes_name_what_is_stored(found)
        paths_lead_somewhere(found)
        updates_write_once(found)
        nothing_is_done_twice(found)
        flips_are_read(found)
        outputs_are_written(found)
    return found


def documents_pass(found: Compilation) -> None:
    """Each collection has example documents; each can be stored and passes its validator."""
    known = samples(found)
    for collection in found.plan.collections:
        assert known[collection.name], (collection.name, collection.kind)
        schema = (collection.validator or {}).get("$jsonSchema", {})
        for document in known[collection.name]:
            bson.encode(document)
            assert [str(error) for error in complaints(schema, document)] == []


def indexes_name_what_is_stored(found: Compilation) -> None:
    """Each key and condition of an index that the design does not declare, and each shard key, is a field."""
    for collection in found.plan.collections:
        stored = {one.path for one in walk(collection.fields)} | {"_id"}
        for index in collection.indexes:
            paths = {path for path, kind in index.keys if kind != "text"}
            paths |= {path for path in index.options.get("partialFilterExpression", {}) if path[0] != "$"}
            assert index.declared or paths <= stored, (collection.name, index)
        assert {path for path, _ in collection.shard_key} <= stored


def paths_lead_somewhere(found: Compilation) -> None:
    """Each path that a statement or a validator names is one of the documents. Known exceptions: an audit of a tree
    in one document (levels, levels.kind) asks for levels beyond the last, and ids of what has no collection (L14)
    are of what has no fields."""
    if any(one.code == "L14" and one.severity == "error" for one in found.findings):
        return
    assert [one for one in lost(found.plan) if "levels" not in one[0].split(".")] == []


def nothing_is_done_twice(found: Compilation) -> None:
    """No function writes the same twice: a sum that follows would count it two times."""
    done: dict[str, list[Statement]] = {}
    for one in found.plan.statements:
        if one.op.startswith(("update", "delete", "replace")) or one.documents is not None:
            alike = replace(one, id="", step="", comment="", must_match="")
            assert alike not in done.setdefault(one.recipe, []), one
            done[one.recipe].append(alike)


def updates_write_once(found: Compilation) -> None:
    """No update, or stage of one, names a place twice, or a place and what is in it: the server refuses that."""
    for one in found.plan.statements:
        for step in one.update if isinstance(one.update, list) else _documents(one.update):
            written = [[each] if isinstance(each, str) else _written(each) for each in step.values()]
            paths = sorted(f"{path}." for some in written for path in some)
            assert not any(more.startswith(path) for path, more in pairwise(paths)), (one.id, paths)


def _documents(update: Any) -> list[Any]:
    """The updates that a statement may send: of one that the script puts together, all of its parts."""
    if not isinstance(update, BuiltValue):
        return [update or {}]
    operators: dict[str, Any] = {}
    for part in update.parts:
        for document in _documents(part):
            operators |= document if update.kind == "document" else {update.kind: document}
    return [operators]


def _written(changes: Any) -> list[str]:
    """The places that an operator writes; of what the script puts together, all that may be among them."""
    return list(changes.parts[0] if isinstance(changes, BuiltValue) else changes)


def flips_are_read(found: Compilation) -> None:
    """What flips a decision is a number that people read: no power of ten, no dust behind the point."""
    for decision in found.plan.decisions:
        for flip in decision.flips:
            assert not _UNREAD.search(flip.when.partition('"')[0]), (decision.relationship, flip)


def outputs_are_written(found: Compilation) -> None:
    """Each exporter writes files, and the same ones when asked again."""
    for exporter in EXPORTERS:
        assert exporter.render(found) == exporter.render(found), exporter.slug
