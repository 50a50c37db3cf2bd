"""What statements return in the examples: each recipe played through on the sample documents; and what the markers in them
stand for: a caller's value, an earlier result.

Reads find sample documents; writes answer as if one document had matched and change nothing.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from datetime import datetime
from decimal import Decimal
from itertools import groupby
from typing import Any, NamedTuple

import msgspec
from bson import Decimal128, Regex
from msgspec import UNSET

from ..content_cache import key_of
from ..plan_model.physical import BuiltValue, Outcome, Param, Statement, content_of, markers, parameters
from .document_context import window_start
from .nesting import without_repeats

Samples = Mapping[str, list[dict[str, Any]]]
_COMPARED: dict[str, Callable[[Any, Any], bool]] = {
    "$gt": lambda value, other: value > other,
    "$gte": lambda value, other: value >= other,
    "$lt": lambda value, other: value < other,
    "$lte": lambda value, other: value <= other,
    "$eq": lambda value, other: value == other,
    "$ne": lambda value, other: value != other,
    "$in": lambda value, other: value in _listed(other),
    "$nin": lambda value, other: value not in _listed(other),
}


def _listed(wanted: Any) -> Any:
    """What a list asks for; the sample of a list that earlier statements find is one of its values."""
    return wanted if isinstance(wanted, list | tuple) else [wanted]


class Played(NamedTuple):
    """A statement, the values that a caller gives to it, in order and each once, and what is
    known by name when it runs: those values and what the steps before it returned."""

    statement: Statement
    params: list[Param]
    outcomes: dict[str, Any]


class Contents:
    """What tells the sample documents of collections from others, looked for once."""

    def __init__(self, samples: Samples) -> None:
        self._samples = samples
        self._contents: dict[str, Any] = {}

    def of(self, collection: str) -> Any:
        """The content of a collection's documents."""
        if collection not in self._contents:
            documents = self._samples.get(collection)
            self._contents[collection] = key_of(documents) or documents
        return self._contents[collection]

    def around(self, statements: Iterable[Statement]) -> Any:
        """The content of statements, and of all that their examples are made of."""
        all_statements = [*statements]
        asked = {name: None for statement in all_statements for name in collections_of(statement)}
        return [content_of(statement) for statement in all_statements], [self.of(name) for name in asked]


def collections_of(statement: Statement) -> tuple[str, ...]:
    """The collections whose sample documents a statement's example is made of; looked for once."""
    attributes = statement.__dict__
    if "collections" not in attributes:
        named = {param.collection for param in _params_in(markers(statement))}
        attributes["collections"] = (statement.collection, *sorted(named - {statement.collection}))
    collections: tuple[str, ...] = attributes["collections"]
    return collections


def _params_in(values: Iterable[Any]) -> Iterator[Param]:
    """The parameters among markers and, at any depth, in the values that stand for them."""
    for candidate in values:
        if type(candidate) is Param:
            yield candidate
            yield from _params_in([candidate.value])
        elif type(candidate) is dict:
            yield from _params_in(candidate.values())
        elif type(candidate) is list or type(candidate) is tuple:
            yield from _params_in(candidate)


def played(statements: Iterable[Statement], samples: Samples) -> Iterator[Played]:
    """The statements one after the other, each with what its markers stand for."""
    for recipe, group in groupby(statements, lambda each: each.recipe):
        alike = list(group)
        for call in [alike] if recipe else [[statement] for statement in alike]:
            yield from _call(call, samples)


def _call(statements: list[Statement], samples: Samples) -> Iterator[Played]:
    """The statements of one call: what its caller gives is known to all of them."""
    params = [_params(statement) for statement in statements]
    values = [{param.name: resolve(param, samples, {}) for param in own} for own in params]
    outcomes = {name: value for each in reversed(values) for name, value in each.items()}
    for statement, own, given in zip(statements, params, values, strict=True):
        outcomes |= given
        outcomes_here = outcomes | _one_of(statement.each, outcomes)
        yield Played(statement, own, outcomes_here)
        if statement.step:
            outcomes[statement.step] = _answer(statement, samples, outcomes_here)


def _params(statement: Statement) -> list[Param]:
    return parameters([statement])


def _one_of(step: str, outcomes: dict[str, Any]) -> dict[str, Any]:
    """Inside a loop over what a step returned, that step is its first document."""
    outcome = outcomes.get(step)
    return {step: outcome[0]} if isinstance(outcome, list) and outcome else {}


def _answer(statement: Statement, samples: Samples, outcomes: Mapping[str, Any]) -> Any:
    documents = samples.get(statement.collection, [])
    if statement.op in ("find", "aggregate", "findOne") or statement.op.startswith("findOneAnd"):
        filter = resolve(statement.filter or {}, samples, outcomes)
        matching = (document for document in documents if matches(document, filter))
        return list(matching) if statement.op in ("find", "aggregate") else next(matching, None)
    if statement.op == "insertOne":
        return {
            "acknowledged": True,
            "insertedId": (resolve(statement.documents, samples, outcomes) or {}).get("_id"),
        }
    if statement.op == "insertMany":
        ids = [document.get("_id") for document in resolve(statement.documents, samples, outcomes) or []]
        return {"acknowledged": True, "insertedIds": ids}
    return {"acknowledged": True, "matchedCount": 1, "modifiedCount": 1, "deletedCount": 1}


def matches(document: Any, filter: Mapping[str, Any]) -> bool:
    """Whether a document passes a filter of equalities, comparisons, beginnings, $elemMatch, $not, $and, $or and $nor; an
    operator that is not one of these passes everything."""
    return all(passes(document, key, wanted) for key, wanted in filter.items())


