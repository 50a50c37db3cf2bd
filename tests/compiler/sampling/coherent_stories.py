"""What in a sample world no story would tell: somebody who left after the day of all others, two tenancies of one flat at a time,
changes that lead elsewhere, more than all of a thing shared out, a reading that is missing and has a value."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from datetime import datetime, timedelta
from itertools import pairwise
from typing import Any

from designs.compiler.model.conceptual import Field, Relationship, given, stated
from designs.compiler.model.values import plain
from designs.compiler.names.inflection import snake
from designs.compiler.sampling.records import Records
from designs.compiler.sampling.world import Thing

Seen = Iterator[tuple[str, str]]
_ENDED = {"died", "left", "retired", "decommissioned", "scrapped", "deceased", "dismantled"}
_AHEAD = {
    "until",
    "expires",
    "due",
    "next",
    "valid",
    "by",
    "to",
    "deadline",
    "planned",
    "scheduled",
    "expected",
    "embargo",
    "ends",
}
_LATER = timedelta(days=100)
_ALONE = (
    "pause",
    "absence",
    "tenancy",
    "lease",
    "rental",
    "booking",
    "reservation",
    "stay",
    "assignment",
    "charter",
    "sublet",
)


def story_contradictions(records: Records, things: list[Thing]) -> Seen:
    """Every contradiction: its class, and what it is about."""
    last = max((date for thing in things for _, date in _happened(records, thing)), default=None)
    for thing in things:
        record, name = records.of(thing), f"{thing.entity} {thing.number}"
        fields = records.world.fields(thing.entity)
        for field in fields:
            date = record.get(field.name)
            is_end = field.type == "date" and _words(field.name) & _ENDED and not stated(field.example)
            if is_end and last is not None and isinstance(date, datetime) and date > last + _LATER:
                yield "ahead of all others", f"{name}: {field.name} {date} after {last}"
        yield from (("missing", f"{name}: {about}") for about in _missing(records, thing, fields, record))
        for link in records.world.names.relationships.values():
            if link.kind == "one-to-many" and records.world.is_a(thing, link.from_.entity):
                row = [pair.target for pair in records.world.links(link.name, "from", thing)]
                yield from (
                    ("one at a time", f"{name}: {about}") for about in _overlapping(records, link, row)
                )
                yield from (
                    ("row of changes", f"{name}: {about}") for about in _astray(records, link, record, row)
                )
                yield from (("shared out", f"{name}: {about}") for about in _too_much(records, link, row))


def _words(name: str) -> set[str]:
    return {*snake(name).split("_")}


def _happened(records: Records, thing: Thing) -> Iterator[tuple[str, datetime]]:
    """The dates of a thing that lie behind, but for those of ends that come years later."""
    record = records.of(thing)
    for field in records.world.fields(thing.entity):
        date = record.get(field.name)
        if isinstance(date, datetime) and not _words(field.name) & (_ENDED | _AHEAD):
            yield field.name, date


def _missing(records: Records, thing: Thing, fields: list[Field], record: Mapping[str, Any]) -> Iterator[str]:
    if records.world.names.entities[thing.entity].kind_or_default != "measurement":
        return
    says = [
        field.name
        for field in fields
        if "missing" in given(field.enum, []) and record.get(field.name) == "missing"
    ]
    shown = [field.name for field in fields if thing.number == 0 and stated(field.example)]
    values = [
        field.name
        for field in fields
        if field.type in ("int", "long", "double", "decimal") and record.get(field.name) is not None
    ]
    if says and values and says[0] not in shown:
        yield f"{values} although {says[0]} is missing"


def _overlapping(records: Records, link: Relationship, row: list[Thing]) -> Iterator[str]:
    if not snake(link.to.entity).endswith(_ALONE):
        return
    fields = records.world.fields(link.to.entity)
    starts = [
        field.name
        for field in fields
        if field.type == "date" and _words(field.name) & {"from", "starts", "begins"}
    ]
    ends = [
        field.name
        for field in fields
        if field.type == "date" and _words(field.name) & {"until", "to", "ends"}
    ]
    if (
        len(starts) != 1
        or len(ends) != 1
        or any(stated(field.example) for field in fields if field.type == "date")
    ):
        return
    times = sorted(
        (begun, records.of(thing).get(ends[0]) or begun)
        for thing in row
        if (begun := records.of(thing).get(starts[0]))
    )
    yield from (
        f"{link.name} until {before[1]} and from {after[0]}"
        for before, after in pairwise(times)
        if before[1] > after[0]
    )


def _astray(
    records: Records, link: Relationship, record: Mapping[str, Any], row: list[Thing]
) -> Iterator[str]:
    fields = {field.name: field for field in records.world.fields(link.to.entity)}
    above = {field.name: field for field in records.world.fields(link.from_.entity)}
    for name in above:
        start, end = f"from_{name}", f"to_{name}"
        if not {start, end} <= fields.keys() or stated(fields[start].computed) or stated(fields[end].example):
            continue
        states = given(above[name].enum, [])
        said = [(records.of(thing).get(start), records.of(thing).get(end)) for thing in row]
        yield from (
            f"{each} is no {name}" for pair in said for each in pair if states and each not in (None, *states)
        )
        yield from (
            f"{before} and then {after}"
            for before, after in pairwise(said)
            if states and before[1] != after[0]
        )
        if said and states and said[-1][1] != record.get(name):
            yield f"{said[-1]}, but {record.get(name)}"


def _too_much(records: Records, link: Relationship, row: list[Thing]) -> Iterator[str]:
    if _words(link.to.entity) & {"discount", "tax", "vat", "rate", "reading"}:
        return
    for field in records.world.fields(link.to.entity):
        if snake(field.name) in ("percent", "share_percent") and not (
            stated(field.example) or stated(field.computed)
        ):
            whole = sum(plain(records.of(thing).get(field.name)) or 0 for thing in row)
            if whole > 100:
                yield f"{field.name} of {link.name} come to {whole}"
