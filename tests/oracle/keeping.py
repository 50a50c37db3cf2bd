"""What a server keeps out of collections: facts that it would never have let in are tried on no function."""

from __future__ import annotations

import json
from itertools import combinations, product
from typing import Any

from designs.compiler.plan_model.compilation import Compilation
from designs.compiler.plan_model.physical import Collection, PlannedIndex
from tests.compiler.bson_schema import complaints
from tests.oracle.comparing import Documented, plain


class Keeper:
    """Says what a server would not let into the collections of a design; equal documents are looked at once."""

    def __init__(self, compilation: Compilation) -> None:
        self.collections = compilation.plan.collections
        self._valid: dict[tuple[str, str], bool] = {}

    def fault(self, documents: Documented) -> str:
        """Return who refuses these documents, "" where nobody does."""
        for collection in self.collections:
            own = documents[collection.name]
            if not all(self._is_valid(collection, document) for document in own):
                return "a validator"
            if not all(is_unique(index, own) for index in collection.indexes):
                return "a unique index"
            if any(repeats(index, document) for index in collection.indexes for document in own):
                return "the guard of a unique value in elements"
            if any(has_parallel_arrays(index, document) for index in collection.indexes for document in own):
                return "an index on two arrays"
            if len({str(plain(one["_id"])) for one in own if "_id" in one}) < len(own):
                return "the index of ids"
        return ""

    def _is_valid(self, collection: Collection, document: dict[str, Any]) -> bool:
        if collection.validator is None:
            return True
        key = (collection.name, repr(document))
        if key not in self._valid:
            self._valid[key] = not complaints(collection.validator["$jsonSchema"], document)
        return self._valid[key]


def is_unique(index: PlannedIndex, documents: list[dict[str, Any]]) -> bool:
    """Whether a unique index lets these documents stand beside each other; other indexes let all."""
    return clash(documents, index) is None


def clash(documents: list[dict[str, Any]], index: PlannedIndex) -> int | None:
    """Return the place of the first document that a unique index refuses, None where it lets all in."""
    if not index.options.get("unique"):
        return None
    partial = index.options.get("partialFilterExpression")
    seen: set[str] = set()
    for place, document in enumerate(documents):
        keys = [stored_values(document, path.split(".")) for path, _ in index.keys]
        if partial is not None and not all(
            _is_covered(document, path, test) for path, test in partial.items()
        ):
            continue
        if index.options.get("sparse") and not any(one for one in keys):
            continue
        own = {json.dumps(pair, sort_keys=True) for pair in product(*(one or [None] for one in keys))}
        if own & seen:
            return place
        seen |= own
    return None


def repeats(index: PlannedIndex, document: dict[str, Any]) -> bool:
    """Whether two elements of a document have one unique value, which no index refuses and the functions do."""
    if not index.options.get("unique"):
        return False
    for array, elements in document.items():
        key = index.unique_in(array) if isinstance(elements, list) else ""
        values = (
            [json.dumps(plain(value)) for value in stored_values(elements, key.split("."))] if key else []
        )
        if len(set(values)) < len(values):
            return True
    return False


def has_parallel_arrays(index: PlannedIndex, document: dict[str, Any]) -> bool:
    """Whether two keys of an index lead through arrays of a document side by side, of which a server takes one alone
    (manual, "Multikey Indexes", compound ones)."""
    partial = index.options.get("partialFilterExpression") or {}
    if len(index.keys) < 2 or not all(_is_covered(document, path, test) for path, test in partial.items()):
        return False
    on_the_way = [_arrays_toward(document, path.split(".")) for path, _ in index.keys]
    return any(not (one <= other or other <= one) for one, other in combinations(on_the_way, 2))


def _arrays_toward(value: Any, path: list[str], above: str = "") -> frozenset[str]:
    """Return the paths of the arrays on the way to what stands at a path, and of itself where it is one."""
    if isinstance(value, list):
        deeper = (_arrays_toward(inner, path, above) for inner in value if not isinstance(inner, list))
        return frozenset({above}).union(*deeper)
    if path and isinstance(value, dict) and path[0] in value:
        return _arrays_toward(value[path[0]], path[1:], f"{above}.{path[0]}")
    return frozenset()


def _is_covered(document: dict[str, Any], path: str, test: Any) -> bool:
    found = stored_values(document, path.split("."))
    if isinstance(test, dict) and "$exists" in test:
        return bool(found) is bool(test["$exists"])
    if isinstance(test, dict) and "$type" in test:
        return bool(found)
    if isinstance(test, dict) and any(key.startswith("$") for key in test):
        return bool(found)
    return plain(test) in found


def stored_values(value: Any, path: list[str]) -> list[Any]:
    """Return the values at a path of a document, of every element of the arrays on its way."""
    if isinstance(value, list):
        return [inner for one in value for inner in stored_values(one, path)]
    if not path:
        return [plain(value)]
    if isinstance(value, dict) and path[0] in value:
        return stored_values(value[path[0]], path[1:])
    return []
