"""What rules a native time series of an entity out, whose documents nothing but inserts may touch."""

from __future__ import annotations

import math
from collections.abc import Iterable
from typing import NamedTuple

from ..model.conceptual import Entity, Relationship, given, stated
from ..model.field_walk import parts
from .document_history import history_of
from .expiry import lifetime
from .inputs import BY_DATE, GIVEN, MEASURED, DecisionInputs, Survey

FEW = 30
"""Measurements that are too few for a bucket to save anything: three times as many as the server wants at least before it
closes one for its size (its parameter timeseriesBucketMinCount, 10). Our own default."""

_OLD = 5 * 365
"""Days after which what measures is taken to be replaced, where as many new ones come meanwhile as there are."""


ROUNDED = 1.1
"""By how much stated numbers may differ that mean the same."""


class SeriesRate(NamedTuple):
    """How fast one series grows: measurements a day while it runs, and all that it ever has, where it ends."""

    per_day: float
    in_all: float = math.inf

    def within(self, days: float) -> float:
        """Measurements of one series in so many days."""
        return min(self.per_day * days, self.in_all)


def series_rates(survey: Survey, links: Iterable[Relationship]) -> dict[str, SeriesRate]:
    """The rate of one series by each relationship that has one. A bucket never mixes two parents of any relationship, so
    the slowest of them is the rate of a series. Of parents that are replaced all the time, as batches or journeys are,
    only the few that run are measured: each new one brings its share of what a day brings, and we take it to run a day."""
    rates: dict[str, SeriesRate] = {}
    for link in links:
        case = survey.case(link.name)
        rate = SeriesRate(float(case.look("adds_per_day") or 0))
        comes, adds = survey.inserted(link.from_.entity), case.look("inserts_per_day")
        if not stated(link.from_.count.adds_per_day) and comes is not None and adds:
            share = float(adds) / float(comes.value) if comes.value else 0.0
            if share > rate.per_day and _is_replaced(survey, link) and share <= _lifelong(case) * ROUNDED:
                rate = SeriesRate(share, share)
        if rate.per_day > 0:
            rates[link.name] = rate
    return rates


def slowest(rates: Iterable[SeriesRate]) -> SeriesRate:
    """The rate of a series that several things are measured by together, none where no rate is known."""
    return min(rates, default=SeriesRate(0.0))


def _lifelong(case: DecisionInputs) -> float:
    """How many measurements a parent has in all, as far as the design says: one that is replaced after its share has no
    more. What expires is counted for as long as it stays, so only a stated number tells then."""
    average, expires = case.quantity("average"), lifetime(case.child).policy in BY_DATE
    is_told = average.origin == GIVEN or (average.origin == MEASURED and not expires)
    return float(average.value) if is_told else math.inf


def _is_replaced(survey: Survey, link: Relationship) -> bool:
    """Whether new parents come all the time, as batches or journeys do: most of those that there are measure no more."""
    comes = survey.inserted(link.from_.entity)
    return comes is not None and float(comes.value) * _OLD >= survey.count(link.from_.entity)


def resists_time_series(case: DecisionInputs) -> str:
    """ "" where C can be a native time series (1.9.11), else what rules it out."""
    relationship = case.relationship
    if given(relationship.child_updates_per_day, 0):
        return f"{case.child.name} is updated"
    atomic = given(relationship.atomic, False)
    return resists(case.child, case.survey) or (f"{case.child.name} needs transactions" if atomic else "")


def resists(entity: Entity, survey: Survey) -> str:
    """What rules a native time series of the entity out, "" if nothing does."""
    if entity.kind_or_default != "measurement":
        return f"{entity.name} is no measurement"
    if not any(f.type == "date" for f in entity.own_fields):
        return f"{entity.name} has no date field"
    if survey.traffic.updates[entity.name]:
        return f"{entity.name} is updated"
    if history_of(entity) or lifetime(entity).policy == "capped":
        return f"{entity.name} {'has a history' if history_of(entity) else 'is capped'}"
    need = _needs(entity, survey)
    return f"{entity.name} needs {need}" if need else ""


def _needs(entity: Entity, survey: Survey) -> str:
    declared = given(entity.needs, [])
    if declared:
        return declared[0]
    indexes = given(entity.indexes, [])
    if stated(entity.validation):
        return "a validator"
    if any(given(part.field.unique, False) for part in parts(entity.own_fields)) or any(
        given(i.unique, False) for i in indexes
    ):
        return "a unique index"
    if any(kind == "text" for i in indexes for _, kind in i.keys) or _text_match(entity, survey):
        return "text search"
    synced = any(_feeds_copies(entity, r) for r in survey.ends[entity.name])
    return "change streams" if synced else ""


def _feeds_copies(entity: Entity, relationship: Relationship) -> bool:
    """Whether a relationship copies fields of the entity that must follow it (policy eventual)."""
    fixed = {f.name for f in entity.own_fields if given(f.immutable, False)}
    return any(
        relationship.end(copy.of).entity == entity.name
        and given(copy.policy, "immutable" if copy.field in fixed else "eventual") == "eventual"
        for copy in given(relationship.copies, [])
    )


def _text_match(entity: Entity, survey: Survey) -> bool:
    return any(m.how == "text" for o in survey.traffic.by_entity[entity.name] for m in given(o.filter, []))
