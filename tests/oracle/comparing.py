"""Documents in a form that compares: without what may be either way, and without ids that a function makes.

Where elements are put among pages, in which order a list without order stands, and which numbers a nested
set has are nobody's facts; what follows from them (counts, limits, who is inside whom) is checked here.
"""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Iterator
from datetime import datetime, timedelta
from decimal import Decimal
from typing import Any

from bson import Decimal128, Int64, ObjectId, json_util

from designs.compiler.placement.entity_locations import BUCKET_ID
from designs.compiler.plan_model.compilation import Compilation
from designs.compiler.plan_model.physical import Collection, DocField, walk
from designs.compiler.workload.document_history import VALID_TO, holds_versions
from tests.oracle.archives import collections_with_archives
from tests.oracle.arithmetic import Tie, value_at
from tests.oracle.slices import Settler, Slice
from tests.oracle.state import NOW

Documented = dict[str, list[dict[str, Any]]]
ANY_ID = ("link", "overflow", "revisions", "bucket")
SLACK = timedelta(hours=2)
FIRST = 3
"""Fields by which a document is named."""


class Comparer:
    """Brings the documents of one design into the form that compares."""

    def __init__(self, compilation: Compilation) -> None:
        self.collections = collections_with_archives(compilation)
        self.settler = Settler(self._object)
        self._plain: dict[tuple[str, str], dict[str, Any]] = {}
        self.strategies = {
            one.relationship: one.strategy for one in compilation.composition.decisions.values()
        }
        self.ordered = {
            relationship.name
            for relationship in compilation.model.links
            if relationship.kind == "tree" and self.strategies.get(relationship.name) == "TREE_CHILD"
        }

    def differences(self, wanted: Documented, left: Documented) -> list[str]:
        """Return where two sets of documents differ, collection by collection, in words."""
        found: list[str] = []
        wanted, left = self._by_pages(wanted), self._by_pages(left)
        for one in self.collections:
            faults: list[str] = []
            own = left.get(one.name, [])
            chosen = self.settler.documents(wanted.get(one.name, []), own, one.fields, faults)
            found += _differing(one.name, self.form(one, {one.name: chosen}), self.form(one, left))
            found += [f"{one.name}.{fault}" for fault in faults]
        return found

    def _by_pages(self, documents: Documented) -> Documented:
        """Return documents without the ids of pages beside elements that stand in them: which page is nobody's fact."""
        pages = [one for one in self.collections if one.kind == "bucket"]
        held: dict[str, set[str]] = {}
        for one in pages:
            for document in documents.get(one.name, []):
                elements = [
                    each
                    for path, _ in _arrays(one.fields)
                    for each in value_at(document, path.split(".")) or []
                ]
                held[repr(document["_id"])] = {
                    repr(each.get("_id")) for each in elements if isinstance(each, dict)
                }
        if not any(held.values()):
            return documents
        return {name: [_without_pages(each, held) for each in some] for name, some in documents.items()}

    def form(self, collection: Collection, documents: Documented) -> dict[str, Any]:
        """Return the documents of a collection by what tells them apart."""
        own = documents.get(collection.name, [])
        if collection.kind == "bucket":
            return self._pages(collection, own)
        made: dict[str, Any] = {}
        bounds = self._nesting(collection, own)
        for place, document in enumerate(own):
            plain = self._document(collection, document)
            if place in bounds:
                plain["(inside)"] = bounds[place]
            if collection.kind in ANY_ID or _has_any_id(collection, document):
                plain.pop("_id", None)
            key = json.dumps(plain.get("_id", plain), sort_keys=True)
            while key in made:
                key += "+"
            made[key] = plain
        return made

    def _document(self, collection: Collection, document: dict[str, Any]) -> dict[str, Any]:
        """Return what a document compares by, worked out once for all trials that leave it so; the caller's own."""
        key = (collection.name, repr(document))
        if key not in self._plain:
            self._plain[key] = self._object(document, collection.fields)
        return self._plain[key].copy()

    def _object(self, value: Any, fields: tuple[DocField, ...]) -> dict[str, Any]:
        by_name: defaultdict[str, list[DocField]] = defaultdict(list)
        for field in fields:
            by_name[field.name].append(field)
        found: dict[str, Any] = {}
        for name, inner in value.items():
            options = by_name.get(name, [])
            if any(one.role in ("left", "right") for one in options):
                continue
            if inner is False and any(one.origin == "outlier" for one in options):
                continue  # not marked, as one without the mark
            found[name] = self._field(inner, options)
        return found

    def _field(self, value: Any, options: list[DocField]) -> Any:
        if isinstance(value, dict):
            return self._object(value, tuple(inner for one in options for inner in one.fields))
        if isinstance(value, list):
            inner = tuple(field for one in options if one.items is not None for field in one.items.fields)
            elements = [self._object(one, inner) if isinstance(one, dict) else plain(one) for one in value]
            listed = any(one.relationship and one.relationship not in self.ordered for one in options)
            is_set = listed and not any(one.role == "ancestors" for one in options)
            is_set = is_set or any(one.origin == "attribute" for one in options)
            return sorted(elements, key=lambda one: json.dumps(one, sort_keys=True)) if is_set else elements
        return plain(value)

    def _nesting(self, collection: Collection, documents: list[dict[str, Any]]) -> dict[int, list[Any]]:
        """Return, of each nested set, the ids of what stands inside each node, by the place of its document. Earlier
        versions are no nodes: they keep the numbers that they had."""
        ends: defaultdict[str, dict[str, str]] = defaultdict(dict)
        for one in walk(collection.fields) if not collection.revises else ():
            if one.field.role in ("left", "right") and "." not in one.path:
                ends[one.field.relationship][one.field.role] = one.path
        nodes = [
            (place, one)
            for place, one in enumerate(documents)
            if not holds_versions(collection) or one.get(VALID_TO) is None
        ]
        sets = [(of["left"], of["right"]) for of in ends.values() if len(of) == 2]
        return {
            place: [_ids_inside(one, nodes, left, right) for left, right in sets]
            for place, one in nodes
            if sets
        }

    def _pages(self, collection: Collection, documents: list[dict[str, Any]]) -> dict[str, Any]:
        """Return what all pages of one owner hold together, and where a page is wrong about itself."""
        arrays = dict(_arrays(collection.fields))
        names = {path.partition(".")[0] for path in arrays}
        told = {one.name for one in collection.fields if one.origin == "bucket" and one.name not in names}
        made: dict[str, Any] = {}
        for document in documents:
            window = document["_id"] if isinstance(document["_id"], dict) else None
            rest = {name: value for name, value in document.items() if name not in names | told | {"_id"}}
            form = self._object(rest, collection.fields)
            key = json.dumps([plain(window), form], sort_keys=True)
            page = made.setdefault(key, {"page": plain(window), "items": []} | form)
            for path, field in arrays.items():
                elements = value_at(document, path.split(".")) or []
                page["items"] += self._field(elements, [field])
                _tell(page, collection, document, told, len(elements))
        return {
            key: page | {"items": sorted(page["items"], key=lambda one: json.dumps(one, sort_keys=True))}
            for key, page in made.items()
            if page["items"] or "wrong" in page
        }


