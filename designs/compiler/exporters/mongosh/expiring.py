"""The dates of sample documents that a server would delete as soon as they are inserted: the scripts move them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from datetime import datetime, timedelta
from itertools import pairwise
from typing import Any, NamedTuple

from bson import ObjectId

from ...emit.javascript import CallExpression, Function, Ident, Literal, RecentDate, Return
from ...plan_model.physical import Collection
from ...sampling.answers import Samples, values_on
from ...sampling.values.pools import words_in
from ...sampling.values.states import is_past, words_in_name
from .scripts import ttl_of


class Clock(NamedTuple):
    """What tells by how many weeks dates move. newest: of what expires, of when documents were made, and of what
    has happened. expires: when the first of what expires does. old: before this date nothing moves, as contracts and
    parts that are years old."""

    newest: datetime
    expires: datetime
    old: datetime

    def moving(self, value: Any, name: str = "") -> Any:
        """Return a value whose dates the scripts move, but for births, foundings, and what is years old. name: of the field
        that has the value."""
        return _moving(name, value, self.old)

    def function(self) -> Function:
        """The function of the scripts that a date of a sample goes through."""
        moments = (Literal(self.newest), Literal(self.expires))
        return Function(
            "recent", ("date",), (Return(CallExpression("movedByWeeks", (Ident("date"), *moments))),)
        )


def clock_of(collections: Iterable[Collection], samples: Samples) -> Clock | None:
    """Return by what the dates of sample documents move; None where no document expires."""
    expiring = [each for collection in collections for each in _expiring(collection, samples)]
    if not expiring:
        return None
    # Where what expires is older than the rest, moving it to the last days would move the rest behind today.
    documents = [document for row in samples.values() for document in row]
    dates = [date for date, _ in expiring]
    newest = max([_newest([*_creation_times(documents), *_happened("", documents), *dates]), *dates])
    return Clock(newest, min(date + lasts for date, lasts in expiring), min([newest - _OLD, *dates]))


def _newest(dates: list[datetime]) -> datetime:
    """Return the latest date, but for a few that lie months behind all others: one lease that begins next year
    would make all else a year old."""
    ordered = sorted(dates)
    start = max(1, len(ordered) - len(ordered) // _FEW)
    for before, date in pairwise(ordered[start - 1 :]):
        if date - before > _APART:
            return before
    return ordered[-1]


_FEW, _APART = 20, timedelta(days=60)
_OLD = timedelta(days=3 * 365)
_FIXED = words_in(
    "born birth birthday birthdate dob founded established incorporated commissioned harvest harvested vintage built constructed manufactured"
)


def _creation_times(documents: Iterable[dict[str, Any]]) -> Iterator[datetime]:
    """Yield when documents were made, as their ids tell."""
    for document in documents:
        if isinstance(identity := document.get("_id"), ObjectId):
            yield identity.generation_time


def _happened(name: str, value: Any) -> Iterator[datetime]:
    """Yield the dates of what has happened: closed_at, not due_at. name: of the field that has the value."""
    if isinstance(value, dict):
        for inner in value:
            yield from _happened(inner, value[inner])
    elif isinstance(value, list):
        for element in value:
            yield from _happened(name, element)
    elif isinstance(value, datetime) and (is_past(name) or words_in_name(name) <= _RECORDED):
        yield value


_RECORDED = frozenset({"at", "on", "date", "time", "timestamp", "ts"})


def _expiring(collection: Collection, samples: Samples) -> Iterator[tuple[datetime, timedelta]]:
    """Yield the dates of the documents that expire, each with how long after it they do."""
    for path, seconds in ttl_of(collection):
        for document in samples.get(collection.name, ()):
            for date in values_on(document, path.split(".")):
                if isinstance(date, datetime):
                    yield date, timedelta(seconds=seconds)


def _moving(name: str, value: Any, old: datetime) -> Any:
    """Return a value whose dates move, all by as many weeks. What stays is before what moves, so the order stays, too.
    name: of the field that has the value, or of the last one whose operator has it."""
    if isinstance(value, datetime):
        stays = value < old or words_in_name(name.rpartition(".")[2]) & _FIXED
        return value if stays else RecentDate.combine(value.date(), value.timetz())
    if isinstance(value, dict):
        return {
            inner: _moving(name if inner.startswith("$") else inner, value[inner], old) for inner in value
        }
    return [_moving(name, inner, old) for inner in value] if isinstance(value, list | tuple) else value
