"""Declared fields at any depth: those of objects, and of the objects in lists."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

import msgspec
from msgspec import UNSET

from .conceptual import Computed, Entity, Field, Item, Model, Operation, given
from .formulas import parse, paths_of

_NO_KEYS = ("object", "array", "binData", "bool")


class Part(msgspec.Struct, frozen=True, gc=False):
    """A field at any depth. path: to it from the entity; lists: the paths of those that it is inside of; a list of
    lists is two at one path."""

    path: str
    field: Field
    lists: tuple[str, ...] = ()

    @property
    def root(self) -> str:
        """The entity's own field that it is, or stands in."""
        return self.path.partition(".")[0] if self.is_inner else self.path

    @property
    def is_inner(self) -> bool:
        """Whether it stands in an object or a list."""
        return self.path != self.field.name

    @property
    def is_in_rows(self) -> bool:
        """Whether it is in a list of lists."""
        return len(set(self.lists)) < len(self.lists)


def parts(fields: Iterable[Field], above: str = "", lists: tuple[str, ...] = ()) -> Iterator[Part]:
    """The fields, and those of the objects and lists in them, each before what it holds."""
    for field in fields:
        path = f"{above}{field.name}"
        yield Part(path, field, lists)
        if field.fields:
            yield from parts(field.fields, f"{path}.", lists)
        item, around = given(field.items, None) if field.items else None, lists
        while item is not None:
            around = (*around, path)
            yield from parts(given(item.fields, []), f"{path}.", around)
            item = given(item.items, None)


def names_absent_values(model: Model) -> bool:
    """Return whether the design, or a field at any depth, says how an optional field without a value is stored."""
    holders = [given(entity.fields, []) for entity in model.entities]
    holders += [given(link.link_fields, []) for link in model.links]
    return model.absent is not UNSET or any(
        part.field.absent is not UNSET for fields in holders for part in parts(fields)
    )


def own_key(entity: Entity) -> Field | None:
    """Return the field that tells the elements of an embedded entity apart where none of them has an ``_id``: its unique
    field, else a field called id; None where only the whole element does."""
    fields = [field for field in entity.own_fields if field.name != "_id" and field.type not in _NO_KEYS]
    unique = next((field for field in fields if field.unique is True), None)
    return unique or next((field for field in fields if field.name == "id"), None)


def inner_fields(field: Field | None) -> list[Field]:
    """The fields of an object, or of the objects in an array however deep it nests."""
    if field is None or (field.fields is UNSET and field.items is UNSET):
        return []
    own = list(given(field.fields, []))
    item: Item | None = given(field.items, None)
    while item is not None:
        own += given(item.fields, [])
        item = given(item.items, None)
    return own


def computed_fields(fields: Iterable[Field], before: str = "") -> Iterator[tuple[str, Field, Computed]]:
    """Every computed field with its path, those inside objects too."""
    for field in fields:
        if field.computed:
            yield f"{before}{field.name}", field, field.computed
        if field.fields:
            yield from computed_fields(field.fields, f"{before}{field.name}.")


def overwrites_result(operation: Operation, path: str, field: Field) -> bool:
    """Whether an update writes a value that a formula keeps. An increment together with a change of what the formula
    reads may add what the formula would; one that is approximate, or reads itself, counts only by such updates."""
    computed = given(field.computed, None)
    formula = parse(computed.formula) if computed is not None else None
    if computed is None or formula is None or given(computed.refresh, "on-write") == "approximate":
        return False
    if field.name in paths_of(formula):
        return False
    effects = {effect.do for effect in given(operation.effects, []) if effect.field == path}
    if path in given(operation.changes, []) or effects != {"increment"}:
        return True
    before = path.removesuffix(field.name)
    sources = {f"{before}{source}." for source in paths_of(formula)}
    return not any(f"{each}.".startswith(tuple(sources)) for each in operation.written if each != path)
