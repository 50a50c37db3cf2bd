"""EMBED_TREE: the document of a root holds its whole tree, level inside level."""

from __future__ import annotations

from collections.abc import Callable

from msgspec.structs import replace

from ...model.conceptual import Relationship
from ...names.tree_fields import CHILDREN, levels, name_of
from ...plan_model.physical import DocField, Element
from ...strategies.table import label_of
from ..plan_builder import Body, PlanDraft
from .base import Pattern, array_bound, cite, how_many


def apply(draft: PlanDraft) -> None:
    """Put the levels below a root into its document, each an array in the one above."""
    for tree in draft.chosen("EMBED_TREE"):
        body = draft.body(tree.to.entity)
        body.late = _late(draft, tree, body)
        draft.hold(tree, *draft.placement.contents(tree)[:1])


def _late(draft: PlanDraft, tree: Relationship, body: Body) -> Callable[[bool], tuple[DocField, ...]]:
    return lambda sliced: _levels(draft, tree, _node_fields(draft, tree.to.entity, body, sliced))


def _node_fields(draft: PlanDraft, entity: str, body: Body, sliced: bool) -> tuple[DocField, ...]:
    """The fields of a node without its children, each with an ``_id`` to find it by, and with those
    of its kinds: what hangs below a node may be of any."""
    bodies = [wider.repeated(sliced) for wider in body.before]
    by_name = {field.name: field for fields in bodies for field in fields}
    kinds = draft.placement.kinds
    shared = kinds.families.above(entity) if kinds.is_special(entity) else []
    for layer in (*(draft.body(name) for name in reversed(shared)), body):
        nodes = [node for node in layer.nodes.values() if sliced or not node.is_slice]
        by_name |= {node.name: node.freeze(sliced) for node in nodes}
    own = by_name.pop("_id", None) or DocField(
        name="_id",
        types=("objectId",),
        required=True,
        note="needed by moves and inserts below a node",
    )
    return tuple(body.layered((own, *by_name.values()), sliced))


def _levels(draft: PlanDraft, tree: Relationship, fields: tuple[DocField, ...]) -> tuple[DocField, ...]:
    """The array of children, with that of their children in it, down to the last level; in the object
    that the nodes declare around it, if they do."""
    name, bound = name_of(draft.names, tree, CHILDREN), array_bound(draft, tree, "from")
    children: tuple[DocField, ...] = ()
    depth = levels(tree, draft.constants.tree_depth)
    for level in range(depth, 1, -1):
        note = f"level {level} of {depth}: {how_many(tree, 'from', bound)} nodes below each ({cite(draft, tree)})"
        inner = DocField(
            name=name.rpartition(".")[2], types=("array",), origin="embedded", relationship=tree.name, entity=tree.to.entity,
            items=Element(types=("object",), fields=children or fields), max_items=bound, note=note,
        )  # fmt: skip
        children = _with(fields, name, inner)
    return children[-1:]


def _with(fields: tuple[DocField, ...], path: str, last: DocField) -> tuple[DocField, ...]:
    """The fields with one more at a path, whose outermost comes last."""
    head, dot, rest = path.partition(".")
    if not dot:
        return (*fields, last)
    plain = DocField(name=head, types=("object",))
    declared = next((field for field in fields if field.name == head and not field.kinds), plain)
    holder = replace(declared, fields=_with(declared.fields, rest, last))
    return (*(field for field in fields if field is not declared), holder)


PATTERN = Pattern(
    slug="embed-tree",
    kinds=("EMBED_TREE",),
    title=label_of("EMBED_TREE"),
    help="A small, shallow tree is one document with nested arrays.",
    apply=apply,
)
