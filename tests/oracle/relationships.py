"""What the functions of relationships mean, told in things and links."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from designs.compiler.model.conceptual import Relationship, given
from designs.compiler.plan_model.decisions import opposite
from designs.compiler.plan_model.physical import Outcome, Param
from designs.compiler.sampling.world import Link, Thing
from tests.oracle import upkeep
from tests.oracle.arithmetic import value_at
from tests.oracle.in_use import is_past, keeps_past
from tests.oracle.making import create, make_way, new_value, planted
from tests.oracle.moving import PAIRED, below, give, is_told_apart, other_parents, unsaid_by
from tests.oracle.near_values import lists
from tests.oracle.scenario import NotJudged, Owner, Scenario, Stage
from tests.oracle.shapes import has_as_meant
from tests.oracle.stored_where import is_outermost, nested_trees, written_in

ONE_END_LISTS = ("ONE_WAY_EMBED", "EMBED_LINK")
"""Strategies by which the documents of one end list those of the other."""


def meaning(stage: Stage) -> Scenario:
    """Return what a relationship's function should do, on facts chosen by chance."""
    relationship = stage.relationship(stage.function.about[1])
    known: dict[str, Callable[[Stage, Relationship], Scenario]] = {
        "add": _add, "plant": _plant, "remove": _remove, "delete": _delete, "cascade": _cascade,
        "edit": _edit, "reassign": _reassign,
    }  # fmt: skip
    if stage.function.purpose not in known:
        return upkeep.of_relationship(stage, relationship)
    return known[stage.function.purpose](stage, relationship)


def _links(stage: Stage, relationship: Relationship) -> list[Link]:
    """Return the links of a relationship: of nodes of a tree inside a document, those of the outermost, which functions
    of other relationships know alone."""
    links = stage.before.links_of(relationship.name)
    if stage.strategy(relationship) == "EMBED_TREE":
        return links
    nested = nested_trees(stage)
    is_written = (lambda _: True) if stage.function is None else written_in(stage, relationship)
    return [
        one for one in links
        if is_outermost(stage, nested, one.source) and is_outermost(stage, nested, one.target)
        and is_written(one.source)
    ]  # fmt: skip


def _add(stage: Stage, relationship: Relationship) -> Scenario:
    if relationship.kind == "is-a":
        child = create(stage, relationship.to.entity, {})
        return stage.all_after([child])
    if relationship.kind in PAIRED:
        return _pair(stage, relationship)
    if stage.strategy(relationship) == "VALUE_ARRAY":
        return _label(stage, relationship)
    return _child(stage, relationship)


def _pair(stage: Stage, relationship: Relationship) -> Scenario:
    linked = {_ends(link.source, link.target) for link in _links(stage, relationship)}
    pairs = [
        (one, other)
        for one in stage.before.things(relationship.from_.entity)
        for other in stage.before.things(relationship.to.entity)
        if one is not other
        and not lists(stage, relationship, one, other)
        and stage.has_room(relationship, "from", one)
        and stage.has_room(relationship, "to", other)
        and (_ends(one, other) in linked or _ids_of_link(stage, relationship, one, other))
        and (
            not _are_ids_in_order(stage, relationship)
            or stage.are_sought(*_in_order(stage, relationship, one, other))
        )
        and all(
            stage.is_sought(param, thing) for param, thing in _ids_of_link(stage, relationship, one, other)
        )
    ]
    one, other = stage.choose(pairs, "two things to link")
    link = stage.after.join(relationship, stage.twin(one), stage.twin(other))
    stage.after.values[link] = stage.making.whole_link_values(link)
    scenario = stage.all_after([link, stage.twin(one), stage.twin(other)])
    ids = {param.name: stage.key(thing) for param, thing in _ids_of_link(stage, relationship, one, other)}
    unsaid = unsaid_by(stage, link)  # what the parent's other links say there is not meant
    values = scenario.values | ids | dict.fromkeys(unsaid)
    scenario = scenario._replace(values=values, nobody=unsaid)
    is_named = _are_ids_in_order(stage, relationship)
    return stage.naming(scenario, *_in_order(stage, relationship, one, other)) if is_named else scenario


def _ids_of_link(
    stage: Stage, relationship: Relationship, one: Thing, other: Thing
) -> list[tuple[Param, Thing]]:
    """Return the parameters by which a document for each link is found, with the ends that they are of: of a hierarchy
    whose subtypes have collections of their own, each of which has its function."""
    is_apart = any(stage.is_in_several_collections(thing.root.entity) for thing in (one, other))
    if stage.strategy(relationship) != "LINK_COLL" or not is_apart:
        return []
    ends = dict(zip(stage.before.world.names.link_ids(relationship), (one, other), strict=True))
    filters = [
        each.filter for each in stage.function.statements if each.writes and isinstance(each.filter, dict)
    ]
    return [
        (param, thing)
        for filter in filters
        for name, thing in ends.items()
        if isinstance(param := filter.get(name), Param)
    ]


