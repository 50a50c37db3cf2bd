"""Calls that add something of one subtype, and don't say of which: the function knows."""

from __future__ import annotations

from tests.oracle.scenario import Scenario, Stage

_ADDING = frozenset({"add", "insert", "plant"})
"""The purposes of functions that store something new."""


def without_kinds(stage: Stage, scenario: Scenario) -> Scenario:
    """Return a call whose new thing lacks the field that tells its subtype, where the function adds one subtype only."""
    entity, kinds = _added(stage), stage.before.world.kinds
    if not entity or len(kinds.values(entity)) != 1:
        return scenario
    field = kinds.field(entity)
    unsaid = {
        name: {key: inner for key, inner in value.items() if key != field}
        for name, value in scenario.values.items()
        if isinstance(value, dict) and value.get(field) == kinds.values(entity)[0]
    }
    return scenario._replace(values=scenario.values | unsaid)


def _added(stage: Stage) -> str:
    """Return the entity of which a function adds something, "" for other functions."""
    kind, name = stage.function.about
    if stage.function.purpose not in _ADDING:
        return ""
    if kind == "relationship":
        return stage.relationship(name).to.entity
    return next((one.entity for one in stage.before.model.workload if one.name == name), "")
