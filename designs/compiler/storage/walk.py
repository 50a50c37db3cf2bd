"""The walk through the frozen plan that finds where each fact is stored.

A node of a document tree knows its origin, relationship, entity and source. The walk carries whose document or
element it is in, and by what role, and gives a storage for each node where a fact stands.
"""

from __future__ import annotations

from collections.abc import Iterator

import msgspec

from ..model.conceptual import Model, Relationship
from ..plan_model.physical import Collection, DocField, Element
from .facts import ExistsFact, Fact, FieldFact, Freshness, LinkFact, Locator, Role, Storage, StoragePath
from .fields import DeclaredFields
from .freshness import Freshened
from .locators import Scope, locate, scope_of

OF_COLLECTION: dict[str, Role] = {"revisions": "history", "overflow": "overflow"}


class WalkPosition(msgspec.Struct, frozen=True, gc=False, kw_only=True):
    """Where the walk stands. subject: whose content this is, an entity's name. link: the relationship whose pair
    the document or element stands for, "" for none. own: the path within the subject so far. path: in the document.
    arrays: of it. role, freshness, subtypes: of what stands here, where what holds it says so. is_thing: whether the
    document is one of an entity, rather than a link or a page of several. scope: how a document or an element is found from here."""

    collection: str
    subject: str
    link: str = ""
    own: str = ""
    path: str = ""
    arrays: tuple[str, ...] = ()
    role: Role = "home"
    freshness: Freshness | None = None
    subtypes: tuple[str, ...] = ()
    is_thing: bool = True
    scope: Scope

    def at(self, name: str) -> str:
        """Return the document path of a field here."""
        return f"{self.path}.{name}" if self.path else name


