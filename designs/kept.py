"""What this process keeps of its results, all of it together within one bound of bytes.

A page, its downloads and the editor ask for the same results within seconds. Results are found by the whole
content that they follow from, and the least recently used make room. A result's size is an estimate that errs
upwards; tests hold the estimates against what Python allocates.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Any, Generic, ParamSpec, TypeVar

from django.conf import settings

from designs.compiler import Memory, key_of

P = ParamSpec("P")
V = TypeVar("V")

MEMORY = Memory(settings.CACHE_BYTES)
"""Results, drawings, and the parts that compilations share."""


class Kept(Generic[V]):
    """Results of one kind. size: of a result in bytes, from it and the content that it follows from."""

    def __init__(self, kind: str, size: Callable[..., int]) -> None:
        self._kind, self._size = kind, size

    def find(self, *content: Any) -> V | None:
        """Return what is kept of this content: texts, numbers, structs, or tuples of them."""
        entry = self._entry(self._key(content))
        return None if entry is None else entry[0]

    def keep(self, result: V, *content: Any) -> V:
        """Keep a result and return it."""
        self._put(self._key(content), result, content)
        return result

    def get_or_make(self, make: Callable[..., V], content: tuple[Any, ...]) -> V:
        """Return what is kept of this content, or make and keep it."""
        key = self._key(content)
        entry = self._entry(key)
        if entry is not None:
            return entry[0]
        result = make(*content)
        self._put(key, result, content)
        return result

    def _key(self, content: tuple[Any, ...]) -> bytes | None:
        return key_of((self._kind, settings.VERSION, content))

    def _entry(self, key: bytes | None) -> tuple[V, int] | None:
        return None if key is None else MEMORY.find(key)

    def _put(self, key: bytes | None, result: V, content: tuple[Any, ...]) -> None:
        if key is not None:
            MEMORY.keep(key, result, self._size(result, *content))


def keeping(size: Callable[..., int]) -> Callable[[Callable[P, V]], Callable[P, V]]:
    """Keep what a function returns for its positional arguments. size: as in `Kept`."""

    def decorate(make: Callable[P, V]) -> Callable[P, V]:
        kept: Kept[V] = Kept(f"{make.__module__}.{make.__qualname__}", size)

        @wraps(make)
        def cached_call(*content: P.args, **named: P.kwargs) -> V:
            return kept.get_or_make(make, content) if not named else make(*content, **named)

        return cached_call

    return decorate
