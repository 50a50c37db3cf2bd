"""Field names that are hard to query.

In a path, a dot means an embedded field, a leading dollar sign an operator, and a number an array position. A field
with such a name can be stored but hardly queried.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence

from ...model.conceptual import Entity, Field, Relationship, given
from ...model.field_walk import inner_fields
from ...names.inflection import snake
from ...placement.doc_path import DocPath
from ...plan_model.findings import About, Finding
from ...plan_model.number_format import listed
from ...plan_model.physical import DocField
from ...workload.document_history import VALID_FROM, VALID_TO, VERSIONS, history_of
from ..base import Fix, Inspection, Lint

_LONGEST = 1024  # bytes
_STORED = {
    "reference": "a reference", "embedded": "embedded documents", "copy": "a copy", "link": "its links",
    "subset": "a slice", "bucket": "its items", "outlier": "a mark", "computed": "a sum or a count",
}  # fmt: skip

Values = frozenset[str] | None  # None: all documents of the collection


def check(seen: Inspection) -> Iterator[Finding]:
    """Names that start with `$`, contain a dot, are very long, or are numbers; a field `a.b` next to an
    object `a` with a field `b`; and fields with a name that a relationship, or a point-in-time history, also stores
    something under."""
    for entity in seen.model.entities:
        yield from _names(entity.own_fields, entity.name, "entity")
        yield from _of_history(entity)
    for relationship in seen.model.links:
        yield from _names(given(relationship.link_fields, []), relationship.name, "relationship")
        if relationship.discriminator and "." in relationship.discriminator.field:
            declared, stored = relationship.discriminator.field, seen.names.discriminator(relationship)
            message = f"{declared} is stored as {stored}: a dot in a path means a nested field."
            hint = "Use a discriminator name without a dot."
            yield LINT.finding(relationship.name, message, hint, "warning", about="relationship")
    yield from _replaced(seen)
    yield from _shared(seen)
    yield from _twice(seen)
    yield from _covered(seen)


def _of_history(entity: Entity) -> Iterator[Finding]:
    """Fields with the names of the dates between which a version holds: each change would write over them."""
    taken = (VALID_FROM, VALID_TO) if history_of(entity) == VERSIONS else ()
    for field in entity.own_fields:
        if field.name in taken:
            name = f"{snake(entity.name)}_{field.name}"
            is_free = all(each.name != name for each in entity.own_fields) and isinstance(field.id, str)
            message = "The point-in-time history stores when each version is valid under this name, which hides the declared field."
            fix: Fix | None = {"edit": "rename", "id": field.id, "name": name} if is_free else None
            hint = f"Rename it, such as to {name}."
            yield LINT.finding(f"{entity.name}.{field.name}", message, hint, "error", fix=fix)


def _covered(seen: Inspection) -> Iterator[Finding]:
    """References whose place became an object, since a copy or another relationship stores something inside it."""
    for relationship in seen.model.links:
        for side in ("from", "to"):
            for spot in seen.placement.references(relationship, side):
                fields = seen.located.get(spot.collection, {})
                stored = fields[spot.path].field if spot.path in fields else None
                inside = [path for path in fields if path.startswith(f"{spot.path}.")]
                if stored is None or stored.origin == "reference" or not inside:
                    continue
                by = fields[inside[0]].field.relationship
                whose = "its copy" if by == relationship.name else f'relationship "{by}"'
                message = (
                    f"Its reference isn't stored: {whose} is embedded in it, at "
                    f"{spot.collection}.{inside[0]}."
                )
                name = spot.path.rpartition(".")[2]
                hint = f"Name the reference {name}_id."
                fix = _with_id(relationship, side, name) if f"{spot.path}_id" not in fields else None
                yield LINT.finding(relationship.name, message, hint, "error", about="relationship", fix=fix)
                break


def _with_id(relationship: Relationship, side: str, name: str) -> Fix | None:
    """The reference under the name of an id."""
    if not isinstance(relationship.id, str) or given(relationship.end(side).field, "") != name:
        return None
    return {"edit": "rename", "id": relationship.id, "name": f"{name}_id", "end": side}


def _replaced(seen: Inspection) -> Iterator[Finding]:
    """Declared fields whose place in the documents a reference, an embedded document or a copy has
    taken."""
    for entity, path, field in seen.own_fields():
        for spot in seen.placement.spots(entity.name):
            located = seen.located.get(spot.collection, {}).get(spot.down(path).path)
            stored = located.field if located is not None else None
            if stored is None or stored.source is field or not stored.relationship:
                continue
            yield _finding(f"{entity.name}.{path}", field, stored)
            break


def _finding(place: str, field: Field, stored: DocField) -> Finding:
    by = f'relationship "{stored.relationship}"'
    if stored.origin == "reference" and stored.types[0] == field.type:
        message = f"{by} already generates this reference. Other settings on the field are ignored."
        return LINT.finding(place, message, "Remove the field.", "warning")
    what = _STORED.get(stored.origin, "something of its own")
    message = f"{by} stores {what} under this name, which hides the declared field."
    return LINT.finding(place, message, "Rename the field, or the relationship's field or copy.", "error")


def _shared(seen: Inspection) -> Iterator[Finding]:
    """Two relationships that store something at one place of the same documents: the later one has
    taken it. The documents of two kinds are not the same."""
    takers: defaultdict[DocPath, list[tuple[str, Values]]] = defaultdict(list)
    for relationship, decision in seen.decided():
        holders = decision.holders if relationship.kind != "is-a" else ()  # kinds store nothing there
        taken = [(DocPath(holder.collection, holder.path), "Uses", "fields") for holder in holders]
        taken += [(place, "Copies to", "copies") for place in _copied_to(seen, relationship)]
        for place, does, what in taken:
            values = _values(seen, relationship, place.collection)
            first = next((name for name, others in takers[place] if _meet(values, others)), relationship.name)
            takers[place].append((relationship.name, values))
            if place.path and first != relationship.name:
                message = (
                    f'{does} {place.collection}.{place.path}, like relationship "{first}". One '
                    "overwrites the other."
                )
                hint = f"Rename one of the {what}."
                yield LINT.finding(relationship.name, message, hint, "error", about="relationship")


def _twice(seen: Inspection) -> Iterator[Finding]:
    """Copies of one relationship that are declared twice for one place, by two policies."""
    for relationship in seen.model.links:
        policies: defaultdict[DocPath, dict[str, None]] = defaultdict(dict)
        for copy in (each for side in ("from", "to") for each in seen.placement.copies(relationship, side)):
            for spot in copy.spots:
                policies[DocPath(spot.collection, spot.path)][copy.policy] = None
        for place, several in policies.items():
            if len(several) > 1:
                message = f"Copies to {place.collection}.{place.path} as {listed([*several])}: one policy overwrites the other."
                hint = "Remove one of the copies."
                yield LINT.finding(relationship.name, message, hint, "error", about="relationship")
                break


def _copied_to(seen: Inspection, relationship: Relationship) -> Iterator[DocPath]:
    for side in ("from", "to"):
        for copy in seen.placement.copies(relationship, side):
            yield from (DocPath(spot.collection, spot.path) for spot in copy.spots)


def _values(seen: Inspection, relationship: Relationship, collection: str) -> Values:
    """The discriminator's values in the documents that a relationship stores in."""
    kinds, side = seen.placement.kinds, seen.placement.decision(relationship).side
    ends = [relationship.end(side).entity, relationship.from_.entity, relationship.to.entity]
    near = next((entity for entity in ends if _stands_in(seen, entity, collection)), None)
    return frozenset(kinds.values(near)) if near is not None and kinds.is_special(near) else None


