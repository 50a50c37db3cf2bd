"""SCHEMA_VERSION: documents move to the newest shape one by one, guarded by the old number; until
old programs are gone, both shapes can be written."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from ..conceptual import Entity, Field, given
from .conditions import of_kind
from .making import Recipe, World
from .places import Address

Json = dict[str, Any]
NAME = "schema_version"


def versions(world: World) -> Iterator[Recipe]:
    """For each step between two versions: both shapes at once, one document when it is next written,
    and all."""
    for overlay in world.compilation.plan.entity_overlays:
        entity = world.names.entities.get(overlay.entity or "")
        if overlay.kind != "SCHEMA_VERSION" or entity is None:
            continue
        at = Address(world, entity.name)
        for old in range(1, int(overlay.details.get("version", 1))):
            if at.is_root:
                yield from _both(world, entity, at, old)
                yield _lazy(world, entity, at, old)
                yield _batch(world, entity, at, old)


def _recipe(world: World, entity: Entity, name: str, purpose: str, note: str) -> Recipe:
    made = Recipe(f"entity:{entity.name}", f"{entity.name}.{name}", purpose, note=note)
    made.among = world.among(entity.name)
    return made


def _shape(world: World, entity: Entity, at: Address, old: int) -> Json:
    """The filter of the documents of a shape: of this kind, where the collection holds several."""
    return {NAME: old, **of_kind(world, entity.name, at.collection)}


def _gone(entity: Entity, old: int) -> list[Field]:
    kept = {one.name for one in _come(entity, old)}
    return [one for one in entity.own_fields if given(one.until_version, 0) == old and one.name not in kept]


def _come(entity: Entity, old: int) -> list[Field]:
    return [one for one in entity.own_fields if given(one.since_version, 0) == old + 1]


def _has(entity: Entity, name: str, version: int) -> bool:
    """Whether a shape ends that has a field of this name."""
    return any(one.name == name and given(one.until_version, 0) == version for one in entity.own_fields)


def _both(world: World, entity: Entity, at: Address, old: int) -> Iterator[Recipe]:
    """What only one of two shapes has, written for both: neither's programs miss a change."""
    gone, come = _gone(entity, old), _come(entity, old)
    shared = [one.name for one in come if _has(entity, one.name, old)]
    new = [one for one in come if one.name not in shared]
    if not gone or not new:
        return
    word = world.word(entity.name)
    note = f"While programs for shape {old} still run, write what changes in both shapes; the {word} stays one of shape {old} until the next function moves it."
    if shared:
        note += f" One field can't be two: {' and '.join(shared)} {'waits' if len(shared) == 1 else 'wait'} for that."
    recipe = _recipe(world, entity, f"both.{old}", "upgrade", note)
    which = at.id(recipe, word)
    values = {one.name: recipe.param(one.name, at.collection, one.name) for one in (*gone, *new)}
    yield recipe.add(
        "updateOne",
        at.collection,
        filter={**at.match(which), **_shape(world, entity, at, old)},
        update={"$set": values},
    )


def _lazy(world: World, entity: Entity, at: Address, old: int) -> Recipe:
    word = world.word(entity.name)
    note = f"Move one {word} from shape {old} to {old + 1} when it is next written. Another writer may have done it: then nothing matches."
    recipe = _recipe(world, entity, f"upgrade.{old}", "upgrade", note)
    which = at.id(recipe, word)
    values = {one.name: recipe.param(one.name, at.collection, one.name) for one in _come(entity, old)}
    return recipe.add(
        "updateOne",
        at.collection,
        filter={**at.match(which), **_shape(world, entity, at, old)},
        update=_update(entity, old, values),
    )


def _update(entity: Entity, old: int, values: Json) -> Json:
    gone = {one.name: "" for one in _gone(entity, old)}
    return {"$set": {NAME: old + 1, **values}} | ({"$unset": gone} if gone else {})


def _batch(world: World, entity: Entity, at: Address, old: int) -> Recipe:
    note = (
        f"Find what is still of shape {old}, a batch at a time, and move each with the function above: "
        "nothing is left when it returns no more."
    )
    recipe = _recipe(world, entity, f"outdated.{old}", "outdated", note)
    return recipe.add(
        "find", at.collection, filter=_shape(world, entity, at, old), sort={"_id": 1}, limit=100
    )
