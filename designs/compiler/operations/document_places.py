"""How one document, or one element inside a document, is found and changed."""

from __future__ import annotations

from copy import copy
from typing import Any

from msgspec.structs import replace

from ..model.conceptual import Entity, Field, given
from ..model.field_walk import Part, own_key, parts
from ..placement.doc_path import DocPath
from ..placement.schema_versions import is_of, newest
from ..plan_model.physical import BuiltValue, DocField, Outcome, Param, Statement
from .context import QUERIES, OperationContext, RelationshipContext, ScriptFunction, outcome, remembered
from .ir.changes import AddToSet, FirstElement, NamedElement, Push, Update, UpdatePath
from .ir.conditions import At, Filter, PathPredicates, any_of, filter_of, where
from .ir.expressions import LiteralValue, OperatorCall, and_, eq, if_null, in_, lte, not_, size_of
from .ir.predicates import Elem, Eq, Exists, Ne, Predicate, Vacant


def element_key(entity: Entity, keeps_id: bool) -> str:
    """The field that tells the elements of an embedded entity apart: its ``_id`` where it is
    kept, else its unique field, else a field called id; "" where only the whole element does."""
    if keeps_id:
        return "_id"
    key = own_key(entity)
    return key.name if key else ""


class Address:
    """Where one document of an entity is: a document of a collection, a sub-document, or an
    element of an array. key: the path that identifies it; of an element that nothing tells from
    others, the array: the whole element identifies it then."""

    def __init__(self, world: OperationContext, entity: str, spot: DocPath | None = None) -> None:
        located = spot or world.spot(entity)
        if located is None:
            raise LookupError(f"{entity} isn't stored anywhere")
        self.world, self.entity, self.spot = world, entity, located
        self.collection, self.arrays = located.collection, located.arrays
        self._roots: dict[str, Param] = {}
        self.key = self._key()

    def _key(self) -> str:
        placement = self.world.placement
        if not self.spot.path:
            return "_id"
        keeper = placement.keeper(self.entity)
        ids = [
            identity.path
            for identity in placement.identities(keeper)
            if identity.collection == self.collection
        ]
        if ids:
            near = [path for path in ids if not self.arrays or path.startswith(self.arrays[-1] + ".")]
            own = (
                f"{self.arrays[-1]}._id" if self.arrays else ""
            )  # of a node below one that is a sub-document
            return near[0] if near else own if self.world.field(self.collection, own) is not None else ids[0]
        near_by = next((spot for spot in placement.spots(keeper) if spot.collection == self.collection), None)
        holder = self.spot if keeper == self.entity else near_by or self.spot
        top = placement.kinds.base(self.entity) if near_by is None else keeper  # its holder stands elsewhere
        key = element_key(self.world.names.entities[top], placement.has_element_id(top))
        if self.arrays and not key:
            return self.arrays[-1]
        return holder.down(key or "_id").path

    @property
    def is_told_whole(self) -> bool:
        """Whether only the whole element tells it from others."""
        return bool(self.arrays) and self.key == self.arrays[-1]

    @property
    def _is_indexed(self) -> bool:
        indexes = self.world.collections[self.collection].indexes
        return any(index.keys[0][0] == self.key for index in indexes)

    @property
    def is_root(self) -> bool:
        """Whether the entity's documents are the documents of the collection."""
        return not self.spot.path

    @property
    def holder_id(self) -> str:
        """What to call the id of the document that it stands in."""
        root = self.world.placement.root_entity(self.entity)
        alone = DocPath(self.collection) in self.world.placement.spots(root)
        return f"{self.world.word(root) if alone else 'document'}_id"

    def path(self, name: str) -> str:
        """The document path of one of its fields."""
        return f"{self.spot.path}.{name}" if self.spot.path else name

    def id(self, recipe: ScriptFunction, word: str = "", *, document: int = 0, of_two: bool = False) -> Param:
        """The parameter that identifies it: studentId, emailNumber where the key is a field, or
        the whole element. Elements that no index finds by an ``_id`` are looked for in one document only: its
        id is a parameter too. of_two: whether the function names two documents of one kind by what stands in them."""
        last = self.key.rpartition(".")[2]
        name = word or self.world.word(self.entity)
        holder_id = f"{name}_{self.holder_id}" if of_two else self.holder_id
        if self.is_told_whole:
            recipe.remark(f"Pass the whole {name} as it was read.")
            param = recipe.param(name, self.collection, f"{self.key}.0", document=document)
        else:
            called, of = f"{name}_{last.strip('_')}", self.world.among(self.entity)
            if self.spot.path and self.key == "_id":  # it is found by that of what it stands in
                called = f"new_{holder_id}" if name.startswith("new_") and not of_two else holder_id
            param = recipe.param(called, self.collection, self.key, document=document, of=of)
        if self.arrays and (last != "_id" or not self._is_indexed):
            self._roots[param.name] = recipe.param(holder_id, self.collection, "_id", document=document)
        return param

    def whole(self, recipe: ScriptFunction, word: str = "", *, document: int = 0) -> Param:
        """The parameter that is the whole document, sub-document or element."""
        path = f"{self.spot.path}.0" if self.spot.path in self.arrays else self.spot.path
        called, of = word or self.world.word(self.entity), self.world.among(self.entity)
        return recipe.param(called, self.collection, path, document=document, of=of)

    def match(self, value: Any, more: Filter | PathPredicates | None = None) -> Filter:
        """The filter. more: further conditions on fields of this document or element."""
        rest = filter_of(more)
        own = filter_of({self.key: value}).merged(rest.moved(self._in_document))
        if not self.arrays:
            return own
        root = self._roots.get(value.name) if isinstance(value, Param) else None
        within = filter_of({"_id": root} if root is not None else {})
        if not rest:
            return within.merged(own)
        if self.is_told_whole and isinstance(value, Param):
            return within.merged({self.key: value}).merged(where(_also(value.name, rest)))
        return within.merged({self.arrays[-1]: Elem(own.moved(self._in_element))})

    @property
    def there(self) -> Filter:
        """What holds of the documents that it stands in, where its id is theirs and some stand without it."""
        is_told = not self.spot.path or self.arrays or self.key.startswith(f"{self.spot.path}.")
        if is_told or self.world.always(self.collection, self.spot.path):
            return Filter()
        return filter_of({self.spot.path: Ne(None)})

    def _in_document(self, at: At) -> At:
        return At(self.path(at.path), at.predicate)

    def _in_element(self, at: At) -> At:
        return At(self._relative(at.path), at.predicate)

    def _relative(self, path: str) -> str:
        return path[len(self.arrays[-1]) + 1 :]

    def update_path(
        self,
        name: str = "",
        which: Any = None,
        *,
        named: bool = False,
        more: Filter | PathPredicates | None = None,
    ) -> UpdatePath:
        """The place that an update of the element writes to. which: the value that identifies it; named: the
        element is told by that, not the first that the filter matches; more: as for ``match``."""
        path = self.path(name) if name else self.spot.path
        if not self.arrays:
            return UpdatePath(path)
        if len(self.arrays) == 1 and not named:
            return UpdatePath(path, (FirstElement(self.arrays[0]),))
        own = filter_of({self.key: which}).merged(filter_of(more).moved(self._in_document))
        condition = own.moved(self._in_element)
        around = toward(self.arrays[:-1], path, self.key, which)
        return UpdatePath(path, (*around.elements, NamedElement(self.arrays[-1], "found", condition)))

    def everywhere(self, name: str, deep: str, wanted: Any) -> UpdatePath:
        """The place of a field wherever something stands at a document path."""
        return toward(self.arrays, self.path(name), deep, wanted)

    def write(
        self,
        recipe: ScriptFunction,
        value: Any,
        update: Update,
        *,
        more: Filter | PathPredicates | None = None,
        **parts: Any,
    ) -> ScriptFunction:
        """The updateOne of the one that a value identifies. more: as for ``match``; parts: of Statement."""
        filter = self.match(value, more)
        return recipe.add("updateOne", self.collection, filter=filter, update=update, **parts)


