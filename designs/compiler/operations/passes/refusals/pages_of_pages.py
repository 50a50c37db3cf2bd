"""Pages of things that are on pages themselves, where one id of a page stands beside two references: it is that of one of
them alone. What would look for such a thing, or for what names it, is not written."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from typing import NamedTuple

from ....placement.doc_path import DocPath
from ....placement.entity_locations import BUCKET_ID
from ....plan_model.decisions import opposite
from ...context import QUERIES, SYNC, OperationContext, ScriptFunction, Unsupported, remembered


class _Ring(NamedTuple):
    """A relationship whose children are on pages, and of one hierarchy with their parents. collections: where these
    are; sharing: the relationships whose references stand beside an id of a page that is another's too."""

    name: str
    parent: str
    child: str
    collections: frozenset[str]
    sharing: frozenset[str]


def refusing_pages_of_pages(world: OperationContext, recipe: ScriptFunction) -> ScriptFunction:
    """Return the function. Raises Unsupported where it writes such things, or follows a reference beside such an id."""
    for ring in _rings(world.whole) if recipe.script in (QUERIES, SYNC) else ():
        follows = recipe.subject.removeprefix("relationship:") in ring.sharing
        if follows or any(each.writes and each.collection in ring.collections for each in recipe.statements):
            raise Unsupported(
                f"Through {ring.name}, pages of {ring.child} belong to {ring.parent}, which is itself on "
                "a page or has several parents: a page's _id doesn't identify its owner.",
                f"choose another strategy for {ring.name}, such as a reference to its {ring.parent}",
            )
    return recipe


@remembered
def has_pages_of_pages(world: OperationContext) -> bool:
    """Return whether a design has any."""
    return bool(_rings(world))


@remembered
def _rings(world: OperationContext) -> list[_Ring]:
    return list(_rings_of(world))


def _rings_of(world: OperationContext) -> Iterator[_Ring]:
    families = world.placement.survey.families
    for each in world.names.relationships.values():
        parent, child = each.from_.entity, each.to.entity
        lines = [{entity, *families.above(entity)} for entity in (parent, child)]
        if not world.placement.traits(each).is_paged or lines[0].isdisjoint(lines[1]):
            continue
        top = next(iter(families.tops(child) or [child]))
        members = frozenset({top, parent, child, *families.below(top)})
        sharing = frozenset(_sharing(world, members))
        if parent != child or sharing:
            spots = (spot for member in members for spot in world.placement.spots(member))
            yield _Ring(each.name, parent, child, frozenset(spot.collection for spot in spots), sharing)


def _sharing(world: OperationContext, members: frozenset[str]) -> Iterator[str]:
    """Yield the relationships of which a reference to things on pages stands beside an id of a page with another one."""
    beside: defaultdict[DocPath, list[str]] = defaultdict(list)
    for each in world.names.relationships.values():
        for side in ("from", "to"):
            if each.end(opposite(side)).entity in members:
                for place in {_around(spot) for spot in world.placement.references(each, side)}:
                    beside[place].append(each.name)
    for place, names in beside.items():
        page = f"{place.path}.{BUCKET_ID}".lstrip(".")
        if len(names) > 1 and world.field(place.collection, page) is not None:
            yield from names


def _around(spot: DocPath) -> DocPath:
    """Return the object that something stands in."""
    return DocPath(spot.collection, spot.path.rpartition(".")[0])