def _are_ids_in_order(stage: Stage, relationship: Relationship) -> bool:
    """Whether a function takes an id of each end, and only their order tells which is whose: the documents of each end
    list those of the other, or those of one end do, and both are of one entity or hierarchy."""
    if stage.strategy(relationship) in ONE_END_LISTS:
        return stage.are_of_one_hierarchy(relationship.from_.entity, relationship.to.entity)
    return stage.strategy(relationship).startswith("TWO_WAY")


def _in_order(stage: Stage, relationship: Relationship, one: Thing, other: Thing) -> tuple[Thing, Thing]:
    """Return the two ends in the order of the ids: where one lists the other, the one in whose document the function
    writes comes where its id does."""
    if stage.strategy(relationship) not in ONE_END_LISTS:
        return one, other
    side = stage.compilation.composition.decisions[relationship.name].side
    holder, listed = (other, one) if side == "to" else (one, other)
    return (holder, listed) if _writes_by_first(stage) else (listed, holder)


def _writes_by_first(stage: Stage) -> bool:
    """Whether a function that takes two ids writes in the document of the first."""
    sought = [
        statement.filter.get("_id")
        for statement in stage.function.statements
        if statement.writes and isinstance(statement.filter, dict)
    ]
    written = {each.name for each in sought if isinstance(each, Param)}
    ids = [name for name, param in stage.function.params.items() if param.path == "_id"]
    return len(ids) < 2 or ids[0] in written


def _ends(one: Thing, other: Thing) -> tuple[str, bool, str, bool]:
    """Return the entities of two things, each with whether it has a document of its own."""
    return one.entity, one.holder is None, other.entity, other.holder is None


def _label(stage: Stage, relationship: Relationship) -> Scenario:
    """A value put into a list of values."""
    parents = [
        one
        for one in stage.before.things(relationship.from_.entity)
        if stage.has_room(relationship, "from", one)
    ]
    parent = stage.choose(parents, relationship.from_.entity)
    if stage.has_documents(relationship.to.entity):
        return _known_label(stage, relationship, parent)
    child = create(stage, relationship.to.entity, {relationship.name: parent})
    return stage.all_after([child, stage.twin(parent)])


def _known_label(stage: Stage, relationship: Relationship, parent: Thing) -> Scenario:
    """A value of something that has documents of its own: it is there, and is linked now."""
    others = [
        one for one in stage.before.things(relationship.to.entity)
        if one is not parent
        and not lists(stage, relationship, parent, one)
        and stage.has_room(relationship, "to", one)
    ]  # fmt: skip
    child = stage.choose(others, relationship.to.entity)
    link = stage.after.join(relationship, stage.twin(parent), stage.twin(child))
    stage.after.values[link] = stage.making.link_values(link)
    return stage.all_after([link, stage.twin(parent), stage.twin(child)])


def _child(stage: Stage, relationship: Relationship) -> Scenario:
    if root := planted(stage, relationship, relationship.to.entity):
        return root
    child, parent = add_child(stage, relationship)
    return stage.all_after([child, stage.twin(parent)])


def add_child(stage: Stage, relationship: Relationship, most: int | None = None) -> tuple[Thing, Thing]:
    """Make a child of a parent that has room for one; return both. most: among how many such
    parents, the first ones."""
    parents = stage.before.things(relationship.from_.entity)
    home = stage.is_home(relationship)
    if home:
        known = {(link.source.entity, link.source.holder is None) for link in _links(stage, relationship)}
        parents = [one for one in parents if not known or (one.entity, one.holder is None) in known]
    if relationship.kind != "one-to-one" or not home:
        parents = [one for one in parents if stage.has_room(relationship, "from", one)]
    if relationship.kind == "tree":
        parents = [one for one in parents if stage.may_have_below(relationship, one)]
    parents = [one for one in parents if _is_of_level(stage, relationship, one) and _is_written(stage, one)]
    parent = stage.choose(parents[:most], relationship.from_.entity)
    if relationship.kind == "one-to-one" and home:
        make_way(stage, relationship, parent)
    return create(stage, relationship.to.entity, {relationship.name: parent}), parent


