"""What rules a native time series of an entity out, whose documents nothing but inserts may touch."""

from __future__ import annotations

from collections.abc import Iterable

from ..model.conceptual import Entity, Relationship, given, stated
from ..model.field_walk import parts
from .document_history import history_of
from .expiry import lifetime
from .inputs import DecisionInputs, Survey

FEW = 30
"""Measurements that are too few for a bucket to save anything: three times as many as the server wants at least before it
closes one for its size (its parameter timeseriesBucketMinCount, 10). Our own default."""

_OLD = 5 * 365
"""Days after which what measures is taken to be replaced, where as many new ones come meanwhile as there are."""


def series_rates(survey: Survey, links: Iterable[Relationship]) -> dict[str, float]:
    """Measurements of one parent a day, by relationship, where there are any. A bucket never mixes two parents of any
    relationship, so the least of them is the rate of a series. Parents that are replaced all the time are left out."""
    rates = {link.name: (link, float(survey.case(link.name).look("adds_per_day") or 0)) for link in links}
    return {
        name: rate
        for name, (link, rate) in rates.items()
        if rate > 0 and (stated(link.from_.count.adds_per_day) or not _is_replaced(survey, link))
    }


def _is_replaced(survey: Survey, link: Relationship) -> bool:
    """Whether new parents come all the time, as batches or journeys do: most of those that there are measure no more,
    and what is measured a day is of the few that run, of which nothing says how many they are."""
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