def _stands_in(seen: Inspection, entity: str, collection: str) -> bool:
    return any(spot.collection == collection for spot in seen.placement.spots(entity))


def _meet(values: Values, other: Values) -> bool:
    return values is None or other is None or bool(values & other)


def _names(fields: Sequence[Field], subject: str, about: About) -> Iterator[Finding]:
    objects = {field.name: {inner.name for inner in inner_fields(field)} for field in fields}
    digits = [field.name for field in fields if field.name.isdigit()]
    if digits:
        message = f"Field names that are numbers ({', '.join(digits)}) can be mistaken for array positions."
        yield LINT.finding(subject, message, "Prefix them with a letter.", "info", about=about)
    for field in fields:
        place = f"{subject}.{field.name}"
        head, dot, rest = field.name.partition(".")
        if dot and rest in objects.get(head, ()):
            yield LINT.finding(
                place, f"{field.name} conflicts with field {rest} in {head}.", "Rename one of them.", "error"
            )
        elif dot or field.name.startswith("$"):
            message = "Names with a dot or leading $ need $getField and can't be indexed."
            yield LINT.finding(place, message, "Rename it.", fix=_renamed(field, fields))
        if len(field.name.encode("utf-8", "surrogatepass")) > _LONGEST:
            message = f"Field name is longer than {_LONGEST} bytes."
            yield LINT.finding(subject, message, "Shorten it.", about=about)
        yield from _names(inner_fields(field), place, "")


def _renamed(field: Field, beside: Sequence[Field]) -> Fix | None:
    """The field by a plain name, where no other has it."""
    name = field.name.lstrip("$").replace(".", "_")
    if not name or any(sibling.name == name for sibling in beside) or not isinstance(field.id, str):
        return None
    return {"edit": "rename", "id": field.id, "name": name}


LINT = Lint(
    code="L40",
    slug="name-field",
    name="NAME_FIELD",
    severity="warning",
    title="Problematic field name",
    source="MongoDB manual, field names with periods and dollar signs",
    check=check,
)
