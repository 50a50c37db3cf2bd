"""Whether the lists of a document are as its validator wants them: how many elements, and none of them twice."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any

Json = dict[str, Any]
IsUnknown = Callable[[Any], bool]


def lists_pass(validator: Mapping[str, Any] | None, document: Json, is_unknown: IsUnknown) -> bool:
    """Return whether each list of a document that a validator counts is known to break none of its bounds."""
    schema = (validator or {}).get("$jsonSchema", {})
    return all(_passes(wanted, elements, is_unknown) for wanted, elements in _counted(schema, document))


def _counted(schema: Mapping[str, Any], value: Any) -> Iterator[tuple[Mapping[str, Any], list[Any]]]:
    """Yield the lists of a value, each with what its schema says."""
    if isinstance(value, list):
        yield schema, value
        for element in value:
            yield from _counted(schema.get("items", {}), element)
    elif isinstance(value, dict):
        for name, inner in schema.get("properties", {}).items():
            if name in value:
                yield from _counted(inner, value[name])


def _passes(wanted: Mapping[str, Any], elements: list[Any], is_unknown: IsUnknown) -> bool:
    if len(elements) > wanted.get("maxItems", len(elements)) or len(elements) < wanted.get("minItems", 0):
        return False
    texts = [repr(each) for each in elements if not is_unknown(each)]
    return not wanted.get("uniqueItems") or len(set(texts)) == len(texts)
