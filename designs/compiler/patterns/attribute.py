"""ATTRIBUTE: similar fields that queries pick from, as one array of names and values with one index.

The array stands wherever its entity does: in documents of its own, in an object, or in each element of
a list (``lines.specs``), whose index reaches through both arrays. A kind of a thing shares the array of
its general kind where both name the same group.
"""

from __future__ import annotations

from collections.abc import Iterator

from ..attributes import NAME, UNIT, VALUE, unit_of
from ..conceptual import Field
from ..decisions import Overlay
from ..drafting import Body, Draft, Node, field_node
from .base import Pattern

CODE = "P3"  # of the rule that makes this overlay, as its comments cite it


def apply(draft: Draft) -> None:
    """Put each chosen group's array where its first field stood, and name it as an overlay."""
    for entity, groups in draft.placement.attributes.groups.items():
        spots = draft.placement.spots(entity)
        for group, fields in groups.items():
            members = draft.placement.attributes.members(entity, group)
            _put(draft.body(entity), {field.name for field in fields}, _array(group, members, entity))
            if spots:
                overlay = Overlay(
                    kind="ATTRIBUTE",
                    collection=spots[0].collection,
                    path=spots[0].down(group).path,
                    fields=tuple(field.name for field in fields),
                    entity=entity,
                )
                draft.entity_overlays.append(overlay)


def _put(body: Body, names: set[str], array: Node) -> None:
    nodes: dict[str, Node] = {}
    for name, node in body.nodes.items():
        if name in names:
            nodes.setdefault(array.name, array)
        else:
            nodes[name] = node
    body.nodes = nodes


def _array(group: str, fields: list[Field], entity: str) -> Node:
    """The array; where the values of its attributes have rules of their own, each has its own."""
    names = tuple(field.name for field in fields)
    note = "name of the attribute; another one needs no new index"
    name = Node(NAME, "string", origin="attribute", required=True, enum=names, note=note)
    units = tuple(dict.fromkeys(unit for unit in map(unit_of, names) if unit))
    unit = Node(UNIT, "string", origin="attribute", enum=units, note="unit of the value, where it has one")
    body = Body([name, *_values(fields), *([unit] if units else [])])
    note = f"attributes: {', '.join(names)} ({CODE}: one index serves a filter by any of them)"
    return Node(group, "array", body=body, origin="attribute", entity=entity, note=note)


def _values(fields: list[Field]) -> Iterator[Node]:
    """One value field for each set of rules; the attributes that it is of are its kinds."""
    alike: list[list[Field]] = []
    for field in fields:
        found = next((some for some in alike if _rules(some[0]) == _rules(field)), None)
        if found is None:
            alike.append([field])
        else:
            found.append(field)
    for some in alike:
        kinds = tuple(field.name for field in some)
        yield field_node(some[0], VALUE, origin="attribute", required=False, kinds=kinds, needed=True)


def _rules(field: Field) -> tuple[object, ...]:
    """What two fields must agree in to have one rule for their values."""
    kept = ("enum", "minimum", "maximum", "pattern", "max_length", "fields", "items")
    return (field.all_types, *(repr(getattr(field, name)) for name in kept))


PATTERN = Pattern(
    slug="attribute",
    kinds=("ATTRIBUTE",),
    title="Attributes",
    help="Similar fields that only some documents have, and that queries pick from, are an array of names and values: one index serves all of them.",
    why="an index on each field would be many indexes, most of them about fields that a document lacks",
    apply=apply,
    caveats=(
        "a filter by two attributes uses the index for one of them and checks the other",
        "in a list of another document an index has no other array beside it, and an update by attributes writes the list anew",
        "results can't be sorted by one attribute from the index",
        "a validator can check a value by its name, and can't ask for an attribute to be there",
    ),
    sources=("BWP", "DOC:attribute-pattern"),
    code=CODE,
)
