"""Slices whose order leaves open which of several children stand in them: any choice among equal ones is right, and in
any order of these. Which values are in a slice, and in which order these stand, is never open."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from datetime import datetime
from itertools import groupby
from typing import Any

from bson import Timestamp

from designs.compiler.model.conceptual import Relationship
from designs.compiler.model.values import sort_key
from designs.compiler.plan_model.physical import DocField
from designs.compiler.sampling.document_context import slice_of
from designs.compiler.sampling.records import Records
from designs.compiler.sampling.world import Link
from designs.compiler.workload.list_order import is_moment, list_order

_Form = Callable[[Any, tuple[DocField, ...]], Any]
DISORDERED = "a slice in another order than that of its sort"


class Slice(list[Any]):
    """The elements of a slice. groups: all that may stand in it, lowest first; those of one group have an equal place in
    its order. cut: the place of the group of which some may be missing."""

    def __init__(self, elements: Iterable[Any], groups: list[list[Any]], cut: int) -> None:
        super().__init__(elements)
        self.groups, self.cut = groups, cut

    def each(self, changed: Callable[[Any], Any]) -> Slice:
        """Return the same with each element changed."""
        groups = [[*map(changed, group)] for group in self.groups]
        return Slice(map(changed, self), groups, self.cut)

    def fault(self, left: list[Any], form: Callable[[Any], str]) -> str | None:
        """Return what is wrong about the elements that stand there: "" where others should, None where nothing is."""
        rest = [Counter(map(form, group)) for group in self.groups]
        last, is_sorted = 0, True
        for each in map(form, left):
            places = [*range(last, len(rest)), *range(last)]
            place = next((one for one in places if rest[one][each] > 0), None)
            if place is None:
                return ""
            rest[place][each] -= 1
            is_sorted, last = is_sorted and place >= last, place
        is_short = any(group.total() for place, group in enumerate(rest) if place != self.cut)
        if is_short or len(left) != len(self):
            return ""
        return None if is_sorted else DISORDERED


def groups_of(
    records: Records, link: Relationship, links: list[Link], most: int | None
) -> tuple[list[list[Link]], int]:
    """Return the links that may stand in a slice, lowest first, those of an equal place together; and the place of the
    group of which not all need fit. Of equal values that are no moments the ids decide."""
    path, direction = list_order(link, records.world.names.entities[link.to.entity])
    values = {each: records.look(each.target, path) for each in links}
    by_moment = is_moment(path) and all(_is_time(value) for value in values.values())

    def place(each: Link) -> Any:
        value = sort_key(values[each])
        return value if by_moment else (value, sort_key(records.of(each.target)["_id"]))

    taken = slice_of(records, link, links, most)
    groups = [[*group] for _, group in groupby(slice_of(records, link, links, None), place)]
    groups = [group for group in groups if any(each in taken for each in group)]
    return groups, 0 if direction == -1 else len(groups) - 1


def _is_time(value: Any) -> bool:
    return value is None or isinstance(value, datetime | Timestamp)


class Settler:
    """Puts the choice that was made into documents that leave some open. form: what an object compares by."""

    def __init__(self, form: _Form) -> None:
        self.form = form

    def documents(
        self, wanted: Sequence[Any], left: Sequence[Any], fields: tuple[DocField, ...], faults: list[str]
    ) -> list[Any]:
        """Return documents or elements with the choice of those that were left, each with that which it comes to."""
        return [
            self._paired(each, left, fields, faults) if isinstance(each, dict) and _has_slice(each) else each
            for each in wanted
        ]

    def _paired(
        self, wanted: dict[str, Any], left: Sequence[Any], fields: tuple[DocField, ...], faults: list[str]
    ) -> dict[str, Any]:
        alike = [one for one in left if isinstance(one, dict) and one.get("_id") == wanted.get("_id")]
        for one in alike:
            found: list[str] = []
            settled = self._settled(wanted, one, fields, found)
            if len(alike) == 1 or self.form(settled, fields) == self.form(one, fields):
                faults += found
                return settled
        return wanted

    def _settled(
        self, wanted: dict[str, Any], left: dict[str, Any], fields: tuple[DocField, ...], faults: list[str]
    ) -> dict[str, Any]:
        made = dict(wanted)
        for name, value in wanted.items():
            options = [one for one in fields if one.name == name]
            inner = tuple(each for one in options if one.items is not None for each in one.items.fields)
            other = left.get(name)
            if isinstance(value, Slice) and isinstance(other, list):
                fault = value.fault(other, lambda one, inner=inner: repr(self._compared(one, inner)))
                made[name] = other if fault is None else [*value]
                faults += [f"{name}: {fault}"] if fault else []
            elif isinstance(value, list) and isinstance(other, list):
                made[name] = self.documents(value, other, inner, faults)
            elif isinstance(value, dict) and isinstance(other, dict):
                inside = tuple(each for one in options for each in one.fields)
                made[name] = self._settled(value, other, inside, faults)
        return made

    def _compared(self, one: Any, fields: tuple[DocField, ...]) -> Any:
        return sorted(self.form(one, fields).items()) if isinstance(one, dict) else one


def _has_slice(value: Any) -> bool:
    return isinstance(value, Slice) or any(map(_has_slice, _inside(value)))


def _inside(value: Any) -> Iterator[Any]:
    yield from value.values() if isinstance(value, dict) else value if isinstance(value, list) else ()