def _without_pages(value: Any, held: dict[str, set[str]]) -> Any:
    if isinstance(value, Slice):
        return value.each(lambda each: _without_pages(each, held))
    if isinstance(value, list):
        return [_without_pages(each, held) for each in value]
    if not isinstance(value, dict):
        return value
    has_page = any(map(_is_page, value))
    named = {repr(each) for name, each in value.items() if name != "_id"} if has_page else set()
    return {
        name: "(its page)"
        if _is_page(name) and named & held.get(repr(each), set())
        else _without_pages(each, held)
        for name, each in value.items()
    }


def _is_page(name: str) -> bool:
    """Whether a field is named as the id of a page is: alone, or beside that of the other end of a link."""
    return name == BUCKET_ID or name.endswith(f"_{BUCKET_ID}")


def _arrays(fields: tuple[DocField, ...], above: str = "") -> Iterator[tuple[str, DocField]]:
    """Yield the arrays of pages that hold their elements, by their paths."""
    for one in fields:
        if one.origin == "bucket" and one.entity and "array" in one.types:
            yield f"{above}{one.name}", one
        elif one.items is None:
            yield from _arrays(one.fields, f"{above}{one.name}.")


def _tell(
    page: dict[str, Any], collection: Collection, document: dict[str, Any], told: set[str], count: int
) -> None:
    for name in told:
        if name in ("count", "n", "size", "total") and document.get(name) != count:
            page["wrong"] = f"{name} is {document.get(name)}, and it holds {count}"


