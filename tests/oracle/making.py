"""New things for the facts after a call, with all that such a thing needs to be valid."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from typing import Any

from designs.compiler.model.conceptual import Relationship, given
from designs.compiler.model.field_walk import computed_fields
from designs.compiler.model.formulas import parse, paths_of
from designs.compiler.plan_model.physical import Param
from designs.compiler.sampling.nesting import PENDING
from designs.compiler.sampling.world import Link, Thing
from designs.compiler.sampling.world.sample_data import INSIDE
from tests.oracle.arithmetic import copied, value_at
from tests.oracle.scenario import NotJudged, Scenario, Stage

LISTING = ("EMBED_LINK", "ONE_WAY_EMBED", "TWO_WAY_EMBED", "VALUE_ARRAY")
REFERRING = (
    "PARENT_REF",
    "SUBSET",
    "TWO_WAY_REFS",
    "FOLD_ONE",
    "LINK_ONE",
    "BUCKET",
    "BUCKET_TIME",
    "TIME_SERIES",
)


def create(stage: Stage, entity: str, parents: dict[str, Thing], without: str = "") -> Thing:
    """Return a new thing, linked to these parents and to whatever else it must refer to."""
    world = stage.after.world
    held = [(name, parent) for name, parent in parents.items() if stage.is_home(stage.relationship(name))]
    holder = None
    if held:
        relationship = stage.relationship(held[0][0])
        if world.homes(entity)[0].kind in (*INSIDE, "bucket") or relationship.kind == "tree":
            holder = stage.twin(held[0][1])
    elif all(home.kind in INSIDE for home in world.homes(entity)):
        raise NotJudged("a new element without a holder")
    thing = stage.making.thing(_subtype(stage, entity), holder)
    _begin_counters(stage, thing)
    for name, parent in parents.items():
        _join(stage, stage.relationship(name), stage.twin(parent), thing)
    for relationship in stage.before.model.links:
        if relationship.name not in parents and relationship.name != without:
            _refer(stage, relationship, thing)
    _fill(stage, thing)
    return thing


def planted(stage: Stage, relationship: Relationship, entity: str) -> Scenario | None:
    """Return a call that adds a root, whose parent is null, for half of those of a function that takes null there."""
    names = {
        each.only_with.name for each in stage.function.statements
        if isinstance(each.only_with, Param) and each.only_with.path == "_id"
    }  # fmt: skip
    parent = next((name for name in sorted(names) if name.startswith("parent")), "")
    if relationship.kind != "tree" or not parent or stage.dice.random() < 0.5:
        return None
    scenario = stage.all_after([create(stage, entity, {}, without=relationship.name)])
    return scenario._replace(values=scenario.values | {parent: None}, nobody=(parent,))


def _begin_counters(stage: Stage, thing: Thing) -> None:
    """Let what is counted by hits begin at 0: nobody has hit a new thing."""
    values = stage.after.values[thing]
    for entity in stage.before.model.entities:
        for path, _, computed in computed_fields(given(entity.fields, [])):
            formula = parse(computed.formula)
            is_counted = computed.refresh == "approximate" and (formula is None or path in paths_of(formula))
            if is_counted and path in values and stage.after.world.is_a(thing, entity.name):
                values[path] = 0


def make_way(stage: Stage, relationship: Relationship, parent: Thing) -> None:
    """Take the only part of its kind out of what gets another: one that must always be there until then, any other from
    the beginning, since a second is refused."""
    is_lasting = given(relationship.from_.count.min, 0) >= 1
    for link in list(stage.before.links(relationship.name, "from", parent)):
        if is_lasting:
            stage.after.remove(stage.twin(link.target))
            continue
        there = [one for one in stage.before.all_things() if stage.twin(one) in stage.after.values]
        stage.take_away(link.target, [parent, link])
        for thing in there:
            if stage.twin(thing) not in stage.after.values:
                stage.before.remove(thing)


def _subtype(stage: Stage, entity: str) -> str:
    """Return of which subtype a new thing is: where each has a collection of its own, one that the function inserts
    into."""
    world = stage.after.world
    while apart := world.apart(entity):
        entity = stage.dice.choice(_inserted(stage, apart) or apart)
    if world.kinds.base(entity) not in _stored(stage):  # with its supertype's, while a subtype stands apart
        apart = [name for name in world.families.below(entity) if world.kinds.base(name) in _stored(stage)]
        entity = stage.dice.choice(apart) if apart else entity
    names = [name for name in world.kinds.members(entity) if world.kinds.value(name)]
    if entity in names and not _says_kind(stage):
        return entity
    return stage.dice.choice(names) if names else entity


def _says_kind(stage: Stage) -> bool:
    """Return whether the caller of the function says of which kind the new document is: it may be of any."""
    params = stage.function.params.values() if stage.function is not None else ()
    return any(not param.path and param.among is None for param in params)


def _inserted(stage: Stage, subtypes: list[str]) -> list[str]:
    """Return the subtypes, or what has subtypes of its own among them, whose documents the function inserts."""
    world, stored = stage.after.world, _stored(stage)
    return [
        name
        for name in subtypes
        if stored & {world.kinds.base(one) for one in (name, *world.families.below(name))}
    ]


def _stored(stage: Stage) -> set[str | None]:
    """Return the entities into whose collections the function inserts documents."""
    statements = stage.function.statements if stage.function is not None else ()
    inserted = {one.collection for one in statements if one.op.startswith("insert")}
    return {one.entity for one in stage.compilation.plan.collections if one.name in inserted}


def _list(stage: Stage, relationship: Relationship, thing: Thing) -> None:
    """Link the new thing to as many others as it must have, where its own document lists them."""
    world = stage.after.world
    for side, far in (("from", "to"), ("to", "from")):
        if not world.is_a(thing, relationship.end(side).entity):
            continue
        least = math.ceil(given(relationship.end(side).count.min, 0))
        others = [
            link.end(far) for link in stage.before.links_of(relationship.name)
            if stage.has_room(relationship, far, link.end(far))
        ]  # fmt: skip
        decision = stage.compilation.composition.decisions[relationship.name]
        if decision.side != side or decision.strategy not in LISTING:
            return
        least = max(least, decision.strategy != "TWO_WAY_EMBED")
        twins = [stage.twin(other) for other in list(dict.fromkeys(others))[:least]]
        ends = [(thing, twin) if side == "from" else (twin, thing) for twin in twins]
        links = [stage.after.join(relationship, *each) for each in ends]
        stage.after.values.update(zip(links, stage.making.values_of_links(links), strict=True))
        return


def _join(stage: Stage, relationship: Relationship, parent: Thing, child: Thing) -> Link:
    link = stage.after.join(relationship, parent, child)
    stage.after.values[link] = stage.making.link_values(link)
    if stage.strategy(relationship) == "OUTLIER":
        bound = stage.compilation.composition.decisions[relationship.name].bound
        inside = [one for one in stage.after.links(relationship.name, "from", parent) if not one.target.extra]
        child.extra = bound is not None and len(inside) > bound
    return link


def _refer(stage: Stage, relationship: Relationship, thing: Thing) -> None:
    """Link the new thing to a parent that its own document names."""
    world = stage.after.world
    if relationship.kind in ("many-to-many", "graph"):
        _list(stage, relationship, thing)
        return
    if relationship.kind not in ("one-to-many", "one-to-one") or not world.is_a(
        thing, relationship.to.entity
    ):
        return
    if stage.strategy(relationship) not in REFERRING or _has_its_place(stage, relationship, thing):
        return
    decision = stage.compilation.composition.decisions[relationship.name]
    if stage.strategy(relationship) == "LINK_ONE" and decision.side != "to":
        return
    parents = [
        one
        for one in stage.before.things(relationship.from_.entity)
        if stage.has_room(relationship, "from", one)
        and any(stage.kin(one, link.source) for link in stage.before.links_of(relationship.name))
    ]
    if parents:
        _join(stage, relationship, stage.twin(stage.dice.choice(parents)), thing)
    elif stage.function is not None and _needs_parent(stage, relationship):
        raise NotJudged(f"no {relationship.from_.entity} has room for one more that must have one")


def _has_its_place(stage: Stage, relationship: Relationship, thing: Thing) -> bool:
    """Whether the relationship has pages, and a thing stands in another document or page already: it has one place."""
    homes = stage.after.world.homes(relationship.to.entity)
    pages = [str(home.relationship) for home in homes if home.kind == "bucket"]
    is_in_page = any(stage.after.links(name, "to", thing) for name in pages)
    return relationship.name in pages and (thing.holder is not None or is_in_page)


def _needs_parent(stage: Stage, relationship: Relationship) -> bool:
    """Whether each child must have a parent, and others have theirs: an id of none would rightly be refused."""
    return given(relationship.to.count.min, 0) > 0 and bool(stage.before.links_of(relationship.name))


def _fill(stage: Stage, thing: Thing) -> None:
    """Make the parts that stand inside the new thing and must be there."""
    world = stage.after.world
    for relationship in stage.before.model.links:
        if relationship.kind not in ("one-to-one", "one-to-many") or not stage.is_home(relationship):
            continue
        if not world.is_a(thing, relationship.from_.entity) or stage.strategy(relationship) not in (
            "EMBED_ONE", "EMBED_ARRAY", "OUTLIER", "VALUE_ARRAY",
        ):  # fmt: skip
            continue
        if any(world.is_a(around, relationship.to.entity) for around in _around(thing)):
            continue  # parts of parts of one hierarchy would never end
        least = math.ceil(given(relationship.from_.count.min, 0))
        wanted = 1 if relationship.kind == "one-to-one" else max(least, 1)
        for _ in range(min(wanted, 20)):
            part = stage.making.thing(_kind(stage, relationship.to.entity), thing)
            _join(stage, relationship, thing, part)
            for other in stage.before.model.links:
                if other.name != relationship.name and other.kind in ("one-to-many", "one-to-one"):
                    _refer(stage, other, part)
            _fill(stage, part)


def _kind(stage: Stage, entity: str) -> str:
    """Return of which entity a new part is: of one of its kinds where none is of the entity alone."""
    kinds = stage.after.world.kinds
    names = [name for name in kinds.members(entity) if kinds.value(name)]
    return entity if entity in names or not names else stage.dice.choice(names)


def _around(thing: Thing) -> Iterator[Thing]:
    """Yield a thing and those that it stands in."""
    holder: Thing | None = thing
    while holder is not None:
        yield holder
        holder = holder.holder


def new_value(stage: Stage, owner: Thing | Link, path: Sequence[str]) -> Any:
    """Return another value that the field may have, as a new thing would have it."""
    before = value_at(stage.before.values.get(owner, {}), path)
    for _ in range(4):
        if isinstance(owner, Link):
            source = stage.dice.choice(stage.before.links_of(owner.relationship.name)).source
            link = Link(owner.relationship, source, owner.target, owner.number + stage.dice.randint(1, 50))
            found = value_at(stage.making.link_values(link), path)
        else:
            scratch, _ = stage.after.clone()
            made = type(stage.making)(scratch)
            made._made += stage.dice.randint(1, 400)
            found = value_at(scratch.values[made.thing(owner.entity)], path)
        if found is not None and found is not PENDING and found != before:
            return copied(found)
    return None
