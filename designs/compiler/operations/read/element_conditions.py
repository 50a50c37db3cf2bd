"""Whether an element of an array meets the conditions of a filter, as an expression of a pipeline.

What an update with operators says in arrayFilters, a pipeline says in expressions. A filter looks
into arrays by itself and compares values of one type only; an expression does neither.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from bson import Regex

from ...model.field_types import NUMERIC

Json = dict[str, Any]
Test = Callable[[str], Any]


class Untold(Exception):
    """A condition that no expression can say, such as one on an area of a map."""


def literal(value: Any) -> Any:
    """A value as an expression: a text that begins with a dollar sign stays a text."""
    return value if isinstance(value, bool | int | float) else {"$literal": value}


class ElementCondition:
    """One element that conditions are asked of. variable: its name in the pipeline, ``each``;
    is_array: whether an array stands at a path in it; path: to it, where the array that is asked
    is inside of the one whose elements are meant."""

    def __init__(self, variable: str, is_array: Callable[[str], bool], path: str = "") -> None:
        self.variable, self.is_array, self.path = variable, is_array, path

    def meets(self, conditions: Json) -> Any:
        """The conditions as one expression. Raises Untold."""
        return all_of([self._part(key, said) for key, said in conditions.items()])

    def _part(self, key: str, said: Any) -> Any:
        if key in ("$and", "$or"):
            return {key: [self.meets(one) for one in said]}
        return self._holds(key, said)

    def _holds(self, path: str, said: Any) -> Any:
        if not isinstance(said, dict) or not said or not all(key.startswith("$") for key in said):
            return self._any(path, lambda one: _matches(one, said))
        if "$regex" in said:
            flags = said.get("$options", "")
            return self._any(path, lambda one: _pattern(one, said["$regex"], flags))
        return all_of([self._operator(path, name, value) for name, value in said.items()])

    def _operator(self, path: str, name: str, value: Any) -> Any:
        if name == "$not":
            return {"$not": [self._holds(path, value)]}
        if name == "$exists" and not value:
            return {"$not": [self._operator(path, name, True)]}
        if name == "$elemMatch":
            inner = ElementCondition("held", self.is_array, f"{self._full(path)}.")
            return self._any(path, lambda one: _any_of(one, "held", inner.meets(value)), whole=True)
        if name not in _TESTS:
            raise Untold(name)
        return self._any(path, lambda one: _TESTS[name](one, value), whole=name == "$exists")

    def _full(self, path: str) -> str:
        return f"{self.path}{path}"

    def _any(self, path: str, test: Test, *, whole: bool = False) -> Any:
        """That a test holds of the value at a path, or of one of those in arrays on the way. whole: an
        array at its end is tested itself."""
        steps = path.split(".")
        for end in range(1, len(steps) + 1):
            before, rest = ".".join(steps[:end]), ".".join(steps[end:])
            if not self.is_array(self._full(before)) or (whole and not rest):
                continue
            if not rest:
                return _any_of(f"$${self.variable}.{before}", "value", test("$$value"))
            inner = ElementCondition(f"{self.variable.lower()}{end}", self.is_array, f"{self._full(before)}.")
            return _any_of(f"$${self.variable}.{before}", inner.variable, inner._any(rest, test, whole=whole))
        return test(f"$${self.variable}.{path}")


class Around(ElementCondition):
    """The document and the elements around one element: a condition is asked of the innermost that its
    path leads to. scopes: what the paths of each begin with and its element, from the innermost out."""

    def __init__(self, scopes: list[tuple[str, ElementCondition]]) -> None:
        super().__init__(scopes[-1][1].variable, scopes[-1][1].is_array)
        self.scopes = scopes

    def _holds(self, path: str, said: Any) -> Any:
        start, element = next(one for one in self.scopes if path.startswith(one[0]))
        return element.meets({path[len(start) :]: said})


def all_of(parts: list[Any]) -> Any:
    """Several expressions that hold together, as one."""
    return parts[0] if len(parts) == 1 else {"$and": parts}


def _any_of(array: str, name: str, test: Any) -> Json:
    listed = {"$cond": [{"$isArray": array}, array, [array]]}
    return {"$anyElementTrue": [{"$map": {"input": listed, "as": name, "in": test}}]}


def _matches(one: str, said: Any) -> Any:
    if isinstance(said, Regex):
        letters = "".join(letter for letter, flag in _FLAGS.items() if said.flags & flag)
        return _pattern(one, said.pattern, letters)
    return {"$eq": [one if said is not None else {"$ifNull": [one, None]}, literal(said)]}


_FLAGS = {"i": 2, "m": 8, "s": 16, "x": 64}  # of Python's re, which are those of BSON


def _pattern(one: str, pattern: Any, flags: str) -> Json:
    """Only texts are asked: of anything else the server refuses to."""
    text = {"$cond": [{"$eq": [{"$type": one}, "string"]}, one, None]}
    asked = {"input": text, "regex": literal(pattern)}
    return {"$regexMatch": asked | ({"options": flags} if flags else {})}


def _below(operator: str) -> Callable[[str, Any], Any]:
    """What is not there, and null, stand before every other value; a filter passes them by."""
    nothing = ["missing", "null"]
    return lambda one, value: {
        "$and": [{"$not": [{"$in": [{"$type": one}, nothing]}]}, {operator: [one, literal(value)]}]
    }


def _has_type(one: str, value: Any) -> Json:
    names = [name for named in (value if isinstance(value, list) else [value]) for name in _kinds(named)]
    return {"$in": [{"$type": one}, names]}


def _kinds(name: Any) -> list[str]:
    if not isinstance(name, str):
        raise Untold("$type")
    return sorted(NUMERIC - {"number"}) if name == "number" else [name]


_TESTS: dict[str, Callable[[str, Any], Any]] = {
    "$eq": _matches,
    "$gt": lambda one, value: {"$gt": [one, literal(value)]},
    "$gte": lambda one, value: {"$gte": [one, literal(value)]},
    "$lt": _below("$lt"),
    "$lte": _below("$lte"),
    "$in": lambda one, value: {"$in": [one, literal(value)]},
    "$exists": lambda one, value: {"$ne": [{"$type": one}, "missing"]},
    "$type": _has_type,
}
