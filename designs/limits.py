"""How much processor time and memory one piece of work may take in this process.

The kernel counts both, so code that is slow in a way nobody thought of is stopped too. Where a platform
has no such limits (Windows), work goes without them.

Memory is the private writable memory, which is what a growing heap takes, within 2% of the resident size. The
address space also counts the code of libraries and what is only reserved, so that it says little of what is in
use. A timer asks how much there is, and ends the work between two steps of Python; the kernel (RLIMIT_DATA, Linux
4.7 and later) refuses what grows past the limit in one go. It is not left to the kernel alone: Python 3.11 counts
its own calls wrong where it is refused memory for one, and then ends in "Cannot recover from stack overflow".
"""

from __future__ import annotations

import math
import os
import signal
import sys
from collections.abc import Iterator, Mapping
from contextlib import ExitStack, contextmanager
from contextvars import ContextVar
from dataclasses import dataclass
from itertools import count
from pathlib import Path
from typing import Any, Literal

if sys.platform != "win32":
    import resource

SECONDS = "NESTLINK_COMPILE_SECONDS"
MEGABYTES = "NESTLINK_COMPILE_MEMORY_MB"
_MEGABYTE = 2**20


class BadLimit(Exception):
    """A limit in the environment is no number; the message says what to write."""


class Exceeded(Exception):
    """The work asked for more than it may have. what: of which it was too much."""

    def __init__(self, what: Literal["seconds", "memory", "depth"], limit: float = 0) -> None:
        self.what, self.limit = what, limit
        super().__init__(
            {
                "seconds": f"the design takes more than {limit:g} s of processor time",
                "memory": f"the design takes more than {limit:,.0f} MB of memory",
                "depth": "the design is nested too deeply, or its formulas depend on each other in a long chain",
            }[what]
        )

    @property
    def remedy(self) -> str:
        """What to do about it on the command line."""
        variable = {"seconds": SECONDS, "memory": MEGABYTES}.get(self.what)
        if variable is None:
            return "flatten it, or break the chain"
        return f"make it smaller, or raise the limit: {variable}={self.limit * 6:.0f} (0: no limit)"


class _TimeIsUp(BaseException):
    """No Exception, so that nothing on the way takes it for trouble of its own."""


_ENDS = (_TimeIsUp, MemoryError, RecursionError)
_LATE = 3
"""Seconds for the work to end in, once it does."""
_AGAIN = 1.0
"""Seconds of the processor after which the timer goes off once more."""
_SOON = 0.01
"""Seconds of the processor: 0 would stop the timer."""
_LOOK = 0.005
"""Seconds of the processor after which memory is looked at again: a heap grows by some megabytes in them."""
_BETWEEN = 64
"""Megabytes past the limit that the kernel gives between two looks."""
_PAGES = Path("/proc/self/statm")


@dataclass(frozen=True)
class Budget:
    """What a piece of work may take. seconds: of the processor, ended children included; megabytes: of
    memory, of the whole process. 0 is no limit."""

    seconds: float = 10.0
    megabytes: float = 1000.0

    @classmethod
    def of(cls, environment: Mapping[str, str] = os.environ) -> Budget:
        """Return the budget that the environment states. Raise BadLimit where it states no number."""
        return cls(_number(environment, SECONDS, cls.seconds), _number(environment, MEGABYTES, cls.megabytes))


def _number(environment: Mapping[str, str], name: str, usual: float) -> float:
    text = environment.get(name, "").strip()
    try:
        number = float(text) if text else usual
    except ValueError:
        number = math.nan
    if not 0 <= number < math.inf:
        raise BadLimit(f"Invalid {name}={text!r}. Use a number such as {usual:g}, or 0 for no limit.")
    return number


class Allowance:
    """What is left of a budget while the work goes on."""

    def __init__(self, budget: Budget, limits: ExitStack) -> None:
        self._budget, self._limits = budget, limits
        self._began = spent()

    def left(self) -> float:
        """Return the processor seconds that are left, infinite where there is no limit.

        The kernel counts no ended children, so that what they took is taken off here: ask again after each.
        """
        if not self._budget.seconds:
            return math.inf
        left = max(0.0, self._budget.seconds - (spent() - self._began))
        _hold_to(left)
        return left

    def lift(self) -> None:
        """End the limits: what follows must not be stopped half way."""
        self._limits.close()


_current: ContextVar[tuple[float, float] | None] = ContextVar("_current", default=None)
"""The seconds of a budget that somebody else enforces, and what had been spent when it began."""


@contextmanager
def allowing(budget: Budget) -> Iterator[None]:
    """Let `left` count a budget that whoever started this process holds the work inside to."""
    token = _current.set((budget.seconds or math.inf, spent()))
    try:
        yield
    finally:
        _current.reset(token)


def left() -> float:
    """Return the processor seconds that the work around has left, infinite where nobody counts them."""
    seconds, began = _current.get() or (math.inf, 0.0)
    return max(0.0, seconds - (spent() - began))


def spent() -> float:
    """Return the processor seconds of this process and of its ended children."""
    times = os.times()
    return times.user + times.system + times.children_user + times.children_system


