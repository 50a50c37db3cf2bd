"""A design while edits are carried out on it: its JSON values, and its objects by their ids."""

from __future__ import annotations

from collections.abc import Iterator

from .kinds import DESIGN, Path
from .tree import OF_DESIGN, Node, all_lists, find, home, lists_of, walk

_HOLDING = frozenset(("fields", "link_fields", "items"))


class Draft:
    """JSON values free to change. Objects are looked up in an index, so that a thousand edits of a
    large design cost a thousand look-ups and not a thousand walks. Whoever changes ``raw`` says what
    came, went, or may have changed."""

    def __init__(self, raw: Node) -> None:
        self.raw = raw
        self._index: dict[str, tuple[Node, list[Node]]] | None = None

    def find(self, key: str) -> Node:
        """Return the object with this id. Raise EditRefused where there is none."""
        if key == DESIGN:
            return self.raw
        located = self._located().get(key) if key else None
        return find(self.raw, key) if located is None else located[0]

    def home(self, key: str) -> list[Node]:
        """Return the list that holds the object with this id. Raise EditRefused where there is none."""
        located = self._located().get(key) if key else None
        return home(self.raw, key) if located is None else located[1]

    def came(self, value: Node, members: list[Node]) -> None:
        """Note an object that was added to a list."""
        if self._index is None:
            return
        for node, held_in in _below(value, members):
            if self._index.setdefault(_id(node), (node, held_in))[0] is not node:
                self._index = None  # an id that is stated twice: the first one in the file counts
                return

    def went(self, value: Node) -> None:
        """Note an object that was removed."""
        if self._index is not None:
            for node in (value, *walk(value)):
                self._index.pop(_id(node), None)

    def forget(self) -> None:
        """Look everything up again: more changed than could be noted."""
        self._index = None

    def was_set(self, key: str, path: Path) -> None:
        """Note a property that was set: some hold objects."""
        if path[0] in (OF_DESIGN if key == DESIGN else _HOLDING):
            self._index = None

    def _located(self) -> dict[str, tuple[Node, list[Node]]]:
        if self._index is None:
            self._index = {}
            for _, _, members in all_lists(self.raw):
                for member in members:
                    self._index.setdefault(_id(member), (member, members))
        return self._index


def _id(node: Node) -> str:
    """Return the id of an object; "", which nothing is looked up by, where an edit left it out."""
    key = node.get("id")
    return key if isinstance(key, str) else ""


def _below(value: Node, members: list[Node]) -> Iterator[tuple[Node, list[Node]]]:
    yield value, members
    for _, inner in lists_of(value):
        for member in inner:
            yield from _below(member, inner)
