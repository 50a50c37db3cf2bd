"""What can be wrong with a tree: rings, paths and lists that do not fit the parents, numbers that overlap."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from bson import Regex

from ....model.conceptual import Tree, given
from ....names.tree_fields import ANCESTORS, CHILDREN, LEFT, PARENT, PATH, RIGHT, SEPARATOR
from ...context import RelationshipContext, ScriptFunction
from ...document_places import Address
from ...ir.conditions import filter_of, where
from ...ir.expressions import (
    FieldPath,
    Variable,
    add,
    aggregate_of,
    and_,
    concat_arrays,
    cond,
    element_at,
    first_of,
    gt,
    gte,
    if_null,
    in_,
    length_of,
    lt,
    map_array,
    ne,
    not_,
    split,
    substring,
    subtract,
    sum_of,
    to_string,
)
from ...ir.predicates import Exists, Matches, Ne, above
from ...ir.stages import (
    GroupStage,
    LimitStage,
    LookupStage,
    MatchStage,
    ProjectStage,
    SetStage,
    UnwindStage,
    WalkStage,
)  # fmt: skip
from ...upkeep.archives import in_archive_too
from .children import walked
from .nodes import MOST, Nodes, audited, upwards
from .paths import FROM_TEXT, parts_of
from .whole import too_deep


def tree_audits(link: RelationshipContext) -> Iterator[ScriptFunction]:
    """The audits of a tree's form; those of its references stand with all other references."""
    if link.traits.nests_tree:
        yield too_deep(link)
    elif link.traits.links_nodes and Address(link.world, link.child).is_root:
        yield from _AUDITS[link.traits.tree_fields[-1]](Nodes(link))


def _audit(nodes: Nodes, what: str, note: str, stages: list[Any], *shown: str) -> ScriptFunction:
    project = [ProjectStage(dict.fromkeys(shown, 1))] if shown else []
    return audited(nodes.link, what, note).add(
        "aggregate", nodes.collection, pipeline=[*nodes.only, *stages, *project, LimitStage(MOST)]
    )


def _archived(nodes: Nodes, stages: list[Any]) -> list[Any]:
    """The stages, which find a node also where it was moved to the archive."""
    return in_archive_too(nodes.link.world, nodes.collection, stages)


def _parents(nodes: Nodes) -> Iterator[ScriptFunction]:
    walk = upwards(nodes, nodes.free("above"))
    yield _rings(nodes, walk, PARENT)
    yield from _too_deep(nodes, walk)


def _children(nodes: Nodes) -> Iterator[ScriptFunction]:
    yield _rings(nodes, walked(nodes, 1, nodes.free("below")), CHILDREN)
    own = nodes[CHILDREN]
    stages = [
        UnwindStage(own),
        GroupStage(
            {"_id": FieldPath(own), "listedBy": aggregate_of("push", FieldPath("_id")), "times": sum_of(1)}
        ),
        MatchStage(filter_of({"times": above(1)})),
    ]
    yield _audit(nodes, "twice", f"Nodes listed more than once in {own}.", stages)
    yield from _too_deep(nodes, walked(nodes, -1, nodes.free("above")))


def _too_deep(nodes: Nodes, walk: WalkStage) -> Iterator[ScriptFunction]:
    """Nodes that a walk upwards finds more of above than the tree may have levels."""
    levels = given(given(nodes.link.relationship.tree, Tree()).depth, 0)
    if levels:
        deep = MatchStage(filter_of({f"{walk.name}.{levels - 1}": Exists()}))
        note = f"Nodes deeper than the design's {levels} levels (nothing prevents this)."
        yield _audit(nodes, "levels", note, [walk, deep], "_id")


def _rings(nodes: Nodes, walk: WalkStage, role: str) -> ScriptFunction:
    """A walk that comes back to where it began."""
    ring = walk.name
    stages = [walk, MatchStage(where(in_(FieldPath("_id"), FieldPath(f"{ring}._id"))))]
    return _audit(
        nodes, "cycles", f"Nodes that are their own ancestor ({nodes[role]} cycle).", stages, nodes[role]
    )


def _ancestors(nodes: Nodes) -> Iterator[ScriptFunction]:
    own, parent = nodes[ANCESTORS], nodes.free("above")
    listed = if_null(FieldPath(own), [])
    ring = [MatchStage(where(in_(FieldPath("_id"), listed)))]
    yield _audit(nodes, "cycles", f"Nodes listed as their own ancestor in {own}.", ring, own)
    parents = cond(if_null(FieldPath(f"{parent}._id"), False), [FieldPath(f"{parent}._id")], [])
    true = concat_arrays(if_null(FieldPath(f"{parent}.{own}"), []), parents)
    lookup = LookupStage(nodes.collection, nodes[PARENT], "_id", parent)
    first = SetStage({parent: first_of(FieldPath(parent))})
    differs = [lookup, first, MatchStage(where(ne(listed, true)))]
    note = f"Nodes whose {own} aren't their {nodes[PARENT]} and its ancestors."
    yield _audit(nodes, "ancestors.differ", note, _archived(nodes, differs), nodes[PARENT], own)
    missing = nodes.free("found")
    gone = [
        UnwindStage(own),
        LookupStage(nodes.collection, own, "_id", missing),
        MatchStage(filter_of({missing: []})),
    ]
    note = f"Nodes with a missing ancestor in {own}."
    yield _audit(nodes, "ancestors.missing", note, _archived(nodes, gone), own)
    levels = given(given(nodes.link.relationship.tree, Tree()).depth, 0)
    if levels:
        why = "stored before the validator rejected them" if levels > 1 else "nothing prevents this"
        note = f"Nodes deeper than the design's {levels} levels ({why})."
        yield _audit(nodes, "levels", note, [MatchStage(filter_of({f"{own}.{levels - 1}": Exists()}))], own)


