"""The oracle: what was sent and acknowledged, against what the server shows and what its database holds."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

ABSENT = object()
"""The value of what a design doesn't state."""
Subject = tuple[str, tuple[str, ...]]
"""A property: of which object (its id), which. With an empty path: the object itself."""
_DESIGN = "design"


@dataclass(frozen=True)
class Change:
    """An edit as the server reads it, and what holds after it: by property, the value or ABSENT."""

    edit: dict[str, Any]
    after: Mapping[Subject, Any]


@dataclass
class Ledger:
    """What people did to one design. before: its JSON values at the start. sent: by op id; None for an undo or
    a redo. acknowledged: by op id, the revision that the server said."""

    slug: str
    before: dict[str, Any]
    revision: int
    sent: dict[str, Change | None] = field(default_factory=dict)
    acknowledged: dict[str, int] = field(default_factory=dict)


@dataclass(frozen=True)
class Stored:
    """A design in the database. history: number, op id, and the number of the revision that it takes back."""

    revision: int
    text: str
    history: tuple[tuple[int, str, int | None], ...]


@dataclass(frozen=True)
class Shown:
    """The same design as the server answers when it is asked for it."""

    revision: int
    design: dict[str, Any]


def complaints(ledger: Ledger, stored: Stored | None, shown: Shown | None) -> list[str]:
    """Return everything that is lost, invented or torn; nothing if every acknowledgement is kept."""
    if stored is None or shown is None:
        return [f"{ledger.slug}: the design is not {'stored' if stored is None else 'shown'}"]
    found = [*_lost(ledger, stored), *_torn(ledger, stored), *_values(ledger, stored)]
    if (shown.revision, shown.design) != (stored.revision, json.loads(stored.text)):
        found.append(f"pages show revision {shown.revision}, the database holds {stored.revision}")
    return [f"{ledger.slug}: {one}" for one in found]


def _lost(ledger: Ledger, stored: Stored) -> Iterator[str]:
    there = {op: number for number, op, _ in stored.history}
    for op, revision in ledger.acknowledged.items():
        if op not in there:
            yield f"{op} was acknowledged as revision {revision} and is not stored"
        elif there[op] != revision:
            yield f"{op} was acknowledged as revision {revision} and is stored as {there[op]}"


def _torn(ledger: Ledger, stored: Stored) -> Iterator[str]:
    numbers = [number for number, _, _ in stored.history]
    if numbers != list(range(1, stored.revision + 1)):
        yield f"history has gaps: {len(numbers)} rows for revision {stored.revision}"
    ops = [op for number, op, _ in stored.history if number > ledger.revision]
    if len(set(ops)) != len(ops):
        yield "history holds an edit twice"
    for op in set(ops) - set(ledger.sent):
        yield f"history holds {op}, which nobody sent"


def _values(ledger: Ledger, stored: Stored) -> Iterator[str]:
    """Compare each property that was changed with what history, applied in order, leaves there."""
    design = json.loads(stored.text)
    expected = _replayed(ledger, stored)
    for (key, path), value in expected.items():
        held = expected.get((key, ()), True) is not ABSENT
        if (held or not path) and _value(design, (key, path)) != value:
            yield f"{'.'.join((key, *path))} is not what its last edit made it"


def _replayed(ledger: Ledger, stored: Stored) -> dict[Subject, Any]:
    now: dict[Subject, Any] = {}
    undone: dict[int, dict[Subject, Any]] = {}
    for number, op, reverts in stored.history:
        change = ledger.sent.get(op)
        after = undone.get(reverts or 0, {}) if change is None else change.after
        undone[number] = {one: now.get(one, _value(ledger.before, one)) for one in after}
        now |= after
    return now


def _value(design: dict[str, Any], subject: Subject) -> Any:
    key, path = subject
    value: Any = design if key == _DESIGN else _object(design, key)
    if not path:
        return ABSENT if value is None else True
    for name in path:
        value = value.get(name, ABSENT) if isinstance(value, dict) else ABSENT
    return value


def _object(value: Any, key: str) -> dict[str, Any] | None:
    """Return the object of this id, wherever it is."""
    if isinstance(value, dict) and value.get("id") == key:
        return value
    inner = value.values() if isinstance(value, dict) else value if isinstance(value, list) else ()
    return next((found for one in inner if (found := _object(one, key)) is not None), None)
