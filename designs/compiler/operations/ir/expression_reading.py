"""What aggregation expressions read of a document."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from .expressions import FieldPath
from .node import OperationNode


def paths_read(value: object) -> Iterator[str]:
    """Yield the paths of the document that an expression reads, in order."""
    if isinstance(value, FieldPath):
        yield value.path
    elif isinstance(value, OperationNode):
        for name in value.__struct_fields__:
            yield from paths_read(getattr(value, name))
    elif isinstance(value, Mapping):
        for each in value.values():
            yield from paths_read(each)
    elif isinstance(value, list | tuple):
        for each in value:
            yield from paths_read(each)