def _is_written(stage: Stage, parent: Thing) -> bool:
    """Whether a function that changes the parent of what it adds does so where this one stands."""
    statements = stage.function.statements if stage.function is not None else ()
    filters = [(each.collection, each.filter) for each in statements if each.op == "updateOne"]
    places = {
        collection
        for collection, filter in filters
        if isinstance(filter, dict)
        and isinstance(known := filter.get("_id"), Outcome)
        and known.path != "_id"
    }
    stands = stage._collections.get(parent.root)
    return not places or stands is None or stands in places or not stage._are_split({stands, *places})


def _is_of_level(stage: Stage, relationship: Relationship, node: Thing) -> bool:
    """Whether a node of a tree inside a document is of the level that the function is for."""
    if stage.function is None:
        return True
    level = stage.function.recipe.rpartition(".")[2]
    if stage.strategy(relationship) != "EMBED_TREE" or not level.isdigit():
        return True
    return stage.level(relationship, node) == int(level)


def _plant(stage: Stage, relationship: Relationship) -> Scenario:
    child = create(stage, relationship.to.entity, {}, without=relationship.name)
    return stage.all_after([child])


def _remove(stage: Stage, relationship: Relationship) -> Scenario:
    links = [
        one
        for one in _links(stage, relationship)
        if _is_of_level(stage, relationship, one.target) and _is_found(stage, relationship, one.target)
    ]
    in_order = _are_ids_in_order(stage, relationship)
    twice = in_order and relationship.kind in PAIRED
    links = [
        one
        for one in links
        if not twice or stage.are_sought(*_in_order(stage, relationship, one.source, one.target))
    ]
    link = stage.choose([one for one in links if is_told_apart(stage, one)], "link")
    strategy = stage.strategy(relationship)
    is_of_holder = relationship.kind in PAIRED or strategy == "VALUE_ARRAY"  # the id is the holder's
    order = stage.holder_first(link) if is_of_holder else [link.target, link, link.source]
    if relationship.kind in PAIRED or strategy in ("VALUE_ARRAY", "ELEMENT_REF"):
        stage.after.cut(stage.twin(link))
        scenario = stage.gone(order, [link])
        return (
            stage.naming(scenario, *_in_order(stage, relationship, link.source, link.target))
            if in_order
            else scenario
        )
    if relationship.kind == "tree" and strategy != "EMBED_TREE":
        leaves = [
            one
            for one in _links(stage, relationship)
            if not stage.before.links(relationship.name, "from", one.target)
        ]
        link = stage.choose(leaves, "leaf")
        order = [link.target, link, link.source]
    stage.given |= _beyond_its_array(stage, link, order)
    stage.take_away(link.target, order)
    if stage.belongs_to(link.source, link.target):
        stage.take_away(link.source, order)
    scenario = stage.gone(order, [link.target])
    return scenario if stage.is_home(relationship) else stage.given_id(scenario, link.target)


def _is_found(stage: Stage, relationship: Relationship, thing: Thing) -> bool:
    """Whether a function finds the thing that it is about where this stands."""
    is_of_holder = relationship.kind in PAIRED or stage.strategy(relationship) == "VALUE_ARRAY"
    return is_of_holder or stage.is_home(relationship) or stage.finds(thing)


def _delete(stage: Stage, relationship: Relationship) -> Scenario:
    link = stage.choose(_links(stage, relationship), "link")
    decision = stage.compilation.composition.decisions[relationship.name]
    listed = "from" if decision.strategy == "ONE_WAY_EMBED" and decision.side == "to" else "to"
    side = opposite(listed) if stage.function.recipe.endswith("delete_back") else listed
    thing = link.end(side)
    order = [thing, link, link.end(opposite(side))]
    if keeps_past(stage, relationship, side) or is_past(stage, relationship, side, thing):
        stage.take_away(thing, [thing])
        return stage.naming(stage.gone([thing], [thing]), thing)
    stage.take_away(thing, order)
    if stage.belongs_to(order[2], thing):
        stage.take_away(order[2], order)
    return stage.naming(stage.gone(order, [thing]), thing)


def _cascade(stage: Stage, relationship: Relationship) -> Scenario:
    tops = [
        link.target if relationship.kind == "tree" else link.source for link in _links(stage, relationship)
    ]
    if stage.strategy(relationship) == "EMBED_TREE":
        tops = [link.source for link in _links(stage, relationship) if link.source.holder is None]
    top = stage.choose(tops, "parent")
    nodes_below = (
        below(stage, relationship, top)
        if relationship.kind == "tree"
        else _children(stage, relationship, top)
    )
    nodes = [top, *nodes_below]
    links = [link for node in nodes for link in stage.before.links(relationship.name, "from", node)]
    between = [link for link in links if link.target in nodes]
    for thing in [*nodes_below, top]:
        stage.take_away(thing, [*nodes, *between])
    return stage.gone([top], [top, *nodes_below])


