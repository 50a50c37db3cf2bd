"""An index that something asks for, before those that others serve are dropped; and what a
collection's document tree says about a path."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cached_property
from typing import TYPE_CHECKING, Any, NamedTuple

import msgspec

from ...model.conceptual import given
from ...model.field_types import BY_NAME, NUMERIC
from ...model.values import operand
from ...names.path_steps import usable
from ...placement.doc_path import DocPath
from ...placement.path_locator import Placement
from ...plan_model.number_format import listed
from ...plan_model.physical import Collection, Located, walk
from ...workload.document_history import VALID_TO

if TYPE_CHECKING:
    from .operations import Query

Keys = tuple[tuple[str, int | str], ...]
ORDERED = (1, -1)
ESR = " (equality, sort, range)"
FEW_VALUES = 20
"""Up to how many values a field is a state, each of which many documents have. Our own default."""


class Want(NamedTuple):
    """One key that an operation asks of a collection. role: eq, in, range, sort, near or text. is_null: whether it looks
    for documents that lack it, which an equality with null finds, but no index that leaves them out."""

    path: str
    arrays: tuple[str, ...]
    role: str
    direction: int = 1
    is_null: bool = False


class Candidate(msgspec.Struct, frozen=True, gc=False, kw_only=True):
    """A wanted index.

    free: how many leading keys are equalities, whose order and direction do not matter.
    sorts: how many keys after them are a sort, which counts exact or fully reversed.
    exact: whether directions must stay as they are (shard keys). kept: never dropped as
    redundant (unique, TTL, text, hashed, declared). unused: nothing in the design finds by it, so it is
    suggested. by_ids: whether what it finds refers to documents that were found before. of_null:
    whether it has to hold documents that lack a key. fixed: by path, the conditions that each run of its query repeats.
    whole: the index of all documents in whose place this partial one stands. Others as in ``physical.Index``.
    """

    keys: Keys
    free: int = 0
    sorts: int = 0
    exact: bool = False
    kept: bool = False
    declared: bool = False
    unused: bool = False
    by_ids: bool = False
    of_null: bool = False
    fixed: dict[str, Any] = {}
    whole: Candidate | None = None
    options: dict[str, Any] = {}
    reason: str = ""
    serves: tuple[str, ...] = ()

    @property
    def paths(self) -> tuple[str, ...]:
        """The paths of the keys, in order."""
        return tuple(path for path, _ in self.keys)


class Shelf:
    """A collection with its fields by dotted path."""

    def __init__(self, collection: Collection) -> None:
        self.collection = collection
        self.name = collection.name

    @cached_property
    def fields(self) -> dict[str, Located]:
        """Every field of the tree by its path; the first where a name is repeated."""
        fields: dict[str, Located] = {}
        for located in walk(self.collection.fields):
            fields.setdefault(located.path, located)
        return fields

    def types(self, path: str) -> tuple[str, ...]:
        """The types that an index on the path sees: an array's are those of its elements."""
        located = self.fields.get(path)
        if located is None:
            return ("objectId",) if path == "_id" else ()
        element = located.field.items
        return located.field.types if element is None else element.types

    def arrays(self, path: str) -> tuple[str, ...]:
        """The arrays on the way to the path, itself included."""
        located = self.fields.get(path)
        return () if located is None else located.arrays

    def always(self, path: str) -> bool:
        """Whether every document has the path, so that a unique index needs no filter."""
        parts = path.split(".")
        steps = [self.fields.get(".".join(parts[: n + 1])) for n in range(len(parts))]
        return all(s is not None and s.field.required and not s.arrays for s in steps)

    def is_told_of_each(self, path: str) -> bool:
        """Whether each element of the arrays on the way has a value: one without counts as null, and so does an empty
        array in an element, so that a unique index refuses the second document with one."""
        outer, *inner = self.arrays(path) or (path,)
        rest = path[len(outer) + 1 :].split(".") if len(path) > len(outer) else []
        steps = [self.fields.get(".".join((outer, *rest[: n + 1]))) for n in range(len(rest))]
        return not inner and all(step is not None and step.field.required for step in steps)

    def is_of_kinds(self, path: str) -> bool:
        """Whether only documents of some kinds have the path."""
        parts = path.split(".")
        steps = [self.fields.get(".".join(parts[: n + 1])) for n in range(len(parts))]
        return any(step is not None and step.field.kinds for step in steps)

    def is_reference(self, path: str) -> bool:
        """Whether a path holds the ids of other documents."""
        located = self.fields.get(path)
        return located is not None and located.field.target is not None

    def values(self, path: str) -> int:
        """How many values a path may have, 0 where nobody says."""
        located = self.fields.get(path)
        if located is None:
            return 0
        field = located.field
        listed = field.enum or tuple(given(field.source.enum, []) if field.source is not None else [])
        return len(listed) or (2 if field.types[:1] == ("bool",) else 0)

    def nullable(self, path: str) -> bool:
        """Whether a stored value may be null."""
        return "null" in self.types(path)

    def is_plain(self, path: str) -> bool:
        """Whether no collation changes how the values are compared: no strings, and nothing that may
        hold some."""
        types = self.types(path)
        return bool(types) and not self.arrays(path) and not {"string", "object", "array"} & set(types)

    def strings(self, path: str) -> tuple[str, ...]:
        """The string paths at or below a path, for text indexes and collations."""
        if "string" in self.types(path):
            return (path,)
        below = (p for p in self.fields if p.startswith(path + ".") and self._own_array(path, p))
        return tuple(p for p in below if "string" in self.types(p))

    def _own_array(self, above: str, path: str) -> bool:
        return self.arrays(path) in (self.arrays(above), (*self.arrays(above), path))

    @property
    def is_time_series(self) -> bool:
        """Whether the collection is a native time series."""
        return self.collection.kind == "timeseries"


