"""Which embedded elements keep an ``_id`` (rulebook 1.9.13), and what the ids in an element of a bucket weigh:
its own, and those of what it refers to. Elsewhere they weigh next to nothing."""

from __future__ import annotations

from ..model.conceptual import Relationship, given, stated
from ..model.field_walk import own_key
from ..plan_model.decisions import Decision
from ..workload.inputs import Survey
from ..workload.sizes import ID_BYTES, OBJECT_ID, named
from ..workload.subtypes import Kinds
from .embedding_graph import Holding, stored_entities

_SMALL_SHARE = 0.05  # of an element's own fields, that an id may take where nothing but its holder needs it


def paged(decisions: dict[str, Decision], holding: Holding) -> list[str]:
    """The entities that stand in elements of buckets, and all that they hold."""
    entities = [
        entity
        for entity, claims in holding.claims.items()
        if any(decisions[r.name].traits.is_paged for r in claims)
    ]
    for entity in entities:
        entities += [r.to.entity for r in holding.inside.get(entity, ()) if r.to.entity not in entities]
    return entities


def id_bytes(
    survey: Survey, decisions: dict[str, Decision], holding: Holding, entities: list[str]
) -> dict[str, float]:
    """By entity, the bytes of the ids in one of its elements that are no list."""
    if not entities:
        return {}
    kept = kept_ids(survey, decisions, holding)
    return {name: _own(survey, name, kept) + _references(survey, decisions, name) for name in entities}


def _own(survey: Survey, entity: str, kept: frozenset[str]) -> float:
    declared = any(field.name == "_id" for field in survey.names.entities[entity].own_fields)
    return ID_BYTES if entity in kept and not declared else 0.0


def _references(survey: Survey, decisions: dict[str, Decision], entity: str) -> float:
    held = (r for r in survey.ends[entity] if r.to.entity == entity and decisions[r.name].traits.is_reference)
    return sum(named(survey.names.end(r, "to"), OBJECT_ID) for r in held)


def kept_ids(survey: Survey, decisions: dict[str, Decision], holding: Holding) -> frozenset[str]:
    """Embedded entities whose elements keep an ``_id`` (1.9.13). The id of a general is that of any of its kinds,
    which may stand elsewhere."""
    kept = {name for name, e in survey.names.entities.items() if any(f.name == "_id" for f in e.own_fields)}
    asked, changing, hidden = _asked_by_id(survey), set[str](), set[str]()
    in_pages = paged(decisions, holding)  # pages are found by their number
    for relationship in survey.model.links:
        decision = decisions[relationship.name]
        asked.update(stored_entities(relationship, decision))
        asked.update([relationship.from_.entity] if decision.traits.overflows else [])  # in the overflow
        kept.update(_named_within(survey, relationship, decision, holding.kinds))
        changing.update(_holding_lists(relationship, decision))
        changing.update(_large(survey, relationship, decision))
        hidden.update(_hidden_in_part(survey, relationship, decision))
    changing.update(_changing_by_themselves(survey))
    hidden.update(name for name in changing if not own_key(survey.names.entities[holding.identity(name)]))
    asked.update(name for name in hidden - set(in_pages) if holding.identity(name) in holding.claims)
    below = survey.families.below
    meant = asked.union(*(_standing_elsewhere(holding, entity, below(entity)) for entity in asked))
    return frozenset(kept | {holding.identity(entity) for entity in meant})


def _standing_elsewhere(holding: Holding, general: str, kinds: list[str]) -> set[str]:
    """The kinds that don't stand inside of their general: these are parts of its documents."""
    return {subtype for subtype in kinds if holding.root(subtype) != holding.root(general)}


def _named_within(survey: Survey, relationship: Relationship, decision: Decision, kinds: Kinds) -> set[str]:
    """The entity that a decision names by ``_id`` within one document: the nodes of a tree, or an
    element without a key of its own."""
    if relationship.kind == "tree":
        return {relationship.to.entity}
    named = kinds.base(relationship.from_.entity)  # a kind has its general's key
    keyed = own_key(survey.names.entities[named])
    return set() if keyed or not decision.traits.within_document else {named}


def _holding_lists(relationship: Relationship, decision: Decision) -> set[str]:
    """The entity whose documents list something for a relationship: whoever adds to the list, or takes from it,
    names the element that has it, which is not any more as another read it."""
    traits, holders = decision.traits, set[str]()
    if traits.embeds_elements and traits.inside_holder:
        holders = {relationship.from_.entity}
    elif relationship.kind in ("many-to-many", "graph") and traits.arrays_at:
        holders = {relationship.end(side).entity for side in ("from", "to") if side == decision.side}
    return holders


def _changing_by_themselves(survey: Survey) -> set[str]:
    """The entities that have a list of values or a result, which others change."""
    return {
        name
        for name, entity in survey.names.entities.items()
        if any(field.type == "array" or stated(field.computed) for field in entity.own_fields)
    }


def _large(survey: Survey, relationship: Relationship, decision: Decision) -> set[str]:
    """The entity whose elements an ``_id`` makes hardly larger: functions that change one, take it out or move it find
    it by that after others have changed it, too. What has happened is not changed."""
    child = survey.names.entities[relationship.to.entity]
    in_array = decision.traits.inside_holder and not decision.traits.is_object
    if not in_array or child.kind_or_default == "event":
        return set()
    weight = survey.own_bytes(child.name, identity=False)
    return {child.name} if weight >= ID_BYTES / _SMALL_SHARE else set()


def _hidden_in_part(survey: Survey, relationship: Relationship, decision: Decision) -> set[str]:
    """The entity whose elements nobody can give back whole: reads leave out what is sensitive in them, and no field
    that they show tells one from another."""
    if relationship.kind != "one-to-many" or not decision.traits.inside_holder:
        return set()
    fields = survey.names.entities[relationship.to.entity].own_fields
    shown = [field for field in fields if not given(field.sensitive, False)]
    is_told = any(field.unique is True or field.name == "id" for field in shown)
    return set() if is_told or len(shown) == len(fields) else {relationship.to.entity}


def _asked_by_id(survey: Survey) -> set[str]:
    """The entities that operations look for by ``_id``, also through others that hold them; an end alone means the
    ``_id`` of what it leads to."""
    paths, asked = survey.traffic.paths, set[str]()
    for operation in survey.model.workload:
        for match in given(operation.filter, []):
            route = paths.resolve(operation.entity, match.field, given(operation.includes, []))
            kind = route.last.kind if route is not None and route.steps else ""
            if route is not None and (kind == "id" or (kind == "end" and match.how != "exists")):
                asked.add(route.target)
    return asked