def toward(arrays: tuple[str, ...], path: str, deep: str, wanted: Any) -> UpdatePath:
    """An update's place through arrays, from the outermost in, with elements that are told by what is in them, at
    a document path: the server refuses to go into one that has no such array."""
    pairs = zip(arrays, _names(arrays), strict=True)
    elements = (
        NamedElement(array, name, filter_of({deep[len(array) + 1 :]: wanted})) for array, name in pairs
    )
    return UpdatePath(path, tuple(elements))


def _names(arrays: tuple[str, ...]) -> list[str]:
    return [f"around{number if number > 1 else ''}" for number in range(1, len(arrays) + 1)]


def beside(link: RelationshipContext, side: str, spot: DocPath) -> DocPath | None:
    """The id of the other side that a copy belongs to: a shape that is used in several places of a
    document has one in each, and the nearest around the copy is its own."""
    placement, relationship = link.placement, link.relationship
    pairs = zip(placement.elements(relationship, side), placement.references(relationship, side), strict=True)
    around = [(len(other.path), reference) for other, reference in pairs if other.holds(spot)]
    return max(around, key=lambda each: each[0])[1] if around else None


def _also(element: str, conditions: Filter) -> OperatorCall:
    """Conditions on fields of an element that the caller gives whole: what holds for the given
    one holds for the stored one, which equals it."""
    return and_(*(_holds(element, at.path, at.predicate) for at in conditions.on_paths))


