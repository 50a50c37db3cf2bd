"""The dates of sample documents that a server would delete as soon as they are inserted: the scripts move them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from datetime import datetime, timedelta
from typing import Any, NamedTuple

from bson import ObjectId

from ...emit.javascript import CallExpression, Function, Ident, Literal, RecentDate, Return
from ...plan_model.physical import Collection
from ...sampling.answers import Samples, values_on
from ...sampling.values.states import is_past, words_in_name
from .scripts import ttl_of


class Clock(NamedTuple):
    """What tells by how many weeks all dates move, births too, whose ages stay. newest: of what expires, of
    when documents were made, and of what has happened. expires: when the first of what expires does."""

    newest: datetime
    expires: datetime

    def moving(self, value: Any) -> Any:
        """Return a value whose dates the scripts move."""
        return _moving(value)

    def function(self) -> Function:
        """The function of the scripts that a date of a sample goes through."""
        moments = tuple(map(Literal, self))
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
    newest = max([*_creation_times(documents), *_happened("", documents), *(date for date, _ in expiring)])
    return Clock(newest, min(date + lasts for date, lasts in expiring))


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


def _moving(value: Any) -> Any:
    if isinstance(value, datetime):
        return RecentDate.combine(value.date(), value.timetz())
    if isinstance(value, dict):
        return {name: _moving(inner) for name, inner in value.items()}
    return [_moving(inner) for inner in value] if isinstance(value, list | tuple) else value
