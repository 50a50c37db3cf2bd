"""Time series collections used in a way they don't support.

MongoDB stores them in compressed buckets. They don't support validators, unique and text indexes, change streams,
writes in transactions, or most updates.
"""

from __future__ import annotations

import math
from collections.abc import Iterator

from ...model.conceptual import Entity, Operation, Relationship, given, stated
from ...model.field_walk import parts
from ...plan_model.findings import Finding, Severity
from ...plan_model.number_format import duration
from ...plan_model.physical import Collection
from ...workload.expiry import lifetime
from ...workload.inputs import DEFAULT
from ...workload.time_series import FEW, SeriesRate, series_rates
from ..base import Inspection, Lint, number, to_the_rules

_MOST_BYTES = 4 * 1024 * 1024
_SPECIAL = frozenset({"text", "2d", "hashed"})
_BARRED = {
    "change-streams": "Time series collections don't support change streams.", "unique": ("Time series collections don't support unique "
                                                                           "indexes."),
    "transactions": "Transactions can't write to time series collections.", "text": ("Time series collections don't support text "
                                                                      "indexes."),
    "validation": "Time series collections don't support validators.",
}  # fmt: skip
_LIMITED = frozenset({"5.0", "6.0"})
_SECONDS = {"seconds": 3600, "minutes": 86_400, "hours": 30 * 86_400}
_DAY = 86_400
_WIDER: dict[str, tuple[tuple[str, int], ...]] = {
    "seconds": (("day", 1), ("week", 30)), "minutes": (("week", 30),), "hours": (),
}  # fmt: skip
"""The windows of wider steps, and the days that a bucket of theirs spans."""
_HARDLY = 2
"""Measurements of a bucket below which it is none; below FEW a wider step, where there is one, pays."""
_MUCH = 10
"""How many times the span of a bucket measurements are kept where nobody minds that it stays a whole one longer."""
_SHORTER = {"minutes": "hour", "hours": "day"}  # the window of the next finer step
_SPANS = {"seconds": "one hour", "minutes": "24 hours", "hours": "30 days"}


def check(seen: Inspection) -> Iterator[Finding]:
    """Anything that time series collections don't support: required features, transactions with a parent,
    validation, indexes, unique fields, retention (archives before 7.0), updates, deletes, and documents over
    4 MB. Buckets with few measurements per series, as a warning if most have only one. As suggestions: how
    much time a bucket spans if no insert rate is set, and how long expired measurements can stay, which is a
    warning if it's longer than their retention."""
    for collection in seen.plan.collections:
        entity = seen.names.entities.get(collection.entity or "")
        if collection.kind != "timeseries" or entity is None:
            continue
        fixes = [
            to_the_rules(relationship, decision)
            for relationship, decision in seen.decided()
            if decision.traits.is_time_series and relationship.to.entity == entity.name
        ]
        for message in dict.fromkeys(_faults(seen, collection, entity)):
            hint = "Use time buckets (time_window) instead."
            yield LINT.finding(entity.name, message, hint, fix=next(iter(fixes), None))
        yield from _granularity(seen, collection, entity)
        yield from _expiry(seen, collection, entity)


