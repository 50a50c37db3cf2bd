"""SCHEMA_VERSION: documents move to the newest shape one by one, guarded by the old number; until
old programs are gone, both shapes can be written."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

from ..conceptual import Entity, Field, given
from .conditions import of_kind
from .making import Recipe, World
from .places import Address

Json = dict[str, Any]
NAME = "schema_version"


class Step(NamedTuple):
    """From one shape of an entity's documents to the next. fields: its own, and those of what it is a kind
    of; which: the filter of the documents that it moves."""

    world: World
    entity: Entity
    at: Address
    old: int
    fields: list[Field]
    which: Json

    def recipe(self, name: str, purpose: str, note: str) -> Recipe:
        """A recipe of this step."""
        subject = self.entity.name
        made = Recipe(f"entity:{subject}", f"{subject}.{name}.{self.old}", purpose, note=note)
        made.among = self.world.among(subject)
        return made

    @property
    def come(self) -> list[Field]:
        """What only the new shape has."""
        return [one for one in self.fields if given(one.since_version, 0) == self.old + 1]

    @property
    def gone(self) -> list[Field]:
        """What only the old shape has."""
        kept = {one.name for one in self.come}
        return [
            one for one in self.fields if given(one.until_version, 0) == self.old and one.name not in kept
        ]

    def ends(self, name: str) -> bool:
        """Whether a field of this name ends with the old shape."""
        return any(one.name == name and given(one.until_version, 0) == self.old for one in self.fields)


def versions(world: World) -> Iterator[Recipe]:
    """For each step between two versions: both shapes at once, one document when it is next written,
    and all."""
    overlays = [one for one in world.compilation.plan.entity_overlays if one.kind == "SCHEMA_VERSION"]
    newest = {one.entity or "": int(one.details.get("version", 1)) for one in overlays}
    for name in newest:
        entity = world.names.entities.get(name)
        if entity is None:
            continue
        at = Address(world, name)
        for old in range(1, newest[name] if at.is_root else 1):
            step = _step(world, entity, at, old, newest)
            if step is not None:
                yield from _both(step)
                yield _lazy(step)
                yield _batch(step)


def _step(world: World, entity: Entity, at: Address, old: int, newest: Mapping[str, int]) -> Step | None:
    """Kinds that change in this step too are moved by a function of their own, with all that changes."""
    kinds = world.placement.kinds
    apart = {
        value
        for name in kinds.families.below(entity.name)
        if newest.get(name, 1) > old
        for value in kinds.values(name)
    }
    which = of_kind(world, entity.name, at.collection)
    if apart:
        values = [one for one in kinds.values(entity.name) if one not in apart]
        if not values:
            return None
        which = {kinds.field(entity.name): values[0] if len(values) == 1 else {"$in": values}}
    line = [entity, *(world.names.entities[name] for name in kinds.families.above(entity.name))]
    fields = [field for one in line for field in one.own_fields]
    return Step(world, entity, at, old, fields, {NAME: old, **which})


def _both(step: Step) -> Iterator[Recipe]:
    """What only one of two shapes has, written for both: neither's programs miss a change."""
    gone, come, old = step.gone, step.come, step.old
    shared = [one.name for one in come if step.ends(one.name)]
    new = [one for one in come if one.name not in shared]
    if not gone or not new:
        return
    word = step.world.word(step.entity.name)
    note = f"While programs for shape {old} still run, write what changes in both shapes; the {word} stays one of shape {old} until the next function moves it."
    if shared:
        note += f" One field can't be two: {' and '.join(shared)} {'waits' if len(shared) == 1 else 'wait'} for that."
    recipe = step.recipe("both", "upgrade", note)
    which = step.at.id(recipe, word)
    values = {one.name: recipe.param(one.name, step.at.collection, one.name) for one in (*gone, *new)}
    yield recipe.add(
        "updateOne",
        step.at.collection,
        filter={**step.at.match(which), **step.which},
        update={"$set": values},
    )


def _lazy(step: Step) -> Recipe:
    word = step.world.word(step.entity.name)
    note = f"Move one {word} from shape {step.old} to {step.old + 1} when it is next written. Another writer may have done it: then nothing matches."
    recipe = step.recipe("upgrade", "upgrade", note)
    which = step.at.id(recipe, word)
    values = {one.name: recipe.param(one.name, step.at.collection, one.name) for one in step.come}
    gone = {one.name: "" for one in step.gone}
    return recipe.add(
        "updateOne",
        step.at.collection,
        filter={**step.at.match(which), **step.which},
        update={"$set": {NAME: step.old + 1, **values}} | ({"$unset": gone} if gone else {}),
    )


def _batch(step: Step) -> Recipe:
    note = (
        f"Find what is still of shape {step.old}, a batch at a time, and move each with the function above: "
        "nothing is left when it returns no more."
    )
    recipe = step.recipe("outdated", "outdated", note)
    return recipe.add("find", step.at.collection, filter=step.which, sort={"_id": 1}, limit=100)
