"""The sample world as documents: each collection's tree, filled with what its things and links are."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime
from functools import cached_property
from typing import Any

import msgspec

from ..model.conceptual import Copy, Field, Relationship, given
from ..model.formulas import Call, PathRef, evaluate
from ..model.values import is_of, typed
from ..names.tree_fields import ANCESTORS, CHILDREN, LEFT, PARENT, PATH, RIGHT, SEPARATOR, segment
from ..placement.entity_locations import HOLDER_IDS, is_holder_id
from ..placement.stored_averages import beside
from ..plan.attribute_arrays import has_attributes
from ..plan_model.decisions import opposite
from ..plan_model.physical import Collection, DocField, Element
from ..workload.document_history import VALID_FROM, VALID_TO
from .document_context import (
    ABSENT,
    INSIDE,
    OWN,
    Here,
    age_of,
    attributes_of,
    is_listed,
    is_of_other_shape,
    is_outdated,
    is_taken,
    present,
    pruned,
    roots,
    slice_of,
    until,
    versions_of,
)
from .nesting import without_repeats
from .records import Records
from .values.field_values import MANY, value
from .values.specs import SpecPlace, spec_in_array, spec_in_document
from .world import Link, Thing
from .world.linking import nodes_of
from .world.sample_data import SampleData


class Documents:
    """Writes the documents of collections from one world."""

    def __init__(self, world: SampleData, records: Records, collections: Iterable[Collection]) -> None:
        self.world, self.records, self.names = world, records, world.names
        self.trees = Trees(world, records)
        self._page_collections = [collection for collection in collections if collection.kind == "bucket"]
        self._trees = {
            collection.entity: collection.fields
            for collection in collections
            if collection.entity and not collection.relationship
        }
        self._named_by: set[Thing] = set()
        self._averages: dict[str, dict[str, tuple[str, str]]] = {}

    def of(self, collection: Collection) -> list[dict[str, Any]]:
        """The example documents of a collection."""
        rows = roots(collection, self.world, self.records)
        documents = [self.body(collection.fields, here) for here in rows]
        return [
            until(document, collection.fields) if here.past else document
            for here, document in zip(rows, documents, strict=True)
        ]

    # --- walking ------------------------------------------------------------------------------

    def body(self, fields: Iterable[DocField], here: Here) -> dict[str, Any]:
        """The document, sub-document or element of these fields."""
        document: dict[str, Any] = {}
        for field in fields:
            foreign = field.kinds and self._kind_of(here) not in field.kinds
            if foreign or is_outdated(field, here.thing.version):
                continue
            content = self._value(field, here)
            if content is ABSENT and (field.required or field.needed or self._is_empty(field, here)):
                content = None if field.empty or "null" in field.types else self._anything(field, here)
            if content is not ABSENT:
                document[field.name] = content
        return document

    def _is_empty(self, field: DocField, here: Here) -> bool:
        """Whether a document says null where there is nothing: of a copy where what it is of has nothing to say, not where
        nothing is linked."""
        if not field.empty or not is_taken(field):
            return field.empty
        link = str(field.relationship)
        return self._meant(link, field.entity, here, field.name, field.policy) is not None

    def _value(self, field: DocField, here: Here) -> Any:
        if field.role:
            return present(self.trees.value(str(field.relationship), field.role, here.thing))
        if is_taken(field):
            return self._copy(field, here)
        if field.items is not None and is_listed(field):
            return self._array(field, field.items, here)
        if field.items is not None and has_attributes(field.items):
            return self._list(field.items, here.record.get(field.name), here)
        if field.fields or (field.types[0] == "object" and field.origin in INSIDE):
            return self._object(field, here)
        return self._scalar(field, here)

    def _object(self, field: DocField, here: Here) -> Any:
        if field.relationship and field.entity and field.origin in INSIDE:
            thing = self._meant(field.relationship, field.entity, here, field.name)
            return (
                ABSENT
                if thing is None
                else self.body(field.fields, self._inside(thing, None, field.relationship))
            )
        own = here.record.get(field.name)
        if field.source is not None and field.origin in OWN and not isinstance(own, dict):
            return ABSENT if own is None else own
        record = own if isinstance(own, dict) else {}
        above = f"{here.above}{field.name}."
        return self.body(field.fields, msgspec.structs.replace(here, record=record, above=above))

    def _list(self, items: Element, listed: Any, here: Here) -> Any:
        """A declared list, each object in it with the arrays of its attributes."""
        if not isinstance(listed, list):
            return present(listed)
        objects = [element for element in listed if isinstance(element, dict)]
        return [self.body(items.fields, msgspec.structs.replace(here, record=element)) for element in objects]

    def _inside(self, thing: Thing, link: Link | None, through: str) -> Here:
        record = self.records.of(thing)
        if link is not None:
            record = (
                {**record, **self.records.of(link)} if given(link.relationship.link_fields, []) else record
            )
        return Here(thing=thing, record=record, link=link, through=through)

    def versions_of(self, thing: Thing) -> tuple[datetime, datetime]:
        """Return when a thing's first version began, and when its current one did."""
        return versions_of(self.records, thing)

    def _scalar(self, field: DocField, here: Here) -> Any:
        if field.origin == "reference" and field.relationship:
            thing = self._meant(field.relationship, field.entity, here, field.name)
            identity = ABSENT if thing is None else self._identity(field, thing)
            return identity if any(is_of(identity, bson_type) for bson_type in field.types) else ABSENT
        if field.origin == "version":
            is_dated = field.name in (VALID_FROM, VALID_TO)
            versions = self.versions_of(here.thing) if is_dated else None
            return age_of(field, here, self.records.of(here.thing)["_id"], versions)
        if field.origin == "attribute" and field.items is not None:
            return attributes_of(field.items, here.record)
        if field.origin == "discriminator":
            return self._kind_of(here)
        if field.origin in ("bucket", "computed") and here.bucket is not None and field.source is None:
            return here.bucket.value_of(field, self.records)
        if field.origin == "computed" and field.source is None:
            kept = self._beside_average(here.thing, field.name)
            return ABSENT if kept is None else typed(kept, field.types)
        if field.origin == "link" and here.link is not None:
            return present(self.records.at(here.link, [field.name]))
        if field.origin == "outlier":
            return self._overflows(field, here)
        return present(here.record.get(field.name))

    def _beside_average(self, thing: Thing, name: str) -> Any:
        """What the plan keeps beside an average so that it can move: a sum, and how many have the value
        or how many children there are."""
        records, world = self.records, self.records.world
        wider = (*world.families.above(thing.entity), thing.entity)
        for entity in wider:
            path, function = self._beside(entity).get(name, ("", ""))
            if path:
                return evaluate(Call(function, (PathRef(path),)), lambda wanted: records.look(thing, wanted))
        for link in world.relationships_from(thing.entity):
            if world.names.counter(link) == name:
                return len(world.links(link.name, "from", thing))
        return None

    def _beside(self, entity: str) -> dict[str, tuple[str, str]]:
        """What stands beside the averages of an entity: by name the path and the function."""
        if entity not in self._averages:
            pairs = beside(self.records.world.names.entities[entity].own_fields).items()
            sums = {each.sum: (path, "sum") for path, each in pairs}
            self._averages[entity] = sums | {each.values: (path, "count") for path, each in pairs}
        return self._averages[entity]

    def _kind_of(self, here: Here) -> str:
        """What the discriminator says of a thing: of its entity's own values one after another."""
        kinds, entity, number = self.world.kinds, here.thing.entity, here.thing.number
        turn, own = kinds.values(kinds.base(entity)), kinds.own_values(entity)
        in_turn = turn[number % len(turn)] if turn else ""
        return in_turn if in_turn in own else own[number % len(own)] if own else ""

    # --- relationships ------------------------------------------------------------------------

    def _array(self, field: DocField, items: Element, here: Here) -> Any:
        bucket, name = here.bucket, str(field.relationship)
        if bucket is not None and bucket.relationship.name == name:
            each = (self._element(field, items, thing, None) for thing in bucket.things)
            return bucket.once_each(items, self.records) if field.unique_items else list(each)
        link = self.names.relationships[name]
        side = self.world.side_of(link, here.thing, field, here.above + field.name)
        far = opposite(side)
        outlier = self.world.traits(link).overflows
        links = [x for x in self.world.links(name, side, here.thing) if not (outlier and x.end(far).extra)]
        if field.origin == "subset":
            links = slice_of(self.records, link, links, field.max_items)
        elements = [self._element(field, items, pair.end(far), pair) for pair in links[: field.max_items]]
        return without_repeats(elements) if field.unique_items else elements

    def _element(self, field: DocField, items: Element, thing: Thing, link: Link | None) -> Any:
        inside = self._inside(thing, link, str(field.relationship))
        if field.origin == "subset":
            return self._slice(items, inside)
        if items.types[0] == "object":
            return self.body(items.fields, inside)
        if self.world.traits(self.names.relationships[str(field.relationship)]).holds_values:
            return self._label(items, thing)
        return self._key(thing)

    def _slice(self, items: Element, inside: Here) -> dict[str, Any]:
        """The chosen fields as the thing's own document has them, its id and declared copies."""
        whole = self._whole(inside.thing, {field.name for field in items.fields})
        repeated = {
            field.name for field in self._trees.get(inside.thing.entity, ())
        }  # absent there, absent here
        link = self.names.relationships[inside.through]
        copies = {self.names.copy(link, copy).partition(".")[0] for copy in given(link.copies, [])}
        own = {self.names.element_id(entity) for entity in (inside.thing.entity, link.to.entity)} | copies
        missing = [field for field in items.fields if not is_of_other_shape(field, inside.thing.version)]
        fields = [field for field in missing if field.name in own or field.name not in repeated]
        body = self.body(fields, inside)
        taken = {
            field.name: pruned(whole[field.name], field) for field in items.fields if field.name in whole
        }
        return {
            field.name: {**taken, **body}[field.name]
            for field in items.fields
            if field.name in taken or field.name in body
        }

    def _whole(self, thing: Thing, names: set[str]) -> dict[str, Any]:
        """Those fields of the thing's own document; slices of one another would never end."""
        fields = tuple(field for field in self._trees.get(thing.entity, ()) if field.name in names)
        return self.body(fields, Here(thing=thing, record=self.records.of(thing)))

    def _label(self, items: Element, thing: Thing) -> Any:
        """What a lookup's thing is called: the one value that stands for it."""
        record = self.records.of(thing)
        if isinstance(items.source, Field) and items.source.name in record:
            return record[items.source.name]
        fitting = (
            candidate for candidate in record.values() if any(is_of(candidate, kind) for kind in items.types)
        )
        label = next(fitting, None)
        return label if label is not None else value(spec_in_array(items, "name"), self._place("name", thing))

    def _meant(
        self, name: str, entity: str | None, here: Here, field: str, policy: str | None = None
    ) -> Thing | None:
        """The thing that a reference, a copy or a sub-document of this relationship is about. policy: of a copy."""
        link = self.names.relationships.get(name)
        if link is None:
            return None
        if here.pair and here.link is not None and here.link.relationship is link:
            return self._of_pair(here.link, entity, field, policy)
        if here.bucket is not None and here.bucket.relationship is link:
            return here.bucket.parent
        if entity is not None and self._stands_for(link, entity, here):
            return self._climbed(here.thing, entity)
        thing: Thing | None = here.thing
        while thing is not None and not any(
            self.world.is_a(thing, end.entity) for end in (link.from_, link.to)
        ):
            thing = thing.holder
        if thing is None:
            return None
        side = self.world.side_from(link, thing, entity)
        links = self.world.links(name, side, thing)
        return self._climbed(links[0].end(opposite(side)), entity) if links else None

    def _stands_for(self, link: Relationship, entity: str, here: Here) -> bool:
        """Whether what stands here is itself what the relationship leads to."""
        if here.through == link.name:
            return self._climbed(here.thing, entity).entity == entity or self.world.is_a(here.thing, entity)
        is_own = self.world.composition.decisions[link.name].traits.overflows
        is_element = is_own and here.thing.extra and link.to.entity == entity
        return is_element and self.world.is_a(here.thing, entity)

    def _of_pair(self, link: Link, entity: str | None, field: str, policy: str | None) -> Thing:
        named = link.relationship
        first, second = self.names.link_ids(named)
        if field in (first, second):
            return self._climbed(link.end("from" if field == first else "to"), entity)
        pairs = (self.names.scalar(entity), *HOLDER_IDS) if entity else ()
        for end, reference in ((link.source, first), (link.target, second)):
            if field in {self.names.of_holder(reference, end.entity, pair) for pair in pairs}:
                return self._climbed(end, entity)
        sides = [copy.of for copy in self._declared_for(named, field, policy)]
        is_source = self._is_source(link, entity or "") and "from" in (sides or ["from"])
        return self._climbed(link.source if is_source else link.target, entity)

    def _is_source(self, link: Link, entity: str) -> bool:
        """Whether a thing of an entity is the source of a link, or holds it and is no target."""
        if self.world.is_a(link.source, entity) or self.world.is_a(link.target, entity):
            return self.world.is_a(link.source, entity)
        return self.world.is_a(self._climbed(link.source, entity), entity)

    def _declared_for(self, link: Relationship, name: str, policy: str | None) -> list[Copy]:
        """The copies that a field may be: one that is declared to be called so, else those without a name of their own.
        Two may copy one source, and only one of them follow it."""
        copies = given(link.copies, [])
        named = [each for each in copies if given(each.name, "").rpartition(".")[2] == name]
        called = [each for each in copies if name in self._called(link, each)]
        meant = named or [each for each in called if not given(each.name, "")] or called
        return [each for each in meant if given(each.policy, policy) == policy] or meant

    def _called(self, link: Relationship, copy: Copy) -> tuple[str, str]:
        """What a copied field may be called: beside one of its name, and as declared or by default."""
        word = self.names.word(link.end(copy.of).entity)
        beside = f"{word}_{copy.field.replace('.', '_')}"
        beside = beside if given(copy.name, "") else self.names.link_copy(link, copy)
        return beside, self.names.copy(link, copy).rpartition(".")[2]

    def _climbed(self, thing: Thing, entity: str | None) -> Thing:
        """The thing, or what holds it where the entity is a holder's, or the holder of others like it."""
        around = [thing]
        while around[-1].holder is not None:
            around.append(around[-1].holder)
        candidates = (holder for holder in around if entity is None or self.world.is_a(holder, entity))
        return next(candidates, thing if entity in self.world.families.line(thing.entity) else around[-1])

    def _identity(self, field: DocField, thing: Thing) -> Any:
        """What refers to a thing: its ``_id``, inside one document its own key."""
        record = self.records.of(thing)
        link = self.names.relationships[str(field.relationship)]
        if not self.world.traits(link).within_document:
            page = self._page_id(thing.root) if is_holder_id(field.name) else None
            return self._key(thing) if page is None else page
        own = self.names.entities[thing.entity].own_fields
        unique = next(
            (candidate.name for candidate in own if candidate.unique is True and candidate.name != "_id"),
            None,
        )
        return record[unique] if unique else record.get("id", record["_id"])

    @cached_property
    def _pages(self) -> dict[Thing, tuple[Collection, Here]]:
        """The page that a thing stands in."""
        return {
            thing: (collection, here)
            for collection in self._page_collections
            for here in roots(collection, self.world, self.records)
            if here.bucket is not None
            for thing in here.bucket.things
        }

    def _page_id(self, thing: Thing) -> Any:
        """The ``_id`` of the page that a thing stands in, None of one that stands in none. Where a page is named by
        things that stand in pages themselves, and those lead back to it, the thing's own key stands for it."""
        if thing not in self._pages or thing in self._named_by:
            return None
        collection, here = self._pages[thing]
        key = next((field for field in collection.fields if field.name == "_id"), None)
        if key is None:
            return here.record["_id"]
        self._named_by.add(thing)
        try:
            return self._value(key, here)
        finally:
            self._named_by.discard(thing)

    def _key(self, thing: Thing) -> Any:
        """The ``_id`` that refers to a thing; a sub-document's is that of its holder."""
        while self.world.homes(thing.entity)[0].kind == "object":
            held = [other for other in self.world.of(thing.entity) if other.holder is not None]
            holder = thing.holder or (held[thing.number % len(held)].holder if held else None)
            if holder is None:
                break
            thing = holder
        return self.records.of(thing)["_id"]

    def _copy(self, field: DocField, here: Here) -> Any:
        link = self.names.relationships[str(field.relationship)]
        thing = self._meant(link.name, field.entity, here, field.name, field.policy)
        if thing is None:
            return ABSENT
        declared = [
            copy for copy in given(link.copies, []) if self.world.is_a(thing, link.end(copy.of).entity)
        ]
        called = {name: copy.field for copy in declared for name in self._called(link, copy)}
        source = field.source.name if field.source is not None else field.name
        path = called.get(field.name, "") if field.origin == "copy" else ""
        matches = path.rpartition(".")[2] == source or field.source is None
        copied = self.records.at(thing, (path if path and matches else source).split("."))
        return self._repeated(field, copied)

    def _repeated(self, field: DocField, value: Any) -> Any:
        """Return what a copy holds of a value: null where the source says null instead of leaving it out."""
        if value is not None:
            return pruned(value, field)
        says_null = (
            isinstance(field.source, Field) and field.source.required is True and "null" in field.types
        )
        return None if says_null else ABSENT

    def _overflows(self, field: DocField, here: Here) -> Any:
        links = self.world.links(str(field.relationship), "from", here.thing)
        return any(pair.target.extra for pair in links)

    # --- what nothing in the world tells ------------------------------------------------------

    def _anything(self, field: DocField, here: Here) -> Any:
        """A value that the field allows, where it must have one."""
        if field.items is not None:
            count = min(field.min_items or 0, MANY)
            return [self._loose(field, field.items, here, at) for at in range(count)]
        if field.fields:
            return self.body(field.fields, msgspec.structs.replace(here, record={}))
        return value(spec_in_document(field), self._place(field.name, here.thing))

    def _loose(self, field: DocField, items: Element, here: Here, at: int) -> Any:
        if items.fields:
            return self.body(items.fields, msgspec.structs.replace(here, record={}))
        return value(
            spec_in_array(items, field.name), self._place(field.name, here.thing, here.thing.number + at)
        )

    def _place(self, name: str, thing: Thing, number: int | None = None) -> SpecPlace:
        return SpecPlace(
            specs=self.records.specs, entity=thing.entity, path=name, start=thing.start, shift=thing.shift,
            number=thing.number if number is None else number, person=thing.person,
        )  # fmt: skip


