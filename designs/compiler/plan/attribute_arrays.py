"""The array that a group of attributes is stored in, and where the fields of links stand."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from ..attributes.attribute_groups import NAME, UNIT, VALUE, unit_of
from ..model.conceptual import Field, Relationship, given
from ..placement.doc_path import DocPath
from ..placement.path_locator import Placement
from ..plan_model.physical import Element
from .plan_builder import Body, Node, field_node

CODE = "P3"  # of the rule that makes these arrays, as their comments cite it


def link_spots(placement: Placement, link: Relationship) -> tuple[DocPath, ...]:
    """Every place where the fields of a link stand: its own documents, or the elements of arrays."""
    sides = [side for side in ("from", "to") if placement.holds_objects(link, side)]
    sides = ["from"] if placement.traits(link).has_link_documents else sides
    return tuple(dict.fromkeys(spot for side in sides for spot in placement.elements(link, side)))


def link_nodes(placement: Placement, link: Relationship) -> Iterator[Node]:
    """The fields of a link, and in place of the first of each group the array of all."""
    arrays = placement.attributes.of_links.get(link.name, {})
    held = {field.name: group for group, fields in arrays.items() for field in fields}
    for field in given(link.link_fields, []):
        group = held.get(field.name)
        if group is None:
            yield field_node(field, field.name, origin="link", relationship=link.name)
        elif arrays[group][0] is field:
            yield array_node(group, arrays[group], relationship=link.name)


def array_node(group: str, fields: list[Field], **values: Any) -> Node:
    """The array; where the values of its attributes have rules of their own, each has its own. values:
    of its DocField."""
    names = tuple(field.name for field in fields)
    note = "name of the attribute; a new attribute needs no new index"
    name = Node(NAME, "string", origin="attribute", required=True, enum=names, note=note)
    units = tuple(dict.fromkeys(unit for unit in map(unit_of, names) if unit))
    unit = Node(UNIT, "string", origin="attribute", enum=units, note="unit of the value, if it has one")
    body = Body([name, *_values(fields), *([unit] if units else [])])
    note = f"attributes: {', '.join(names)} ({CODE}: one index serves a filter by any of them)"
    return Node(group, "array", body=body, origin="attribute", note=note, **values)


def _values(fields: list[Field]) -> Iterator[Node]:
    """One value field for each set of rules; the attributes that it is of are its kinds."""
    alike: list[list[Field]] = []
    for field in fields:
        group = next((some for some in alike if _rules(some[0]) == _rules(field)), None)
        if group is None:
            alike.append([field])
        else:
            group.append(field)
    for some in alike:
        kinds = tuple(field.name for field in some)
        yield field_node(some[0], VALUE, origin="attribute", required=False, kinds=kinds, needed=True)


def _rules(field: Field) -> tuple[object, ...]:
    """What two fields must agree in to have one rule for their values."""
    kept = ("enum", "minimum", "maximum", "pattern", "max_length", "fields", "items")
    return (field.all_types, *(repr(getattr(field, name)) for name in kept))


def has_attributes(items: Element) -> bool:
    """Return whether objects of a declared list have attributes in an array, at any depth. An array of attributes
    has none itself: what stands there are names and values, though a value may be an array."""
    if items.fields and items.fields[0].origin == "attribute" and items.fields[0].items is None:
        return False
    lists = [field for field in items.fields if field.items is not None]
    return any(field.origin == "attribute" or has_attributes(field.items) for field in lists if field.items)
