"""What a read of a relationship is given: the id or the value of the very thing that it reads from."""

from __future__ import annotations

from designs.compiler.model.conceptual import Relationship
from designs.compiler.plan_model.physical import walk
from designs.compiler.sampling.world.things import Thing
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
                    values[name] = projector._identity(node.field, near)
    return scenario._replace(values=values)


def of_one_value(stage: Stage, relationship: Relationship, near: Thing) -> list[Thing]:
    """Return the things that an array of values cannot tell from one: those of the same value, and that one."""
    name = stage.listed_value(relationship)
    if name is None:
        return [near]
    records = StateRecords(stage.before)
    value = records.look(near, name)
    return [
        one for one in stage.before.things(near.entity) if one is near or records.look(one, name) == value
    ]
