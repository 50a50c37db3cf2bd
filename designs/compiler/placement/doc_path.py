"""Places in stored documents."""

from __future__ import annotations

import msgspec

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
