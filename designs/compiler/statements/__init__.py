"""What the scripts call, as data: a recipe of statements for each thing that a design lets people do."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from ..naming import Names
from ..paths import Paths
from ..physical import Compilation, Statement
from ..placing import Placement
from . import arrays, embedded, links, lookups, outliers, references, two_way
from .making import Link, Recipe, World

Maker = Callable[[Link], Iterator[Recipe]]
MAKERS: dict[str, Maker] = {
    "EMBED_ONE": embedded.embed_one,
    "EMBED_ARRAY": embedded.embed_array,
    "OUTLIER": outliers.outlier,
    "LINK_ONE": references.link_one,
    "PARENT_REF": references.parent_ref,
    "TREE_PARENT": references.parent_ref,
    "ELEMENT_REF": references.element_ref,
    "FOLD_ONE": references.fold_one,
    "CHILD_REFS": arrays.child_refs,
    "ONE_WAY_EMBED": arrays.one_way,
    "EMBED_LINK": arrays.embed_link,
    "TWO_WAY_REFS": two_way.two_way_refs,
    "TWO_WAY_EMBED": two_way.two_way_embed,
    "LINK_COLL": links.link_coll,
    "VALUE_ARRAY": lookups.value_array,
}


def build(compilation: Compilation, placement: Placement, names: Names, paths: Paths) -> tuple[Statement, ...]:
    """All statements of a design, script by script, in the order in which the scripts run them."""
    world = World(compilation, placement, names, paths)
    return tuple(statement for recipe in _recipes(world) for statement in recipe.done())


def _recipes(world: World) -> Iterator[Recipe]:
    for relationship in world.names.relationships.values():
        link = Link(world, relationship)
        if link.strategy in MAKERS:
            yield from MAKERS[link.strategy](link)
