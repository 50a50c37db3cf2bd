"""How one document, or one element inside a document, is found and changed."""

from __future__ import annotations

from typing import Any

from ..conceptual import Entity, Field
from ..homes import Spot
from ..physical import Param
from .making import Recipe, World

Json = dict[str, Any]


def element_key(entity: Entity, keeps_id: bool) -> str:
    """The field that tells the elements of an embedded entity apart: its ``_id`` where it is
    kept, else its unique field, a field called id, a required scalar, any scalar."""
    if keeps_id:
        return "_id"
    fields = [field for field in entity.own_fields if field.type not in ("object", "array", "binData")]
    ranks = (
        [field for field in fields if field.unique is True],
        [field for field in fields if field.name == "id"],
        [field for field in fields if field.required is True and field.type != "bool"],
        [field for field in fields if field.type != "bool"],
        fields,
    )
    return next((ranked[0].name for ranked in ranks if ranked), "_id")


def is_certain(entity: Entity, key: str) -> bool:
    """Whether an element key belongs to one element only: a kept ``_id``, or a unique field."""
    return key == "_id" or any(field.name == key and field.unique is True for field in entity.own_fields)


class Address:
    """Where one document of an entity is: a document of a collection, a sub-document, or an
    element of an array. key: the path that identifies it."""

    def __init__(self, world: World, entity: str, spot: Spot | None = None) -> None:
        found = spot or world.spot(entity)
        if found is None:
            raise LookupError(f"{entity} is stored nowhere")
        self.world, self.entity, self.spot = world, entity, found
        self.collection, self.arrays = found.collection, found.arrays
        self._roots: dict[str, Param] = {}
        self.key = self._key()

    def _key(self) -> str:
        placement = self.world.placement
        if not self.spot.path:
            return "_id"
        keeper = placement.keeper(self.entity)
        ids = [one.path for one in placement.identities(keeper) if one.collection == self.collection]
        if ids:
            near = [path for path in ids if not self.arrays or path.startswith(self.arrays[-1] + ".")]
            return (near or ids)[0]
        holder = next(
            (one for one in placement.spots(keeper) if one.collection == self.collection), self.spot
        )
        return holder.down(
            element_key(self.world.names.entities[keeper], placement.has_element_id(keeper))
        ).path

    @property
    def is_root(self) -> bool:
        """Whether the entity's documents are the documents of the collection."""
        return not self.spot.path

    def path(self, name: str) -> str:
        """The document path of one of its fields."""
        return f"{self.spot.path}.{name}" if self.spot.path else name

    def id(self, recipe: Recipe, word: str = "", *, document: int = 0) -> Param:
        """The parameter that identifies it: studentId, or emailEmail where the key is a field.
        Elements without an id of their own are looked for in one document only: its id is a
        parameter too."""
        last = self.key.rpartition(".")[2]
        name = word or self.world.word(self.entity)
        made = recipe.param(f"{name}_{last.strip('_')}", self.collection, self.key, document=document)
        if self.arrays and last != "_id":
            root = self.world.word(self.world.placement.root_entity(self.entity))
            self._roots[made.name] = recipe.param(f"{root}_id", self.collection, "_id", document=document)
        return made

    def whole(self, recipe: Recipe, word: str = "", *, document: int = 0) -> Param:
        """The parameter that is the whole document, sub-document or element."""
        path = f"{self.spot.path}.0" if self.spot.path in self.arrays else self.spot.path
        return recipe.param(word or self.world.word(self.entity), self.collection, path, document=document)

    def match(self, value: Any, more: Json | None = None) -> Json:
        """The filter. more: further conditions on fields of this document or element."""
        rest = more or {}
        if not self.arrays:
            return {self.key: value} | {self.path(name): one for name, one in rest.items()}
        root = self._roots.get(value.name) if isinstance(value, Param) else None
        within: Json = {"_id": root} if root is not None else {}
        if not rest:
            return {**within, self.key: value}
        own = {self._relative(self.path(name)): one for name, one in rest.items()}
        return {**within, self.arrays[-1]: {"$elemMatch": {self._relative(self.key): value, **own}}}

    def _relative(self, path: str) -> str:
        return path[len(self.arrays[-1]) + 1 :]

    def update_path(self, name: str = "") -> str:
        """The path that an update of the matched element writes to."""
        path = self.path(name) if name else self.spot.path
        if not self.arrays:
            return path
        marks = ["$"] if len(self.arrays) == 1 else ["$[]"] * (len(self.arrays) - 1) + ["$[found]"]
        for array, mark in reversed(list(zip(self.arrays, marks, strict=True))):
            rest = path[len(array) :]
            path = f"{array}.{mark}{rest}"
        return path

    def everywhere(self, name: str) -> str:
        """The path of a field in every element of every array on the way."""
        path = self.path(name)
        for array in reversed(self.arrays):
            path = f"{array}.$[]{path[len(array) :]}"
        return path

    def options(self, value: Any) -> Json:
        """The options that an update of an element in an array of arrays needs."""
        if len(self.arrays) < 2:
            return {}
        return {"arrayFilters": [{f"found.{self._relative(self.key)}": value}]}


def scalars(entity: Entity) -> list[Field]:
    """The fields of an entity that a statement can set as an example."""
    fields = [one for one in entity.own_fields if one.name != "_id" and one.type not in ("object", "array")]
    return [
        one
        for one in fields
        if one.immutable is not True and not (one.computed or None) and "." not in one.name
    ]
