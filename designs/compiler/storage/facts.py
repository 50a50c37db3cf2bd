"""The facts of a design and the places where they are stored, as values."""

from __future__ import annotations

from typing import Literal

import msgspec

Role = Literal["home", "reference", "copy", "slice", "aggregate", "history", "overflow"]
Freshness = Literal["same_write", "transaction", "function", "stream", "job", "never"]
LocatorKind = Literal["by_id", "by_reference", "in_array", "by_query"]


class ExistsFact(msgspec.Struct, frozen=True, gc=False, tag="exists"):
    """That something of an entity exists: its identity, its subtype, the version of its shape."""

    entity: str

    def __str__(self) -> str:
        return self.entity


class FieldFact(msgspec.Struct, frozen=True, gc=False, tag="field"):
    """The value of a field of an entity. path: dotted, within the entity."""

    entity: str
    path: str

    def __str__(self) -> str:
        return f"{self.entity}.{self.path}"


class LinkFact(msgspec.Struct, frozen=True, gc=False, tag="link"):
    """That two things are linked; with a path, the value of a field of the link itself."""

    relationship: str
    path: str = ""

    def __str__(self) -> str:
        return f"{self.relationship}: {self.path}" if self.path else self.relationship


Fact = ExistsFact | FieldFact | LinkFact


class StoragePath(msgspec.Struct, frozen=True, gc=False):
    """A path in the documents of a collection. arrays: the dotted prefixes of it, and itself, that are arrays."""

    collection: str
    path: str
    arrays: tuple[str, ...] = ()

    def __str__(self) -> str:
        if not self.arrays:
            return f"{self.collection}.{self.path}"
        steps = [
            name + ("[]" if ".".join(self.path.split(".")[: place + 1]) in self.arrays else "")
            for place, name in enumerate(self.path.split("."))
        ]
        return f"{self.collection}.{'.'.join(steps)}"


class Locator(msgspec.Struct, frozen=True, gc=False, kw_only=True):
    """How the documents, and the elements in them, that store a fact are found.

    by_id: by the ``_id`` of the document. by_reference: by the reference at ``path`` to what the fact is about.
    in_array: the element of the array ``path`` whose field ``key`` names it ("" where elements have no key, and
    only the whole element tells it). by_query: by the values at ``path`` themselves.
    """

    kind: LocatorKind
    path: str = ""
    key: str = ""

    def __str__(self) -> str:
        words = {
            "by_id": "by its _id",
            "by_reference": f"by the reference {self.path}",
            "in_array": f"in {self.path}, by {self.key or 'by the whole item'}",
            "by_query": f"by the value of {self.path}",
        }
        return words[self.kind]


class Storage(msgspec.Struct, frozen=True, gc=False, kw_only=True):
    """One place where a fact is stored.

    leaf: whether a value of its own stands there; else it is what holds the facts of an embedded document.
    also: further paths that only say how to read it, as the name beside the value of an attribute. named: the
    value that stands there where the fact is one of an array of attributes, "" elsewhere. subtypes: the values
    of the discriminator whose documents have it, none where all have. follows: the facts that it is a copy of or is
    worked out from; empty at the home.
    """

    fact: Fact
    path: StoragePath
    role: Role
    locate: Locator
    freshness: Freshness = "same_write"
    leaf: bool = True
    also: tuple[str, ...] = ()
    named: str = ""
    subtypes: tuple[str, ...] = ()
    follows: tuple[Fact, ...] = ()
