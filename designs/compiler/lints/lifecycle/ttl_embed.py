"""Expiry of embedded data, or of data in a capped collection.

TTL deletes whole documents, so embedded data stays as long as its document. A capped collection deletes its oldest
document, whatever its subtype: one subtype can expire by TTL, but not be capped.
"""

from __future__ import annotations

from collections.abc import Iterator

from ...composition.embedding_graph import Holding
from ...model.conceptual import Entity, stated
from ...placement.retention_scope import retained
from ...plan_model.findings import Finding
from ...workload.expiry import WHOLE, lifetime
from ...workload.subtypes import ONCE
from ..base import Fix, Inspection, Lint, setting, together


def check(seen: Inspection) -> Iterator[Finding]:
    """Entities that expire or are archived (a warning) but are embedded in documents with a different
    retention, and subtypes that should be capped but share a collection with others."""
    shared = {
        scope.entity.name: scope.collection
        for scope in retained(seen.placement)
        if scope.condition and scope.retention.policy in WHOLE
    }
    for name, collection in shared.items():
        message = f"Dropping {collection} would also delete other subtypes stored in it."
        hint, fix = _apart(seen, name)
        yield LINT.finding(name, message, hint, fix=fix)
    for entity in seen.model.entities:
        policy = lifetime(entity).policy
        if policy == "keep" or not seen.placement.is_embedded(entity.name) or _goes_with_all(seen, entity):
            continue
        holders = ", ".join(sorted({spot.collection for spot in seen.placement.spots(entity.name)}))
        if policy == "archive":
            message = f"Embedded in {holders}, but archiving moves whole documents."
            yield LINT.finding(
                entity.name, message, "Archive the parent document, or give it its own collection.", "warning"
            )
        else:
            message = f"Embedded in {holders}, but TTL deletes whole documents."
            yield LINT.finding(
                entity.name, message, ("Give it its own collection, or expire the whole document.")
            )


def _apart(seen: Inspection, name: str) -> tuple[str, Fix | None]:
    """What to change so that a kind has a collection of its own, in words and as an edit; of a tree, which
    is walked in one collection, so that nothing has to be thrown away."""
    entity, families = seen.names.entities[name], seen.survey.families
    links = families.links(name)
    stated_ones = [link for link in links if stated(link.strategy)]
    decisions = seen.compilation.composition.decisions
    bound = Holding(seen.survey, decisions).bound_together(links[0])
    if bound == "tree":
        return "Expire it by a date, or keep it: tree queries use one collection.", setting(
            entity, "retention"
        )
    rules = [setting(link, "strategy") for link in stated_ones]
    if bound == "id":
        keys = [
            key
            for member in families.family(name)
            for key in seen.names.entities[member].own_fields
            if key.name == "_id"
        ]
        unsure = [key for key in keys if not set(key.all_types) <= ONCE]
        edits = [setting(key, "type", value="objectId") for key in unsure]
        edits += [setting(key, "types") for key in unsure if stated(key.types)]
        hint = (
            "Give them an objectId _id: then each subtype has a collection, and an ID matches only "
            "one of them."
        )
        return hint, together(*edits, *rules)
    hint = "Let the rules store the subtypes separately: references then look in each collection."
    return hint, together(*rules) if rules else None


def _goes_with_all(seen: Inspection, entity: Entity) -> bool:
    """Whether every document that holds some of an entity's is kept just as long. A bucket outlives what
    came into it first."""
    placement = seen.placement
    homes = placement.homes(placement.kinds.base(entity.name))
    roots = [placement.root_entity(home.holder or "") for home in homes if home.kind != "bucket"]
    alike = [lifetime(seen.names.entities[root]) == lifetime(entity) for root in roots]
    return len(alike) == len(homes) and all(alike)


LINT = Lint(
    code="L49",
    slug="ttl-embed",
    name="TTL_EMBED",
    severity="error",
    title="Expiration of embedded or shared data",
    source="MongoDB manual, TTL indexes",
    about="entity",
    check=check,
)
