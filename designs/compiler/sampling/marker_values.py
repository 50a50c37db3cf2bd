"""What the markers of a statement stand for in the examples: a caller's value, an earlier result."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from typing import Any

from bson import Regex
from msgspec import UNSET

from ..plan_model.physical import BuiltValue, Outcome, Param

_SPECIAL = re.compile(r"[.*+?^${}()|[\]\\/-]")  # as startsWith() of the scripts has it
Samples = Mapping[str, list[dict[str, Any]]]


def resolve(value: Any, samples: Samples, outcomes: Mapping[str, Any]) -> Any:
    """The value with every Param, Outcome and BuiltValue inside it replaced.

    samples: documents by collection. outcomes: by step, what the statements before returned. A
    parameter whose path no sample document has is None.
    """
    kind = type(value)
    if kind is dict:
        return {
            key: inner if type(inner) is str else resolve(inner, samples, outcomes)
            for key, inner in value.items()
        }
    if kind is list or kind is tuple:
        return [resolve(inner, samples, outcomes) for inner in value]
    if kind is Param:
        return _param(value, samples, outcomes)
    if kind is BuiltValue:
        return _composed(value.kind, resolve(value.parts, samples, outcomes))
    return _outcome(value, samples, outcomes) if kind is Outcome else value


def _composed(kind: str, parts: list[Any]) -> Any:
    """What the script puts together from these values."""
    if kind == "given":
        return {name: value for name, value in parts[0].items() if value is not None}
    if kind == "set_or_unset":
        present = {name: value for name, value in parts[0].items() if value is not None}
        absent = {name: "" for name in parts[0] if name not in present}
        return {operator: fields for operator, fields in (("$set", present), ("$unset", absent)) if fields}
    if kind == "with_copies":
        return _with_copies(*parts)
    if kind == "sum":
        return sum(part or 0 for part in parts)
    if kind == "list":
        return [element for part in parts for element in (part if isinstance(part, list) else [part])]
    if kind == "document":
        return {name: value for part in parts for name, value in (part or {}).items()}
    text = "".join(map(str, parts))
    return Regex("^" + _SPECIAL.sub(r"\\\g<0>", text)) if kind == "prefix" else text


def _with_copies(
    elements: Any, reference: str, documents: Any, copies: Mapping[str, str], _called: str, *_once: bool
) -> Any:
    """Elements with what they repeat of the documents that they name."""
    if not isinstance(elements, list) or not reference:
        return elements
    by_id = {str(document.get("_id")): document for document in documents or []}
    return [
        element
        | {
            name: value
            for name, source in copies.items()
            if (value := at(by_id.get(str(element.get(reference))), source)) is not None
        }
        for element in elements
    ]


def _param(param: Param, samples: Samples, outcomes: Mapping[str, Any]) -> Any:
    if param.value is not UNSET:
        return resolve(param.value, samples, outcomes)
    documents = samples.get(param.collection, [])
    if param.among is not None:
        path, wanted = param.among
        documents = [
            document for document in documents if not wanted or set(wanted) & set(_all_at(document, path))
        ]
    own = documents[param.document : param.document + 1]
    for document in [*own, *documents]:
        value = first_at(document, param.path)
        if value is not None:
            return without(value, param.without) if param.without else value
    return None


def without(value: Any, paths: Iterable[str]) -> Any:
    """The value without what stands at some dotted paths, in all elements of the arrays on the way."""
    if isinstance(value, list):
        return [without(item, paths) for item in value]
    if not isinstance(value, dict):
        return value
    inside: dict[str, list[str]] = {}
    for path in paths:
        name, _, rest = path.partition(".")
        inside.setdefault(name, []).append(rest)
    return {
        name: without(inner, inside[name]) if name in inside else inner
        for name, inner in value.items()
        if "" not in inside.get(name, ())
    }


def _outcome(outcome: Outcome, samples: Samples, outcomes: Mapping[str, Any]) -> Any:
    value = at(outcomes.get(outcome.step), outcome.path)
    if outcome.each:
        return [at(element, outcome.each) for element in value or []]
    if outcome.listed:
        return [] if value is None else [value]
    return [] if value is None and outcome.many else value


def at(value: Any, path: str) -> Any:
    """The value at a dotted path as JavaScript would step there: through keys and places of
    arrays, None where a step leads nowhere."""
    for name in path.split(".") if path else ():
        if isinstance(value, dict):
            value = value.get(name)
        elif isinstance(value, list) and name.isdigit() and int(name) < len(value):
            value = value[int(name)]
        else:
            return None
    return value


def _all_at(value: Any, path: str) -> list[Any]:
    """Every value at a dotted path, through all elements of the arrays on the way."""
    if isinstance(value, list):
        return [inner for item in value for inner in _all_at(item, path)]
    if not path:
        return [value] if isinstance(value, str) else []
    head, _, rest = path.partition(".")
    return _all_at(value[head], rest) if isinstance(value, dict) and head in value else []


def first_at(value: Any, path: str) -> Any:
    """The value at a dotted path, through the first element of every array that has one; a
    number names an element itself."""
    if path and type(value) is dict and path in value:
        return value[path]
    if isinstance(value, list) and path:
        for item in value:
            candidate = first_at(item, path)
            if candidate is not None:
                return candidate
        return at(value, path)
    if not path:
        return value
    if not isinstance(value, dict):
        return None
    if path in value:
        return value[path]
    head, _, rest = path.partition(".")
    return first_at(value[head], rest) if head in value else None
