"""The example library in the test database, quickly: loaded once, then put there as rows."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from django.db import connection

from designs import outcomes, store
from designs.delivery.intake.examples import examples
from designs.models import Design, Entity, Operation, Outcome, Relationship, Revision

SLUGS = tuple(example.slug for example in examples())
_PARTS: tuple[Any, ...] = (Design, Entity, Relationship, Operation, Revision, Outcome)
_kept: dict[str, dict[str, list[tuple[Any, ...]]]] = {}


def put_library() -> None:
    """As `load_library` does."""

    def load() -> None:
        for example in examples():
            store.load_example(example.slug, example.text)
            outcomes.bring_up_to_date(example.slug)

    put("library", load)


def put(name: str, make: Callable[[], object]) -> None:
    """Make designs in a database that has none; the second time the rows of the first are inserted again, as they are
    stored. name: tells apart what is made."""
    if name not in _kept:
        make()
        _kept[name] = {_insertion(part): _stored(part) for part in _PARTS}
        return
    with connection.cursor() as cursor:
        for insertion, rows in _kept[name].items():
            cursor.executemany(insertion, rows)


def _columns(part: Any) -> list[str]:
    return [connection.ops.quote_name(field.column) for field in part._meta.concrete_fields]


def _stored(part: Any) -> list[tuple[Any, ...]]:
    """The rows of a table. The plus keeps SQLite's module from making Python's dates of what is stored."""
    sign = "+" if connection.vendor == "sqlite" else ""
    with connection.cursor() as cursor:
        columns = ", ".join(f"{sign}{column}" for column in _columns(part))
        cursor.execute(f"SELECT {columns} FROM {connection.ops.quote_name(part._meta.db_table)}")
        return cursor.fetchall()


def _insertion(part: Any) -> str:
    columns = _columns(part)
    places = ", ".join(["%s"] * len(columns))
    return f"INSERT INTO {connection.ops.quote_name(part._meta.db_table)} ({', '.join(columns)}) VALUES ({places})"
