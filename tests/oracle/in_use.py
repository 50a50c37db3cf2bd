"""What goes on naming a thing that is to go: such links are not there to begin with, or the delete must be refused."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from designs.compiler.model.conceptual import Relationship, given
from designs.compiler.names.path_steps import is_mutual
from designs.compiler.plan_model.decisions import opposite
from designs.compiler.plan_model.physical import Statement, walk
from designs.compiler.sampling.world import Link, Thing
from designs.compiler.workload.document_history import holds_versions
from tests.oracle.archives import archives

if TYPE_CHECKING:
    from tests.oracle.scenario import Scenario, Stage

REFERRING = ("PARENT_REF", "LINK_ONE", "SUBSET", "TWO_WAY_REFS", "ELEMENT_REF")
"""Strategies by which a child with a document of its own names its parent."""
APPENDED = ("timeseries", "capped")
"""Kinds of collections whose documents are written once: the server changes measurements by their meta field alone,
and no document of a capped collection to another size."""
_NEEDING = ("PARENT_REF", "LINK_ONE", "SUBSET", "TWO_WAY_REFS", "TIME_SERIES")
"""Strategies by which a child that needs a parent names it in a document that stays when that goes."""
_NODES = ("TREE_PARENT", "TREE_PATH", "TREE_ANCESTORS", "TREE_NESTED")
"""Strategies by which each node of a tree says below which other it is."""
_ARCHIVED = 0.5
"""How often what refers to a thing stands in an archive, where there is one."""
_PAIRED = ("many-to-many", "graph")


def outlives(stage: Stage, relationship: Relationship, side: str, link: Link) -> bool:
    """Return whether a link tells something of the other thing that stays though the one of this end goes."""
    if _go_both(stage, link):
        return _stays_by_itself(stage, relationship)
    strategy = stage.strategy(relationship)
    if is_past(stage, relationship, side, link.end(side)):
        return False
    if keeps_past(stage, relationship, side):
        return True
    if strategy == "EMBED_LINK":
        holder = _holder(stage, relationship) or ""
        return side != holder and given(relationship.end(holder).count.min, 0) > 0
    if relationship.kind in (*_PAIRED, "is-a") or stage.is_home(relationship):
        return False
    if strategy in REFERRING and not _is_kept(stage, relationship):
        return _is_appended(stage, link.target)
    return side == "from" and strategy not in ("VALUE_ARRAY", "CHILD_REFS")


def _go_both(stage: Stage, link: Link) -> bool:
    return link.source in stage.going and link.target in stage.going


def _stays_by_itself(stage: Stage, relationship: Relationship) -> bool:
    """Return whether a link has a document of its own, which tells what both ends were and goes with neither."""
    is_apart = stage.strategy(relationship) == "LINK_COLL"
    return is_apart and all(keeps_past(stage, relationship, side) for side in ("from", "to"))


def is_past(stage: Stage, relationship: Relationship, side: str, thing: Thing) -> bool:
    """Return whether a thing of this end is a past one once it goes, which what refers to it still leads to."""
    is_child = relationship.kind not in _PAIRED and side == "to"
    goes_along = relationship.exclusive_owner is True or stage.is_home(relationship)
    if is_child or goes_along or relationship.kind == "tree" or thing.holder is not None:
        return False
    own = stage._collections.get(thing)
    return any(one.name == own and holds_versions(one) for one in stage.compilation.plan.collections)


def take_out(stage: Stage, thing: Thing, *, ends: bool) -> None:
    """Take a thing out of the facts after, if it is still there. ends: whether it may be a past one from then on."""
    twin = stage.twins[thing]
    if not stage.after.has(twin):
        return
    kept = [
        stage.twins[link]
        for relationship in stage.before.model.links if ends
        for side in ("from", "to") if is_past(stage, relationship, side, thing)
        for link in stage.before.links(relationship.name, side, thing)
    ]  # fmt: skip
    if kept:
        stage.after.end(twin, kept)
    else:
        stage.after.remove(twin)


def _is_kept(stage: Stage, relationship: Relationship) -> bool:
    """Return whether a child stays, and goes on naming its parent: it needs one and is no part of it, or they are of one
    entity. Of parts of parts in a ring, a function deletes those of one round: the next round is of no such kind."""
    families, parent, child = stage.before.world.families, relationship.from_.entity, relationship.to.entity
    if relationship.exclusive_owner is not True:
        return given(relationship.to.count.min, 0) >= 1 or parent in families.line(child)
    owned, seen = [child], set[str]()
    while owned:
        line = families.line(owned.pop())
        if parent in line:
            return True
        owned += [
            each.to.entity
            for each in stage.before.model.links
            if each.exclusive_owner is True and each.from_.entity in line and each.name not in seen
        ]
        seen |= {each.name for each in stage.before.model.links if each.from_.entity in line}
    return False


def keeps_past(stage: Stage, relationship: Relationship, side: str) -> bool:
    """Return whether what refers to a thing of this end says what it was when that was written, and is no part of it."""
    if relationship.exclusive_owner is True or stage.strategy(relationship) == "SUBSET":
        return False
    if (relationship.kind not in _PAIRED and side == "to") or _holds_all(stage, relationship, side):
        return False
    if _is_record(stage, relationship, side) or _happened(stage, relationship):
        return True
    wanted = [copy for copy in given(relationship.copies, []) if copy.of == side]
    nodes = (node.field for each in stage.compilation.plan.collections for node in walk(each.fields))
    kept = [each for each in nodes if each.relationship == relationship.name and each.origin == "copy"]
    return bool(kept) and any(_says_what_was(stage, relationship, side, copy) for copy in wanted)


def _holds_all(stage: Stage, relationship: Relationship, side: str) -> bool:
    """Return whether all that is stored of links stands in the documents of this end, and goes with them."""
    strategy = stage.strategy(relationship)
    if strategy in ("CHILD_REFS", "VALUE_ARRAY") and relationship.kind not in _PAIRED:
        return side == "from"
    return strategy in ("EMBED_LINK", "ONE_WAY_EMBED", "VALUE_ARRAY") and side == _holder(stage, relationship)


def _holder(stage: Stage, relationship: Relationship) -> str | None:
    return stage.compilation.composition.decisions[relationship.name].side


def _happened(stage: Stage, relationship: Relationship) -> bool:
    """Return whether children of this end are events: these go on telling what they happened to."""
    child = relationship.to.entity
    is_event = stage.before.world.names.entities[child].kind_or_default == "event"
    return (
        relationship.kind not in (*_PAIRED, "is-a", "tree")
        and is_event
        and not _stands_in(stage, child, APPENDED)
    )


def _is_record(stage: Stage, relationship: Relationship, side: str) -> bool:
    """Return whether each link says something of a thing of this end, such as how many, in which role or from when until
    when, and is no part of that thing: of the end that owns the links, or holds them alone. One date alone says no more
    than since when there is the link."""
    fields = [each for each in given(relationship.link_fields, []) if each.required is True]
    if relationship.kind != "many-to-many" or not fields:
        return False
    if [each.all_types[0] for each in fields] == ["date"]:
        return False
    strategy = stage.strategy(relationship)
    if strategy == "LINK_COLL" or strategy.startswith("TWO_WAY"):
        return side != given(relationship.link_owner, None)
    return side != _holder(stage, relationship) and strategy != "VALUE_ARRAY"  # which says nothing of links


def _says_what_was(stage: Stage, relationship: Relationship, side: str, copy: Any) -> bool:
    policy = given(copy.policy, "")
    if policy or stage.strategy(relationship) != "EMBED_LINK":
        return policy in ("snapshot", "immutable")
    entity = stage.before.world.names.entities[relationship.end(side).entity]
    field = next((each for each in entity.own_fields if each.name == copy.field), None)
    return field is None or field.immutable is not True


def holds_back(stage: Stage, relationship: Relationship, side: str) -> bool:
    """Return whether a thing of this end may not go while something refers to it by a relationship."""
    if stage.strategy(relationship) == "FOLD_ONE":
        return False  # a child repeats what its parent is like, and names none
    if keeps_past(stage, relationship, side):
        return not _is_named_in_capped(stage, relationship, side)
    if relationship.kind == "tree":
        is_node = side == "from" and stage.strategy(relationship) in _NODES
        return is_node and not _stands_in(stage, relationship.to.entity, ("capped",))
    is_needed = given(relationship.to.count.min, 0) >= 1 and relationship.exclusive_owner is not True
    is_single = side == "from" and relationship.kind in ("one-to-many", "one-to-one")
    is_named = is_needed and is_single and stage.strategy(relationship) in _NEEDING
    return is_named and not _stands_in(stage, relationship.to.entity, ("capped",))


def settled(stage: Stage, scenario: Scenario) -> Scenario:
    """Return the call, which leaves all as it was where something goes on referring to what it would take away."""
    there = [
        link
        for link, side in stage.users
        if link in stage.before.links_of(link.relationship.name)  # what it leads to may never have been there
        and (stage.after.has(stage.twins[link.end(side)]) or _go_both(stage, link))
    ]
    if not there:
        return scenario
    if stage.dice.random() < _ARCHIVED:
        _move_users(stage, there)
    return scenario._replace(after=scenario.before, ends=None, refused=True)


def keeping_enough(stage: Stage, scenario: Scenario) -> Scenario:
    """Return the call, which leaves all as it was where a thing would have fewer children, or links, than it must keep, and
    an index finds the others."""
    if scenario.refused or scenario.after is scenario.before or not _is_left_with_too_few(stage, scenario):
        return scenario
    return scenario._replace(after=scenario.before, ends=None, refused=True)


def _is_left_with_too_few(stage: Stage, scenario: Scenario) -> bool:
    for relationship in stage.before.model.links:
        for link in stage.before.links_of(relationship.name):
            if not _is_taken_alone(stage, scenario, relationship, link):
                continue
            for side in ("from", "to") if relationship.kind in _PAIRED else ("from",):
                least, holder = given(relationship.end(side).count.min, 0), link.end(side)
                left = stage.after.links(relationship.name, side, stage.twin(holder))
                before = stage.before.links(relationship.name, side, holder)
                stays = stage.after.has(stage.twin(holder))
                is_short = stays and len(left) < min(least, len(before))
                if is_short and _are_found(stage, relationship, side):
                    return True
    return False


def _is_taken_alone(stage: Stage, scenario: Scenario, relationship: Relationship, link: Link) -> bool:
    """Return whether a call is of this one link, or of this one child, which goes or gets another parent."""
    strategy, function = stage.strategy(relationship), scenario.function
    if strategy == "LINK_COLL" and relationship.kind in _PAIRED:
        holds_one_way = not is_mutual(relationship)
        if function.purpose == "update":  # an operation that takes one link out
            return holds_one_way and _takes_one_link(stage, relationship, function.statements)
        return holds_one_way and function.purpose == "remove" and link in scenario.touched
    is_child = relationship.kind == "one-to-many" and strategy in ("PARENT_REF", "SUBSET")
    if not is_child or scenario.touched[:1] != (link.target,) or link.target.holder is not None:
        return False
    stands = stage._collections.get(link.target)
    own = [each for each in function.statements if each.writes and each.collection == stands]
    return any(each.op in ("deleteOne", "findOneAndDelete", "updateOne", "findOneAndUpdate") for each in own)


def _takes_one_link(stage: Stage, relationship: Relationship, statements: tuple[Statement, ...]) -> bool:
    """Return whether a function deletes one document of a link collection, of a pair that it names."""
    ids = set(stage.before.world.names.link_ids(relationship))
    return any(
        each.op in ("deleteOne", "findOneAndDelete") and ids <= set(each.filter or {}) for each in statements
    )


def _are_found(stage: Stage, relationship: Relationship, side: str) -> bool:
    """Return whether an index finds what names a thing of this end, all of it in one collection, and nothing but a call
    takes it away."""
    far = relationship.end(opposite(side)).entity
    is_link, retention = relationship.kind in _PAIRED, stage.before.world.names.entities[far].retention
    if not is_link and retention and retention.policy != "keep":
        return False
    names, found = stage.before.world.names, list[bool]()
    for collection in stage.compilation.plan.collections:
        if collection.name in archives(stage.compilation):
            continue  # time takes its documents away, whatever has to stay
        fields = [node for node in walk(collection.fields) if node.field.relationship == relationship.name]
        paths = {node.path for node in fields if node.field.origin == "reference" and not node.arrays}
        if is_link:
            paths &= {names.link_ids(relationship)[side == "to"]}
        special = {"partialFilterExpression", "sparse", "collation"}
        plain = [each for each in collection.indexes if special.isdisjoint(each.options)]
        is_found = any(each.keys[0][0] in paths for each in plain)
        is_stored = paths and collection.kind != "revisions"  # which keep what was
        found += [is_found and collection.kind in ("standard", "link")] if is_stored else []
    return found == [True]


def _move_users(stage: Stage, links: list[Link]) -> None:
    """Move what refers to what would go to the archive, where its collection has one: it refers to it there."""
    moved = {
        collection.entity
        for collection in stage.compilation.plan.collections
        if collection.name in archives(stage.compilation)
    }
    sides = dict(stage.users)
    for link in links:
        user = link.end(sides[link]).root
        if not moved.isdisjoint(stage.before.world.families.line(user.entity)) and user.holder is None:
            stage.before.archive(user)


def _is_named_in_capped(stage: Stage, relationship: Relationship, side: str) -> bool:
    """Return whether what names a thing of this end stands in a capped collection: these documents go when the collection
    is full, and until then nobody could delete what they name."""
    is_apart = stage.strategy(relationship) == "LINK_COLL"
    return not is_apart and _stands_in(stage, relationship.end(opposite(side)).entity, ("capped",))


def _is_appended(stage: Stage, thing: Thing) -> bool:
    """Return whether a thing stands in a collection whose documents nobody changes: it goes on naming what is gone."""
    return _stands_in(stage, thing.root.entity, APPENDED)


def _stands_in(stage: Stage, entity: str, kinds: tuple[str, ...]) -> bool:
    """Return whether documents of an entity, or of a kind of it, stand in a collection of one of these kinds."""
    line = stage.before.world.families.line(entity)
    return any(one.kind in kinds and one.entity in line for one in stage.compilation.plan.collections)
