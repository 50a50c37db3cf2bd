"""The table in which somebody chooses strategies for both sides of a comparison."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from designs.compiler import Ways

from .variants import AUTO, LETTERS, Variant


@dataclass(frozen=True)
class Choice:
    """A side's choice for a relationship. name: of its field. usual: as it is where nothing is chosen. options:
    (strategy, the gate that the other decisions bring up, whether it is chosen)."""

    letter: str
    name: str
    usual: str
    options: tuple[tuple[str, str, bool], ...]


@dataclass(frozen=True)
class Row:
    """A relationship. title: what the canvas calls it. choices: of sides a and b, None where that side has no such relationship. barred:
    (strategy, gate or rule, why), of both sides together."""

    key: str
    name: str
    title: str
    choices: tuple[Choice | None, ...]
    barred: tuple[tuple[str, str, str], ...]

    @property
    def is_open(self) -> bool:
        """Whether there is anything to choose."""
        return any(choice is not None and choice.options for choice in self.choices)


def chosen_rows(first: Variant, other: Variant, *, titles: Mapping[str, str]) -> list[Row]:
    """The relationships of both sides, those with nothing to choose last. titles: by their names."""
    sides = [{ways.key: ways for ways in side.ways} for side in (first, other)]
    wished = [dict(side.side.ways) for side in (first, other)]
    rows = []
    for key in dict.fromkeys([*sides[1], *sides[0]]):
        both = [side.get(key) for side in sides]
        choices = tuple(
            _choice(letter, ways, mine) if ways else None
            for letter, ways, mine in zip(LETTERS, both, wished, strict=True)
        )
        barred = {way: None for ways in both if ways for way in _barred(ways)}
        name = next(ways.relationship for ways in both[::-1] if ways)
        rows.append(Row(key, name, titles.get(name, name), choices, tuple(barred)))
    return sorted(rows, key=lambda row: not row.is_open)


def _choice(letter: str, ways: Ways, wished: dict[str, str]) -> Choice:
    chosen = wished.get(ways.key, "")
    options = [(way.strategy, way.by) for way in ways.open]
    if ways.stated:
        options.append((AUTO, ""))
    marked = tuple((strategy, by, strategy == chosen) for strategy, by in options)
    return Choice(letter, f"{letter}.{ways.key}", ways.strategy, marked)


def _barred(ways: Ways) -> Iterator[tuple[str, str, str]]:
    for way in ways.barred:
        yield way.strategy, way.by, way.because
    for way in ways.open:
        if way.by:
            yield way.strategy, way.by, way.because