def aliases(types: Iterable[str]) -> list[str]:
    """Return the bsonType names of types, null left out; a number may be stored as any type of numbers."""
    named = ("number" if name in NUMERIC else BY_NAME[name].alias for name in types if name != "null")
    return list(dict.fromkeys(named))


def nested(arrays: tuple[str, ...], other: tuple[str, ...]) -> bool:
    """Whether two keys may share a compound index: their arrays lie on one path (IX4)."""
    shorter, longer = sorted((arrays, other), key=len)
    return longer[: len(shorter)] == shorter


def reachable(name: str) -> bool:
    """Whether a declared field's name can stand in a path, and so in an index."""
    return usable(name) and "." not in name


def want_at(spot: DocPath, role: str, direction: int) -> Want:
    """The key at a place. A field that is to be missing equals null, unless it stands in an array."""
    if role != "missing":
        return Want(spot.path, spot.arrays, role, direction)
    return Want(spot.path, spot.arrays, "range" if spot.arrays else "eq", direction, is_null=True)


_VERBS = (
    (("eq", "in"), "finds by"), (("sort",), "sorts by"), (("range",), "filters a range of"), (("near",), "finds documents near"),
)  # fmt: skip


def reason_of(query: Query, group: list[Want], options: dict[str, Any], extra: Keys) -> str:
    """What an index of an operation is for, and what is special in it."""
    parts = []
    for roles, verb in _VERBS:
        paths = [want.path for want in group if want.role in roles]
        if paths:
            parts.append(f"{verb} {listed(paths)}")
    text = f'"{query.operation.name}" {", then ".join(parts)}'
    if len(parts) > 1 and not query.of("near"):
        text += ESR
    if extra:
        text += f"; includes {listed((path for path, _ in extra))} to cover the query"
    if partial := options.get("partialFilterExpression"):
        held = "current versions" if VALID_TO in partial else "documents matching its constant filter"
        text += f"; partial: only {held}"
    if "collation" in options:
        text += "; case-insensitive, for queries with the same collation"
    return text


def array_groups(wants: list[Want]) -> list[list[Want]]:
    """IX4: one list of keys for each array path, all with the keys that pass no array."""
    groups: list[list[Want]] = []
    for want in wants:
        if want.arrays and not any(_fits(want, group) for group in groups):
            groups.append([want])
        elif want.arrays:
            next(group for group in groups if _fits(want, group)).append(want)
    if not groups:
        return [wants] if wants else []
    return [[want for want in wants if not want.arrays or want in group] for group in groups]


def _fits(want: Want, group: list[Want]) -> bool:
    return all(nested(want.arrays, other.arrays) for other in group)


# --- constant filters of a design, as the partialFilterExpression of one collection -------------------

# What a partial filter may hold besides $and and $or (rulebook IX5).
_OPERATORS = frozenset({
    "$eq", "$exists", "$gt", "$gte", "$lt", "$lte", "$type", "$in", "$geoWithin", "$geoIntersects",
})  # fmt: skip


_SINCE_6 = frozenset({"$or", "$in", "$geoWithin", "$geoIntersects"})


class Unplaced(Exception):
    """A path of the filter has no place in the collection, so no index can be limited by it."""


def filter_expression(
    declared: dict[str, Any], entity: str, shelf: Shelf, placement: Placement
) -> dict[str, Any]:
    """The filter with document paths and BSON values. Raises Unplaced."""
    expression: dict[str, Any] = {}
    for key, value in declared.items():
        if key.startswith("$") and isinstance(value, list):
            expression[key] = [filter_expression(part, entity, shelf, placement) for part in value]
        else:
            path = document_path(key, entity, shelf, placement)
            expression[path] = _condition(value, shelf.types(path), shelf.arrays(path))
    return expression


def taken_before_6(expression: dict[str, Any]) -> bool:
    """Whether servers before 6.0 take the filter for an index: they know fewer operators, and $and only
    outside of all others."""
    return _plain({key: condition for key, condition in expression.items() if key != "$and"}) and all(
        map(_plain, expression.get("$and", []))
    )


def _plain(expression: dict[str, Any]) -> bool:
    conditions = [condition for condition in expression.values() if isinstance(condition, dict)]
    return not any({"$and", *_SINCE_6} & part.keys() for part in [expression, *conditions])


def document_path(path: str, entity: str, shelf: Shelf, placement: Placement) -> str:
    """Where a conceptual path stands in the collection's documents. Raises Unplaced, for attributes
    too: the value of one is no path of its own."""
    if placement.attributes.within(placement.paths.resolve(entity, path)) is not None:
        raise Unplaced(path)
    for spot in placement.of_path(entity, path):
        if spot.collection == shelf.name:
            return spot.path
    raise Unplaced(path)


def _condition(value: Any, types: tuple[str, ...], arrays: tuple[str, ...]) -> Any:
    if value == {"$exists": False} and not arrays:
        return None  # the server refuses it in a partial filter, and null finds the same documents
    if isinstance(value, dict) and value and _OPERATORS.issuperset(value):
        return {
            key: bound if key in ("$exists", "$type") else operand(bound, types)
            for key, bound in value.items()
        }
    return operand(value, types)
