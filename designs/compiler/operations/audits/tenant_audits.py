"""What the audit reads of tenants: documents that refer to things of several."""

from __future__ import annotations

from collections.abc import Iterator

from ...placement.doc_path import DocPath
from ..context import OperationContext, RelationshipContext, ScriptFunction
from ..ir.conditions import where
from ..ir.expressions import FieldPath, first_of, gt, set_difference, size_of
from ..ir.stages import LimitStage, LookupStage, MatchStage, ProjectStage, SetStage, Stage
from ..passes.refusals.tenants_apart import tenant_paths, tenant_word
from .audit_scope import MOST, audit_of


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
            f"{collection.name} whose {word} isn't that of what they reference: {', '.join(named)}.",
        )  # fmt: skip
        yield recipe.add("aggregate", collection.name, pipeline=_unlike(world, paths, collection.name, ways))


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
