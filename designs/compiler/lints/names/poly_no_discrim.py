"""Subtypes in one collection without a field that tells them apart.

Without a discriminator, the validator can't check a document by its subtype, and queries for one subtype also find
the others.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from ...model.conceptual import Discriminator, Relationship, given, stated
from ...plan_model.findings import Finding
from ...plan_model.number_format import listed
from ...rules.copies import field_at
from ...strategies.table import traits_of
from ..base import Fix, Inspection, Lint, setting, to_the_rules


def check(seen: Inspection) -> Iterator[Finding]:
    """Collections with several subtypes but no discriminator that lists their values, and single-document
    trees whose nodes can have separately stored subtypes. As warnings: two subtypes with the same value, and
    an enum without the value of a subtype or of an inserted document."""
    for overlay in seen.plan.entity_overlays:
        if traits_of(overlay.kind).shares_collection and overlay.entity is not None:
            yield from _plan(seen, overlay.collection, overlay.path)
            yield from _values(seen, overlay.entity)
    for tree, decision in seen.decided():
        if decision.traits.nests_tree and any(
            seen.placement.is_split(special) for special in _specials(seen, tree)
        ):
            message = (
                "Documents embedded in its nodes can have any subtype, but nothing identifies "
                "which, so their own fields are lost."
            )
            hint, fix = (
                "Store the tree by references, or the subtypes in one collection.",
                to_the_rules(tree, decision),
            )
            yield LINT.finding(tree.name, message, hint, fix=fix)


def _specials(seen: Inspection, tree: Relationship) -> list[Relationship]:
    """The is-a's of which the nodes of a tree are the general."""
    return seen.survey.families.specials.get(tree.to.entity, [])


def _plan(seen: Inspection, collection: str, path: str) -> Iterator[Finding]:
    located = seen.located.get(collection, {}).get(path)
    if located is None or not located.field.enum:
        message = f"Documents have several subtypes, but {path} doesn't identify them."
        yield LINT.finding(collection, message, "List the subtypes in an enum field.", about="collection")


def _values(seen: Inspection, base: str) -> Iterator[Finding]:
    kinds = seen.placement.kinds
    links = [link for link in kinds.families.links(base) if stated(link.discriminator)]
    stated_values = [(link, given(_of(link).value, "")) for link in links]
    for value, times in Counter(value for _, value in stated_values if value).items():
        if times > 1:
            shared = [link for link, own in stated_values if own == value]
            names = listed(link.to.entity for link in shared)
            stored = kinds.value(shared[-1].to.entity)
            message = f'{names} share the value "{value}". The last is stored as "{stored}".'
            hint, fix = "Give each subtype its own value.", _own(shared[-1], kinds.values(base))
            yield LINT.finding(shared[-1].name, message, hint, "warning", fix=fix)
    field = field_at(seen.names.entities[base], kinds.field(base))
    allowed = set(map(str, given(field.enum, []))) if field is not None and stated(field.enum) else None
    missing = [value for value in kinds.values(base) if allowed is not None and value not in allowed]
    own = kinds.value(base)
    if field is not None and own in missing:
        missing.remove(own)
        inserts = [each.name for each in seen.model.workload if each.kind == "insert" and each.entity == base]
        message = (
            f'"{inserts[0]}" inserts a {base} without a subtype, and the enum has no value for it. Stored as '
            f'"{own}".'
        )
        hint = "Insert one of the subtypes instead, or add this value to the enum."
        fix = setting(field, "enum", value=[*given(field.enum, []), own])
        yield LINT.finding(f"{base}.{field.name}", message, hint, "warning", fix=fix)
    if field is not None and missing:
        message = f"The enum is missing {', '.join(missing)}, used by subtypes of {base}."
        fix = setting(field, "enum", value=[*given(field.enum, []), *missing])
        yield LINT.finding(f"{base}.{field.name}", message, "Add the missing values.", "warning", fix=fix)


def check_assumed(seen: Inspection) -> Iterator[Finding]:
    """Supertypes for which the design doesn't say whether documents without a subtype exist."""
    kinds = seen.placement.kinds
    for base in kinds.bases:
        if not kinds.may_be_all(base):
            continue
        own, word = kinds.narrower(base), seen.names.word(base).replace("_", " ")
        *most, last = [seen.names.word(name).replace("_", " ") for name in own]
        neither = f"neither {' nor '.join([*most, last])}" if most else f"no {last}"
        value, field = kinds.value(base), kinds.field(base)
        yield ASSUMED.finding(
            base,
            f"Assumed: a {word} can be {neither}.",
            f'Such a {word} gets the {field} "{value}". If every {word} has a subtype, list only the subtypes in an enum of '
            f"{field}.",
            fix=_only(seen, base),
        )


def _only(seen: Inspection, base: str) -> Fix | None:
    """The edit that leaves the supertype's own value out of the enum."""
    kinds, entity = seen.placement.kinds, seen.names.entities[base]
    values = [value for value in kinds.values(base) if value != kinds.value(base)]
    field = field_at(entity, kinds.field(base))
    if field is not None:
        return setting(field, "enum", value=values)
    if not isinstance(entity.id, str):
        return None
    value = {
        "id": f"{entity.id[:20]}-kinds",
        "name": kinds.field(base),
        "type": "string",
        "required": True,
        "enum": values,
    }
    return {
        "edit": "add",
        "holder": entity.id,
        "path": ["fields"],
        "index": len(entity.own_fields),
        "value": value,
    }


def _of(link: Relationship) -> Discriminator:
    return given(link.discriminator, Discriminator(field=""))


def _own(link: Relationship, taken: tuple[str, ...]) -> Fix | None:
    """The special's own name as its value, where no other kind has it."""
    name = link.to.entity.lower()
    return None if name in taken else setting(link, "discriminator", "value", value=name)


LINT = Lint(
    code="L54",
    slug="poly-no-discrim",
    name="POLY_NO_DISCRIM",
    severity="error",
    title="Subtypes without a discriminator",
    source="MongoDB manual, the inheritance pattern",
    about="relationship",
    check=check,
)
ASSUMED = Lint(
    code="SUBTYPES_ASSUMED",
    slug="subtypes-assumed",
    name="SUBTYPES_ASSUMED",
    severity="info",
    title="Documents without a subtype",
    source="entity-relationship model: total and partial specialisation",
    about="entity",
    check=check_assumed,
)
