"""The documents diagram, one page a group: where there are more collections than one sheet of paper shows."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from msgspec.structs import replace

from ...model.conceptual import Model, given
from ...plan_model.compilation import Compilation, Plan
from ...plan_model.physical import Collection
from . import UPKEEP, areas, dot, fits_on_a_sheet, links_between

MOST_ON_A_SHEET = 12
"""Collections that fit on A3 so that they can be read."""
_AREA = 0.6e6
"""Square points of cards on a sheet: a quarter of A3 where text of 11 points is printed in 7; arrows take the rest."""
_UNEVEN = 1.25
"""How much more than its share may stand on a sheet, so that what is linked stays together."""
Part = tuple[str, ...]
Links = Mapping[tuple[str, str], int]


class DiagramPage(NamedTuple):
    """title: the group's name, or the collections' own. collections: those that are drawn whole. dot: the drawing, in which
    collections of other pages that these refer to are cards without fields."""

    title: str
    collections: Part
    dot: str


def diagram_pages(compilation: Compilation) -> tuple[DiagramPage, ...]:
    """Return a page for each group of the design, and for what goes together of the rest; none where all collections can
    be read on one sheet. Revisions and overflow are left out."""
    if not needs_pages(compilation):
        return ()
    plan, shown = compilation.plan, _shown(compilation)
    plan = replace(plan, collections=shown)
    sizes, links = areas(plan), links_between(plan)
    sheets = _Sheets(compilation.model, sizes, {each.name: each.entity or "" for each in shown}, links)
    sheets.join_what_is_linked()
    sheets.fill()
    return tuple(
        DiagramPage(title, part, _dot(plan, part, title, links)) for title, part in sheets.in_order()
    )


def needs_pages(compilation: Compilation) -> bool:
    """Return whether the documents diagram cannot be read on one sheet of A3, without revisions and overflow."""
    shown = _shown(compilation)
    plan = replace(compilation.plan, collections=shown)
    return len(shown) > MOST_ON_A_SHEET or not fits_on_a_sheet(plan)


def _shown(compilation: Compilation) -> tuple[Collection, ...]:
    return tuple(each for each in compilation.plan.collections if each.kind not in UPKEEP)


def _dot(plan: Plan, part: Part, title: str, links: Links) -> str:
    """The collections of a part, and those that they refer to or copy from as cards without fields."""
    beside = {other for holder, other in links if holder in part} - {*part}
    collections = tuple(
        each if each.name in part else replace(each, fields=())
        for each in plan.collections
        if each.name in part or each.name in beside
    )
    return dot(replace(plan, design=f"{plan.design}: {title}", collections=collections))


# --- what stands on one page ---


class _Sheets:
    """Collections on sheets: first each group of the design on its own, and each other collection by itself."""

    def __init__(
        self, model: Model, areas: Mapping[str, float], entities: Mapping[str, str], links: Links
    ) -> None:
        self._names, self._areas, self._links = list(areas), areas, links
        self._titles: dict[int, str] = {}
        self._on: dict[int, list[str]] = {}
        area = sum(areas.values())
        sheets = max(math.ceil(len(areas) / MOST_ON_A_SHEET), math.ceil(area / _AREA))
        self._most = min(MOST_ON_A_SHEET, math.ceil(_UNEVEN * len(areas) / sheets))
        self._largest = min(_AREA, _UNEVEN * area / sheets)
        group_of = _group_of(model)
        for name in self._names:
            title = group_of.get(entities[name])
            number = next((at for at, other in self._titles.items() if other == title), len(self._on))
            self._on.setdefault(number, []).append(name)
            if title is not None:
                self._titles[number] = title

    def join_what_is_linked(self) -> None:
        """Join the two sheets that are linked most for their size while both fit on one; a group stays by itself."""
        while (pair := self._closest()) is not None:
            self._join(*pair)

    def _closest(self) -> tuple[int, int] | None:
        sheet_of = {name: number for number, names in self._on.items() for name in names}
        between: Counter[tuple[int, int]] = Counter()
        for ends, count in self._links.items():
            first, last = sorted(sheet_of[end] for end in ends)
            if first != last and self._fit(first, last):
                between[first, last] += count
        share = {pair: count / self._size(*pair) for pair, count in between.items()}
        return max(share, key=lambda pair: (share[pair], -pair[0], -pair[1])) if share else None

    def _size(self, first: int, last: int) -> int:
        return len(self._on[first]) * len(self._on[last])

    def _fit(self, first: int, last: int) -> bool:
        if first in self._titles or last in self._titles:
            return False
        names = [*self._on[first], *self._on[last]]
        return len(names) <= self._most and sum(map(self._areas.__getitem__, names)) <= self._largest

    def _join(self, first: int, last: int) -> None:
        self._on[first] += self._on.pop(last)

    def fill(self) -> None:
        """Put on as few sheets as it takes what is in no group."""
        free = [number for number in self._on if number not in self._titles]
        for place, number in enumerate(free):
            room = next((each for each in free[:place] if each in self._on and self._fit(each, number)), None)
            if room is not None:
                self._join(room, number)

    def in_order(self) -> Iterator[tuple[str, Part]]:
        """Yield each sheet's title and collections, those of the plan's first collections first."""
        for number, names in sorted(
            self._on.items(), key=lambda sheet: min(map(self._names.index, sheet[1]))
        ):
            yield (
                self._titles.get(number) or self._title_of(names),
                tuple(sorted(names, key=self._names.index)),
            )

    def _title_of(self, names: Sequence[str]) -> str:
        """The collection that is linked most on its sheet, and how many more there are."""
        linked: Counter[str] = Counter(dict.fromkeys(names, 0))
        for ends, count in self._links.items():
            for end in ends if {*ends} <= {*names} else ():
                linked[end] += count
        (first, _), *_ = linked.most_common(1)
        return f"{first} and {len(names) - 1} more" if len(names) > 1 else first


def _group_of(model: Model) -> dict[str, str]:
    """The group of each entity that is in one: the first that names it."""
    group_of: dict[str, str] = {}
    for group in given(model.groups, []):
        for entity in given(group.entities, []):
            group_of.setdefault(entity, group.name)
    return group_of
