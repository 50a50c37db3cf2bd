"""What people at the editor do to a design: move, describe, change numbers, add, rename and remove fields."""

from __future__ import annotations

from random import Random
from typing import Any

from .ledger import ABSENT, Change

_MOST_FIELDS = 3
"""Own fields at a time, so that a design doesn't grow while it is measured."""


class Hands:
    """One person's edits. They rename and remove only fields that they added, which nothing else names."""

    def __init__(self, design: dict[str, Any], draw: Random, name: str) -> None:
        self._draw, self._name = draw, name
        self._entities: list[dict[str, Any]] = design["entities"]
        self._limits = [
            (one["id"], most)
            for one in design.get("relationships", ())
            if isinstance(most := one["from"].get("has", {}).get("max"), int) and most > 1
        ]
        self._fields: list[str] = []
        self._made = 0

    def next(self) -> Change:
        """Return the next edit: most of them are moves and descriptions, as at a real canvas."""
        self._made += 1
        kind = self._draw.choices(
            (self._moved, self._described, self._numbered, self._own), weights=(40, 30, 15, 15)
        )[0]
        return kind()

    def forget(self) -> None:
        """Leave the own fields alone from now on: an undo may have taken them away."""
        self._fields.clear()

    def _moved(self) -> Change:
        place = {"x": self._draw.randrange(2000), "y": self._made}
        return _set("design", ("layout", self._draw.choice(self._entities)["name"]), place)

    def _described(self) -> Change:
        words = f"Described by {self._name}, for the {self._made}th time."
        return _set(self._draw.choice(self._entities)["id"], ("description",), words)

    def _numbered(self) -> Change:
        if not self._limits:
            return self._described()
        key, most = self._draw.choice(self._limits)
        return _set(key, ("from", "has", "max"), most + self._made)

    def _own(self) -> Change:
        if len(self._fields) >= _MOST_FIELDS:
            gone = self._fields.pop(0)
            return Change({"edit": "remove", "id": gone}, {(gone, ()): ABSENT})
        if self._fields and self._draw.random() < 0.3:
            key, name = self._draw.choice(self._fields), f"renamed_{self._name}_{self._made}"
            return Change({"edit": "rename", "id": key, "name": name}, {(key, ("name",)): name})
        return self._added()

    def _added(self) -> Change:
        key, name = f"load{self._name}{self._made}", f"added_{self._name}_{self._made}"
        self._fields.append(key)
        edit = {"edit": "add", "holder": self._draw.choice(self._entities)["id"], "path": ["fields"]}
        edit |= {"index": 0, "value": {"id": key, "name": name, "type": "string"}}
        return Change(edit, {(key, ()): True, (key, ("name",)): name})


def _set(key: str, path: tuple[str, ...], value: Any) -> Change:
    return Change({"edit": "set", "id": key, "path": list(path), "value": value}, {(key, path): value})