def _children(stage: Stage, relationship: Relationship, top: Thing) -> list[Thing]:
    return [link.target for link in stage.before.links(relationship.name, "from", top)]


def _edit(stage: Stage, relationship: Relationship) -> Scenario:
    """Change one field, or several: as many as chance says, of those that have another value."""
    (name,) = [name for name, param in stage.function.params.items() if param.parts]
    fields = stage.function.params[name].value
    written = [(param.path.rpartition(".")[2],) for param in fields.values()]
    links = [
        one for one in _links(stage, relationship)
        if is_told_apart(stage, one) and all(has_as_meant(stage.before, one.target, path) for path in written)
    ]  # fmt: skip
    link = stage.choose(links, "link")
    order = stage.holder_first(link) if relationship.kind in PAIRED else [link.target, link, link.source]
    stage.given |= _beyond_its_array(stage, link, order)
    others = {
        part: change
        for part, param in fields.items()
        if (change := _change(stage, relationship, link, param))
    }
    if not others:
        raise NotJudged("no other value for a field")
    chosen = stage.dice.sample(sorted(others), stage.dice.randint(1, len(others)))
    for part in chosen:
        owner, path, value = others[part]
        stage.after.put(stage.twin(owner), path, value)
    places = {part: _where_it_stands(stage, link, fields[part]) for part in chosen}
    stage.given[name] = {part: stage.as_stored(places[part], order, others[part][2]) for part in chosen}
    owners = list(dict.fromkeys(others[part][0] for part in chosen))
    scenario = stage.done(order, [stage.twin(one) for one in order], touched=owners)
    if relationship.kind not in PAIRED or not _are_ids_in_order(stage, relationship):
        return scenario
    return stage.naming(scenario, *_in_order(stage, relationship, link.source, link.target))


def _beyond_its_array(stage: Stage, link: Link, order: list[Owner]) -> dict[str, Any]:
    """Return what tells the element apart as it stands in the overflow, where it is there: its key, or all of it."""
    if not _overflow(stage, link):
        return {}
    lens = stage.lens(stage.before, order)
    params = stage.function.params.items()
    own = {name: param for name, param in params if "." in param.path and not param.parts}
    return {name: lens.value(_where_it_stands(stage, link, param)) for name, param in own.items()}


def _overflow(stage: Stage, link: Link) -> str:
    """Return the collection in which an element stands that had no room in its array, "" of one that is in it."""
    collections = stage.compilation.plan.collections
    kinds = (
        one.name
        for one in collections
        if (one.kind, one.relationship) == ("overflow", link.relationship.name)
    )
    return next(kinds, "") if getattr(link.target, "extra", False) else ""


def _where_it_stands(stage: Stage, link: Link, param: Param) -> Param:
    """Return a parameter that is a value of an element, as one of the overflow where the element is there."""
    overflow, key = _overflow(stage, link), param.path.rpartition(".")[2]
    path = "item" if key == "0" else f"item.{key}"
    return Param(name=param.name, collection=overflow, path=path) if overflow else param


def _change(
    stage: Stage, relationship: Relationship, link: Link, param: Param
) -> tuple[Owner, tuple[str, ...], Any] | None:
    """Return whose field a part of the changes is, where, and another value for it; None where there is none."""
    last = param.path.rpartition(".")[2]
    is_link = any(field.name == last for field in given(relationship.link_fields, []))
    owner: Owner = link if relationship.kind in PAIRED and is_link else link.target
    try:
        path = stage.own_path(owner, param.path)
    except NotJudged:
        path = (last,)  # an optional field that it does not have
    value = new_value(stage, owner, path)
    return (
        None if value is None or value == value_at(stage.before.values[owner], path) else (owner, path, value)
    )


def _reassign(stage: Stage, relationship: Relationship) -> Scenario:
    if relationship.kind in PAIRED:
        raise NotJudged("a reassign of pairs")
    if any(name.endswith(("AsRead", "AsMoved")) for name in stage.function.params):
        raise NotJudged("a function that writes what the caller has worked out")
    told = [one for one in _links(stage, relationship) if is_told_apart(stage, one)]
    link = stage.choose([one for one in told if _is_found(stage, relationship, one.target)], "link")
    parent = stage.choose(other_parents(stage, relationship, [link.target]), "other parent")
    renewed = give(stage, relationship, link.target, parent)
    return stage.moved([link.target, link, link.source], parent, renewed, touched=[link.target])
