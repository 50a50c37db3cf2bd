"""How a stored fact is found: the document by its id or a reference, the element by its key."""

from __future__ import annotations

import msgspec

from ..plan_model.physical import DocField
from .facts import Locator

KEYS = ("_id", "id")


class Scope(msgspec.Struct, frozen=True, gc=False, kw_only=True):
    """What is at hand to find a place. array: the nearest array of things around it, "" outside of all. key: the
    field by which its elements are named. references: by relationship, the path of the reference at hand."""

    array: str = ""
    key: str = ""
    references: tuple[tuple[str, str], ...] = ()

    def down(self, path: str, fields: tuple[DocField, ...], *, is_array: bool) -> Scope:
        """Return the scope inside an object, or inside the elements of an array of things."""
        own = _references(fields, f"{path}.")
        if not is_array:
            return msgspec.structs.replace(self, references=own + self.references)
        key = key_of(fields)
        return Scope(array=path, key=key, references=own)


def scope_of(fields: tuple[DocField, ...]) -> Scope:
    """Return the scope of a whole document."""
    return Scope(references=_references(fields, ""))


def key_of(fields: tuple[DocField, ...]) -> str:
    """Return the field that names an element: its id, else the reference that it is about, else ""."""
    names = {field.name for field in fields}
    declared = [field.name for field in fields if field.source is not None and field.source.unique is True]
    for name in (*KEYS[:1], *declared, *KEYS[1:]):
        if name in names:
            return name
    references = [field.name for field in fields if field.origin == "reference" and not field.fields]
    return references[0] if references else ""


def _references(fields: tuple[DocField, ...], above: str) -> tuple[tuple[str, str], ...]:
    """Return the references of an object and of the objects in it, by relationship."""
    references: list[tuple[str, str]] = []
    for field in fields:
        path = f"{above}{field.name}"
        is_reference = field.origin == "reference" or field.role == "parent"
        if is_reference and field.relationship and not field.fields and field.items is None:
            references.append((field.relationship, path))
        elif field.fields:
            references += _references(field.fields, f"{path}.")
    return tuple(references)


def locate(field: DocField, scope: Scope, path: str) -> Locator:
    """Return how the place of a field is found."""
    if field.origin == "copy" and field.relationship and not scope.array:
        reference = dict(reversed(scope.references)).get(field.relationship)
        if reference is not None:
            return Locator(kind="by_reference", path=reference)
    if scope.array:
        return Locator(kind="in_array", path=scope.array, key=scope.key)
    if field.relationship and field.origin in ("own", "computed"):
        return Locator(kind="by_query", path=path)
    return Locator(kind="by_id")
