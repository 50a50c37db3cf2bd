"""Parts of results that need not be made again while what they are made of stays the same.

Who compiles one design after another lends a Memory to the work; without one everything is made
anew. A part is found by the whole content that it follows from, types included, so it is right
whatever else has changed, and the same bytes come out either way. Nobody changes a part.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from hashlib import blake2b
from operator import attrgetter
from threading import Lock
from typing import Any, TypeVar, cast

import msgspec
from bson import Binary, Code, Decimal128, Int64, MaxKey, MinKey, ObjectId, Regex, Timestamp

V = TypeVar("V")
_MARKED = 1
_RAW: dict[type, Callable[[Any], bytes]] = {Decimal128: attrgetter("bid"), ObjectId: attrgetter("binary")}
"""The bytes of values that are dear to write out."""
_BSON = frozenset({Int64, Code, Binary, Decimal128, ObjectId, Regex, Timestamp, MinKey, MaxKey})


class Memory:
    """The parts that were asked for last, as many as ``most`` bytes hold; safe for threads."""

    def __init__(self, most: int) -> None:
        self.most, self.size = most, 0
        self._kept: OrderedDict[bytes, tuple[Any, int]] = OrderedDict()
        self._lock = Lock()

    def find(self, key: bytes) -> tuple[Any, int] | None:
        """The part of this key and its size in bytes."""
        with self._lock:
            if key in self._kept:
                self._kept.move_to_end(key)
            return self._kept.get(key)

    def keep(self, key: bytes, part: Any, size: int) -> None:
        """Keep a part; those that nobody has asked for longest make room."""
        with self._lock:
            self.size += size - self._kept.get(key, (None, 0))[1]
            self._kept[key] = (part, size)
            while self.size > self.most:
                self.size -= self._kept.popitem(last=False)[1][1]


_lent: ContextVar[Memory | None] = ContextVar("_lent", default=None)


@contextmanager
def lending(memory: Memory) -> Iterator[None]:
    """Lend a memory to all that is made inside, in this thread."""
    before = _lent.set(memory)
    try:
        yield
    finally:
        _lent.reset(before)


def once(
    kind: str,
    of: Callable[[], Any],
    make: Callable[[], V],
    size: Callable[[Any], int] = len,
) -> V:
    """What ``make`` makes, or what it made of the same content before. kind: tells apart what is
    made of the same. of: all that the part follows from: structs, BSON values, lists of them.
    size: of a part, in bytes."""
    memory = _lent.get()
    key = None if memory is None else key_of((kind, of()))
    if memory is None or key is None:
        return make()
    known = memory.find(key)
    if known is not None:
        return cast("V", known[0])
    part = make()
    memory.keep(key, part, size(part) + len(key))
    return part


def key_of(content: Any) -> bytes | None:
    """The same bytes for the same content alone; None for what can't be told so."""
    try:
        told = msgspec.msgpack.encode(content, enc_hook=_told)
    except (TypeError, ValueError, OverflowError, RecursionError):
        return None
    return blake2b(told, digest_size=24).digest()


def _told(value: Any) -> msgspec.msgpack.Ext:
    """BSON's own types, among them kinds of plain ones (a long is an int), by name and value."""
    kind = type(value)
    if kind not in _BSON:
        raise TypeError(f"{kind.__name__} is no content")
    raw = _RAW.get(kind)
    said = repr(value).encode("utf-8", "surrogatepass") if raw is None else raw(value)
    return msgspec.msgpack.Ext(_MARKED, b"%s %s" % (kind.__name__.encode(), said))
