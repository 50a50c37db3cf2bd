"""Parts of results that need not be made again while what they are made of stays the same.

Who compiles one design after another lends a Memory to the work; without one everything is made
anew. A part is found by the whole content that it follows from, types included, so it is right
whatever else has changed, and the same bytes come out either way. Nobody changes a part.
"""

from __future__ import annotations

import gc
from collections import OrderedDict
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from functools import wraps
from hashlib import blake2b
from operator import attrgetter
from sys import getsizeof
from threading import Lock
from typing import Any, ParamSpec, TypeVar, cast

import msgspec
from bson import Binary, Code, Decimal128, Int64, MaxKey, MinKey, ObjectId, Regex, Timestamp

P = ParamSpec("P")
V = TypeVar("V")
LONGEST = 200
"""Letters of a text whose small results are worth remembering one by one."""
FIELDS_REMEMBERED = 16_384
"""Fields whose small results are remembered: a large design has ten thousand, and fewer would be worked out again and again."""
_MARKED = 1
_ENTRY = 350
"""Bytes of an entry of a memory beside its part: key, row, and what an allocator rounds up."""
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
        """Keep a part; those that nobody has asked for longest make room. One that is larger than all the
        room there is pushes nothing out."""
        with self._lock:
            self.size -= self._kept.pop(key, (None, 0))[1]
            if size + _ENTRY > self.most:
                return
            self._kept[key] = (part, size + _ENTRY)
            self.size += size + _ENTRY
            while self.size > self.most:
                self.size -= self._kept.popitem(last=False)[1][1]

    def clear(self) -> None:
        """Forget every part."""
        with self._lock:
            self._kept.clear()
            self.size = 0


_lent: ContextVar[Memory | None] = ContextVar("_lent", default=None)


@contextmanager
def lending(memory: Memory) -> Iterator[None]:
    """Lend a memory to all that is made inside, in this thread."""
    before = _lent.set(memory)
    try:
        yield
    finally:
        _lent.reset(before)


def weight(part: Any) -> int:
    """Return about how many bytes a text, or a list of texts, takes in memory; 0 for anything else."""
    if isinstance(part, list | tuple):
        return sum(map(weight, part), 8 * len(part) + getsizeof(()))
    if isinstance(part, msgspec.Raw):  # which doesn't tell its own size
        return len(part) + getsizeof(b"")
    return getsizeof(part) if isinstance(part, str | bytes) else 0


def once(
    kind: str,
    of: Callable[[], Any],
    make: Callable[[], V],
    size: Callable[[Any], int] = weight,
) -> V:
    """What ``make`` makes, or what it made of the same content before. kind: tells apart what is
    made of the same. of: all that the part follows from: structs, BSON values, lists of them.
    size: of a part, in bytes, beside as many as its content has, which it may hold too."""
    memory = _lent.get()
    if memory is None or (content := _said((kind, of()))) is None:
        return make()
    key = _hash(content)
    cached = memory.find(key)
    if cached is not None:
        return cast("V", cached[0])
    part = make()
    memory.keep(key, part, size(part) + len(content))
    return part


class _Results(dict[str, V]):
    """The results of a function of a text, ``most`` of them, by the text. It begins anew when it is full."""

    def __init__(self, make: Callable[[str], V], most: int) -> None:
        self.make, self.most = make, most

    def __missing__(self, text: str) -> V:
        result = self.make(text)
        if len(text) <= LONGEST:
            if len(self) >= self.most:
                self.clear()
            self[text] = result
        return result


def of_a_short_text(most: int) -> Callable[[Callable[[str], V]], Callable[[str], V]]:
    """Remember up to ``most`` results of a function of a text. Asking again costs no call of Python's own."""

    def decorate(make: Callable[[str], V]) -> Callable[[str], V]:
        return _Results(make, most).__getitem__

    return decorate


def of_short_texts(most: int) -> Callable[[Callable[P, V]], Callable[P, V]]:
    """Remember up to ``most`` results of a function of texts, and begin anew when they are that many. Only of short ones: the others come seldom again, and a few of them would take more memory than all the rest."""

    def decorate(make: Callable[P, V]) -> Callable[P, V]:
        results: dict[Any, V] = {}
        unknown: Any = object()

        @wraps(make)
        def cached_call(*texts: P.args, **named: P.kwargs) -> V:
            key = (texts, *named.items()) if named else texts
            result: V = results.get(key, unknown)
            if result is unknown:
                result = make(*texts, **named)
                if not any(isinstance(text, str) and len(text) > LONGEST for text in texts):
                    if len(results) >= most:
                        results.clear()
                    results[key] = result
            return result

        return cached_call

    return decorate


def key_of(content: Any) -> bytes | None:
    """The same bytes for the same content alone; None for what can't be told so."""
    content_bytes = _said(content)
    return None if content_bytes is None else _hash(content_bytes)


def _said(content: Any) -> bytes | None:
    try:
        return msgspec.msgpack.encode(content, enc_hook=_bson_content)
    except (TypeError, ValueError, OverflowError, RecursionError):
        return None


def _hash(content_bytes: bytes) -> bytes:
    return blake2b(content_bytes, digest_size=24).digest()


def _bson_content(value: Any) -> msgspec.msgpack.Ext:
    """BSON's own types, among them kinds of plain ones (a long is an int), and kinds of text, by name and value."""
    kind = type(value)
    if kind not in _BSON and not isinstance(value, str):
        raise TypeError(f"{kind.__name__} is no content")
    raw = _RAW.get(kind)
    said = repr(value).encode("utf-8", "surrogatepass") if raw is None else raw(value)
    return msgspec.msgpack.Ext(_MARKED, b"%s %s" % (kind.__name__.encode(), said))


# --- the memory that what is built takes ----------------------------------------------------------


@contextmanager
def collector_paused() -> Iterator[None]:
    """Pause the collector of rings. What is built here stays, and has no rings: each search would go through all of
    it and find nothing, ever longer while it grows. Only who has paused it goes on, so threads may overlap."""
    if not gc.isenabled():
        yield
        return
    gc.disable()
    try:
        yield
    finally:
        gc.enable()