def _holds(element: str, path: str, predicate: Predicate) -> OperatorCall:
    array, _, key = path.rpartition(".")
    match predicate:
        case Vacant():
            return eq(if_null(LiteralValue(outcome(element, path)), None), None)
        case Exists(False):  # the last place that an array may fill
            return lte(size_of(LiteralValue(outcome(element, array, many=True))), int(key))
        case Ne(value):
            listed = LiteralValue(outcome(element, array, many=True, each=key))
            return not_(in_(LiteralValue(value), listed))
        case Eq(value):  # one of its own elements, by a field of it or whole
            ids = outcome(element, array, many=True, each=key) if array else outcome(element, key, many=True)
            return in_(LiteralValue(value), LiteralValue(ids))
    raise TypeError(f"{predicate} can't be checked on an item passed whole")


def bound_filter(name: str, most: int | None) -> PathPredicates:
    """What holds only while the array has room: its last allowed place is free."""
    return {f"{name}.{most - 1}": Exists(False)} if most else {}


def unlike_others(world: OperationContext, content: DocPath, element: Param | Outcome) -> PathPredicates:
    """What holds only while no element of an array has a unique value of a new one: a unique index keeps documents
    apart, and not the elements of one document."""
    indexes = world.collections[content.collection].indexes
    by_key = {key: index for index in indexes if (key := index.unique_in(content.path))}
    fields = {key: world.field(content.collection, f"{content.path}.{key}") for key in by_key}
    # What lacks a value is like no other where the index leaves it out; a filter by null would find all that has one.
    keys = [
        key
        for key, index in by_key.items()
        if "partialFilterExpression" not in index.options
        or ((own := fields[key]) is not None and own.required)
    ]
    path = "" if isinstance(element, Param) or not element.path else f"{element.path}."
    whole = element.name if isinstance(element, Param) else element.step
    return {f"{content.path}.{key}": Ne(outcome(whole, f"{path}{key}")) for key in keys}


def asking_for_room(world: OperationContext, recipe: ScriptFunction) -> ScriptFunction:
    """Return the function, whose filter asks for room, and that nothing there has a unique value of what is new, where an update
    adds to a list beside what else it does: the validator would say no more than that it was refused."""
    if recipe.script != QUERIES or recipe.purpose != "update":
        return recipe
    changed = copy(recipe)  # operations are made of it, as it was
    changed.statements = [_with_room(world, each) for each in recipe.statements]
    return changed