@contextmanager
def within(budget: Budget) -> Iterator[Allowance]:
    """Keep the work inside to a budget. Raise Exceeded where it asks for more, or nests too deep.

    For the main thread: signals arrive nowhere else. What was set before is set again afterwards.
    """
    try:
        with ExitStack() as limits:
            limits.enter_context(_without_echoes())
            limits.enter_context(_processor(budget.seconds))
            limits.enter_context(_memory(budget.megabytes))
            yield Allowance(budget, limits)
    except _TimeIsUp:
        raise Exceeded("seconds", budget.seconds) from None
    except MemoryError:
        raise Exceeded("memory", budget.megabytes) from None
    except SystemError as error:
        if not (budget.megabytes and is_short_of_memory(error)):
            raise
        raise Exceeded("memory", budget.megabytes) from None
    except RecursionError:
        raise Exceeded("depth") from None


def is_short_of_memory(error: BaseException) -> bool:
    """Return whether an error says that no more memory was given: some code in C gives up without a word, and Python
    says that for it."""
    return isinstance(error, MemoryError) or (
        isinstance(error, SystemError) and "without exception set" in str(error)
    )


@contextmanager
def _without_echoes() -> Iterator[None]:
    """Print nothing of an end that reaches Python where it can't raise: in a generator that is closed, or in `__del__`.

    Python would print a traceback and go on; the work asks for memory again, and the next refusal ends it.
    """
    before = sys.unraisablehook

    def pass_on(echo: sys.UnraisableHookArgs) -> None:
        if not issubclass(echo.exc_type, _ENDS):
            before(echo)

    sys.unraisablehook = pass_on
    try:
        yield
    finally:
        sys.unraisablehook = before


@contextmanager
def _processor(seconds: float) -> Iterator[None]:
    """Stop this process's main thread when it has taken so many more seconds. 0: never."""
    if not seconds or sys.platform == "win32":
        yield
        return
    signals, late = count(), count()

    def stop(number: int, frame: Any) -> None:
        # The timer goes off again every second, should anything have swallowed the first; every other one is left
        # to what cleans up behind the first. Where the work ends already, for want of memory say, another
        # exception on top could pass by those who wait for it.
        if isinstance(sys.exception(), _ENDS) and next(late) < _LATE:
            return
        if next(signals) % 2 == 0:
            raise _TimeIsUp

    before = signal.signal(signal.SIGPROF, stop)
    outer, began = signal.getitimer(signal.ITIMER_PROF), spent()
    try:
        _hold_to(min(seconds, outer[0]) if outer[0] else seconds)
        yield
    finally:
        rest = max(outer[0] - (spent() - began), _SOON) if outer[0] else 0.0
        signal.setitimer(signal.ITIMER_PROF, 0)
        signal.signal(signal.SIGPROF, before)
        signal.setitimer(signal.ITIMER_PROF, rest, outer[1])


def _hold_to(seconds: float) -> None:
    """Let this process take so many more seconds.

    A timer, not RLIMIT_CPU: that counts from the beginning of the process by the ticks of the system, which run
    seconds ahead of `os.times` in a process that has waited and worked in turn for some minutes.
    """
    if sys.platform != "win32":
        signal.setitimer(signal.ITIMER_PROF, max(seconds, _SOON), _AGAIN)


@contextmanager
def _memory(megabytes: float) -> Iterator[None]:
    """Refuse this process more private memory than this (MemoryError). 0: no limit."""
    if not megabytes or sys.platform == "win32":
        yield
        return
    with _restored(resource.RLIMIT_DATA), _looking_at_memory(int(megabytes * _MEGABYTE)):
        _lower(resource.RLIMIT_DATA, int((megabytes + _BETWEEN) * _MEGABYTE))
        yield


@contextmanager
def _looking_at_memory(most: int) -> Iterator[None]:
    """Raise MemoryError where this process has more bytes of private memory, asked again and again."""
    if not _PAGES.exists():  # macOS, which knows RLIMIT_DATA by name alone
        yield
        return
    pages, size = os.open(_PAGES, os.O_RDONLY), os.sysconf("SC_PAGE_SIZE")

    def look(number: int, frame: Any) -> None:
        if callable(before):
            before(number, frame)
        if isinstance(sys.exception(), _ENDS):  # what cleans up behind the first has its memory still
            return
        if int(os.pread(pages, 200, 0).split()[5]) * size > most:
            raise MemoryError

    before = signal.signal(signal.SIGVTALRM, look)
    outer = signal.setitimer(signal.ITIMER_VIRTUAL, _LOOK, _LOOK)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_VIRTUAL, *outer)
        signal.signal(signal.SIGVTALRM, before)
        os.close(pages)


@contextmanager
def _restored(which: int) -> Iterator[None]:
    """A limit of the kernel, afterwards as it was."""
    before = resource.getrlimit(which)
    try:
        yield
    finally:
        resource.setrlimit(which, before)


def _lower(which: int, limit: int) -> None:
    """Lower a soft limit; one that is lower already stays."""
    before = resource.getrlimit(which)
    others = [value for value in before if value != resource.RLIM_INFINITY]
    resource.setrlimit(which, (min([limit, *others]), before[1]))
