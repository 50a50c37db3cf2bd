"""Which documents an entity's retention is about: those of its collection, or of its own kind in one
that several kinds share. What a kind states holds for it instead of what its general states."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, NamedTuple

from ..model.conceptual import Entity, Relationship, Retention, given, stated
from ..plan_model.decisions import opposite
from ..workload.inputs import seconds_kept
from .doc_path import DocPath
from .path_locator import Placement


class RetainedDocuments(NamedTuple):
    """A retention with the collection that it is about. condition: what a query says to mean these
    documents, empty where it means all."""

    entity: Entity
    retention: Retention
    collection: str
    condition: dict[str, Any]


def retained(placement: Placement) -> list[RetainedDocuments]:
    """Each retention of the design and what it is about, in file order."""
    scopes = [scope for entity in placement.names.entities.values() for scope in _of(entity, placement)]
    return [scope for scope in scopes if scope.retention.policy != "keep"]


class Left(NamedTuple):
    """References that stay behind. at: where they stand; gone: the collection whose documents go; how: by
    what, in words; remedy: what to do about them."""

    at: DocPath
    gone: str
    how: str
    remedy: str

    @property
    def leads_nowhere(self) -> bool:
        """Whether what they lead to is nowhere, so that they are no mistake of a program."""
        return self.remedy == _EXPIRE


class Leaving:
    """What stays behind in a design when documents go by themselves."""

    def __init__(self, placement: Placement) -> None:
        self.placement = placement
        self.scopes = [*retained(placement), *_expiring(placement)]

    def left(self, relationship: Relationship, side: str) -> list[Left]:
        """The references at an end whose documents stay, while those that they lead to go."""
        placement = self.placement
        if not self.scopes:
            return []
        other = relationship.end(opposite(side)).entity
        places = {spot.collection for spot in placement.identities(other)}
        going = {
            scope.collection: scope.retention
            for scope in self.scopes
            if scope.collection in places and self._values(scope, other) != "none"
        }
        own = relationship.end(side).entity
        return [
            Left(spot, name, _HOW[theirs.policy], _EXPIRE if theirs.policy in _GOING else _LOOK)
            for name, theirs in going.items()
            for spot in placement.references(relationship, side)
            if not self._goes(spot, own, theirs)
        ]

    def remark(self, relationship: Relationship, side: str, at: DocPath) -> str:
        """What to say of references at a place whose documents go to an archive."""
        leaving = [left for left in self.left(relationship, side) if left.at == at]
        return "".join(
            f" Documents of {left.gone} {left.how}, which is also searched."
            for left in leaving
            if not left.leads_nowhere
        )

    def unchecked(self, relationship: Relationship, side: str, at: DocPath, place: DocPath) -> str:
        """Why nobody looks for references that lead nowhere, "" where they are looked for: they do so by design, and
        real mistakes would be lost among them. at: where they stand; place: the same, or its like in an archive."""
        going = [left for left in self.left(relationship, side) if left.at == at and left.leads_nowhere]
        return "".join(
            f"Documents of {left.gone} {left.how}, and {place.collection}.{place.path} still references them: the audit would"
            " report all of them."
            for left in going[:1]
        )

    def _goes(self, spot: DocPath, entity: str, theirs: Retention) -> bool:
        """Whether all documents of an entity in the collection of a place go by themselves too, and no later than what
        they refer to as far as that is known."""
        own = [scope for scope in self.scopes if scope.collection == spot.collection]
        return any(
            scope.retention.policy in _GOING
            and self._values(scope, entity) == "all"
            and not _is_longer(scope.retention, theirs)
            for scope in own
        )

    def _values(self, kept: RetainedDocuments, entity: str) -> str:
        """Which of an entity's documents a retention is about, by their kinds: all, some or none."""
        wanted = next(iter(kept.condition.values()), None)
        own = set(self.placement.kinds.values(entity))
        if wanted is None:
            return "all"
        values = set(wanted["$in"]) if isinstance(wanted, dict) else {wanted}
        return "all" if own and own <= values else "some" if own & values or not own else "none"


def _is_longer(kept: Retention, other: Retention) -> bool:
    """Whether documents expire later than others do. What says itself when it goes is not compared."""
    seconds, others = seconds_kept(kept), seconds_kept(other)
    return bool(seconds and others and seconds > others)


def _expiring(placement: Placement) -> Iterator[RetainedDocuments]:
    """What expires by an index that the designer declared, whatever the retention says."""
    for entity in placement.names.entities.values():
        alone = any(not spot.path for spot in placement.spots(entity.name))
        if alone and any(stated(index.expire_after_seconds) for index in given(entity.indexes, [])):
            yield RetainedDocuments(entity, Retention(policy="ttl"), placement.collection(entity.name), {})


_GOING = frozenset({"ttl", "capped", "rolling"})
_HOW = {
    "ttl": "expire", "capped": "are replaced by newer ones", "rolling": "expire",
    "archive": "are moved to an archive",
}  # fmt: skip
_EXPIRE = "let the referencing documents expire too, or unset the references in a job; the audit skips these"
_LOOK = "search the archive too, as the audit does"


def _of(entity: Entity, placement: Placement) -> Iterator[RetainedDocuments]:
    """What the documents of an entity's own collection are told, and by whom."""
    kinds, entities = placement.kinds, placement.names.entities
    base = kinds.base(entity.name)
    if any(home.kind not in ("collection", "timeseries") for home in placement.homes(base)):
        return
    above = placement.survey.families.above(entity.name) if base == entity.name else []
    declaring = next(
        (entities[name] for name in (entity.name, *above) if stated(entities[name].retention)), None
    )
    if declaring is None:
        return
    others = {
        value
        for name in kinds.families.below(entity.name)
        if stated(entities[name].retention)
        for value in kinds.values(name)
    }
    values = tuple(value for value in kinds.values(entity.name) if value not in others)
    condition = _condition(kinds.field(entity.name), values)
    whole = not others and base == entity.name
    if whole or values:
        retention = given(declaring.retention, Retention(policy="keep"))
        yield RetainedDocuments(
            declaring, retention, placement.collection(entity.name), {} if whole else condition
        )


def _condition(path: str, values: tuple[str, ...]) -> dict[str, Any]:
    return {path: values[0] if len(values) == 1 else {"$in": list(values)}}
