"""What a read of a relationship is given: the id or the value of the very thing that it reads from. And which things
an array of values takes for one."""

from __future__ import annotations

from designs.compiler.model.conceptual import Field, Relationship
from designs.compiler.plan_model.decisions import opposite
from designs.compiler.plan_model.physical import DocField, walk
from designs.compiler.sampling.world import Thing
from tests.oracle.projecting import Projector, StateRecords
from tests.oracle.scenario import Scenario, Stage


def naming(stage: Stage, relationship: Relationship, scenario: Scenario, near: Thing) -> Scenario:
    """Return the call with the id of the thing that it reads from wherever the function looks for references to it:
    in the same document, another of its entity may be referred to as well."""
    projector = Projector(stage.compilation, stage.before)
    values = dict(scenario.values)
    for name, param in stage.function.params.items():
        for collection in stage.compilation.plan.collections:
            if collection.name != param.collection or collection.kind == "link" or values[name] is None:
                continue
            for node in walk(collection.fields):
                is_meant = (node.field.origin, node.field.relationship) == ("reference", relationship.name)
                if (
                    is_meant
                    and node.path == param.path.removesuffix(".0")
                    and not isinstance(values[name], dict)
                ):
                    values[name] = projector._identity(node.field, _named_there(stage, node.field, near))
    return scenario._replace(values=values)


def _named_there(stage: Stage, field: DocField, near: Thing) -> Thing:
    """Return what a reference to a thing names: itself, or what it stands in, whose id is beside its own."""
    meant = near
    while field.entity and meant.holder is not None and not stage.before.world.is_a(meant, field.entity):
        meant = meant.holder
    return meant if not field.entity or stage.before.world.is_a(meant, field.entity) else near


def of_one_value(stage: Stage, relationship: Relationship, near: Thing) -> list[Thing]:
    """Return the things that an array of values cannot tell from one, nor children that a parent is folded into: those of
    the same value, and that one."""
    name = stage.listed_value(relationship)
    if name is None:
        return told_alike(stage, relationship, near)
    records = StateRecords(stage.before)
    value, side = records.look(near, name), stage.compilation.composition.decisions[relationship.name].side
    things = stage.before.things(relationship.end(opposite(side)).entity)
    return [one for one in things if one is near or records.look(one, name) == value]


def told_alike(stage: Stage, relationship: Relationship, parent: Thing) -> list[Thing]:
    """Return the parents that what a call gives does not tell from one: children that hold one know it by nothing else."""
    names = told_by(stage, relationship).values()
    if not names:
        return [parent]
    own, things = stage.before.values, stage.before.things(relationship.from_.entity)
    return [one for one in things if all(own[one].get(name) == own[parent].get(name) for name in names)]


def told_by(stage: Stage, relationship: Relationship) -> dict[str, str]:
    """Return by parameter the field of a parent, folded into its children, by which these know it."""
    if stage.strategy(relationship) != "FOLD_ONE":
        return {}
    fields = {
        (collection.name, node.path): node.field.source
        for collection in stage.compilation.plan.collections
        for node in walk(collection.fields)
        if node.field.relationship == relationship.name
    }
    params = {name: param for name, param in stage.function.params.items() if not stage.is_new(param)}
    sources = {name: fields.get((param.collection, param.path)) for name, param in params.items()}
    return {name: source.name for name, source in sources.items() if isinstance(source, Field)}


def lists(stage: Stage, relationship: Relationship, one: Thing, other: Thing) -> bool:
    """Whether two are linked, or the array of values of one of them holds the value of the other already."""
    if stage.before.between(relationship.name, one, other):
        return True
    if stage.strategy(relationship) != "VALUE_ARRAY":
        return False
    is_source = stage.compilation.composition.decisions[relationship.name].side == "from"
    holder, valued = (one, other) if is_source else (other, one)
    alike = of_one_value(stage, relationship, valued)
    return any(
        stage.before.between(relationship.name, *((holder, each) if is_source else (each, holder)))
        for each in alike
    )


def takes_namesakes(stage: Stage, scenario: Scenario) -> bool:
    """Whether a value leaves an array of values though another of that value should stay in it: no document tells of
    which of the two it was, so nobody can say whether it goes."""
    if scenario.after is scenario.before:
        return False
    arrays = [one for one in stage.before.model.links if stage.strategy(one) == "VALUE_ARRAY"]
    return any(_takes_namesakes(stage, relationship) for relationship in arrays)


def _takes_namesakes(stage: Stage, relationship: Relationship) -> bool:
    name = stage.listed_value(relationship)
    if name is None:
        return False
    before, after = StateRecords(stage.before), StateRecords(stage.after)
    side = stage.compilation.composition.decisions[relationship.name].side
    entity = relationship.end(opposite(side)).entity
    valued = {one: after.look(one, name) for one in stage.after.things(entity)}
    left = stage.after.links_of(relationship.name)
    listed = [(link.end(side), valued.get(link.end(opposite(side)))) for link in left]
    holders = set(stage.after.all_things())
    for link in stage.before.links_of(relationship.name):
        holder, value = stage.twin(link.end(side)), before.look(link.end(opposite(side)), name)
        if stage.twin(link) not in left and holder in holders and (holder, value) in listed:
            return True
    if not stage.has_documents(entity):
        return False  # it goes out of one list alone
    pairs = [(before.look(one, name), valued.get(stage.twin(one))) for one in stage.before.things(entity)]
    return any(old is not None and old != new and old in valued.values() for old, new in pairs)