def _has_any_id(collection: Collection, document: dict[str, Any]) -> bool:
    """Whether the document is a version whose ``_id`` is nobody's: an earlier one, or one known by a natural key."""
    if not holds_versions(collection):
        return False
    known = any(one.origin == "version" and one.target for one in collection.fields)
    return not known or document.get(VALID_TO) is not None


def _ids_inside(
    node: dict[str, Any], nodes: list[tuple[int, dict[str, Any]]], left: str, right: str
) -> list[Any]:
    """Return the ids of the nodes whose two numbers are between those of a node."""
    inside = (
        plain(other.get("_id"))
        for _, other in nodes
        if _number(node.get(left)) < _number(other.get(left))
        and _number(other.get(right)) < _number(node.get(right))
    )
    return sorted(inside, key=str)


def _number(value: Any) -> float:
    return float(value) if isinstance(value, int | float) else 0.0


def plain(value: Any) -> Any:
    """Return a value that compares: numbers by what they are worth, dates of today as today."""
    if isinstance(value, dict):
        return {name: plain(inner) for name, inner in value.items()}
    if isinstance(value, list):
        return [plain(one) for one in value]
    if isinstance(value, bool) or value is None or isinstance(value, str):
        return value
    if isinstance(value, ObjectId):
        return f'{{"$oid": "{value}"}}'
    if isinstance(value, Decimal128):
        value = value.to_decimal()
    if isinstance(value, Tie):
        return value
    if isinstance(value, Int64 | int | float | Decimal):
        return float(f"{float(value):.9g}")
    if isinstance(value, datetime):
        moment = value.replace(tzinfo=None)
        return "(today)" if abs(moment - NOW) < SLACK else moment.isoformat(timespec="milliseconds")
    return json_util.dumps(value, json_options=json_util.CANONICAL_JSON_OPTIONS)


def _differing(name: str, wanted: dict[str, Any], left: dict[str, Any]) -> Iterator[str]:
    for key in wanted.keys() | left.keys():
        if key not in left:
            yield f"{name}: misses {_first_fields(wanted[key])}"
        elif key not in wanted:
            yield f"{name}: has {_first_fields(left[key])} too many"
        else:
            yield from (f"{name}.{line}" for line in _parts("", wanted[key], left[key]))


def _parts(path: str, wanted: Any, left: Any) -> Iterator[str]:
    if wanted == left:
        return
    if isinstance(wanted, dict) and isinstance(left, dict):
        for name in wanted.keys() | left.keys():
            if name not in left:
                yield f"{path}{name}: absent, not {_short(wanted[name])}"
            elif name not in wanted:
                yield f"{path}{name}: {_short(left[name])}, not absent"
            else:
                yield from _parts(f"{path}{name}.", wanted[name], left[name])
    elif isinstance(wanted, list) and isinstance(left, list) and len(wanted) != len(left):
        more = [one for one in left if one not in wanted]
        less = [one for one in wanted if one not in left]
        yield f"{path.rstrip('.')}: {len(left)} elements, not {len(wanted)}: has {_short(more)}, misses {_short(less)}"
    elif isinstance(wanted, list) and isinstance(left, list):
        for place, (one, other) in enumerate(zip(wanted, left, strict=True)):
            yield from _parts(f"{path}{place}.", one, other)
    else:
        yield f"{path.rstrip('.')}: {_short(left)}, not {_short(wanted)}"


def _first_fields(document: dict[str, Any]) -> str:
    """Return what tells a document apart: its first fields, ids as their digits, and how many more there are."""
    names = sorted(document, key=lambda name: name != "_id")
    fields = [f"{name}: {_of_id(document[name])}" for name in names[:FIRST]]
    more = [f"{len(names) - FIRST} more"] if len(names) > FIRST else []
    return f"{{{', '.join([*fields, *more])}}}"


def _of_id(value: Any) -> str:
    digits = value.removeprefix('{"$oid": "').removesuffix('"}') if isinstance(value, str) else ""
    text = digits if digits != value and digits else json.dumps(value, ensure_ascii=False)
    return text if len(text) <= 40 else f"{text[:37]}..."


def _short(value: Any) -> str:
    text = json.dumps(value, ensure_ascii=False)
    return text if len(text) <= 160 else f"{text[:157]}..."