def _faults(seen: Inspection, collection: Collection, entity: Entity) -> Iterator[str]:
    yield from (_BARRED[need] for need in given(entity.needs, []))
    if any(given(link.atomic, False) and link.to.entity == entity.name for link in seen.model.links):
        yield _BARRED["transactions"]
    if stated(entity.validation):
        yield _BARRED["validation"]
    if any(given(part.field.unique, False) for part in parts(entity.own_fields)):
        yield _BARRED["unique"]
    for index in given(entity.indexes, []):
        if given(index.unique, False):
            yield _BARRED["unique"]
        yield from (
            f"Time series collections don't support {kind} indexes."
            for _, kind in index.keys
            if kind in _SPECIAL
        )
    if lifetime(entity).policy == "capped":
        yield "Time series collections can't be capped."
    if lifetime(entity).policy == "archive" and _version(seen) in _LIMITED:
        yield "Archiving deletes measurements by time. Requires MongoDB 7.0."
    yield from _beyond_meta(seen, collection)
    for operation in seen.model.workload:
        if operation.entity == entity.name:
            yield from _written(seen, collection, operation)
    for statement in seen.plan.statements:
        if (
            statement.collection == collection.name
            and statement.writes
            and statement.transaction
            and not statement.extra
        ):
            yield (
                f"{statement.recipe} writes measurements in a transaction, which time series "
                "collections don't support."
            )
    size = collection.bytes
    most = max(size.today, size.largest or 0) if size is not None else 0
    if most > _MOST_BYTES:
        yield f"Measurements reach {number(most)} bytes. The limit is {number(_MOST_BYTES)}."


def _beyond_meta(seen: Inspection, collection: Collection) -> Iterator[str]:
    """Indexes that may hold nothing but the metaField; before 6.0 all of them, the time aside."""
    series, old = collection.options.get("timeseries", {}), _version(seen) == "5.0"
    for index in collection.indexes:
        off = [path for path, _ in index.keys if path.split(".")[0] != series.get("metaField")]
        if off and index.options.get("sparse"):
            yield f"Time series collections support sparse indexes only on the metaField ({off[0]})."
        for path in off:
            located = seen.located[collection.name].get(path)
            if located is not None and located.arrays:
                yield f"Time series collections support array indexes only on the metaField ({path})."
            elif old and path != series.get("timeField"):
                yield (
                    "Before MongoDB 6.0, time series collections support indexes only on the metaField "
                    f"and time ({path})."
                )


def _written(seen: Inspection, collection: Collection, operation: Operation) -> Iterator[str]:
    """An update finds measurements, and changes them, by the metaField alone; so does a delete
    before server 7.0."""
    name, version = operation.name, _version(seen)
    asked = [match.field for match in given(operation.filter, [])]
    changed = operation.written
    if operation.kind == "update" and not (changed and _only_meta(seen, collection, operation, changed)):
        yield f'"{name}" updates measurements. Only the metaField can be updated.'
    elif operation.kind == "update" and not _only_meta(seen, collection, operation, asked):
        yield f'"{name}" filters an update by fields other than the metaField.'
    elif (
        operation.kind == "delete"
        and version in _LIMITED
        and not _only_meta(seen, collection, operation, asked)
    ):
        yield f'"{name}" deletes by fields other than the metaField. Requires MongoDB 7.0.'


def _version(seen: Inspection) -> str:
    return given(seen.model.server_version, "7.0")


def _only_meta(seen: Inspection, collection: Collection, operation: Operation, paths: list[str]) -> bool:
    meta = collection.options.get("timeseries", {}).get("metaField", "")
    spots = [seen.placement.of_path(operation.entity, path) for path in paths]
    return all(bool(places) and all(s.path.split(".")[0] == meta for s in places) for places in spots)


def _granularity(seen: Inspection, collection: Collection, entity: Entity) -> Iterator[Finding]:
    """Whether a bucket holds many measurements: what is put together is compressed and read at once."""
    step = collection.options.get("timeseries", {}).get("granularity", "seconds")
    is_rated = stated(entity.inserts_per_day) or seen.survey.traffic.inserts.get(entity.name)
    links = [link for link in seen.model.links if link.to.entity == entity.name]
    adds_of = {link.name: seen.survey.case(link.name).quantity("adds_per_day") for link in links}
    rates = {name: float(adds.value) for name, adds in adds_of.items() if adds.value}
    severity: Severity = "info"
    if not is_rated and not any(rates.values()):
        message = f"Assumed granularity {step} (a bucket spans {_SPANS[step]}): no measurement rate is set."
        yield LINT.finding(
            entity.name, message, "Set inserts_per_day, or adds_per_day on its parent.", severity
        )
        return
    lasting = series_rates(seen.survey, links)
    stated_rates = {name: rate for name, rate in lasting.items() if adds_of[name].origin != DEFAULT}
    if stated_rates:
        name = min(stated_rates, key=lambda each: stated_rates[each])
        yield from _few_in_a_bucket(collection, entity, name, stated_rates[name])


