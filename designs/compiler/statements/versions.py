"""SCHEMA_VERSION: documents move to the newest shape one by one, guarded by the old number; until
old programs are gone, both shapes can be written, and what was written so is then moved at once.

Where the entity stands inside other documents, each of its sub-documents and elements has a number of its
own, as its validator says: they move one by one too, by arrayFilters that name the old number.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cached_property
from typing import Any

from ..conceptual import Entity, Field, given
from ..histories import holds_versions, keeps_revisions
from ..homes import Spot
from ..physical import Param
from ..shapes import NUMBER, line, stays
from .making import AUDIT, Recipe, World, outcome
from .places import Address
from .sync import called_by_hand

Json = dict[str, Any]


class Step:
    """From one shape of an entity's documents to the next, in one of the places where they stand. fields: its
    own, and those of what it is a kind of; which: what holds for those that it moves, by their fields."""

    def __init__(
        self, world: World, entity: Entity, at: Address, old: int, fields: list[Field], kinds: Json
    ) -> None:
        self.world, self.entity, self.at, self.old, self.fields = world, entity, at, old, fields
        self.which = {NUMBER: old, **kinds}
        self.word = world.word(entity.name)

    def recipe(self, name: str, purpose: str, note: str) -> Recipe:
        """A recipe of this step. Those of a further place are called after it."""
        subject = self.entity.name
        first = self.at.spot == self.world.spot(subject)
        place = "" if first else f".{self.at.collection}.{self.at.spot.path}".rstrip(".")
        note = f"{note} {self.copied}".strip() if purpose == "upgrade" else note
        made = Recipe(f"entity:{subject}", f"{subject}.{name}.{self.old}{place}", purpose, note=note)
        made.among = self.world.among(subject)
        return made

    @cached_property
    def come(self) -> list[Field]:
        """What only the new shape has."""
        return [one for one in self.fields if given(one.since_version, 0) == self.old + 1]

    @cached_property
    def gone(self) -> list[Field]:
        """What only the old shape has."""
        kept = {one.name for one in self.come}
        return [
            one for one in self.fields if given(one.until_version, 0) == self.old and one.name not in kept
        ]

    @cached_property
    def shared(self) -> list[str]:
        """Names that the old shape and the new one give to different fields."""
        ended = {one.name for one in self.fields if given(one.until_version, 0) == self.old}
        return [one.name for one in self.come if one.name in ended]

    @cached_property
    def copied(self) -> str:
        """What to say of copies of what changes that no stream keeps."""
        changed = [one.name for one in (*self.come, *self.gone)] if self.at.is_root else []
        names = called_by_hand(self.world, self.at.collection, changed)
        return f"Copies of it stay as they are until {' and '.join(names)} is called." if names else ""

    def values(self, recipe: Recipe, fields: list[Field]) -> Json:
        """What an update sets these fields to, by path: parameters."""
        at = self.at
        return {
            at.update_path(one.name, named=True): recipe.param(one.name, at.collection, at.path(one.name))
            for one in fields
        }

    def moved(self, values: Json, gone: list[Field]) -> Json:
        """The update that makes the new shape of the old one."""
        update = {"$set": {self.at.update_path(NUMBER, named=True): self.old + 1, **values}}
        paths = {self.at.update_path(one.name, named=True): "" for one in gone}
        return update | ({"$unset": paths} if paths else {})

    # --- one ------------------------------------------------------------------------------------

    def one(self, recipe: Recipe) -> Param:
        """The parameter that says which: an element's key, or the id of the document."""
        if self.at.arrays or self.at.is_root:
            return self.at.id(recipe, self.word)
        return recipe.param(self.at.holder_id, self.at.collection, "_id")

    def write(self, recipe: Recipe, which: Param, update: Json) -> Recipe:
        """The update of that one, while it is of the old shape."""
        at = self.at
        if not at.arrays:
            return recipe.add(
                "updateOne", at.collection, filter={"_id": which, **self.everywhere()}, update=update
            )
        options = {"arrayFilters": at.filters(which, self.which)}
        if at.is_told_whole:  # it tells its shape itself
            told = {"$eq": [{"$literal": outcome(which.name, NUMBER)}, self.old]}
            filter = {**at.match(which), "$expr": told}
        else:
            filter = at.match(which, self.which)
        return recipe.add("updateOne", at.collection, filter=filter, update=update, options=options)

    # --- all ------------------------------------------------------------------------------------

    def everywhere(self, more: Json | None = None) -> Json:
        """The filter of the documents that have one of the old shape. more: further conditions on it."""
        found = {self.at.path(name): one for name, one in {**self.which, **(more or {})}.items()}
        if not self.at.arrays:
            return found
        array = self.at.arrays[-1]
        return {array: {"$elemMatch": {path[len(array) + 1 :]: one for path, one in found.items()}}}

    def each(self, more: Json) -> Json:
        """The options of an update of all of them."""
        if not self.at.arrays:
            return {}
        ((array, wanted),) = self.everywhere(more).items()
        named = {f"found.{path}": one for path, one in wanted["$elemMatch"].items()}
        return {"arrayFilters": [*self.at.around(array, wanted), named]}


def versions(world: World) -> Iterator[Recipe]:
    """For each step between two versions: both shapes at once, one document when it is next written, what
    is left, and all that can be moved without a program."""
    newest = newest_of(world)
    for name in newest:
        entity = world.names.entities.get(name)
        for spot in world.placement.spots(name) if entity is not None else ():
            if entity is None or stays(world.model, world.collections[spot.collection]):
                continue
            if _is_of_a_kind(world, name, spot, newest):
                continue
            at = Address(world, name, spot)
            for old in range(1, newest[name]):
                step = _step(world, entity, at, old, newest)
                if step is not None:
                    yield from _both(step)
                    yield _lazy(step)
                    yield _outdated(step)
                    yield from _at_once(step)


