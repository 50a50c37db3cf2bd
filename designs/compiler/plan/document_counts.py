"""How many documents a collection has, today and later: by counts, inserts and deletes, and by what its
retention keeps."""

from __future__ import annotations

import math
from typing import NamedTuple

from ..model.conceptual import Entity, Retention, given, stated
from ..plan_model.forecast_types import COUNT_OF, OF_LIFETIME, OF_OTHERS, OF_PARENTS
from ..plan_model.number_format import grouped
from ..plan_model.physical import Collection, walk
from ..workload.expiry import comes_later, never_dated
from ..workload.inputs import DEFAULT, MEASURED, DecisionInputs, Survey, seconds_kept
from ..workload.traffic import per_day
from .document_size import elements_at, scale_of

DAYS_A_MONTH = 365 / 12
_DAY = 86_400
AS_DELETED = "equal to deletes"
"""What is assumed to come of what is deleted, where nobody says how many come: it isn't gone one day."""


class Crowd(NamedTuple):
    """Documents of a collection: today, more a day, at most; ``assumed``: what nobody stated."""

    today: float
    grows: float
    most: float = math.inf
    assumed: tuple[str, ...] = ()

    def after(self, days: float) -> float:
        """Documents so many days ahead."""
        return max(0.0, min(self.most, self.today + self.grows * days))

    def aged(self, days: float) -> float:
        """The share of today's documents in all that there have been until then, those that went meanwhile too."""
        come = max(0.0, self.grows) * days
        return self.today / (self.today + come) if self.today > 0 and math.isfinite(come) else 1.0

    def within(self, most: float) -> Crowd:
        """No more than so many."""
        return self._replace(today=min(self.today, most), most=min(self.most, most))

    def parted(self, share: float, least: float = 0.0) -> Crowd:
        """A document for so many of these."""
        return Crowd(max(least, self.today / share), self.grows / share, self.most / share, self.assumed)


def crowd_of(collection: Collection, survey: Survey) -> Crowd | None:
    """The documents of a collection, None where the design does not say how many."""
    if (case := survey.cases.get(collection.relationship or "")) is not None:
        if collection.kind == "bucket":
            least, (held, full) = survey.count(case.parent.name), _per_bucket(collection, case, survey)
            children = _of_entity(case.child, survey)
            return children.parted(held, least)._replace(grows=children.grows / full)
        if collection.kind == "link":
            return _links(case, survey)
        if collection.kind == "overflow":
            return _overflow(case, survey)
    entity = survey.names.entities.get(collection.entity or "")
    return None if entity is None else _of_entity(entity, survey)


def _of_entity(entity: Entity, survey: Survey) -> Crowd:
    """As many as the design says, more by inserts, fewer by deletes; no more than its retention keeps, but those that
    are stated stay."""
    assumed: tuple[str, ...] = ()
    if not stated(entity.count):
        assumed = (f"{COUNT_OF} {entity.name}: {_assumed_count(entity.name, survey)}",)
    inserts, inserted = _inserts(entity, survey), survey.inserted(entity.name)
    brought = _brought(entity, survey) if inserts is None else None
    if brought is not None:
        inserts = brought
        assumed += (f"inserts of {entity.name} per day: {grouped(inserts, ',.6g')}, {OF_PARENTS}",)
    if inserted is not None and inserted.origin == DEFAULT:
        assumed += (f"inserts of {entity.name} per day: {grouped(inserted.value, ',.6g')}",)
    deletes = _deleted(entity, survey, is_guess=inserted is not None and inserted.origin == DEFAULT)
    if inserts is None:
        assumed += (f"inserts of {entity.name} per day: {AS_DELETED if deletes else 0}",)
    grows = 0.0 if inserts is None else inserts - deletes
    retention = given(entity.retention, None)
    today, kept = survey.count(entity.name), days_kept(retention)
    if kept is not None and comes_later(date := never_dated(survey, entity)):
        kept, assumed = (
            None,
            (*assumed, f"{entity.name} that get a {date} per day: 0, because no update sets it"),
        )
    if retention is not None and kept is not None and inserts:
        most = max(inserts * kept, today) if stated(entity.count) else inserts * kept
        return Crowd(min(today, most), grows, most, assumed)
    if retention is not None and retention.policy == "ttl" and given(retention.seconds, 1) == 0:
        # Each document says itself when it goes, so the count is of those that are there at a time.
        return Crowd(today, 0.0, today, (*assumed, f"{entity.name} expirations per day: equal to inserts"))
    most = given(retention.documents, math.inf) if retention is not None else math.inf
    return Crowd(min(today, most), grows, most, assumed)