class Trees:
    """What the generated fields of nodes hold."""

    def __init__(self, world: SampleData, records: Records) -> None:
        self.world, self.records = world, records
        self._numbers: dict[str, dict[Thing, tuple[int, int]]] = {}

    def value(self, relationship: str, role: str, node: Thing) -> Any:
        """The value of a generated field, None where there is none."""
        tree = self.world.names.relationships[relationship]
        above = self._above(tree, node)
        if role == PARENT:
            return self._id(above[-1]) if above else None
        if role == ANCESTORS:
            return [self._id(ancestor) for ancestor in above]
        if role == CHILDREN:
            return [self._id(link.target) for link in self.world.links(tree.name, "from", node)]
        if role == PATH:
            return SEPARATOR + "".join(f"{self._segment(tree, ancestor)}{SEPARATOR}" for ancestor in above)
        around = self._walked(tree).get(node) if role in (LEFT, RIGHT) else None
        return around[role == RIGHT] if around is not None else None

    def _above(self, tree: Relationship, node: Thing) -> list[Thing]:
        """The nodes above, the root first."""
        ancestors: list[Thing] = []
        while links := self.world.links(tree.name, "to", node):
            node = links[0].source
            ancestors.insert(0, node)
        return ancestors

    def _id(self, node: Thing) -> Any:
        return self.records.of(node)["_id"]

    def _segment(self, tree: Relationship, node: Thing) -> str:
        record = self.records.of(node)
        return str(record.get(segment(self.world.names, tree), record["_id"]))

    def _walked(self, tree: Relationship) -> dict[Thing, tuple[int, int]]:
        """The numbers of a walk around all trees, one after the other."""
        if tree.name not in self._numbers:
            numbers: dict[Thing, tuple[int, int]] = {}
            counter = 0
            for root in nodes_of(self.world, tree.to.entity):
                if not self.world.links(tree.name, "to", root):
                    counter = self._number(tree, root, counter, numbers)
            self._numbers[tree.name] = numbers
        return self._numbers[tree.name]

    def _number(
        self, tree: Relationship, node: Thing, counter: int, numbers: dict[Thing, tuple[int, int]]
    ) -> int:
        left = counter = counter + 1
        for link in self.world.links(tree.name, "from", node):
            counter = self._number(tree, link.target, counter, numbers)
        numbers[node] = (left, counter + 1)
        return counter + 1
