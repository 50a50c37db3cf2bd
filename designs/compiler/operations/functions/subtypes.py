"""POLY_SINGLE: reading all kinds together or one of them, adding one of a kind, and finding what
breaks the rules of its kind."""

from __future__ import annotations

from collections.abc import Iterator

from ...model.constants import PAGE
from ...placement.doc_path import DocPath
from ...plan_model.number_format import listed
from ..context import AUDIT, OperationContext, RelationshipContext, ScriptFunction
from ..document_places import Address
from ..ir.conditions import Filter, Or, filter_of
from ..ir.expressions import FieldPath
from ..ir.predicates import Exists, NotIn
from ..ir.stages import (
    LimitStage,
    MatchStage,
    ProjectStage,
    SortByCountStage,
    Stage,
    UnionStage,
    UnwindStage,
)  # fmt: skip
from ..read.conditions import of_kind
from ..results.counting import counting, follow
from .split_subtypes import collections_of

MOST = 100


def single(link: RelationshipContext) -> Iterator[ScriptFunction]:
    """The recipes of one kind; those of all kinds stand with the first of the family."""
    kinds, child = link.placement.kinds, link.child
    spot = next(iter(link.placement.mixed_spots(child)), None)
    if spot is None or not kinds.is_joined(link.relationship):
        return
    if kinds.families.links(kinds.base(child))[0] is link.relationship:
        yield _together(link, spot)
    if spot.path or not kinds.value(child):
        return
    yield _read(link, spot, kinds.field(child))
    yield _add(link)


def _read(link: RelationshipContext, spot: DocPath, path: str) -> ScriptFunction:
    """All that is of a subtype: also in the collections of those below it that have their own."""
    kinds, child = link.placement.kinds, link.child
    meant = of_kind(link.world, child, spot.collection)
    values = " or ".join(kinds.values(child))
    general = link.names.spoken(kinds.base(child))
    note = f"Returns {general} of the subtype {link.names.word(child).replace('_', ' ')}: {path} = {values}."
    recipe = link.recipe("read", note)
    apart = [name for name in collections_of(link.placement, child) if name != spot.collection]
    if not apart:
        return recipe.add("find", spot.collection, filter=meant, limit=PAGE)
    recipe.remark(f"Subtypes with their own collection are in {listed(apart)}.")
    stages: list[Stage] = [MatchStage(meant), LimitStage(PAGE)]
    stages += [UnionStage(name, (*_only(link, name), LimitStage(PAGE))) for name in apart]
    return recipe.add("aggregate", spot.collection, pipeline=[*stages, LimitStage(PAGE)])


def _only(link: RelationshipContext, collection: str) -> list[Stage]:
    """The stage that keeps other kinds away, where a collection has some."""
    meant = of_kind(link.world, link.child, collection)
    return [MatchStage(meant)] if meant else []


def _together(link: RelationshipContext, spot: DocPath) -> ScriptFunction:
    """What all kinds are kept together for: one query over them."""
    base = link.placement.kinds.base(link.child)
    note = f"Counts each {link.names.word(base).replace('_', ' ')} subtype in one query."
    if any(spot != inner and spot.holds(inner) for inner in link.placement.mixed_spots(link.child)):
        note += " Nodes embedded in another node's document aren't counted."
    recipe = link.recipe("kinds", note)
    path = spot.down(link.placement.kinds.field(base)).path
    stages: list[Stage] = [UnwindStage(array) for array in spot.arrays]
    if spot.path and spot.path not in spot.arrays and not link.world.always(spot.collection, spot.path):
        stages.append(MatchStage(filter_of({spot.path: Exists()})))  # documents without it are of no kind
    return recipe.add("aggregate", spot.collection, pipeline=[*stages, SortByCountStage(FieldPath(path))])


def _add(link: RelationshipContext) -> ScriptFunction:
    note = f"Adds a {link.world.word(link.child)}. Validation rejects another subtype's fields."
    recipe = link.recipe("add", note)
    recipe.among = link.world.among(link.child)  # it adds nothing of another kind
    at = Address(link.world, link.child)
    document = at.whole(recipe, link.world.word(link.child))
    recipe.add("insertOne", at.collection, documents=document)
    return follow(recipe, counting(link.world, link.child), document.name, 1)


def kind_audits(world: OperationContext) -> Iterator[ScriptFunction]:
    """Documents that say no known kind, and those that have what only other kinds have: what was
    written before the validator, or past it."""
    for base in world.placement.kinds.bases:
        for spot in world.placement.mixed_spots(base):
            yield _unknown(world, base, spot)
            yield from _foreign(world, base, spot)


def _recipe(base: str, name: str, note: str) -> ScriptFunction:
    return ScriptFunction(f"entity:{base}", f"{base}.{name}", "audit", script=AUDIT, note=note)


def _unknown(world: OperationContext, base: str, spot: DocPath) -> ScriptFunction:
    kinds = world.placement.kinds
    path = spot.down(kinds.field(base)).path
    recipe = _recipe(base, "unknown_kinds", f"{spot.collection} with a missing or unknown {path}.")
    return _audit(recipe, spot, filter_of({path: NotIn(list(kinds.values(base)))}), path)


def _foreign(world: OperationContext, base: str, spot: DocPath) -> Iterator[ScriptFunction]:
    kinds = world.placement.kinds
    path = spot.down(kinds.field(base)).path
    having: dict[str, list[str]] = {}  # one name may be a field of several kinds, each with its rules
    for field in world.fields(spot.collection, spot.path):
        if field.kinds and "." not in field.name and not field.name.startswith("$"):
            having.setdefault(field.name, []).extend(field.kinds)
    unmatched = [
        filter_of({path: NotIn(list(dict.fromkeys(some))), spot.down(name).path: Exists()})
        for name, some in having.items()
        if not set(some) >= set(kinds.values(base))
    ]
    if unmatched:
        recipe = _recipe(base, "foreign_fields", f"{spot.collection} with a field of another subtype.")
        yield _audit(recipe, spot, Filter((Or(tuple(unmatched)),)), path)


def _audit(recipe: ScriptFunction, spot: DocPath, wanted: Filter, path: str) -> ScriptFunction:
    unwound = [UnwindStage(array) for array in spot.arrays]
    return recipe.add(
        "aggregate",
        spot.collection,
        pipeline=[*unwound, MatchStage(wanted), ProjectStage({path: 1}), LimitStage(MOST)],
    )