def _assumed_count(entity: str, survey: Survey) -> str:
    """How many documents an entity has that states no count, and what that follows from."""
    count, estimate = survey.counted(entity), survey.estimate(entity)
    number = grouped(count.value, ",.0f")
    if count.origin == MEASURED:
        source = OF_LIFETIME if survey.is_of_lifetime(entity) else OF_PARENTS
        return f"{number}, {OF_OTHERS if survey.is_told_by_others(entity) else source}"
    if estimate is None or count.value != estimate.total:
        return number
    parents = survey.names.words(estimate.parent).replace("_", " ")
    return f"about {number}, from {grouped(estimate.parents, ',.0f')} {parents} × {grouped(estimate.each, ',.6g')}"


def _deleted(entity: Entity, survey: Survey, *, is_guess: bool) -> float:
    """Deletes a day. One that nobody says how often it runs takes nothing of what is stated, or it would empty a
    collection within years: it is weighed against a guess alone."""
    deletes = [each for each in survey.traffic.by_entity[entity.name] if each.kind == "delete"]
    return sum((per_day(each) for each in deletes if is_guess or stated(each.per_day)), 0.0)


def _inserts(entity: Entity, survey: Survey) -> float | None:
    """Inserts a day: of operations, as declared, or what its parents gain, by updates that push onto them too."""
    inserted = survey.inserted(entity.name)
    if inserted is not None:
        return float(inserted.value)
    links = [
        link for link in survey.ends[entity.name] if link.to.entity == entity.name and link.kind != "is-a"
    ]
    gained = [survey.case(link.name).look("inserts_per_day") for link in links]
    children = [link for link in links if link.kind == "one-to-many"]
    pushed = [survey.traffic.pushed.get((link.name, "from"), 0.0) for link in children]
    gained += [often for often in pushed if often > 0]
    return max((float(inserts) for inserts in gained if inserts is not None), default=None)


def _brought(entity: Entity, survey: Survey) -> float | None:
    """Inserts a day of what nothing says how often it comes, by new parents that have so many of it on average: the lines
    of a day's invoices. None where no parent is said to have it so."""
    owners = [
        survey.case(link.name)
        for link in survey.ends[entity.name]
        if link.to.entity == entity.name != link.from_.entity
        and link.kind in ("one-to-many", "one-to-one")
        and given(link.to.count.min, 0) >= 1
    ]
    each = [
        float(comes.value) * float(given(case.count("from").average, 1))
        for case in owners
        if stated(case.count("from").average)
        or (case.relationship.kind == "one-to-one" and given(case.count("from").min, 0) >= 1)
        if (comes := survey.inserted(case.parent.name)) is not None and comes.value
    ]
    return max(each, default=None)


def days_kept(retention: Retention | None) -> float | None:
    """How long a document stays; None where it stays for good, says itself when it goes (0 seconds after
    its date), or a cap of another kind holds."""
    if retention is None:
        return None
    if retention.policy == "archive" and stated(retention.after_days):
        return float(given(retention.after_days, 0))
    seconds = seconds_kept(retention)
    return seconds / _DAY if seconds else None


def _per_bucket(collection: Collection, case: DecisionInputs, survey: Survey) -> tuple[float, float]:
    """Children in a bucket's document on average, and in one that comes when the last page of its parent is full."""
    fields = [
        spot.field
        for spot in walk(collection.fields)
        if spot.field.origin == "bucket" and "array" in spot.field.types
    ]
    if not fields:
        return 1.0, 1.0
    held = max(1.0, elements_at(fields[0], scale_of(collection, survey, 0)))
    full = float(fields[0].max_items or 0)
    return held, full if held < full < float(case.look("average")) else held


def _links(case: DecisionInputs, survey: Survey) -> Crowd:
    """As many as one end's things have on average. More come as each gains some, and as either end gains things that
    have as many again, and as updates link them: the fastest tells it, since a link has both ends. What is archived or expires leaves its links
    behind."""
    parents, average = _of_entity(case.parent, survey), float(case.look("average"))
    grows = parents.grows * average
    if stated(case.count("to").average):
        back = _of_entity(case.child, survey).grows * float(case.look("to.average"))
        grows = max(grows, back)
    pushed = max(survey.traffic.pushed.get((case.relationship.name, side), 0.0) for side in ("from", "to"))
    adds = survey.count(case.parent.name) * float(case.look("adds_per_day"))
    return Crowd(survey.count(case.parent.name) * average, max(0.0, grows, pushed) + adds)


def _overflow(case: DecisionInputs, survey: Survey) -> Crowd:
    """Of each parent over the limit, as many as it has above it: by the numbers as stated, one at least."""
    parents = survey.count(case.parent.name) * float(case.look("share_over") or 0)
    most, limit = float(case.look("max")), case.constants.embed_max
    over = most - limit if math.isfinite(most) else limit
    return Crowd(parents * max(1.0, over), 0.0)
