"""Pages that belong to what stands in such pages itself: to tell whose a page is, its ``_id`` would have to name all pages
above it. L14 says so, and no function that reads or writes them is written."""

from __future__ import annotations

from typing import NamedTuple

from ....model.conceptual import Relationship
from ...change_last import collections_of
from ...context import QUERIES, SYNC, OperationContext, ScriptFunction, Unsupported, remembered
from ...pending_changes import nodes


class _Pages(NamedTuple):
    """A relationship whose pages belong to what stands in such pages. collections, links: the collections and the
    relationships of what stands there, and of all of its hierarchy."""

    relationship: Relationship
    collections: frozenset[str]
    links: frozenset[str]


def refusing_pages_of_pages(world: OperationContext, recipe: ScriptFunction) -> ScriptFunction:
    """Return the function. Raises Unsupported where it is about such pages."""
    used = {each.collection for each in recipe.statements}
    used |= {
        name for each in recipe.statements for node in nodes(each.pipeline) for name in collections_of(node)
    }
    kind, _, name = recipe.subject.partition(":")
    for pages in _pages_of_pages(world.whole) if recipe.script in (QUERIES, SYNC) else ():
        if used & pages.collections or (kind == "relationship" and name in pages.links):
            link = pages.relationship
            reason = (
                f"Through {link.name}, pages of {link.to.entity} belong to {link.from_.entity}, which is itself in "
                "such a page: a page's _id doesn't identify its owner."
            )
            remedy = (
                f"choose another strategy for {link.name}, such as a reference to its {link.from_.entity}"
            )
            raise Unsupported(reason, remedy if kind == "operation" else "")  # of the others L14 tells
    return recipe


@remembered
def has_pages_of_pages(world: OperationContext) -> bool:
    """Return whether a design has any."""
    return bool(_pages_of_pages(world))


@remembered
def _pages_of_pages(world: OperationContext) -> list[_Pages]:
    family = world.placement.survey.families.family
    pages: list[_Pages] = []
    for link in world.placement.pages_of_pages():
        inside = (
            name
            for name in world.names.entities
            if world.placement.collection_made_by(link) in _where(world, name)
        )
        members = {member for name in inside for member in family(name)}
        links = (each.name for each in world.model.links if members & {each.from_.entity, each.to.entity})
        collections = frozenset[str]().union(*(_where(world, name) for name in members))
        pages.append(_Pages(link, collections, frozenset(links)))
    return pages


def _where(world: OperationContext, entity: str) -> set[str]:
    return {spot.collection for spot in world.placement.spots(entity)}
