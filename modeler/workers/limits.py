"""What one request may ask of the workers. Each number is a setting of the environment."""

from __future__ import annotations

import os
from dataclasses import dataclass, field

from modeler.environment import env_limit, env_whole

SECONDS, MEGABYTES = 10, 1000
"""As for commands (designs/limits.py), which know nothing of a server."""


def compile_seconds() -> float:
    """Return how many seconds of the processor a request may take; 0 for no limit."""
    return env_limit("NESTLINK_COMPILE_SECONDS", SECONDS)


def compile_megabytes() -> float:
    """Return how much memory a worker may take; 0 for no limit."""
    return env_limit("NESTLINK_COMPILE_MEMORY_MB", MEGABYTES)


@dataclass(frozen=True)
class Limits:
    """seconds: processor time of a request. patience: wall time as a multiple of it, for a busy machine.

    memory: bytes of private memory of a worker. grown: bytes of memory after which a worker is replaced
    once it has answered. workers: processes that are kept ready. more: how many come on top while all
    are at work for long. waiting: places in the queue, of one
    visitor and of all; waiting_bytes: of what they sent. of_account, of_address: how
    many requests of one visitor run at once, of one kind of work and in all.
    """

    seconds: float = field(default_factory=compile_seconds)
    patience: int = field(default_factory=lambda: env_whole("NESTLINK_COMPILE_PATIENCE", 3, least=1))
    memory: int = field(default_factory=lambda: int(compile_megabytes() * 1024**2))
    grown: int = 600 * 1024**2
    workers: int = field(default_factory=lambda: env_whole("NESTLINK_WORKERS", max(2, os.cpu_count() or 2)))
    more: int = 2
    waiting_of_one: int = 16
    waiting: int = 200
    waiting_bytes: int = 96 * 1024**2
    of_account: tuple[int, int] = (2, 3)
    of_address: tuple[int, int] = (1, 2)
