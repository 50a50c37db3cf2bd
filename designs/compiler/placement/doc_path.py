"""Places in stored documents, a copy with its places, and where a walk along a route has come to."""

from __future__ import annotations

import msgspec

from ..model.conceptual import Copy

ITEM = "item"
"""What a document of an overflow collection calls its element."""


class DocPath(msgspec.Struct, frozen=True, gc=False):
    """A place in the documents of a collection: a dotted path ("" is the root) and those of its
    prefixes, itself included, that are arrays."""

    collection: str
    path: str = ""
    arrays: tuple[str, ...] = ()

    def down(self, name: str, *, array: bool = False) -> DocPath:
        """The place below this one; ``name`` may be dotted."""
        path = f"{self.path}.{name}" if self.path else name
        return DocPath(self.collection, path, (*self.arrays, path) if array else self.arrays)

    def holds(self, other: DocPath) -> bool:
        """Whether the other place is this one or below it, in the same collection."""
        if self.collection != other.collection:
            return False
        return not self.path or self.path == other.path or other.path.startswith(self.path + ".")


class PlacedCopy(msgspec.Struct, frozen=True, gc=False, kw_only=True):
    """A copy that is kept. owner: the entity whose field it is; holder: the entity whose
    documents hold it; spots: where; name: its last name there."""

    relationship: str
    copy: Copy
    policy: str
    owner: str
    holder: str
    name: str
    spots: tuple[DocPath, ...]


class Locus(msgspec.Struct, frozen=True):
    """Where a walk along a route has come to. folded: field names of a parent that was folded
    into the document here. key: what stands here is the other side's id or value itself. away: the walk has
    left the document where it began, though it may have come to the same collection again."""

    spot: DocPath
    folded: dict[str, str] | None = None
    key: bool = False
    away: bool = False
