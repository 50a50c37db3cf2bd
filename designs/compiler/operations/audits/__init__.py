"""What every audit of a relationship asks."""

from __future__ import annotations

from ...placement.doc_path import DocPath
from ...workload.document_history import holds_versions, keeps_revisions
from ..context import AUDIT, OperationContext, RelationshipContext, ScriptFunction
from ..functions.split_subtypes import collections_of, looked_up
from ..ir.conditions import Filter
from ..ir.predicates import Ne
from ..ir.stages import Stage, UnwindStage
from ..read.conditions import of_kind
from ..upkeep.archives import with_archives

MOST = 100  # findings of one kind that an audit returns
MOST_CHILDREN = 10**9
"""Children of one parent that nobody will ever have, so that more are not looked for."""


def audit_of(subject: str, name: str, note: str) -> ScriptFunction:
    """A function of the audit."""
    return ScriptFunction(subject, name, "audit", script=AUDIT, note=note)


def unwound(spot: DocPath) -> list[Stage]:
    """The stages that make a document of each element around a place."""
    return [UnwindStage(array) for array in spot.arrays]


def held_by(link: RelationshipContext, side: str, spot: DocPath) -> Filter:
    """The documents of an end that hold a reference; another kind's may hold one of the same name."""
    return of_kind(link.world, link.entity(side), spot.collection).merged({spot.path: Ne(None)})


def in_all(link: RelationshipContext, far: str, spot: DocPath, stages: list[Stage]) -> list[Stage]:
    """The stages with what they look up of an end looked up wherever its documents are, archives included."""
    first = link.world.spot(link.entity(far))
    alone = (first.collection,) if first is not None else ()
    names = collections_of(link.placement, link.entity(far)) or alone
    return looked_up(link.world, spot.collection, stages, with_archives(link.world, names))


def of_past(world: OperationContext, place: DocPath) -> str:
    """What to say of references in documents whose past is kept: deletes look at what is current, too."""
    collection = world.collections.get(place.collection)  # None of an archive
    if collection is None or not (holds_versions(collection) or keeps_revisions(collection)):
        return ""
    return " Past versions aren't checked: they can reference documents that were deleted later."
