"""ATTRIBUTE: similar fields that queries pick from, as one array of names and values with one index.

The array stands wherever its entity does: in documents of its own, in an object, or in each element of
a list (``lines.specs``), whose index reaches through both arrays. A group inside of an object of the
entity, or of each object of one of its lists, has its array there (``specs.attrs``). A kind of a thing shares the array of
its general kind where both name the same group. The fields of a link have their array in the document of
the link, or in each element that stands for one.
"""

from __future__ import annotations

from ...plan_model.decisions import Overlay
from ..attribute_arrays import CODE, array_node, link_spots
from ..plan_builder import Body, Node, PlanDraft
from .base import Pattern


def apply(draft: PlanDraft) -> None:
    """Put each chosen group's array where its first field stood, and name it as an overlay; those of
    links stand where their fields are put."""
    attributes = draft.placement.attributes
    for entity in draft.names.entities:
        spots = draft.placement.spots(entity)
        for path, fields in attributes.everywhere(entity).items():
            inner = path in attributes.inner.get(entity, {})
            holder, _, group = path.rpartition(".") if inner else ("", "", path)
            array = array_node(group, attributes.members(entity, path), entity=entity)
            _put(_body(draft.body(entity), holder), {field.name for field in fields}, array)
            if spots:
                above = f"{holder}." if holder else ""
                overlay = Overlay(
                    kind="ATTRIBUTE",
                    collection=spots[0].collection,
                    path=spots[0].down(path).path,
                    fields=tuple(f"{above}{field.name}" for field in fields),
                    entity=entity,
                )
                draft.entity_overlays.append(overlay)
    for name, groups in draft.placement.attributes.of_links.items():
        for group, fields in groups.items():
            for spot in link_spots(draft.placement, draft.names.relationships[name]):
                names = tuple(field.name for field in fields)
                path = spot.down(group).path
                draft.overlays[name].append(
                    Overlay(kind="ATTRIBUTE", collection=spot.collection, path=path, fields=names)
                )


def _body(body: Body, holder: str) -> Body:
    """What stands at the path of an object, "" for the document itself."""
    for name in holder.split(".") if holder else ():
        body = body.nodes[name].body or body  # arrays are made in objects only
    return body


def _put(body: Body, names: set[str], array: Node) -> None:
    nodes: dict[str, Node] = {}
    for name, node in body.nodes.items():
        if name in names:
            nodes.setdefault(array.name, array)
        else:
            nodes[name] = node
    body.nodes = nodes


PATTERN = Pattern(
    slug="attribute",
    kinds=("ATTRIBUTE",),
    title="Attributes",
    help="Optional, similar fields become name/value pairs, so one index serves them all.",
    why="one index per field would be many indexes, most of them on fields that a document doesn't have",
    apply=apply,
    caveats=(
        "a filter on two attributes uses the index for one and checks the other",
        "inside an array, the index can't include a second array, and updating attributes rewrites the array",
        "the index can't sort by a single attribute",
        "a validator can check a value by its name, but can't require an attribute",
    ),
    sources=("BWP", "DOC:attribute-pattern"),
    code=CODE,
)