def _is_of_a_kind(world: World, name: str, spot: Spot, newest: Mapping[str, int]) -> bool:
    """Whether a kind has the place for itself and moves its documents, with the fields that it repeats."""
    kinds = [one for one in world.placement.survey.families.below(name) if one in newest]
    alone = [one for one in kinds if not world.placement.kinds.is_special(one)]
    return any(spot in world.placement.spots(one) for one in alone)


def newest_of(world: World) -> dict[str, int]:
    """The newest version of each entity that has versions."""
    overlays = [one for one in world.compilation.plan.entity_overlays if one.kind == "SCHEMA_VERSION"]
    return {one.entity or "": int(one.details.get("version", 1)) for one in overlays}


def _step(world: World, entity: Entity, at: Address, old: int, newest: Mapping[str, int]) -> Step | None:
    """Kinds that change in this step too are moved by a function of their own, with all that changes."""
    kinds = world.placement.kinds
    apart = {
        value
        for name in kinds.families.below(entity.name)
        if newest.get(name, 1) > old
        for value in kinds.values(name)
    }
    values = [one for one in kinds.values(entity.name) if one not in apart]
    if apart and not values:
        return None
    told = apart or kinds.is_special(entity.name)
    which = {kinds.field(entity.name): values[0] if len(values) == 1 else {"$in": values}} if told else {}
    together = line(world.placement, entity.name, at.spot)
    fields = [field for name in together for field in world.names.entities[name].own_fields]
    return Step(world, entity, at, old, fields, which)


def _both(step: Step) -> Iterator[Recipe]:
    """What only one of two shapes has, written for both: neither's programs miss a change."""
    new = [one for one in step.come if one.name not in step.shared]
    if not step.gone or not new:
        return
    shared = step.shared
    note = f"While programs for shape {step.old} still run, write what changes in both shapes; the {step.word} stays one of shape {step.old} until the next function moves it."
    if shared:
        note += f" One field can't be two: {' and '.join(shared)} {'waits' if len(shared) == 1 else 'wait'} for that."
    recipe = step.recipe("both", "upgrade", note)
    which = step.one(recipe)
    yield step.write(recipe, which, {"$set": step.values(recipe, [*step.gone, *new])})


def _lazy(step: Step) -> Recipe:
    note = f"Move one {step.word} from shape {step.old} to {step.old + 1} when it is next written. Another writer may have done it: then nothing matches."
    recipe = step.recipe("upgrade", "upgrade", note)
    which = step.one(recipe)
    return step.write(recipe, which, step.moved(step.values(recipe, step.come), step.gone))


def _at_once(step: Step) -> Iterator[Recipe]:
    """All that the server can move by itself: where nothing is made of what goes, or where it is there
    already because both shapes were written."""
    collection = step.world.collections[step.at.collection]
    kept = holds_versions(collection) or keeps_revisions(collection)  # what was is kept one by one
    if kept or step.shared or any(one.unique is True for one in step.come):
        return
    there = {one.name: {"$exists": True} for one in step.come} if step.gone else {}
    note = f"Move every {step.word} from shape {step.old} to {step.old + 1} at once. Safe to run again."
    if there:
        note += " Only those that have all of the new shape, since both were written: the others are moved one by one."
    recipe = step.recipe("upgrade_all", "upgrade", note)
    needed = [] if step.gone else [one for one in step.come if one.required is True]
    update = step.moved(step.values(recipe, needed), step.gone)
    if needed:
        recipe.remark(f"All get the same {' and '.join(one.name for one in needed)}.")
    filter, options = step.everywhere(there), step.each(there)
    yield recipe.add("updateMany", step.at.collection, filter=filter, update=update, options=options)


def _outdated(step: Step) -> Recipe:
    at = step.at
    what = f"Find documents in which some {step.word} is" if at.spot.path else "Find what is"
    note = (
        f"{what} still of shape {step.old}, a batch at a time, and move each with the function above: "
        "nothing is left when it returns no more."
    )
    recipe = step.recipe("outdated", "outdated", note)
    return recipe.add("find", at.collection, filter=step.everywhere(), sort={"_id": 1}, limit=100)


def shape_audits(world: World) -> Iterator[Recipe]:
    """How many documents, sub-documents or elements there are of each shape, by the place where they stand."""
    told: set[Spot] = set()
    for name in newest_of(world):
        for number, spot in enumerate(world.placement.spots(name)):
            if spot not in told:
                told.add(spot)
                yield _shapes(world, name, spot, f".{number + 1}" if number else "")


def _shapes(world: World, name: str, spot: Spot, suffix: str) -> Recipe:
    path = spot.down(NUMBER).path
    note = f"How many there are of each {spot.collection}.{path}. What nothing is of any more, programs and the validator need not know; null is what has no number."
    recipe = Recipe(f"entity:{name}", f"{name}.shapes{suffix}", "audit", script=AUDIT, note=note)
    stages: list[Json] = [{"$unwind": f"${array}"} for array in spot.arrays]
    inside = spot.path and spot.path not in spot.arrays
    stages += [{"$match": {spot.path: {"$exists": True}}}] if inside else []
    return recipe.add("aggregate", spot.collection, pipeline=[*stages, {"$sortByCount": f"${path}"}])