def _paths(nodes: Nodes) -> Iterator[ScriptFunction]:
    own = nodes[PATH]
    last, above, nodes_above = nodes.free("last"), nodes.free("above"), nodes.free("found")
    length = subtract(length_of(FieldPath(own)), add(length_of(FieldPath(last)), 1))
    kind = nodes.link.placement.key_types(nodes.link.child)[0] if nodes.segment == "_id" else "string"
    if kind == "string" or kind in FROM_TEXT:
        names = FieldPath(f"{nodes_above}.{nodes.segment}")
        texts = names if kind == "string" else map_array(names, "one", to_string(Variable("one")))
        stages = [
            MatchStage(filter_of({own: Ne(SEPARATOR)})),
            SetStage({last: element_at(split(FieldPath(own), SEPARATOR), -2)}),
            SetStage({above: substring(FieldPath(own), 0, length)}),
            LookupStage(nodes.collection, above, own, nodes_above),
            MatchStage(where(not_(in_(FieldPath(last), texts)))),
        ]
        note = f"Nodes whose {own} doesn't match a node at that place."
        yield _audit(nodes, "paths", note, _archived(nodes, stages), own)
    if nodes.levels:
        note = f"Nodes deeper than the design's {nodes.levels} levels (stored before functions refused them)."
        deep = [MatchStage(where(gt(parts_of(FieldPath(own)), nodes.levels + 1)))]
        yield _audit(nodes, "levels", note, deep, own)
    if kind == "string":
        comma = [MatchStage(filter_of({nodes.segment: Matches(Regex(SEPARATOR))}))]
        yield _audit(
            nodes,
            "commas",
            f"Nodes with a comma in {nodes.segment}, which breaks paths.",
            comma,
            nodes.segment,
        )


def _numbers(nodes: Nodes) -> Iterator[ScriptFunction]:
    left, right, parent = nodes[LEFT], nodes[RIGHT], nodes.free("above")
    yield from _parents(nodes)
    turned = [MatchStage(where(gte(FieldPath(left), FieldPath(right))))]
    yield _audit(nodes, "numbers", f"Nodes whose {left} isn't less than their {right}.", turned, left, right)
    twice = [
        ProjectStage({"number": [FieldPath(left), FieldPath(right)]}),
        UnwindStage("number"),
        GroupStage(
            {"_id": FieldPath("number"), "nodes": aggregate_of("push", FieldPath("_id")), "times": sum_of(1)}
        ),
        MatchStage(filter_of({"times": above(1)})),
    ]
    yield _audit(nodes, "numbers.twice", "Numbers used by more than one node.", twice)
    lookup = LookupStage(nodes.collection, nodes[PARENT], "_id", parent)
    within = and_(
        lt(FieldPath(f"{parent}.{left}"), FieldPath(left)),
        lt(FieldPath(right), FieldPath(f"{parent}.{right}")),
    )
    outside = [lookup, UnwindStage(parent), MatchStage(where(not_(within)))]
    note = f"Nodes outside the number range of their {nodes[PARENT]}."
    yield _audit(nodes, "numbers.outside", note, outside, nodes[PARENT], left, right)
    yield _overlapping(nodes, left, right)


def _overlapping(nodes: Nodes, left: str, right: str) -> ScriptFunction:
    """A node that begins inside another and ends behind it."""
    overlaps = nodes.free("across")
    across = [
        lt(FieldPath(left), Variable("begin")),
        lt(Variable("begin"), FieldPath(right)),
        lt(FieldPath(right), Variable("end")),
    ]
    inner = (MatchStage(where(and_(*across))), ProjectStage({"_id": 1}))
    ends = {"begin": FieldPath(left), "end": FieldPath(right)}
    lookup = LookupStage(nodes.collection, "", "", overlaps, inner, ends)
    stages = [lookup, MatchStage(filter_of({overlaps: Ne([])}))]
    note = "Nodes that overlap another node's number range."
    return _audit(nodes, "numbers.across", note, stages, left, right, overlaps)


# By the last of the fields that a node stores.
_AUDITS: dict[str, Callable[[Nodes], Iterator[ScriptFunction]]] = {
    PARENT: _parents,
    CHILDREN: _children,
    ANCESTORS: _ancestors,
    PATH: _paths,
    RIGHT: _numbers,
}
