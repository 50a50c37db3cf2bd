"""Whether a document is as its validator wants it, as far as calls change that: how many elements lists have, none of
them twice, and how small numbers are."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any

Json = dict[str, Any]
IsUnknown = Callable[[Any], bool]


def is_within_bounds(validator: Mapping[str, Any] | None, document: Json, is_unknown: IsUnknown) -> bool:
    """Return whether each list of a document that a validator counts, and each number that it bounds, is known to break
    none of its bounds."""
    schema = (validator or {}).get("$jsonSchema", {})
    return all(_passes(wanted, value, is_unknown) for wanted, value in _bounded(schema, document))


def _bounded(schema: Mapping[str, Any], value: Any) -> Iterator[tuple[Mapping[str, Any], Any]]:
    """Yield the lists and numbers of a value, each with what its schema says."""
    if isinstance(value, list):
        yield schema, value
        for element in value:
            yield from _bounded(schema.get("items", {}), element)
    elif isinstance(value, dict):
        for name, inner in schema.get("properties", {}).items():
            if name in value:
                yield from _bounded(inner, value[name])
    elif isinstance(value, int | float):
        yield schema, value


def _passes(wanted: Mapping[str, Any], value: Any, is_unknown: IsUnknown) -> bool:
    if not isinstance(value, list):
        least = wanted.get("minimum")
        return not isinstance(least, int | float) or value >= least
    elements = value
    if len(elements) > wanted.get("maxItems", len(elements)) or len(elements) < wanted.get("minItems", 0):
        return False
    texts = [repr(each) for each in elements if not is_unknown(each)]
    return not wanted.get("uniqueItems") or len(set(texts)) == len(texts)
