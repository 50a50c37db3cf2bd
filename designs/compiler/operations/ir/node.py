"""The base of all nodes: frozen values that can be made again with other parts."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Self

import msgspec

Document = dict[str, object]
"""The fields of a document, or of an object in one, by name: values, and marks of those that a function is given or
has read. Whoever puts it together does not read it back."""


SortOrder = Mapping[str, Any]
"""1 or -1 by path, the first path first; or how well words fit, which has no path."""
BEST_FIRST: SortOrder = {"score": {"$meta": "textScore"}}
"""What words find, in the order of how well they fit."""
MethodOptions = dict[str, object]
"""Options of a method of mongosh, by name."""


class OperationNode(msgspec.Struct, frozen=True, gc=False):
    """A value that says what is done. Its parts are nodes, values and tuples of them."""

    def with_parts(self, change: Callable[[Any], Any]) -> Self:
        """Return the node with each part as ``change`` returns it, tuples element by element."""
        return type(self)(*(_changed(getattr(self, name), change) for name in self.__struct_fields__))


def _changed(part: Any, change: Callable[[Any], Any]) -> Any:
    if isinstance(part, tuple):
        return tuple(_changed(element, change) for element in part)
    return change(part)
