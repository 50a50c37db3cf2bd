"""What would refer to things of two tenants, which must be refused."""

from __future__ import annotations

from typing import TYPE_CHECKING

from designs.compiler.names.tenants import is_needed, tenants_of
from designs.compiler.sampling.world import Thing
from tests.oracle.state import State

if TYPE_CHECKING:
    from tests.oracle.scenario import Scenario, Stage

_SINGLE = ("one-to-many", "one-to-one", "tree")
_MENDED = ("update", "delete")


def kept_apart(stage: Stage, scenario: Scenario) -> Scenario:
    """Return the call, which leaves all as it was where a thing that it makes, or whose references it changes, would refer to
    things of two tenants."""
    world = stage.before.world
    tenants = tenants_of(world.model, world.names, stage.before.paths)
    if tenants is None or scenario.refused or scenario.after is scenario.before:
        return scenario
    before = {stage.twins[thing]: _parents(stage.before, thing) for thing in stage.before.all_things()}
    for thing in scenario.after.all_things():
        parents = _parents(scenario.after, thing)
        old = {name: stage.twins[parent] for name, parent in before.get(thing, {}).items()}
        led = {
            name: parent
            for name, parent in parents.items()
            if old.get(name) is not parent
            and (thing not in before or is_needed(world.names.relationships[name]))  # else the audit tells
        }
        if led and _is_mixed(stage, scenario.after, thing, led, tenants.entity, is_new=thing not in before):
            return scenario._replace(after=scenario.before, ends=None, refused=True)
    return scenario


def _parents(state: State, thing: Thing) -> dict[str, Thing]:
    """Return what a thing in a document of its own refers to, by relationship."""
    line = {thing.entity, *state.world.families.above(thing.entity)}
    return {
        link.name: pairs[0].source
        for link in state.model.links
        if link.kind in _SINGLE and link.to.entity in line and thing.holder is None
        if (pairs := state.links(link.name, "to", thing))
    }


def _is_mixed(
    stage: Stage, state: State, thing: Thing, led: dict[str, Thing], tenant: str, *, is_new: bool
) -> bool:
    """Return whether a thing and what it is led to are of several tenants. What is only logged is taken as it is told, and
    of what was there before, and names no tenant itself, the audit tells."""
    own = _owner(state, thing, tenant)
    if own is None and (not is_new or _is_log(stage, thing.entity)):
        return False
    return len({own, *(_owner(state, each, tenant) for each in led.values())} - {None}) > 1


def _owner(state: State, thing: Thing, tenant: str) -> Thing | None:
    """Return the tenant that a thing itself names."""
    parents = _parents(state, thing)
    named = [
        parents[link.name]
        for link in state.model.links
        if link.from_.entity == tenant and is_needed(link) and link.name in parents
    ]
    return named[0] if len(named) == 1 else None


def _is_log(stage: Stage, entity: str) -> bool:
    happened = stage.before.world.names.entities[entity].kind_or_default in ("event", "measurement")
    work = [each.kind for each in stage.before.model.workload if each.entity == entity]
    return happened and not any(kind in _MENDED for kind in work)
