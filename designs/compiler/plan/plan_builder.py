"""The plan while patterns work on it: mutable document bodies, frozen to Collections at the end.

An entity has one Body. Embedding puts a child's Body into the parent's, so the order of patterns
does not matter for what ends up inside what; references and copies are put into the Body too.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable
from typing import Any

from ..model.conceptual import Entity, Field, Item, Relationship, given, stated
from ..placement.doc_path import DocPath
from ..placement.path_locator import Placement
from ..placement.views import is_of_kinds, layered
from ..plan_model.decisions import Decision, Holder, Overlay
from ..plan_model.physical import Collection, DocField, Element
from .optional_results import with_results

_GROUPED = ("relationship", "entity", "origin")  # what a sub-document takes from its first field
_WHOLE = frozenset({"embedded", "outlier", "subset"})  # origins of what is another's content by itself
_REPEATED = "\0"  # marks the key of a field whose name another version of the shape has too


class Node:
    """A field in the making. body: of an object, or of an array's elements. values: the DocField's
    other attributes. more: element attributes of an array (types, source, target, enum)."""

    def __init__(self, name: str, *types: str, body: Body | None = None, **values: Any) -> None:
        self.name, self.types, self.body = name, types, body
        self.more: dict[str, Any] | None = values.pop("element", None)
        self.values = values

    def freeze(self, sliced: bool = True) -> DocField:
        """The finished field with all that is below it; sliced: slices of other documents too."""
        fields = () if self.body is None else self.body.freeze(sliced)
        if self.types[0] != "array":
            return DocField(name=self.name, types=self.types, fields=fields, **self.values)
        more = self.more or {"types": ("object",)}
        return DocField(name=self.name, types=self.types, items=Element(fields=fields, **more), **self.values)

    @property
    def is_slice(self) -> bool:
        """Whether it repeats a few of the documents that have a collection of their own."""
        return self.values.get("origin") == "subset"


class Body:
    """The fields of a document, sub-document or array element, in order.

    before, after: bodies whose fields come first (a general's, in each of its specials) or last.
    late: makes fields from what the others have become, when the body is frozen; asked with ``sliced``.
    values: the kinds of document that there are. kinds: bodies whose fields only some of them
    have, with those; wider ones first.
    """

    def __init__(self, nodes: Iterable[Node] = ()) -> None:
        self.nodes: dict[str, Node] = {}
        self.before: list[Body] = []
        self.after: Body | None = None
        self.late: Callable[[bool], tuple[DocField, ...]] | None = None
        self.values: tuple[str, ...] = ()
        self.kinds: list[tuple[Body, tuple[str, ...]]] = []
        self._frozen: dict[bool, tuple[DocField, ...]] = {}
        self._own: defaultdict[bool, list[DocField]] = defaultdict(list)
        for node in nodes:
            key = node.name if node.name not in self.nodes else node.name + _REPEATED * len(self.nodes)
            self.nodes[key] = node

    def put(self, path: str, node: Node) -> None:
        """Put a node at a path, making the sub-documents on the way; it takes the place of an
        equally named one."""
        head, dot, rest = path.partition(".")
        if not dot:
            self.nodes[head] = node
            return
        holder = self.nodes.get(head)
        inner = holder.body if holder is not None else None
        if holder is None or inner is None:
            grouped = () if node.values.get("origin") in _WHOLE else _GROUPED
            kept = {key: node.values[key] for key in grouped if key in node.values}
            inner = Body()
            holder = self.nodes[head] = Node(head, "object", body=inner, **kept)
        inner.put(rest, node)
        if node.values.get("required") is True and holder.values.get("source") is None:
            holder.values["required"] = True

    def ours(self, name: str, *types: str, **values: Any) -> Node:
        """A field that the tool makes; a declared one of the same name and type describes it."""
        declared = self.nodes.get(name)
        source = (
            declared.values.get("source") if declared is not None and declared.types[0] == types[0] else None
        )
        return Node(name, *types, source=source, **values)

    def put_first(self, node: Node) -> None:
        """Put a node before all others; it takes the place of an equally named one."""
        self.nodes = {
            node.name: node,
            **{name: other for name, other in self.nodes.items() if name != node.name},
        }

    def freeze(self, sliced: bool = True) -> tuple[DocField, ...]:
        """The finished fields; asked again, the same ones. sliced: with slices of other documents, which are
        made of what those have without any, since they may slice one another."""
        if sliced not in self._frozen:
            self._frozen[sliced] = ()  # what holds this body again ends here
            fields = [field for body in self.before for field in body.repeated(sliced)]
            fields += [node.freeze(sliced) for node in self.nodes.values() if sliced or not node.is_slice]
            fields += self.late(sliced) if self.late is not None else ()
            fields += self.after.freeze(sliced) if self.after is not None else ()
            self._own[sliced] = fields
            fields = self.layered(fields, sliced)
            self._frozen[sliced] = tuple(
                {self._key(place, field): field for place, field in enumerate(fields)}.values()
            )
        return self._frozen[sliced]

    def repeated(self, sliced: bool = True) -> list[DocField]:
        """The finished fields that a kind has too which is stored elsewhere: none of other kinds."""
        self.freeze(sliced)
        return [field for field in self._own[sliced] if is_of_kinds(field)]

    def layered(self, fields: Iterable[DocField], sliced: bool = True) -> list[DocField]:
        """These fields of all documents, and those of some kinds only."""
        some = ((body.freeze(sliced), values) for body, values in self.kinds)
        return layered([(fields, self.values), *some])

    @staticmethod
    def _key(place: int, field: DocField) -> tuple[str, int]:
        versioned = field.source is not None and field.source.has_versions
        return field.name, place if versioned or field.kinds else -1


class PlanDraft:
    """All documents of a design in the making, and what the patterns say about them."""

    def __init__(self, placement: Placement) -> None:
        self.placement = placement
        self.model, self.names, self.survey = placement.model, placement.names, placement.survey
        self.composition, self.constants = placement.composition, placement.survey.constants
        self.bodies = {entity.name: Body(own_nodes(entity)) for entity in self.names.entities.values()}
        self.metas: dict[str, Body] = {}
        self.roots: dict[str, Body] = {}
        self.shelves: dict[str, dict[str, Any]] = {}
        self.holders: defaultdict[str, list[Holder]] = defaultdict(list)
        self.overlays: defaultdict[str, list[Overlay]] = defaultdict(list)
        self.caveats: defaultdict[str, list[str]] = defaultdict(list)
        self.entity_overlays: list[Overlay] = []
        self._chosen: defaultdict[str, list[Relationship]] = defaultdict(list)
        for relationship in self.names.relationships.values():
            self._chosen[placement.strategy(relationship)].append(relationship)
        for entity in self.names.entities.values():
            self._add_own_collection(entity)

    # --- asking ---------------------------------------------------------------------------------

    def chosen(self, *strategies: str) -> list[Relationship]:
        """The relationships of these strategies, by strategy and then in file order."""
        return [relationship for strategy in strategies for relationship in self._chosen[strategy]]

    def decision(self, relationship: Relationship) -> Decision:
        """The decision about a relationship."""
        return self.placement.decision(relationship)

    def body(self, entity: str) -> Body:
        """The body of an entity's documents, wherever they stand."""
        return self.bodies[entity]

    def reference_body(self, entity: str) -> Body:
        """What scalar references of an entity stand in: its metaField if it is a time series."""
        if not self.placement.is_timed(entity):
            return self.bodies[entity]
        if entity not in self.metas:
            meta, note = Body(), "source of the measurements; MongoDB groups by it"
            name = self.placement.meta(entity)
            node = Node(
                name, "object", body=meta, origin="reference", required=True, entity=entity, note=note
            )
            self.metas[entity] = meta
            self.bodies[entity].put(name, node)
        return self.metas[entity]

    def element_body(self, entity: str) -> Body:
        """The entity's body as array elements have it: with an ``_id`` only where that is kept."""
        body = self.bodies[entity]
        if "_id" in body.nodes or not self.placement.has_element_id(entity):
            return body
        note = "needed by another document or a query"
        own = Body([Node("_id", "objectId", origin="own", required=True, note=note)])
        own.after = body
        return own

    # --- making ---------------------------------------------------------------------------------

    def add_collection(self, name: str, body: Body, **values: Any) -> None:
        """A collection whose documents are this body. values: attributes of the Collection."""
        self.roots[name] = body
        self.shelves[name] = {"kind": "standard", "entity": None, **values}

    def hold(self, relationship: Relationship, *spots: DocPath) -> None:
        """Remember where a decision's content or references stand."""
        for spot in spots:
            holder = Holder(spot.collection, spot.path)
            if holder not in self.holders[relationship.name]:
                self.holders[relationship.name].append(holder)

    def _add_own_collection(self, entity: Entity) -> None:
        kinds = {home.kind for home in self.placement.homes(entity.name)}
        if not kinds & {"collection", "timeseries"}:
            return
        kind = "timeseries" if "timeseries" in kinds else "standard"
        name = self.placement.collection(entity.name)
        self.add_collection(name, self.bodies[entity.name], kind=kind, **own_entity_values(entity))

    def add_bucket(self, relationship: Relationship, body: Body) -> None:
        """The collection of buckets of a relationship's children."""
        child = self.names.entities[relationship.to.entity]
        values = own_entity_values(child)
        name = self.placement.collection_made_by(relationship)
        self.add_collection(name, body, kind="bucket", relationship=relationship.name, **values)

    # --- freezing -------------------------------------------------------------------------------

    def freeze(self, files: dict[str, str]) -> tuple[Collection, ...]:
        """The collections, those of entities first, in file order. files: name to file name."""
        trees = with_results({name: self.root_fields(name) for name in self.shelves})
        if given(self.model.absent, "missing") == "either":
            from .absent_ends import with_absent_ends

            trees = with_absent_ends(self.model, trees)
        return tuple(
            Collection(name=name, file=files[name], fields=trees[name], **shelf)
            for name, shelf in self.shelves.items()
        )

    def root_fields(self, name: str) -> tuple[DocField, ...]:
        """The fields of a collection's documents, ``_id`` first."""
        fields = self.roots[name].freeze()
        plain = DocField(name="_id", types=("objectId",), required=True, note="primary key")
        own = next((field for field in fields if field.name == "_id"), plain)
        return (own, *(field for field in fields if field.name != "_id"))


def own_entity_values(entity: Entity) -> dict[str, Any]:
    """What a collection takes from the entity whose documents it holds."""
    validation = given(entity.validation, None)
    return {
        "entity": entity.name,
        "description": given(entity.description, ""),
        "options": {"collation": given(entity.collation, {})} if stated(entity.collation) else {},
        "validation_level": given(validation.level, "strict") if validation else "strict",
        "validation_action": given(validation.action, "error") if validation else "error",
    }


def own_nodes(entity: Entity) -> list[Node]:
    """The declared fields of an entity as nodes."""
    return [field_node(field, field.name) for field in entity.own_fields]


def field_node(field: Field, name: str, **values: Any) -> Node:
    """A declared field as a node of a name, with its nested fields. values: of the DocField."""
    origin = "computed" if stated(field.computed) else "own"
    required = field.required is True or (name == "_id" and "relationship" not in values)
    values = {"origin": origin, "required": required, "source": field, **values}
    if field.type == "array":
        items = given(field.items, None)
        more = _element(items) if items is not None else {"types": ("string",)}
        body = Body(field_node(inner, inner.name) for inner in given(items.fields, [])) if items else None
        return Node(name, *field.all_types, body=body, element=more, **values)
    nested = given(field.fields, [])
    body = Body(field_node(inner, inner.name) for inner in nested) if field.type == "object" else None
    return Node(name, *field.all_types, body=body, **values)


def _element(item: Item) -> dict[str, Any]:
    values: dict[str, Any] = {"types": (item.type,), "source": item}
    inner = given(item.items, None)
    if item.type == "array" and inner is not None:
        values["items"] = _nested(inner)
    return values


def _nested(item: Item) -> Element:
    fields = tuple(field_node(inner, inner.name).freeze() for inner in given(item.fields, []))
    return Element(fields=fields, **_element(item))
