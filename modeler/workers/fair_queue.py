"""The queue in front of the workers: visitors take turns, and nobody waits behind one visitor's many."""

from __future__ import annotations

from collections import OrderedDict, deque
from collections.abc import Callable, Iterator
from typing import Generic, Protocol, TypeVar


class Waits(Protocol):
    """What the queue asks of a request."""

    who: str


W = TypeVar("W", bound=Waits)


class FairQueue(Generic[W]):
    """Requests by visitor. The next one is the first of the visitor whose last turn is longest ago."""

    def __init__(self) -> None:
        self._lines: OrderedDict[str, deque[W]] = OrderedDict()

    def __len__(self) -> int:
        return sum(map(len, self._lines.values()))

    def __iter__(self) -> Iterator[W]:
        """Yield the requests in the order in which they would get a worker if all could."""
        lines = [list(line) for line in self._lines.values()]
        for turn in range(max(map(len, lines), default=0)):
            for line in lines:
                if turn < len(line):
                    yield line[turn]

    def of(self, who: str) -> int:
        """Return how many requests of a visitor wait."""
        return len(self._lines.get(who, ()))

    def add(self, waiting: W) -> None:
        """Put a request at the end of its visitor's line."""
        self._lines.setdefault(waiting.who, deque()).append(waiting)

    def remove(self, waiting: W) -> bool:
        """Take a request out. False where it does not wait."""
        line = self._lines.get(waiting.who)
        if line is None or waiting not in line:
            return False
        line.remove(waiting)
        if not line:
            del self._lines[waiting.who]
        return True

    def take(self, can: Callable[[W], bool]) -> W | None:
        """Take the next request that can start. Its visitor goes to the end of the round."""
        waiting = next((waiting for waiting in self if can(waiting)), None)
        if waiting is not None:
            self.remove(waiting)
            if waiting.who in self._lines:
                self._lines.move_to_end(waiting.who)
        return waiting