def _with_room(world: OperationContext, statement: Statement) -> Statement:
    filter = filter_of(statement.filter)
    is_plain = (
        statement.op in ("updateOne", "findOneAndUpdate")
        and isinstance(statement.update, Update)
        and not {"sort", "upsert"} & (statement.options or {}).keys()
    )
    for change in statement.update.meant if is_plain else ():
        field = world.field(statement.collection, change.place.path)
        is_untold = field is not None and field.max_items is not None and not statement.must_match
        lists_ids = isinstance(change, AddToSet) and is_untold
        is_push = isinstance(change, Push) and change.cap is None
        if isinstance(change, Push | AddToSet) and (is_push or lists_ids) and not change.place.elements:
            room = bound_filter(change.place.path, _most_of(field) if field is not None else None)
            if isinstance(element := _given_whole(change.element), Param):
                content = DocPath(statement.collection, change.place.path)
                room = {**room, **unlike_others(world, content, element)}
            is_beside = len(statement.update.meant) > 1 or statement.op == "findOneAndUpdate"
            if lists_ids and is_beside and isinstance(change.element, Param) and filter.conditions:
                filter = _with_room_or_listed(filter, room, change.place.path, change.element)
                continue
            asked = set(filter.paths)
            if filter.conditions:
                filter = filter.merged({path: each for path, each in room.items() if path not in asked})
    return statement if filter == filter_of(statement.filter) else replace(statement, filter=filter)


def _with_room_or_listed(filter: Filter, room: PathPredicates, path: str, id: Param) -> Filter:
    """Return a filter by which a list has room for an id, or has it already, and what goes with it is written all the same."""
    kept = Filter(
        tuple(each for each in filter.conditions if not (isinstance(each, At) and each.path in room))
    )
    return kept.also_all(any_of([filter_of(room), filter_of({path: id})]).conditions) if room else filter


def _given_whole(element: Any) -> Any:
    """Return what the caller gives of a new element, where what was read is added to it."""
    return element.parts[0] if isinstance(element, BuiltValue) and element.kind == "document" else element


def _most_of(field: DocField) -> int | None:
    """Return how many elements an array takes, as its relationship or the design's own field says."""
    declared = given(field.source.max_items, None) if field.source is not None else None
    return field.max_items if field.max_items is not None else declared


def values_of(world: OperationContext, entity: str) -> list[Field]:
    """The fields of an entity that a statement can set in an element: its values, and its lists of values."""
    whole = ("object", "array")
    return [
        field
        for field in settable(world, entity)
        if field.type != "object" and (field.type != "array" or _items(field) not in whole)
    ]


def _items(field: Field) -> str:
    items = given(field.items, None)
    return given(items.type, "") if items is not None else ""


def settable(world: OperationContext, entity: str) -> list[Field]:
    """The fields of an entity that can be set, objects and arrays whole: the newest shape has them, and nothing in them
    follows from other fields or stays as it is for ever, as does what copies repeat that are never updated."""
    grouped = {member.name for some in world.placement.attributes.of(entity).values() for member in some}
    described = world.names.entities[entity]
    own = [field for field in described.own_fields if is_of(field, newest(described))]
    kept = {*grouped, *_copied_for_ever(world, entity), "_id"}
    fields = [field for field in own if field.name not in kept]
    return [field for field in fields if "." not in field.name and not any(map(_is_settled, parts([field])))]


@remembered
def _copied_for_ever(world: OperationContext, entity: str) -> set[str]:
    """Return the fields of an entity of which there are copies that nothing updates."""
    family = {entity, *world.placement.survey.families.line(entity)}
    links, placement = world.names.relationships.values(), world.whole.placement
    copies = (each for link in links for side in ("from", "to") for each in placement.copies(link, side))
    return {
        each.copy.field.partition(".")[0]
        for each in copies
        if each.policy == "immutable" and each.spots and each.owner in family
    }


def _is_settled(part: Part) -> bool:
    return part.field.immutable is True or bool(part.field.computed or None)
