"""The kinds of change that a design knows. Each is JSON with an ``edit`` tag; subjects are ids."""

from __future__ import annotations

from typing import Any, Literal

import msgspec

from ..plan_model.findings import Finding

DESIGN = "design"  # the id that stands for the design itself
Path = tuple[str, ...]


class EditRefused(Exception):
    """An edit that leads to no valid design, with each reason."""

    def __init__(self, faults: tuple[Finding, ...]) -> None:
        super().__init__(" ".join(map(str, faults)))
        self.faults = faults


class Change(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, tag_field="edit"):
    """What all edits share: their tag and that they hold no other keys."""


class Set(Change, frozen=True, kw_only=True, tag="set", omit_defaults=True):
    """Give a property a value, or take it away where there is none.

    id: of the design (``design``), an entity, field, relationship or operation. path: the property
    as keys, ``["from", "has", "max"]``. Names go through Rename, which keeps paths true.
    """

    id: str
    path: tuple[str, ...]
    value: Any = msgspec.UNSET


class Add(Change, frozen=True, kw_only=True, tag="add"):
    """Put an object with its id into a list. path: of the list in its holder, ``["fields"]``."""

    holder: str
    path: tuple[str, ...]
    index: int
    value: dict[str, Any]


class Remove(Change, frozen=True, kw_only=True, tag="remove", omit_defaults=True):
    """Take an object out. dependents: of an entity, its relationships and operations go too."""

    id: str
    dependents: bool = False


class Rename(Change, frozen=True, kw_only=True, tag="rename", omit_defaults=True):
    """Give an object, or the end of a relationship, a new name, and rewrite what points there."""

    id: str
    name: str
    end: Literal["", "from", "to"] = ""


class Order(Change, frozen=True, kw_only=True, tag="order"):
    """Put the objects of a list in this order of ids; those not named follow as they stand."""

    holder: str
    path: tuple[str, ...]
    ids: tuple[str, ...]


class Several(Change, frozen=True, kw_only=True, tag="several"):
    """Several edits as one: the design between them need not be valid."""

    edits: tuple[Edit, ...]


Edit = Set | Add | Remove | Rename | Order | Several
_DECODER = msgspec.json.Decoder(Several)


def edits_from_json(text: str | bytes) -> Several:
    """Edits as `edits_to_json` writes them. Raises msgspec.ValidationError."""
    return _DECODER.decode(text)


def edits_to_json(edit: Several) -> str:
    """The JSON form that history keeps."""
    return msgspec.json.encode(edit).decode()
