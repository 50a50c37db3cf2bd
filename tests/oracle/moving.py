"""What a change of whom something is linked to means: the old link goes, and a new one comes, whatever stores them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from designs.compiler.model.conceptual import Effect, Relationship, given, stated
from designs.compiler.plan_model.decisions import opposite
from designs.compiler.sampling.world import Link, Thing
from tests.oracle.making import create
from tests.oracle.projecting import StateRecords
from tests.oracle.scenario import NotJudged, Owner, Stage
from tests.oracle.state import State

PAIRED = ("many-to-many", "graph")


def end_of(state: State, entity: str, path: str) -> tuple[Relationship, str] | None:
    """Return the relationship and the side that a path names and nothing more; None where it names anything else."""
    route = state.paths.resolve(entity, path)
    step = route.steps[0] if route is not None and len(route.steps) == 1 else None
    if step is None or step.kind != "end" or step.relationship is None:
        return None
    return step.relationship, step.side


def leads_to_end(state: State, entity: str, path: str) -> bool:
    """Whether a path names whom something is linked to."""
    route = state.paths.resolve(entity, path)
    return route is not None and bool(route.steps) and route.steps[-1].kind == "end"


def below(stage: Stage, relationship: Relationship, top: Thing) -> list[Thing]:
    """Return all nodes of a tree that are below one."""
    found = [link.target for link in stage.before.links(relationship.name, "from", top)]
    for thing in found:
        links = stage.before.links(relationship.name, "from", thing)
        found += [link.target for link in links if link.target not in found]
    return found


def other_parents(stage: Stage, relationship: Relationship, children: Sequence[Thing]) -> list[Thing]:
    """Return those to whom all these children can be given, who have none of them yet."""
    links = [link for child in children for link in stage.before.links(relationship.name, "to", child)]
    known = links or stage.before.links_of(relationship.name)
    places = {(link.source.entity, link.source.holder is None) for link in known}
    others = [
        one
        for one in stage.before.things(relationship.from_.entity)
        if one not in [link.source for link in links]
        and one not in children
        and stage.has_room(relationship, "from", one)
        and (one.entity, one.holder is None) in places
    ]
    if relationship.kind == "tree":
        others = [
            one for one in others if all(_may_be_below(stage, relationship, each, one) for each in children)
        ]
    if stage.strategy(relationship) == "ELEMENT_REF":
        others = [one for one in others if all(one.root is child.root for child in children)]
    return others


def _may_be_below(stage: Stage, relationship: Relationship, node: Thing, parent: Thing) -> bool:
    return parent not in below(stage, relationship, node) and stage.may_move_below(relationship, node, parent)


def give(stage: Stage, relationship: Relationship, child: Thing, parent: Thing) -> Link:
    """Give a child to another parent, in the facts after; return the link by which it is there."""
    twin, values = stage.twin(child), {}
    for link in stage.before.links(relationship.name, "to", child):
        values = dict(stage.before.values.get(link, {}))
        moved = stage.twin(link)
        stage.after.cut(moved)
        if twin.holder is moved.source and stage.is_home(relationship):
            twin.holder = stage.twin(parent)
    renewed = stage.after.join(relationship, stage.twin(parent), twin)
    stage.after.values[renewed] = values
    return renewed


def relinked(stage: Stage, effect: Effect, things: Sequence[Thing]) -> Iterator[Owner]:
    """Change whom things are linked to, as an effect says; yield the links that come or go. The values that the call
    brings in for it become known."""
    found = end_of(stage.before, things[0].entity, effect.field)
    if found is None:
        raise NotJudged("a change of whom something is linked to, behind others")
    relationship, side = found
    if stated(effect.value):
        raise NotJudged("a link to what the design itself names")
    if relationship.kind not in PAIRED and side == "to":
        yield from _moved(stage, relationship, effect, things)
    elif relationship.kind in PAIRED and len(things) == 1:
        yield from _listed(stage, relationship, side, effect, things[0])
    elif relationship.kind == "one-to-many" and effect.do in ("push", "add-to-set") and len(things) == 1:
        yield from _gained(stage, relationship, things[0])
    elif relationship.kind == "one-to-many" and effect.do == "pull" and stage.is_home(relationship):
        for thing in things:
            yield from _lost(stage, relationship, effect, thing)
    else:
        raise NotJudged("a change of whom something is linked to")


def _gained(stage: Stage, relationship: Relationship, thing: Thing) -> Iterator[Owner]:
    """A new child comes, as the caller gives it but for its parent: that one is found."""
    wholes = [name for name, param in stage.function.params.items() if not param.path]
    if stage.is_home(relationship) or len(wholes) != 1:
        raise NotJudged("a new element of a list")
    if not stage.has_room(relationship, "from", thing):
        raise NotJudged("no room for one more")
    child = create(stage, relationship.to.entity, {relationship.name: thing})
    lens = stage.lens(stage.after, [child, stage.twin(thing)])
    stage.given[wholes[0]] = lens.value(stage.function.params[wholes[0]])
    yield from ()


def _lost(stage: Stage, relationship: Relationship, effect: Effect, thing: Thing) -> Iterator[Owner]:
    """The elements go that the filter means by their fields; else one that the caller gives whole."""
    links = stage.before.links(relationship.name, "from", thing)
    start, records = f"{effect.field}.", StateRecords(stage.before)
    asked = [(match, value) for match, value in stage.asked if match.field.startswith(start)]
    if any(match.how != "eq" for match, _ in asked):
        raise NotJudged("elements by other than equal values")
    wanted = [
        (match.field.removeprefix(start), match.value if stated(match.value) else value)
        for match, value in asked
    ]
    going = [
        link for link in links if all(records.look(link.target, path) == value for path, value in wanted)
    ]
    if not wanted:
        going = [stage.choose([each for each in links if is_told_apart(stage, each)], "element")]
    if len(links) - len(going) < given(relationship.from_.count.min, 0):
        raise NotJudged("fewer elements than must stay")
    for link in going:
        order = [link.target, link, link.source]
        if not wanted:
            lens = stage.lens(stage.before, order)
            stage.given |= {name: lens.value(param) for name, param in _brought(stage, effect)}
        stage.take_away(link.target, order)
        yield link.target


def is_told_apart(stage: Stage, link: Link) -> bool:
    """Whether no element beside one that is held by another document equals it: nobody could say which is meant."""
    if link.target.holder is not link.source:
        return True
    beside = [one.target for one in stage.before.links(link.relationship.name, "from", link.source)]
    own = _without_id(stage, link.target)
    return not any(_without_id(stage, one) == own for one in beside if one is not link.target)


def _without_id(stage: Stage, thing: Thing) -> dict[str, Any]:
    return {name: value for name, value in stage.before.values[thing].items() if name != "_id"}


def _moved(
    stage: Stage, relationship: Relationship, effect: Effect, things: Sequence[Thing]
) -> Iterator[Owner]:
    if effect.do == "unset":
        for link in [each for one in things for each in stage.before.links(relationship.name, "to", one)]:
            stage.after.cut(stage.twin(link))
            yield link
        return
    if effect.do != "set":
        raise NotJudged("a change of whom something is linked to, by arithmetic")
    parent = stage.choose(other_parents(stage, relationship, things), "other parent")
    for one in things:
        yield give(stage, relationship, one, parent)
    own, of_parent = (
        stage.lens(stage.after, [stage.twin(one) for one in order])
        for order in ([*things, parent], [parent, *things])
    )
    _tell_old(stage, relationship, things[0])
    for name, param in _brought(stage, effect):
        is_of_parent = param.path.rpartition(".")[2] == "_id"
        found = (of_parent if is_of_parent else own).value(param)
        stage.given[name] = own.value(param) if found is None else found


def _tell_old(stage: Stage, relationship: Relationship, thing: Thing) -> None:
    """Tell what stands where the old parent keeps it: the ids that this one lists, and its own."""
    links = stage.before.links(relationship.name, "to", thing)
    own = stage.lens(stage.before, [thing])
    around = stage.lens(stage.before, [thing, *links, *(link.source for link in links)])
    for name, param in stage.function.params.items():
        if not stage.is_new(param) and own.value(param) is None:
            stage.given[name] = around.value(param)


def _listed(
    stage: Stage, relationship: Relationship, side: str, effect: Effect, thing: Thing
) -> Iterator[Owner]:
    far = opposite(side)
    links = stage.before.links(relationship.name, side, thing)
    going: list[Link] = []
    if effect.do == "pull" or (effect.do == "set" and links):
        going = [stage.choose(_meant(stage, effect, links, far) or links, "link")]
    coming: list[Thing] = []
    if effect.do != "pull":
        taken = [link.end(far) for link in links]
        able = [
            one
            for one in stage.before.things(relationship.end(far).entity)
            if one is not thing and one not in taken and stage.has_room(relationship, far, one)
        ]
        coming = [stage.choose(able, "thing to link")]
        if not stage.has_room(relationship, side, thing) and not going:
            raise NotJudged("no room for one more link")
    for link in going:
        stage.after.cut(stage.twin(link))
        yield link
    for one in coming:
        ends = (thing, one) if side == "from" else (one, thing)
        joined = stage.after.join(relationship, *map(stage.twin, ends))
        stage.after.values[joined] = stage.making.link_values(joined)
        yield joined
    _tell_list(stage, relationship, effect, thing, [link.end(far) for link in going], coming)


def _meant(stage: Stage, effect: Effect, links: Sequence[Link], far: str) -> list[Link]:
    """Return the links to what the filter names by its id: that one is pulled, and not another of the list."""
    ids = [
        match.value if stated(match.value) else value
        for match, value in stage.asked
        if match.how == "eq" and match.field.removesuffix("._id") == effect.field.removesuffix("._id")
    ]
    return [link for link in links if stage.before.values[link.end(far)].get("_id") in ids]


def unsaid_by(stage: Stage, link: Link) -> tuple[str, ...]:
    """Return the parameters for what a new link may say of itself, and does not."""
    fields = given(link.relationship.link_fields, [])
    may = {field.name for field in fields if field.required is not True} - stage.after.values[link].keys()
    return tuple(
        name for name, param in stage.function.params.items() if param.path.rpartition(".")[2] in may
    )


def _tell_list(
    stage: Stage,
    relationship: Relationship,
    effect: Effect,
    thing: Thing,
    gone: list[Thing],
    come: list[Thing],
) -> None:
    """Tell the element that comes or goes, or the list as a whole."""
    is_gone = effect.do == "pull"
    state = stage.before if is_gone else stage.after
    ends = [thing, *gone] if is_gone else [stage.twin(one) for one in (thing, *come)]
    if effect.do == "set":
        lens = stage.lens(state, ends)
        stage.given |= {name: lens.value(param) for name, param in _brought(stage, effect)}
        return
    (link,) = [one for one in state.links_of(relationship.name) if {one.source, one.target} == set(ends)]
    if link.source.entity == link.target.entity:
        raise NotJudged("a link of two of a kind")
    order = stage.holder_first(link)
    lens = stage.lens(state, [order[1], order[0], order[2]])
    values = {name: lens.value(param) for name, param in stage.function.params.items()}
    if not is_gone:  # what the other links say there is not meant
        stage.unsaid += unsaid_by(stage, link)
    values |= dict.fromkeys(stage.unsaid)
    told = {name: value for name, value in values.items() if value is not None or name in stage.unsaid}
    stage.given = told | stage.given


def _brought(stage: Stage, effect: Effect) -> list[tuple[str, Any]]:
    """Return the parameters by which a call says whom something is linked to."""
    named = _bare(effect.field.removesuffix("._id"))
    told = [(name, param) for name, param in stage.function.params.items() if stage.is_new(param)]
    return [
        (name, param)
        for name, param in told
        if len(told) == 1 or _bare(name).startswith(f"new{named}") or not _is_other(stage, effect, name)
    ]


def _is_other(stage: Stage, effect: Effect, name: str) -> bool:
    """Whether a parameter is called like another path that the operation changes, or like what that leads to."""
    operation = next(one for one in stage.before.model.workload if one.name == stage.function.about[1])
    for path in operation.written:
        end = end_of(stage.before, operation.entity, path)
        if end is None and _bare(name) == f"new{_bare(path)}":
            return True
        words = (
            [path, end[0].end(opposite(end[1])).entity] if end is not None and path != effect.field else []
        )
        if any(_bare(name) in (f"new{_bare(word)}", f"new{_bare(word)}id") for word in words):
            return True
    return False


def _bare(name: str) -> str:
    return name.replace(".", "").replace("_", "").lower()