def _few_in_a_bucket(
    collection: Collection, entity: Entity, name: str, series: SeriesRate
) -> Iterator[Finding]:
    """A bucket that holds few of one series; where a wider one would let them stay much longer than they are kept, it
    is meant to be so."""
    options = collection.options
    step = options.get("timeseries", {}).get("granularity", "seconds")
    held, kept = series.within(_SECONDS[step] / _DAY), options.get("expireAfterSeconds")
    wider = [
        (window, series.within(days))
        for window, days in _WIDER[step]
        if kept is None or days * _DAY * _MUCH <= kept
    ]
    if held >= (FEW if wider else _HARDLY) or (_WIDER[step] and not wider):
        return
    message = (
        f"A bucket of {step} spans {_SPANS[step]} and holds {_measurements(held)} per series "
        f"({number(series.per_day)} per day)."
        if held >= 1
        else f"A bucket of {step} spans {_SPANS[step]}, but a series has {number(series.per_day)} measurements per "
        "day: one per bucket, so nothing is compressed."
    )
    hint = "Combine measurements into one series (a coarser metaField), or use an ordinary collection."
    if wider:
        window, holds = next((each for each in wider if each[1] >= FEW), wider[-1])
        hint = f"Set time_window to {window} on {name}: a bucket then holds {number(holds)}."
    severity: Severity = "warning" if held < _HARDLY else "info"
    if math.isfinite(series.in_all):  # nobody says how long a batch or journey runs, only that it ends
        message = (
            f"A bucket of {step} spans {_SPANS[step]} and holds {number(held)} of the {number(series.in_all)} "
            "measurements of a series, if a series runs for a whole day."
        )
        hint, severity = (
            f"If a series runs for {_SPANS[step]} or less, no action is needed. Otherwise: {hint}",
            "info",
        )
    yield LINT.finding(entity.name, message, hint, severity)


def _measurements(held: float) -> str:
    count = number(held)
    return f"{count} measurement" if count == "1" else f"{count} measurements"


def _expiry(seen: Inspection, collection: Collection, entity: Entity) -> Iterator[Finding]:
    """The server deletes whole buckets, each once its last measurement is too old."""
    step = collection.options.get("timeseries", {}).get("granularity", "seconds")
    seconds = collection.options.get("expireAfterSeconds")
    if seconds is None:
        return
    severity: Severity = "warning" if _SECONDS[step] > seconds else "info"
    message = (
        f"Measurements expire in whole buckets of {step}: some stay up to {_SPANS[step]} longer than "
        f"{duration(seconds)}."
    )
    hint = "In reads that must not return expired measurements, filter by time."
    link = next((link for link in seen.model.links if link.to.entity == entity.name), None)
    shorter = _SHORTER.get(step, "")
    if link is not None and shorter and not _leaves_few(seen, link, step):
        hint += f" A time_window of {shorter} on {link.name} expires more precisely."
    yield LINT.finding(entity.name, message, hint, severity)


def _leaves_few(seen: Inspection, link: Relationship, step: str) -> bool:
    """Whether the next shorter buckets would hold so few measurements that another finding would ask for longer ones."""
    finer = {"minutes": "seconds", "hours": "minutes"}[step]
    series = series_rates(seen.survey, [link]).get(link.name)
    return series is not None and series.within(_SECONDS[finer] / _DAY) < FEW


LINT = Lint(
    code="L51",
    slug="ts-rules",
    name="TS_RULES",
    severity="error",
    title="Unsupported on time series collections",
    source="MongoDB manual, time series collection limitations",
    about="entity",
    check=check,
)
