"""In which order the children of a relationship are listed, how many a read gives at most, and which date tells when
something began."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from msgspec.structs import replace

from ..model.conceptual import Entity, Field, Match, Operation, Relationship, given
from ..model.constants import PAGE
from ..names.inflection import snake
from ..names.paths import Paths

WHOLE = 1000
"""Parts that one thing may have at most to be read all at once."""

_MOMENTS = frozenset({"at", "time", "timestamp"})
"""Last words of the names of moments."""


def list_order(relationship: Relationship, child: Entity) -> tuple[str, int]:
    """What lists of children are sorted by, and the direction: the declared sort of the recent
    ones, else the child's first date that is not sensitive, newest first, else ``_id``. Indexes and scripts agree on
    it."""
    recent = given(relationship.recent, None)
    path = declared_sort(relationship, child) or first_date(_open(child.own_fields)) or "_id"
    return path, given(recent.direction, -1) if recent else -1


def declared_sort(relationship: Relationship, child: Entity) -> str:
    """The declared sort of the recent ones; "" where none is, or where each child has several values of it in a list: a
    read would go by one of them, and an update that sorts a slice by the whole list."""
    recent = given(relationship.recent, None)
    path = given(recent.sort, "") if recent else ""
    return "" if list_around(child, path) else path


def list_around(child: Entity, path: str) -> str:
    """The first list on the way to a value of an entity's own, "" where none is."""
    fields: Sequence[Field] = child.own_fields
    for name in path.split("."):
        field = next((each for each in fields if each.name == name), None)
        if field is not None and "array" in field.all_types:
            return name
        fields = given(field.fields, []) if field is not None else []
    return ""


def most_read(operation: Operation, paths: Paths) -> tuple[int | None, bool]:
    """Return how many documents a read gives at most, None where it gives all that it finds, and whether the design
    states it: else a page, or as many as one parent has at most, unless they are the parts of one whole, of which a page
    would be wrong without saying so. The first page of the measurements from one moment to another would be so, too.
    The functions and their prices ask here."""
    is_series = paths.names.entities[operation.entity].kind_or_default == "measurement"
    matches = given(operation.filter, [])
    links = [link for match in matches if (link := _parents(paths, operation, match)) is not None]
    limit = given(operation.limit, None)
    if limit is not None or any(map(_is_of_whole, links)):
        return limit, limit is not None
    if is_series and any(match.how == "range" for match in matches):
        return None, False
    return max([PAGE, *filter(None, map(most_stated, links))]), False


def most_stated(relationship: Relationship, side: str = "from") -> int | None:
    """Return how many of the other end one has at most, as stated, None where it is not, or where that is too many to be
    read at once. side: the end of that one."""
    count = relationship.end(side).count
    most = None if given(count.growth, "bounded") == "unbounded" else given(count.max, None)
    return int(most) if most is not None and most <= WHOLE else None


def _is_of_whole(relationship: Relationship) -> bool:
    """Whether what one has by a relationship are its parts, few enough to be read together: the lines of an order."""
    is_owned = relationship.exclusive_owner is True or given(relationship.together_needs, "") == "all"
    return is_owned and most_stated(relationship) is not None


def _parents(paths: Paths, operation: Operation, match: Match) -> Relationship | None:
    """Return the relationship by whose one parent a condition asks for its children, None where it asks for others."""
    route = paths.resolve(operation.entity, match.field)
    step = route.steps[0] if route is not None and len(route.steps) == 1 else None
    relationship = (
        step.relationship if step is not None and step.kind == "end" and step.side == "to" else None
    )
    if relationship is None or relationship.kind != "one-to-many" or match.how != "eq":
        return None
    return relationship


def is_moment(path: str) -> bool:
    """Whether a date is called as moments are: hardly two are the same, and lists need no id to tell equal ones apart. One
    that is called otherwise may name a day, which many share."""
    return snake(path).rpartition("_")[2] in _MOMENTS


def _open(fields: Sequence[Field]) -> list[Field]:
    """Return the fields that answers may show."""
    shown = [field for field in fields if given(field.sensitive, False) is False]
    return [
        replace(field, fields=_open(given(field.fields, []))) if given(field.fields, []) else field
        for field in shown
    ]


def first_date(fields: Sequence[Field]) -> str:
    """The path of the first required date, else of the first date, "" if there is none."""
    dates = list(_dates(fields, ""))
    return next((path for path, required in dates if required), dates[0][0] if dates else "")


def _dates(fields: Sequence[Field], prefix: str) -> Iterator[tuple[str, bool]]:
    for field in fields:
        path = f"{prefix}.{field.name}" if prefix else field.name
        if "." in field.name or field.name.startswith("$"):  # such a name can't stand in a path
            continue
        if field.type == "date":
            yield path, field.required is True
        elif field.type == "object":
            yield from _dates(given(field.fields, []), path)
