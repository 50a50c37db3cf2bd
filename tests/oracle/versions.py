"""What an entity with a history leaves behind when it changes: its document as it was, and a new number or time."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import Any

from designs.compiler.operations.context import inside
from designs.compiler.placement.schema_versions import NUMBER
from designs.compiler.plan_model.compilation import Compilation
from designs.compiler.plan_model.physical import Collection, DocField, Statement, walk
from designs.compiler.workload.document_history import (
    VALID_FROM,
    VALID_TO,
    holds_versions,
    is_revision,
    keeps_revisions,
)
from tests.oracle.comparing import plain
from tests.oracle.projecting import Documented
from tests.oracle.state import NOW, Json

FOLLOWING = ("copy", "subset", "outlier", "computed", "version")
"""Origins of fields that follow from something else: their change alone need not make a new version."""
ALL_BUT_VERSIONS = ("version",)
NUMBERS = ("left", "right")
"""Roles of fields that follow from what is above a node and before it: a gap between them is as right as none."""


def with_histories(
    compilation: Compilation, before: Documented, wanted: Documented, statements: Sequence[Statement] = ()
) -> list[Documented]:
    """Return the wanted documents with what their histories then hold, in each way that is right. statements: of the
    function; where they write no numbers of a nested set, the nodes that these are of do not change."""
    if not any(keeps_revisions(one) or holds_versions(one) for one in compilation.plan.collections):
        return [wanted]
    ways: list[tuple[str, ...]] = [FOLLOWING, ALL_BUT_VERSIONS, ()]
    numbers = {
        one.path
        for collection in compilation.plan.collections
        for one in walk(collection.fields)
        if one.field.role in NUMBERS
    }
    if numbers and not any(_writes(one.update, numbers) for one in statements):
        ways = [(*way, *NUMBERS) for way in ways]
    return [with_history(compilation, before, wanted, following) for following in ways]


def _writes(update: Any, paths: set[str]) -> bool:
    """Whether an update names one of these paths as what it writes."""
    if isinstance(update, list):
        return any(_writes(stage, paths) for stage in update)
    operators = update.values() if isinstance(update, dict) else ()
    return any(not paths.isdisjoint(changes) for changes in operators if isinstance(changes, dict))


def with_history(
    compilation: Compilation, before: Documented, wanted: Documented, following: tuple[str, ...] = FOLLOWING
) -> Documented:
    """Return the wanted documents with what their histories then hold. following: see ``FOLLOWING``."""
    made = {name: list(documents) for name, documents in wanted.items()}
    collections = compilation.plan.collections
    for collection in collections:
        beside = next((one for one in collections if one.revises and _keeps(one, collection)), None)
        if keeps_revisions(collection) and beside is not None:
            _revised(collection, beside, before, made, following)
        elif holds_versions(collection):
            _versioned(collection, before, made, following)
    return made


def _keeps(beside: Collection, collection: Collection) -> bool:
    return any(one.target == collection.name and one.origin == "version" for one in beside.fields)


def _revised(
    collection: Collection,
    beside: Collection,
    before: Documented,
    made: Documented,
    following: tuple[str, ...],
) -> None:
    reference = next(one.name for one in beside.fields if one.origin == "version" and one.target)
    number = next(one.name for one in collection.fields if is_revision(one))
    for old, new in _changed(collection, before, made, following):
        kept = {one.name: old[one.name] for one in beside.fields if one.name in old and one.name != "_id"}
        made[beside.name].append({**kept, reference: old["_id"]})
        if new is not None:
            place = made[collection.name].index(new)
            made[collection.name][place] = {**new, number: old.get(number, 1) + 1}


def _versioned(
    collection: Collection, before: Documented, made: Documented, following: tuple[str, ...]
) -> None:
    reference = next((one.name for one in collection.fields if one.origin == "version" and one.target), None)
    for old, new in _changed(collection, before, made, following):
        past = {**old, VALID_TO: NOW, **({reference: old["_id"]} if reference else {})}
        past.pop("_id")
        made[collection.name].append(past)
        if new is not None:
            place = made[collection.name].index(new)
            made[collection.name][place] = {**new, VALID_FROM: NOW}
    there = {str(one["_id"]) for one in before[collection.name]}
    for place, one in enumerate(made[collection.name]):
        if "_id" in one and str(one["_id"]) not in there:
            whose = {reference: one["_id"]} if reference else {}
            made[collection.name][place] = {**one, VALID_FROM: NOW, VALID_TO: None, **whose}


def _changed(
    collection: Collection, before: Documented, wanted: Documented, following: tuple[str, ...]
) -> list[tuple[Json, Json | None]]:
    """Return each current document that changes or goes, as it was and as it is to be."""
    current = [one for one in before[collection.name] if one.get(VALID_TO) is None]
    later = {str(one.get("_id")): one for one in wanted[collection.name]}
    moved = {str(one["_id"]) for name in wanted.keys() - before.keys() for one in wanted[name]}
    found: list[tuple[Json, Json | None]] = []
    for old in current:
        if str(old["_id"]) in moved:  # it stands in the archive, as it is
            continue
        new = later.get(str(old["_id"]))
        if new is None or _facts(old, collection, following) != _facts(new, collection, following):
            found.append((old, new))
    return found


def _facts(document: Json, collection: Collection, following: tuple[str, ...]) -> tuple[Any, Any]:
    """Return what of a document is its own: the version of its schema, too, which the step to the next one changes."""
    return document.get(NUMBER), _own(document, collection.fields, following)


def _own(value: Any, fields: tuple[DocField, ...], following: tuple[str, ...]) -> Any:
    """Return what of a document, or of a part of it, does not follow from something else."""
    if isinstance(value, list):
        return [_own(inner, fields, following) for inner in value]
    if not isinstance(value, dict):
        return plain(value)
    by_name = {field.name: field for field in fields}
    return {
        name: _own(inner, inside(by_name[name]) if name in by_name else (), following)
        for name, inner in value.items()
        if name not in by_name or not {by_name[name].origin, by_name[name].role} & {*following}
    }


def changes_in_steps(compilation: Compilation, statements: Sequence[Statement]) -> bool:
    """Whether several updates of a call change documents of one collection, and no transaction makes one of them: each
    keeps what it finds."""
    updates = [one.collection for one in statements if one.update is not None and not one.transaction]
    kept = {one.name for one in compilation.plan.collections if keeps_revisions(one) or holds_versions(one)}
    return any(updates.count(name) > 1 for name in kept)


def without_idle(
    compilation: Compilation,
    wanted: Documented,
    left: Documented,
    before: Documented | None = None,
    *,
    in_steps: bool = False,
) -> Documented:
    """Return what was left without the one version of a document more than is wanted that says the same as the current
    one: that of a call which found the document as it was to be. before: what stood there, where only what was so
    before may be kept; a second call may find all as it is to be. in_steps: without all that say in part what stood
    there before, and in part what is there now."""
    made = {name: list(documents) for name, documents in left.items()}
    collections = compilation.plan.collections
    for collection in collections:
        beside = next((one for one in collections if one.revises and _keeps(one, collection)), None)
        if keeps_revisions(collection) and beside is not None:
            number = next(one.name for one in collection.fields if is_revision(one))
            _take_idle(collection, beside, wanted, made, number, before, in_steps=in_steps)
        elif holds_versions(collection):
            _take_idle(collection, collection, wanted, made, VALID_FROM, before, in_steps=in_steps)
    return made


def _take_idle(
    collection: Collection,
    into: Collection,
    wanted: Documented,
    made: Documented,
    told_by: str,
    before: Documented | None,
    *,
    in_steps: bool = False,
) -> None:
    """Take away what an idle call has kept. into: the collection that holds what was; told_by: the field that tells
    versions apart."""
    reference = next((one.name for one in into.fields if one.origin == "version" and one.target), None)
    said = partial(_said, collection, {"_id", reference, told_by, VALID_TO})
    current = {str(one["_id"]): one for one in wanted[collection.name] if one.get(VALID_TO) is None}
    earlier = {str(one.get("_id")): said(one) for one in (before or {}).get(collection.name, [])}

    def versions(documents: Documented, key: str) -> list[Json]:
        is_past = into is not collection
        return [
            one
            for one in documents[into.name]
            if str(one.get(reference)) == key and (is_past or one.get(VALID_TO) is not None)
        ]

    for key, document in current.items() if reference is not None else ():
        if before is not None and not in_steps and earlier.get(key) != said(document):
            continue
        present = [one for one in made[collection.name] if str(one.get("_id")) == key]
        kept, old = versions(made, key), earlier.get(key, {}) if in_steps else None
        idle = [one for one in reversed(kept) if present and _is_idle(said(one), old, said(present[0]))]
        more = len(kept) - len(versions(wanted, key))
        for version in idle[: more if in_steps else 1] if more > 0 else []:
            made[into.name].remove(version)
            place = made[collection.name].index(present[0])
            present = [{**present[0], told_by: document.get(told_by)}]
            made[collection.name][place] = present[0]


def _said(collection: Collection, apart: set[str | None], document: Json) -> Json:
    """Return what a version says, but for what tells it from others."""
    own = _own(document, collection.fields, FOLLOWING)
    return {name: value for name, value in own.items() if name not in apart}


def _is_idle(own: Json, old: Json | None, new: Json) -> bool:
    """Whether a version says what is there now; of a document that changed in steps, some of that and the rest of what
    stood there before."""
    if old is None:
        return own == new
    return own != old and all(own.get(one) in (old.get(one), new.get(one)) for one in {*own, *old, *new})
