"""Nothing is linked to itself: a product is no substitute of its own, and nobody follows, or leads, himself."""

from __future__ import annotations

from copy import copy

from msgspec.structs import replace

from ....model.conceptual import Relationship
from ....plan_model.physical import Param, parameters
from ...context import (
    QUERIES,
    SYNC,
    OperationContext,
    RelationshipContext,
    ScriptFunction,
    Unsupported,
)
from ...ir.conditions import Filter, filter_of
from ...ir.predicates import AllOf, Eq, Ne
from ...ir.rendering import rendered

_LINKING = frozenset({"add", "insert", "update"})
_SEVERAL = frozenset({"many-to-many", "graph"})
_SINGLE = frozenset({"one-to-many", "one-to-one"})


def refusing_self_links(world: OperationContext, recipe: ScriptFunction) -> ScriptFunction:
    """Return the function, which links no thing of an entity to itself: the first statement that looks for one of the two
    finds none where that is the other one, too."""
    kind, _, name = recipe.subject.partition(":")
    if recipe.script not in (QUERIES, SYNC) or kind != "relationship":
        return recipe
    _refuse_several_places(world, name, recipe.purpose)
    if recipe.script != QUERIES:
        return recipe
    link = RelationshipContext(world, world.names.relationships[name])
    is_moved = link.relationship.kind in _SINGLE and recipe.purpose == "reassign"
    is_linked = link.relationship.kind in _SEVERAL and recipe.purpose in _LINKING
    if not (is_moved or is_linked) or not are_alike(world, link.relationship):
        return recipe
    named = {place: which for place, each in enumerate(recipe.statements) if (which := _named(each.filter))}
    asking = (place for place in named if recipe.statements[place].must_match)
    place = next(asking, None)
    others = [which for which in named.values() if place is not None and which != named[place]]
    if place is None or not others or others[0].collection != named[place].collection:
        return recipe
    asked = recipe.statements[place]
    apart = {"_id": AllOf((Eq(named[place]), Ne(others[0])))}
    changed = copy(recipe)  # operations are made of it, as it was
    changed.statements = [*recipe.statements]
    changed.statements[place] = replace(
        asked,
        filter=filter_of(apart).merged(filter_of(asked.filter).without("_id")),
        must_match=f"{asked.must_match}, or both are the same document",
    )
    order = _order(recipe)
    if _order(changed) != order:
        changed.statements[0] = replace(changed.statements[0], leads=order)
    return changed


def _refuse_several_places(world: OperationContext, name: str, purpose: str) -> None:
    """Raise Unsupported for functions of what refers to its like inside of several collections, as L14 says, and for those that
    move such a thing, which these references would have to follow."""
    links, base = world.names.relationships, world.placement.kinds.base
    beside = world.whole.placement.locations.beside_themselves
    moved = {base(links[each].to.entity) for each in beside} if purpose == "reassign" else set[str]()
    if name in beside or (base(links[name].to.entity) in moved and links[name].kind in _SINGLE):
        entity = links[name].to.entity
        raise Unsupported(f"A reference from one {entity} to another doesn't say where that is stored.")


def are_alike(world: OperationContext, relationship: Relationship) -> bool:
    """Return whether both ends of a relationship are things of one kind, but for the nodes of a tree, whose moves see to it."""
    base = world.placement.kinds.base
    is_meant = relationship.kind in _SEVERAL | _SINGLE
    return is_meant and base(relationship.from_.entity) == base(relationship.to.entity)


def _order(recipe: ScriptFunction) -> tuple[str, ...]:
    """Return the parameters of a function in the order in which it takes them."""
    return tuple(param.name for param in parameters([*map(rendered, recipe.statements)]))


def _named(filter: Filter | None) -> Param | None:
    """Return the parameter by whose id a statement finds one document."""
    value = filter_of(filter).value("_id")
    return value if isinstance(value, Param) else None
