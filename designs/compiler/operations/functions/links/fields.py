"""What a link says of itself, in what adds a link and what changes one: a field each, or an array of attributes."""

from __future__ import annotations

from collections.abc import Sequence

from ....attributes.attribute_groups import NAME, UNIT, VALUE, unit_of
from ....model.conceptual import Field, given
from ....plan_model.physical import DocField
from ...context import RelationshipContext, ScriptFunction, loaded
from ...ir.expressions import FieldPath, Operand, Variable
from ...ir.node import Document
from ...read.attribute_elements import Attribute

LINK_FIELDS = frozenset({"link", "attribute"})
"""The origins of what stands in an element because the link says it of itself."""


def link_values(
    link: RelationshipContext, recipe: ScriptFunction, collection: str, path: str = ""
) -> Document:
    """The fields of a new link, by parameters. path: of what holds them, with its dot."""
    groups, values, lists = _groups(link), Document(), dict[str, list[Document]]()
    held = {field.name: group for group, fields in groups.items() for field in fields}
    for field in given(link.relationship.link_fields, []):
        group = held.get(field.name)
        if group is None:
            values[field.name] = recipe.param(field.name, collection, f"{path}{field.name}")
            continue
        listed = lists.setdefault(group, [])
        values[group] = listed
        value = recipe.param(field.name, collection, f"{path}{group}.{len(listed)}.{VALUE}")
        unit = unit_of(field.name)
        listed.append({NAME: field.name, VALUE: value} | ({UNIT: unit} if unit else {}))
    return values


def plain_fields(link: RelationshipContext) -> list[str]:
    """Return the names of the fields of a link that a statement can set."""
    grouped = {field.name for fields in _groups(link).values() for field in fields}
    own = given(link.relationship.link_fields, [])
    return [field.name for field in own if _is_changed(field, grouped)]


def _is_changed(field: Field, grouped: set[str]) -> bool:
    """Whether a caller may give a field another value."""
    by_itself = (field.type not in _WHOLE or _lists_values(field)) and field.name not in grouped
    return by_itself and field.immutable is not True and not (field.computed or None)


_WHOLE = ("object", "array")


def _lists_values(field: Field) -> bool:
    items = given(field.items, None) if field.type == "array" else None
    return items is not None and given(items.type, "") not in _WHOLE


def followed_results(
    link: RelationshipContext, changed: list[str], root: FieldPath | Variable
) -> dict[str, Operand]:
    """Return by name what makes the link's own results that follow from some of its fields. root: where its fields
    stand."""
    if not any(field.computed or None for field in given(link.relationship.link_fields, [])):
        return {}
    results: dict[str, Operand] = loaded("functions.links.link_results.link_results")(link, changed, root)
    return results


def said_on_both(*sides: Sequence[DocField]) -> list[str]:
    """What the elements of both ends say of their link, by names that an expression can say."""
    names = ({field.name for field in fields if field.origin in LINK_FIELDS} for fields in sides)
    return sorted(name for name in set.intersection(*names) if "." not in name and "$" not in name)


def first_attribute(link: RelationshipContext, path: str = "") -> tuple[str, Attribute] | None:
    """An array among a link's fields, and the first of its attributes; None without one."""
    for group, fields in _groups(link).items():
        return group, Attribute(fields[0].name, group, VALUE, f"{path}{group}.0.{VALUE}")
    return None


def _groups(link: RelationshipContext) -> dict[str, list[Field]]:
    return link.placement.attributes.of_links.get(link.relationship.name, {})
