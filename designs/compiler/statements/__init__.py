"""What the scripts call, as data: a recipe of statements for each thing that a design lets people do.

Groups of strategies have a module each; ``build`` puts all of them together, script by script.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from ..compilation import Compilation
from ..conceptual import given
from ..naming import Names
from ..paths import Paths
from ..physical import Statement
from ..placing import Placement
from .audit import audits
from .bucket_audits import bucket_audits
from .computed import refreshers
from .dependents import with_dependents
from .following import with_merged
from .grids import grids
from .history import histories
from .keeping import remembering
from .kinds import kind_audits
from .makers import made
from .making import Link, Recipe, World
from .operations import operations
from .recomputing import recomputations
from .result_audits import result_audits
from .retention import retention
from .routing import routed
from .setup import preparations, setup
from .slices_told import telling_slices
from .sync import syncs
from .versions import shape_audits, versions


def build(
    compilation: Compilation, placement: Placement, names: Names, paths: Paths
) -> tuple[Statement, ...]:
    """All statements of a design, script by script, in the order in which the scripts run them."""
    world = World(compilation, placement, names, paths)
    return tuple(
        statement
        for recipe in _unique(
            _prepared(
                world,
                (
                    routed(world, remembering(world, with_merged(world, with_dependents(world, one))))
                    for one in _told(world)
                ),
            )
        )
        for statement in recipe.done()
    )


def _prepared(world: World, recipes: Iterable[Recipe]) -> Iterator[Recipe]:
    for recipe in recipes:
        yield from preparations(world, recipe)
        yield recipe


def _told(world: World) -> Iterator[Recipe]:
    """The recipes, those that this design's server refuses with a word about it."""
    alone = given(world.model.topology, "replica-set") == "standalone"
    for each in _recipes(world):
        recipe = telling_slices(world, each)
        # An operation may be made of another recipe's statements: they tell, not the recipe.
        if alone and any(one.transaction for one in recipe.statements):
            recipe.remark(f"A standalone server refuses transactions: {_INSTEAD}.")
        if alone and any(one.op == "watch" for one in recipe.statements):
            recipe.remark(
                f"A standalone server has no change streams: {_INSTEAD}, or call the function after each change."
            )
        yield recipe


_INSTEAD = "run a replica set, of one member at least"


def _recipes(world: World) -> Iterator[Recipe]:
    yield from setup(world)
    for relationship in world.names.relationships.values():
        yield from made(Link(world, relationship))
    yield from operations(world)
    yield from versions(world)
    yield from histories(world)
    yield from grids(world)
    yield from retention(world)
    yield from refreshers(world)
    yield from recomputations(world)
    yield from syncs(world)
    yield from audits(world)
    yield from bucket_audits(world)
    yield from result_audits(world)
    yield from kind_audits(world)
    yield from shape_audits(world)


def _unique(recipes: Iterable[Recipe]) -> Iterator[Recipe]:
    """Every recipe under a name of its own, and every statement: an operation may be called like a
    relationship's recipe, and the second of several recipes like the second step of the first."""
    taken, ids = set[str](), set[str]()
    for recipe in recipes:
        made, number = recipe, 2
        while made.name in taken or not ids.isdisjoint(made.ids):
            made, number = recipe.called(f"{recipe.name}.{number}"), number + 1
        taken.add(made.name)
        ids.update(made.ids)
        yield made
