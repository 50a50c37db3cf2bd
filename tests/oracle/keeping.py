"""What a server keeps out of collections: facts that it would never have let in are tried on no function."""

from __future__ import annotations

import json
from itertools import product
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