class Walk:
    """Finds the storages of a plan, collection by collection. streamed: the relationships whose slices a stream keeps;
    by_job: the entities and formulas of results that a job works out."""

    def __init__(
        self,
        model: Model,
        streamed: frozenset[str] = frozenset(),
        by_job: frozenset[tuple[str, str]] = frozenset(),
    ) -> None:
        self.relationships: dict[str, Relationship] = {
            relationship.name: relationship for relationship in model.links
        }
        self.declared = DeclaredFields(model)
        self.freshened = Freshened(model, streamed, by_job)

    def of(self, collection: Collection) -> Iterator[Storage]:
        """Yield the storages in the documents of one collection."""
        relationship = self.relationships.get(collection.relationship or "")
        subject = collection.entity or collection.revises or ""
        link = ""
        if relationship is not None and collection.kind in ("link", "bucket", "overflow"):
            link = relationship.name
            subject = subject or relationship.from_.entity
        here = WalkPosition(
            collection=collection.name, subject=subject, link=link, scope=scope_of(collection.fields),
            role=OF_COLLECTION.get(collection.kind, "home"), is_thing=not link or bool(collection.entity),
        )  # fmt: skip
        yield from self._fields(collection.fields, here)

    def _fields(self, fields: tuple[DocField, ...], here: WalkPosition) -> Iterator[Storage]:
        for field in fields:
            yield from self._field(field, here)

    def _field(self, field: DocField, here: WalkPosition) -> Iterator[Storage]:
        if field.kinds and field.origin != "attribute":
            here = msgspec.structs.replace(here, subtypes=field.kinds)
        yield from self._told_by(field, here)
        if field.origin == "attribute" and field.items is not None:
            yield from self._attributes(field, field.items, here)
        elif field.relationship and field.origin in (
            "embedded",
            "subset",
            "bucket",
            "outlier",
            "reference",
            "link",
        ):
            yield from self._of_relationship(field, field.relationship, here)
        elif field.fields or (field.items is not None and field.items.fields):
            whole = self._storage(field, here, self._fact(field, here), leaf=False)
            yield whole
            if field.origin == "copy" and here.role == "home":
                here = msgspec.structs.replace(here, role="copy", freshness=whole.freshness)
            yield from self._inside(field, here)
        else:
            yield self._storage(field, here, self._fact(field, here))

    def _told_by(self, field: DocField, here: WalkPosition) -> Iterator[Storage]:
        """What a value tells beside its own: which subtype something is, that what was folded in exists."""
        if here.role != "home":
            return
        if field.name == "_id" and not here.path and here.is_thing:
            for entity in self.declared.families.above(here.subject):
                yield self._storage(field, here, ExistsFact(entity), leaf=False)
        if field.origin == "discriminator":
            for entity, values in self.subtypes_below(here.subject):
                stored_values = tuple(value for value in values if value in field.enum)
                if stored_values and entity != here.subject:
                    of_one = msgspec.structs.replace(here, subtypes=stored_values)
                    yield self._storage(field, of_one, ExistsFact(entity), leaf=False)
        elif field.relationship and field.entity and field.origin in ("own", "computed"):
            for fact in (ExistsFact(field.entity), LinkFact(field.relationship)):
                yield self._storage(field, here, fact, leaf=False)

    def subtypes_below(self, entity: str) -> list[tuple[str, tuple[str, ...]]]:
        """Return the subtypes of an entity's family with the discriminator's values of each: its own, or those of
        its own subtypes."""
        families = self.declared.families
        links = families.links(entity)
        value_of = {link.to.entity: self.freshened.names.discriminator_value(link) for link in links}
        lines = {name: (name, *families.below(name)) for name in value_of}
        return [
            (name, tuple(value_of[each] for each in line if each in value_of)) for name, line in lines.items()
        ]

    # --- what a relationship puts here ------------------------------------------------------------

    def _of_relationship(self, field: DocField, name: str, here: WalkPosition) -> Iterator[Storage]:
        fields = field.fields or (field.items.fields if field.items is not None else ())
        if field.origin == "link" and field.source is not None:
            declared = self.declared.on_link(field.source) or (name, field.name)
            role = (
                "aggregate"
                if self.freshened.is_result(field, here.subject) and here.role == "home"
                else here.role
            )
            yield self._storage(field, here, LinkFact(*declared), role, leaf=not fields)
            yield from self._inside(field, msgspec.structs.replace(here, link=name))
            return
        role = self._role(field, here)
        holds_values = field.items is not None and not fields and field.origin in ("embedded", "subset")
        yield self._storage(
            field, here, self._linked(field, name), role, leaf=not fields and not holds_values
        )
        if holds_values and field.items is not None:
            exists = ExistsFact(field.entity or here.subject)
            by_value = Locator(kind="by_query", path=here.at(field.name))
            yield msgspec.structs.replace(
                self._storage(field, here, exists, role, leaf=False), locate=by_value
            )
            yield self._value(field, field.items, here)
        if fields:
            if role == "home" and field.entity:
                exists = ExistsFact(field.entity)
                yield self._storage(field, here, exists, role, leaf=False)
            yield from self._content(field, name, here, role)

    def _linked(self, field: DocField, name: str) -> Fact:
        return LinkFact(name)

    def _role(self, field: DocField, here: WalkPosition) -> Role:
        if here.role != "home":
            return here.role
        if field.origin == "subset":
            return "slice"
        if field.origin in ("reference", "link"):
            return "reference"
        if field.origin == "outlier" and not field.fields:
            return "aggregate"
        if field.origin == "bucket" and not (field.entity or field.fields):
            return "aggregate"
        return "home"

    def _value(self, field: DocField, items: Element, here: WalkPosition) -> Storage:
        """A value that stands for a thing of the other entity, which has no document of its own."""
        entity = field.entity or here.subject
        declared = self.declared.of(items.source, entity)
        fact = (
            FieldFact(*declared)
            if declared
            else FieldFact(entity, items.source.name if isinstance(items.source, DocField) else "name")
        )
        path = StoragePath(here.collection, here.at(field.name), (*here.arrays, here.at(field.name)))
        role: Role = here.role
        return Storage(
            fact=fact,
            path=path,
            role=role,
            locate=Locator(kind="by_query", path=path.path),
            subtypes=here.subtypes,
        )

    def _content(self, field: DocField, name: str, here: WalkPosition, role: Role) -> Iterator[Storage]:
        """What stands inside an object or the elements of an array that a relationship makes."""
        inside = self._down(field, here)
        subject = field.entity or here.subject
        is_pair = field.origin in ("reference", "link")
        inner = msgspec.structs.replace(
            inside, subject=here.subject if is_pair and field.items is None else subject, own="",
            link=name, role=role if role in ("slice", "history", "overflow") else "home",
        )  # fmt: skip
        yield from self._fields(field.fields or (field.items.fields if field.items else ()), inner)

    # --- declared and generated fields -----------------------------------------------------------

    def _inside(self, field: DocField, here: WalkPosition) -> Iterator[Storage]:
        element = field.items
        inner = self._down(field, here)
        yield from self._fields(field.fields, inner)
        while element is not None:
            yield from self._fields(element.fields, inner)
            element = element.items

    def _down(self, field: DocField, here: WalkPosition) -> WalkPosition:
        path = here.at(field.name)
        is_array = "array" in field.types
        own = here.own
        if field.source is not None and field.origin in ("own", "computed"):
            own = f"{here.own}{field.name}."
        fields = field.fields or (field.items.fields if field.items is not None else ())
        scope = here.scope.down(path, fields, is_array=is_array and bool(field.relationship))
        return msgspec.structs.replace(
            here, path=path, own=own, arrays=(*here.arrays, path) if is_array else here.arrays, scope=scope
        )

    def _fact(self, field: DocField, here: WalkPosition) -> Fact:
        """Return the fact that a node of the tree tells."""
        if field.origin == "tree" or (field.origin == "reference" and field.relationship):
            return LinkFact(str(field.relationship))
        if field.origin == "bucket" and here.link:
            return LinkFact(here.link)
        if field.origin == "link" and field.relationship:
            return LinkFact(*(self.declared.on_link(field.source) or (field.relationship, field.name)))
        is_id = field.name == "_id" and not here.own and field.origin == "own"
        if is_id and here.link and not here.path and not here.is_thing:
            return LinkFact(here.link)
        if is_id or field.origin in ("version", "discriminator"):
            return ExistsFact(here.subject)
        subject = field.entity if field.origin == "copy" and field.entity else here.subject
        declared = self.declared.of(field.source, subject)
        if declared is not None:
            return FieldFact(*declared)
        on_link = self.declared.on_link(field.source)
        return LinkFact(*on_link) if on_link else FieldFact(subject, f"{here.own}{field.name}")

    def _storage(
        self, field: DocField, here: WalkPosition, fact: Fact, role: Role | None = None, *, leaf: bool = True
    ) -> Storage:
        path = here.at(field.name)
        arrays = (*here.arrays, path) if "array" in field.types else here.arrays
        role = role or self._plain_role(field, here)
        freshness, follows = self.freshened.of(field, fact, role, here.subject)
        freshness = here.freshness or freshness
        return Storage(
            fact=fact, path=StoragePath(here.collection, path, arrays), role=role, leaf=leaf,
            locate=locate(field, here.scope, path), freshness=freshness, follows=follows, subtypes=here.subtypes,
        )  # fmt: skip

    def _plain_role(self, field: DocField, here: WalkPosition) -> Role:
        if here.role != "home":
            return here.role
        if field.origin == "copy":
            return "copy"
        if field.origin == "tree":
            return "reference" if field.role in ("parent", "children", "path") else "aggregate"
        if field.origin in ("bucket", "outlier") or self.freshened.is_result(field, here.subject):
            return "aggregate"
        return "reference" if field.origin == "reference" else "home"

    # --- attributes -------------------------------------------------------------------------------

    def _attributes(self, field: DocField, items: Element, here: WalkPosition) -> Iterator[Storage]:
        """An array of names and values: each name is a field of its own."""
        path = here.at(field.name)
        arrays = (*here.arrays, path)
        value_fields = [inner for inner in items.fields if inner.kinds or inner.source is not None]
        beside = tuple(f"{path}.{inner.name}" for inner in items.fields if inner not in value_fields)
        for inner in value_fields:
            for name in inner.kinds or (inner.name,):
                fact = FieldFact(*self.declared.named(here.subject, f"{here.own}{name}"))
                yield Storage(
                    fact=fact, path=StoragePath(here.collection, f"{path}.{inner.name}", arrays), role=here.role,
                    locate=Locator(kind="in_array", path=path, key=items.fields[0].name), also=beside, named=name,
                    subtypes=here.subtypes,
                )  # fmt: skip
