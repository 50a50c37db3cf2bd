"""Processes as /proc describes them: descendants, processor time and memory. Linux only."""

from __future__ import annotations

import os
from collections.abc import Iterable
from pathlib import Path

_PROC = Path("/proc")
_PAGE, _TICKS = os.sysconf("SC_PAGE_SIZE"), os.sysconf("SC_CLK_TCK")


def available() -> bool:
    """Return whether this system has /proc as Linux knows it."""
    return (_PROC / "self" / "stat").exists()


def tree(root: int) -> list[int]:
    """Return the process and all its living descendants."""
    parents = {one: _stat(one)[1] for one in _all()}
    found = [root]
    for one in found:  # grows while it is read
        found += [child for child, parent in parents.items() if parent == str(one)]
    return found


def of_session(leader: int) -> list[int]:
    """Return the living processes of a session, those that lost their parent too."""
    return [one for one in _all() if _stat(one)[3] == str(leader)]


def began(process: int) -> int | None:
    """Return when a process began, in ticks; None if it ended. Numbers are used again, moments are not."""
    columns = _stat(process)
    return None if columns[0] in ("0", "Z") else int(columns[19])


def cpu(processes: Iterable[int]) -> float:
    """Return the seconds of processor time, user and system, of these and of their children that ended."""
    return sum(int(part) for one in processes for part in _stat(one)[11:15]) / _TICKS


def resident(processes: Iterable[int]) -> int:
    """Return the bytes of memory that these occupy; pages that they share count for each."""
    return sum(_resident(one) for one in processes)


def machine_cpu() -> float:
    """Return the seconds of processor time that everything on this machine has used."""
    columns = (_PROC / "stat").read_text().split("\n", 1)[0].split()[1:9]
    user, nice, system, _, _, *rest = map(int, columns)  # without idle and waiting for disks
    return (user + nice + system + sum(rest)) / _TICKS


def _all() -> list[int]:
    return [int(entry.name) for entry in _PROC.iterdir() if entry.name.isdigit()]


def _stat(process: int) -> list[str]:
    """Return the columns of /proc/PID/stat after the name: state, parent, …; zeros for one that ended."""
    try:
        return (_PROC / str(process) / "stat").read_text().rpartition(")")[2].split()
    except OSError:
        return ["0"] * 20


def _resident(process: int) -> int:
    try:
        return int((_PROC / str(process) / "statm").read_text().split()[1]) * _PAGE
    except OSError:
        return 0
