"""What reads tell that look at a whole collection: how many there are of each value, and what a path leads to."""

from __future__ import annotations

from collections import Counter

from designs.compiler.model.conceptual import Relationship
from designs.compiler.sampling.world import Thing
from tests.oracle.arithmetic import value_at
from tests.oracle.comparing import plain
from tests.oracle.projecting import Projector
from tests.oracle.scenario import NotJudged, Stage
from tests.oracle.stored_where import Places, is_outermost, nested_trees


def by_subtype(stage: Stage, relationship: Relationship) -> dict[str, int]:
    """Return how many things there are of each subtype that shares the documents of its supertype, by the value that
    tells it; nodes inside the document of another are not counted."""
    places, kinds = Places(stage), stage.before.world.kinds
    nested = nested_trees(stage)
    things = [
        one
        for one in stage.before.things(kinds.base(relationship.from_.entity))
        if places.are_read(one)
        and places.stands(one)
        and kinds.value(one.entity)
        and is_outermost(stage, nested, one)
    ]
    return dict(Counter(_told_by(stage, one) for one in things))


def _told_by(stage: Stage, thing: Thing) -> str:
    """Return the value that tells a thing's subtype; of the further values for what is of none, things have one after
    another, as their documents do."""
    kinds, number = stage.before.world.kinds, thing.number
    turn, own = kinds.values(kinds.base(thing.entity)), kinds.own_values(thing.entity)
    in_turn = turn[number % len(turn)]
    return in_turn if in_turn in own else own[number % len(own)]


def by_value(stage: Stage, relationship: Relationship) -> dict[str, int]:
    """Return how often each value is listed, by the value: once by each holder, which may be linked to several of it."""
    places, name = Places(stage), str(stage.listed_value(relationship))
    links = [link for link in stage.before.links_of(relationship.name) if places.are_read(link.source)]
    listed = [(link.source, value_at(stage.before.values[link.target], [name])) for link in links]
    if any(value is None for _, value in listed):
        raise NotJudged("a list of values that some lack")
    return dict(Counter(value for _, value in {(holder, str(plain(value))) for holder, value in listed}))


def by_path(stage: Stage, relationship: Relationship) -> list[Thing]:
    """Return what has a path that begins as that of a node does, which is asked for."""
    places, projector = Places(stage), Projector(stage.compilation, stage.before)
    paths = {
        node: projector.trees.value(relationship.name, "path", node)
        for node in stage.before.things(relationship.to.entity)
        if places.are_read(node)
    }
    beginning = stage.choose([path for path in paths.values() if path], "path")
    stage.given["beginning"] = beginning
    return [node for node, path in paths.items() if path and path.startswith(beginning)]