def passes(document: Any, key: str, wanted: Any) -> bool:
    """Whether a document passes one condition of a filter."""
    if key == "$and":
        return all(matches(document, condition) for condition in wanted)
    if key == "$or":
        return any(matches(document, condition) for condition in wanted)
    if key == "$nor":
        return not any(matches(document, condition) for condition in wanted)
    if key.startswith("$"):
        return True
    values = list(values_on(document, key.split(".")))
    if isinstance(wanted, dict) and any(name.startswith("$") for name in wanted):
        return _is_passed(values, wanted)
    return _is_like(values, wanted) or wanted in values or (wanted is None and not values)


def _is_like(values: list[Any], wanted: Any) -> bool:
    """Whether one of several values is a text that a pattern finds."""
    if not isinstance(wanted, Regex):
        return False
    pattern = wanted.try_compile()
    return any(isinstance(value, str) and pattern.search(value) for value in values)


def _is_passed(values: list[Any], condition: Any) -> bool:
    """Whether what stands at a path passes what is asked of it."""
    if isinstance(condition, Regex):
        return _is_like(values, condition)
    return all(_compares(values, name, value) for name, value in condition.items())


def _compares(values: list[Any], operator: str, wanted: Any) -> bool:
    if operator == "$exists":
        return bool(values) == bool(wanted)
    if operator == "$not":
        return not _is_passed(values, wanted)
    if operator == "$elemMatch":
        elements = [element for value in values if isinstance(value, list) for element in value]
        return any(matches({"": element}, {"": wanted}) if _asks_itself(wanted) else matches(element, wanted)
                   for element in elements)  # fmt: skip
    compare = _COMPARED.get(operator)
    if compare is None:
        return True
    if operator in ("$ne", "$nin"):
        return all(compare(value, wanted) for value in values)
    if operator in ("$eq", "$in"):
        return any(compare(value, wanted) for value in values)
    limit = _number(wanted)
    return any(_alike(value, limit) and compare(value, limit) for value in map(_number, values))


def _asks_itself(condition: Mapping[str, Any]) -> bool:
    """Whether the condition of an $elemMatch is on elements themselves, not on fields of them."""
    return any(name in _COMPARED for name in condition)


def _number(value: Any) -> Any:
    """A decimal as Python compares it, any other value as it is."""
    return value.to_decimal() if isinstance(value, Decimal128) else value


def _alike(value: Any, wanted: Any) -> bool:
    """Whether one of two values comes before the other: of two numbers, or of two of one type that has an order."""
    numbers = isinstance(value, int | float | Decimal) and isinstance(wanted, int | float | Decimal)
    return numbers or (type(value) is type(wanted) and not isinstance(value, dict | list | Regex | None))


def values_on(value: Any, path: list[str]) -> Iterator[Any]:
    """What stands at the steps of a path, through arrays as the server does: an array and its elements."""
    if isinstance(value, list):
        for element in value:
            yield from values_on(element, path)
        if path and path[0].isdigit() and int(path[0]) < len(value):
            yield from values_on(value[int(path[0])], path[1:])
        if not path:
            yield value
    elif not path:
        yield value
    elif isinstance(value, dict) and path[0] in value:
        yield from values_on(value[path[0]], path[1:])


# --- what markers stand for ------------------------------------------------------------------

_SPECIAL = re.compile(r"[.*+?^${}()|[\]\\/-]")  # as startsWith() of the scripts has it


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
        if len(value) > 1 and all(type(inner) is Param for inner in value):
            return _each_once(value, samples, outcomes)
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
    if kind == "either":
        *values, path = parts
        return first_at(next((value for value in values if value is not None), None), path)
    if kind == "start_of":
        window, moment, *otherwise = parts
        return window_start(moment, window) if isinstance(moment, datetime) else [*otherwise, moment][0]
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
            _with_those_alone(document, path, wanted) if "." in path else document
            for document in documents
            if not wanted or set(wanted) & set(_all_at(document, path))
        ]
    own = documents[param.document : param.document + 1]
    for document in [*own, *documents]:
        value = first_at(document, param.path)
        if value is not None:
            return without(value, param.without) if param.without else value
    return None


def _with_those_alone(value: Any, path: str, wanted: Collection[str]) -> Any:
    """A document whose arrays on the way to a path hold those elements alone that have one of these values there."""
    if isinstance(value, list):
        return [
            _with_those_alone(item, path, wanted)
            for item in value
            if not wanted or {*wanted} & {*_all_at(item, path)}
        ]
    head, _, rest = path.partition(".")
    if not rest or not isinstance(value, dict) or head not in value:
        return value
    return value | {head: _with_those_alone(value[head], rest, wanted)}


def _each_once(params: Sequence[Param], samples: Samples, outcomes: Mapping[str, Any]) -> list[Any]:
    """The values of a list that a caller gives: each once, of other documents where the first ones have the same."""
    documents = range(len(samples.get(params[0].collection, [])))
    others = (msgspec.structs.replace(params[0], document=number) for number in documents)
    values = [_param(param, samples, outcomes) for param in (*params, *others)]
    return without_repeats([value for value in values if value is not None])[: len(params)]


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
        *through, last = outcome.each.split(".")
        elements = value or []
        for name in through:
            parts = (at(element, name) for element in elements)
            elements = [
                each
                for part in parts
                for each in (part if isinstance(part, list) else [part])
                if each is not None
            ]
        return [at(element, last) for element in elements]
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
