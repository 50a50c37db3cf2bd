"""What expressions give, as far as samples tell it, and the documents that a search goes to from one to the next, as
``$graphLookup`` does."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

Json = dict[str, Any]
MayMatch = Callable[[Json, Mapping[str, Any]], bool]
_NEEDED = frozenset({"from", "startWith", "connectFromField", "connectToField", "as"})
_FOLLOWED = _NEEDED | {"depthField", "restrictSearchWithMatch"}


class Unknown(dict[str, Any]):
    """A value that nobody can tell before the server has computed it: it equals every other, and differs from it."""

    def __eq__(self, _: object) -> bool:
        return True

    def __ne__(self, _: object) -> bool:
        return True

    def get(self, _: str, __: Any = None) -> Any:
        """Whatever stands in it is unknown, too."""
        return self

    __hash__ = None


UNKNOWN = Unknown()
_KNOWN = frozenset({str, int, float, bool, type(None)})


def is_followed(lookup: Json) -> bool:
    """Return whether all that a search says is followed here."""
    return _NEEDED <= lookup.keys() <= _FOLLOWED


def reached(every: list[Json], lookup: Json, document: Json, may_match: MayMatch) -> list[Json]:
    """Return the documents among all that a search from one of them comes to."""
    come_to, ahead = list[Json](), _listed(read_at(document, lookup["startWith"]))
    while ahead:
        wanted = {lookup["connectToField"]: {"$in": ahead}} | lookup.get("restrictSearchWithMatch", {})
        more = [each for each in every if may_match(each, wanted) and each not in come_to]
        come_to += more
        origin = f"${lookup['connectFromField']}"
        ahead = [value for each in more for value in _listed(read_at(each, origin))]
    return come_to


def read_at(document: Json, path: str) -> Any:
    """Return what stands at the path of an expression, through arrays as the server reads them."""
    value: Any = document
    for step in path[1:].split("."):
        if isinstance(value, list):
            value = [each[step] for each in value if isinstance(each, dict) and step in each]
        else:
            value = value.get(step) if isinstance(value, dict) else None
    return value


def _listed(value: Any) -> list[Any]:
    return value if isinstance(value, list) else [] if value is None else [value]


def has_unknown(value: Any) -> bool:
    """Whether anything in a value is unknown."""
    if type(value) in _KNOWN:
        return False
    if isinstance(value, Unknown):
        return True
    parts = value.values() if isinstance(value, dict) else value if isinstance(value, list) else ()
    return any(map(has_unknown, parts))


def evaluated(value: Any, document: Json, variables: Mapping[str, Any] | None = None) -> Any:
    """Return what an expression gives for a document: constants, fields, sums, differences, lists put together, what a
    comparison leaves of a list, and what each element is made. Anything else is unknown. variables: by name, with ``$$`` in front of the whole."""
    if isinstance(value, str) and value.startswith("$$"):
        name, _, path = value[2:].partition(".")
        if variables is None or name not in variables:
            return UNKNOWN
        return read_at(variables[name], f"${path}") if path else variables[name]
    if isinstance(value, str) and value.startswith("$"):
        return read_at(document, value)
    if isinstance(value, list):
        return [evaluated(each, document, variables) for each in value]
    if not isinstance(value, dict):
        return value
    operator, *others = [*value] or [""]
    if operator == "$literal":
        return value["$literal"]
    if not operator.startswith("$"):
        return {name: evaluated(each, document, variables) for name, each in value.items()}
    if operator in _OF_LISTS and not others:
        return _OF_LISTS[operator](value[operator], document, variables or {})
    if operator == "$isArray":
        asked = evaluated(value[operator], document, variables)
        return UNKNOWN if isinstance(asked, Unknown) else isinstance(asked, list)
    if others or not isinstance(value.get(operator), list):
        return UNKNOWN
    parts = evaluated(value[operator], document, variables)
    if operator == "$cond" and isinstance(parts[0], bool):
        return parts[1] if parts[0] else parts[2]
    if operator == "$mergeObjects" and not any(isinstance(each, Unknown) for each in parts):
        return {name: value for part in parts if part is not None for name, value in part.items()}
    if operator == "$ifNull":
        return parts[1] if parts[0] is None else parts[0]
    if operator not in _OPERATORS:
        return UNKNOWN
    return UNKNOWN if has_unknown(parts) else _OPERATORS[operator](*parts)


def _filtered(filter: Mapping[str, Any], document: Json, variables: Mapping[str, Any]) -> Any:
    elements = evaluated(filter["input"], document, variables)
    if not isinstance(elements, list):
        return UNKNOWN
    stays = [
        evaluated(filter["cond"], document, {**variables, filter.get("as", "this"): element})
        for element in elements
    ]
    if not all(isinstance(each, bool) for each in stays):
        return UNKNOWN
    return [element for element, is_kept in zip(elements, stays, strict=True) if is_kept]


def _mapped(mapping: Mapping[str, Any], document: Json, variables: Mapping[str, Any]) -> Any:
    elements = evaluated(mapping["input"], document, variables)
    if not isinstance(elements, list):
        return UNKNOWN
    name = mapping.get("as", "this")
    return [evaluated(mapping["in"], document, {**variables, name: element}) for element in elements]


_OF_LISTS: dict[str, Callable[[Mapping[str, Any], Json, Mapping[str, Any]], Any]] = {
    "$filter": _filtered,
    "$map": _mapped,
}


def _of_numbers(calculate: Callable[..., Any]) -> Callable[..., Any]:
    return lambda *parts: (
        calculate(parts) if all(isinstance(each, int | float) for each in parts) else UNKNOWN
    )


def _put_together(*lists: Any) -> Any:
    are_lists = all(isinstance(each, list) for each in lists)
    return [each for elements in lists for each in elements] if are_lists else UNKNOWN


_OPERATORS: dict[str, Callable[..., Any]] = {
    "$add": _of_numbers(sum),
    "$subtract": _of_numbers(lambda parts: parts[0] - parts[1]),
    "$concatArrays": _put_together,
    "$not": lambda inner: not inner if isinstance(inner, bool) else UNKNOWN,
    "$eq": lambda left, right: left == right,
    "$ne": lambda left, right: left != right,
    "$in": lambda element, elements: element in elements if isinstance(elements, list) else UNKNOWN,
}
