"""What the audit reads of tenants, and of others that two ways lead to: documents that refer to things of several."""

from __future__ import annotations

from collections.abc import Iterator

from ...model.conceptual import Relationship
from ...names.diamonds import Diamond, diamonds
from ...names.tenants import tenants_of
from ...placement.doc_path import DocPath
from ..context import OperationContext, RelationshipContext, ScriptFunction
from ..ir.conditions import filter_of, where
from ..ir.expressions import FieldPath, and_, first_of, gt, if_null, ne, set_difference, size_of
from ..ir.predicates import Ne
from ..ir.stages import LimitStage, LookupStage, MatchStage, ProjectStage, SetStage, Stage
from ..passes.refusals.tenants_apart import tenant_paths, tenant_word
from ..read.conditions import of_kind
from . import MOST, audit_of, unwound


def tenant_audits(world: OperationContext) -> Iterator[ScriptFunction]:
    """Yield, for each collection whose documents refer to things of tenants, an audit that compares whose these are."""
    paths, word = tenant_paths(world), tenant_word(world)
    for collection in world.compilation.plan.collections:
        ways = _ways(world, paths, collection.name)
        own = paths.get(collection.name)
        if len(ways) + (own is not None) < 2 or collection.kind not in ("standard", "timeseries"):
            continue
        named = [reference.path for reference, _ in ways]
        recipe = audit_of(
            f"collection:{collection.name}", f"{collection.name}.tenants",
            f"{collection.name} whose {word} differs from that of a referenced document: {', '.join(named)}.",
        )  # fmt: skip
        yield recipe.add("aggregate", collection.name, pipeline=_unlike(world, paths, collection.name, ways))


def agreement_audits(world: OperationContext) -> Iterator[ScriptFunction]:
    """Yield, for each two ways to a thing under one name, an audit that compares where they lead. That of tenants follows
    all references but links."""
    tenants = tenants_of(world.model, world.names, world.paths)
    for diamond in diamonds(world.model, world.names):
        is_link = diamond.near.kind == "many-to-many"
        if is_link or tenants is None or diamond.direct.from_.entity != tenants.entity:
            yield from _agreement(world, diamond)


def _agreement(world: OperationContext, diamond: Diamond) -> Iterator[ScriptFunction]:
    direct, far = (_own_reference(world, link, "to") for link in (diamond.direct, diamond.far))
    near = _own_reference(world, diamond.near, diamond.side)
    homes = world.placement.spots(diamond.far.to.entity)
    if direct is None or far is None or near is None or far.arrays or len(homes) != 1 or homes[0].path:
        return
    if direct.collection != near.collection or direct.arrays != near.arrays[: len(direct.arrays)]:
        return
    word = world.names.word(diamond.far.to.entity)
    owner = world.free(near.collection, f"{word}_{far.path}".replace(".", "_"))
    note = f"{direct.path} in {near.collection} that differs from {far.path} of {near.path}. Ignore it if they can differ."
    recipe = audit_of(f"relationship:{diamond.direct.name}", f"{diamond.places(world.names)[1]}.agrees", note)
    differs = and_(ne(if_null(FieldPath(owner), None), None), ne(FieldPath(direct.path), FieldPath(owner)))
    kind = of_kind(world, diamond.direct.to.entity, near.collection)
    stages: list[Stage] = [
        *unwound(near),
        MatchStage(filter_of({near.path: Ne(None)}).merged(kind)),
        LookupStage(homes[0].collection, near.path, "_id", owner),
        SetStage({owner: first_of(FieldPath(f"{owner}.{far.path}"))}),
        MatchStage(where(differs)),
        ProjectStage({direct.path: 1, near.path: 1, owner: 1}),
        LimitStage(MOST),
    ]
    yield recipe.add("aggregate", near.collection, pipeline=stages)


def _own_reference(world: OperationContext, link: Relationship, side: str) -> DocPath | None:
    """Return where an end holds the ids of the other one, None where it is elsewhere or in several places."""
    spots = world.placement.references(link, side)
    return spots[0] if len(spots) == 1 and not world.placement.traits(link).has_link_documents else None


def _ways(world: OperationContext, paths: dict[str, str], name: str) -> list[tuple[DocPath, str]]:
    """Return the references of a collection's documents to things of tenants, each with the collection of these."""
    ways: dict[DocPath, str] = {}
    for relationship in world.names.relationships.values():
        link = RelationshipContext(world, relationship)
        homes = {spot.collection for spot in link.placement.spots(link.parent) if not spot.path}
        if relationship.kind not in ("one-to-many", "one-to-one", "tree") or len(homes) != 1:
            continue
        (home,) = homes
        for spot in link.placement.references(relationship, "to"):
            if spot.collection == name and not spot.arrays and home in paths:
                ways.setdefault(spot, home)
    return list(ways.items())


def _unlike(
    world: OperationContext, paths: dict[str, str], name: str, ways: list[tuple[DocPath, str]]
) -> list[Stage]:
    """Return the stages that find the documents which reach two tenants."""
    stages: list[Stage] = []
    owners: list[str] = [paths[name]] if name in paths else []
    for reference, home in ways:
        owner = world.free(name, f"{reference.path.replace('.', '_')}_{paths[home]}")
        stages += [
            LookupStage(home, reference.path, "_id", owner),
            SetStage({owner: first_of(FieldPath(f"{owner}.{paths[home]}"))}),
        ]
        owners.append(owner)
    return [
        *stages,
        MatchStage(where(gt(size_of(set_difference([FieldPath(each) for each in owners], [None])), 1))),
        ProjectStage(dict.fromkeys([reference.path for reference, _ in ways] + owners, 1)),
        LimitStage(MOST),
    ]
