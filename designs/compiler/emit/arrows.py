"""What a drawing of documents shows between its rows: the places of all fields, and from them the
references and the copies as arrows."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

import msgspec

from ..plan_model.compilation import Plan
from ..plan_model.physical import Collection, DocField, Element

HEAD = "h"
"""The port of a card's head."""


class LabelPlace(msgspec.Struct, frozen=True, gc=False, kw_only=True):
    """A field in a collection. node, port: identifiers in the drawing. path: dotted. entity: whose
    content it belongs to. holders: the fields that it stands in, the outermost first."""

    node: str
    port: str
    path: str
    entity: str | None
    field: DocField
    holders: tuple[DocField, ...] = ()

    @property
    def values(self) -> tuple[int, bool]:
        """How many values a document has there at least, 0 or 1, and whether it may have several: those of arrays, be it one
        of values or one whose elements it stands in."""
        way = (*self.holders, self.field)
        is_always = all(field.required and (field.items is None or field.min_items) for field in way)
        return int(is_always), any(field.items is not None for field in way)


class Arrow(msgspec.Struct, frozen=True, gc=False, kw_only=True):
    """A reference or a copy (kind): the place that holds it; the node and port it leads to, or
    comes from if it is a copy. The head of a card is port ``h``. paths: of copies that share it, else ()."""

    kind: str
    holder: LabelPlace
    node: str
    port: str = HEAD
    paths: tuple[str, ...] = ()

    @property
    def inward(self) -> bool:
        """Whether it leads to the collection that holds it."""
        return self.node == self.holder.node


def places(node: str, collection: Collection) -> Iterator[LabelPlace]:
    """Every field of a collection, holders before what they hold, ports numbered in that order."""
    walked = _walk(collection.fields, "", collection.entity, ())
    for number, (path, entity, field, holders) in enumerate(walked, 1):
        yield LabelPlace(node=node, port=f"f{number}", path=path, entity=entity, field=field, holders=holders)


def arrows(plan: Plan, nodes: dict[str, str], places: Sequence[LabelPlace]) -> Iterator[Arrow]:
    """The references and copies of all places. nodes: of the collections, by name. What an earlier revision has was copied
    from the document itself, together with the copies in it."""
    sources = _Sources(places)
    past = {nodes[each.name] for each in plan.collections if each.kind == "revisions"}
    homes = {each.entity: nodes[each.name] for each in reversed(plan.collections) if each.entity}
    for place in places:
        target = target_of(place.field)
        if target in nodes:
            yield Arrow(kind="reference", holder=place, node=nodes[target])
        if place.field.origin != "copy" or any(inner.origin == "copy" for inner in inner_fields(place.field)):
            continue
        if place.node in past and place.field.entity:
            continue
        source = sources.of(place.field)
        if source:
            yield Arrow(kind="copy", holder=place, node=source.node, port=source.port)
        elif place.field.entity in homes:
            yield Arrow(kind="copy", holder=place, node=homes[place.field.entity])


def with_copies_joined(drawn: Sequence[Arrow], places: Sequence[LabelPlace]) -> Iterator[Arrow]:
    """The arrows, all copies from one collection to another in one, where their first one stands: to the object or
    array that holds them all, else to the card's head; from the field that all copy, else from the card's head."""
    by_path = {(place.node, place.path): place for place in places}
    copies: dict[tuple[str, str], list[Arrow]] = {}
    for arrow in drawn:
        if arrow.kind == "copy":
            copies.setdefault((arrow.holder.node, arrow.node), []).append(arrow)
    for arrow in drawn:
        together = copies.get((arrow.holder.node, arrow.node), []) if arrow.kind == "copy" else [arrow]
        if arrow is together[0]:
            yield arrow if len(together) == 1 else _joined(together, by_path)


def _joined(copies: Sequence[Arrow], by_path: dict[tuple[str, str], LabelPlace]) -> Arrow:
    first, ports = copies[0], {copy.port for copy in copies}
    paths = tuple(copy.holder.path for copy in copies)
    parts = [path.split(".")[:-1] for path in paths]
    shared = [steps[0] for steps in zip(*parts, strict=False) if len(set(steps)) == 1]
    while shared and any(steps[: len(shared)] != shared for steps in parts):
        shared.pop()
    place = by_path.get((first.holder.node, ".".join(shared))) if shared else None
    holder = place or msgspec.structs.replace(first.holder, port=HEAD)
    port = ports.pop() if len(ports) == 1 else HEAD
    return Arrow(kind="copy", holder=holder, node=first.node, port=port, paths=paths)


def inner_fields(field: DocField) -> tuple[DocField, ...]:
    """The fields of an object, or of the objects in an array however deep it nests."""
    if field.items is None:
        return field.fields
    element = innermost(field.items)
    return element.fields if element else field.fields


def innermost(element: Element | None) -> Element | None:
    """The element that is no array itself."""
    while element and element.items:
        element = element.items
    return element


def levels(element: Element | None) -> int:
    """How deep arrays nest: 1 for an array of values, 2 for one of arrays; 1 where there is none."""
    depth = 1
    while element and element.items:
        element, depth = element.items, depth + 1
    return depth


def target_of(field: DocField) -> str | None:
    """The collection whose ids a field or its elements hold."""
    element = innermost(field.items)
    return field.target or (element.target if element else None)


class _Sources:
    """Where each entity's own fields stand first: that is where their copies come from."""

    def __init__(self, places: Iterable[LabelPlace]) -> None:
        own = [place for place in places if place.entity and place.field.origin in ("own", "computed")]
        self._declared = {id(place.field.source): place for place in reversed(own) if place.field.source}
        self._named = {(place.entity, place.field.name): place for place in reversed(own)}

    def of(self, copy: DocField) -> LabelPlace | None:
        """The place of the very field that a copy names as its source, else of one so called."""
        name = copy.source.name if copy.source else copy.name
        declared = self._declared.get(id(copy.source)) if copy.source else None
        return declared or self._named.get((copy.entity, name))


def _walk(
    fields: Iterable[DocField], before: str, entity: str | None, holders: tuple[DocField, ...]
) -> Iterator[tuple[str, str | None, DocField, tuple[DocField, ...]]]:
    for field in fields:
        path = f"{before}{field.name}"
        yield path, entity, field, holders
        inner = inner_fields(field)
        if inner:
            # What lies inside a copied object is the copy's, and no source for others.
            inside = None if field.origin == "copy" else field.entity or entity
            yield from _walk(inner, f"{path}.", inside, (*holders, field))
