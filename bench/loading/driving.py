"""A run: everyone signs in and opens their design, uses the server for a while, and the oracle looks."""

from __future__ import annotations

import asyncio
import os
import re
import secrets
import time
import urllib.parse
from collections.abc import Coroutine
from dataclasses import dataclass
from random import Random
from typing import Any

from bench import processes

from .clock import Clock, dues
from .ledger import Ledger, Shown, Stored, complaints
from .served import Served
from .talking import Answer, Tab
from .visitors import Editor, Viewer

_TOKEN = re.compile(rb'name="csrfmiddlewaretoken" value="(\w+)"')
_WARM = (
    "/designs/{slug}/",
    "/designs/{slug}/documents/",
    "/designs/{slug}/decisions/",
    "/designs/{slug}/sketch-light.svg",
)
_LOOK = 0.5


@dataclass(frozen=True)
class Load:
    """What is asked of a server. period: seconds between the requests of one visitor. spike: so many editors
    work from the first third of the time on, for spike_seconds. follows: editors ask for what follows from
    each edit, as their page does. designs: at most so many, else one for each editor. warm: whether the
    library's pages were asked for before."""

    editors: int = 50
    viewers: int = 100
    seconds: float = 60
    period: float = 2
    spike: int = 0
    spike_seconds: float = 10
    follows: bool = False
    designs: int = 50
    warm: bool = True
    seed: int = 1

    @property
    def spike_from(self) -> float:
        """When the spike begins, in seconds after the start."""
        return self.seconds / 3

    @property
    def accounts(self) -> int:
        """Return how many accounts, each with a design, there are."""
        return max(1, min(self.designs, max(self.editors, self.spike) or 1))


@dataclass(frozen=True)
class Person:
    """An account. cookies: of its browser, which is signed in."""

    cookies: dict[str, str]
    ledger: Ledger


@dataclass(frozen=True)
class Usage:
    """What the processes used. Memory in bytes; cpu: seconds of the server's, this program's, and of everything
    else on this machine; processes: the most at a time."""

    wall: float
    server_cpu: float
    client_cpu: float
    other_cpu: float
    peak: int
    end: int
    processes: int


@dataclass(frozen=True)
class Run:
    """What a run found. complaints: of the oracle, none if nothing acknowledged is missing."""

    clock: Clock
    usage: Usage
    acknowledged: int
    complaints: list[str]


def run(server: Served, load: Load, port: int | None = None) -> Run:
    """Put the load on a server, and compare what it acknowledged with what it then holds. port: where it is
    reached, if not at its own."""
    prefix = f"load-{secrets.token_hex(4)}"
    made = server.asked("prepare", prefix, str(load.accounts))
    clock, usage, people, shown = asyncio.run(_driven(server, load, made, port or server.port))
    stored = server.asked("audit", prefix)
    found = [one for person in people for one in _judged(person.ledger, stored, shown)]
    acknowledged = sum(len(person.ledger.acknowledged) for person in people)
    return Run(clock, usage, acknowledged, found + stored["differences"])


def _judged(ledger: Ledger, stored: dict[str, Any], shown: dict[str, Shown]) -> list[str]:
    told = stored["designs"].get(ledger.slug)
    held = told and Stored(told["revision"], told["text"], tuple(tuple(row) for row in told["history"]))
    return complaints(ledger, held, shown.get(ledger.slug))


async def _driven(
    server: Served, load: Load, made: dict[str, Any], port: int
) -> tuple[Clock, Usage, list[Person], dict[str, Shown]]:
    people = [await _signed_in(port, one["slug"], one["code"]) for one in made["people"]]
    await _warmed(port, made["library"] if load.warm else [])
    clock = Clock(load.seconds)
    visitors = _visitors(clock, load, people, made["library"], port)
    clock.began = asyncio.get_running_loop().time() + 0.2
    usage = await _watched(server, asyncio.gather(*visitors))
    shown = {}
    for person in people:
        answer = await _whole(Tab(port, person.cookies), person.ledger.slug)
        if answer.status == 200:
            shown[person.ledger.slug] = Shown(answer.told["revision"], answer.told["design"])
    return clock, usage, people, shown


async def _signed_in(port: int, slug: str, code: str) -> Person:
    """Redeem a one-time code, and open the person's design."""
    tab = Tab(port)
    token = _TOKEN.search((await tab.get("/sign-in/")).body)
    fields = {"csrfmiddlewaretoken": token[1].decode() if token else "", "code": code}
    answer = await tab.post(
        "/sign-in/", urllib.parse.urlencode(fields).encode(), "application/x-www-form-urlencoded"
    )
    opened = await tab.get(f"/designs/{slug}/edit/")
    whole = await _whole(tab, slug)
    if (answer.status, opened.status, whole.status) != (302, 200, 200):
        raise SystemExit(
            f"Signing in: {answer.status}. The editor's page: {opened.status}. Its design: {whole.status}."
        )
    return Person(tab.cookies, Ledger(slug, whole.told["design"], whole.told["revision"]))


async def _whole(tab: Tab, slug: str) -> Answer:
    answer = await tab.get(f"/designs/{slug}/edits/since/?whole=1", "application/json")
    tab.close()
    return answer


async def _warmed(port: int, library: list[str]) -> None:
    """Ask once for what a server that has run for a while has compiled."""
    tab = Tab(port)
    for path in _WARM:
        for slug in library:
            await tab.get(path.format(slug=slug))
    tab.close()


def _visitors(
    clock: Clock, load: Load, people: list[Person], library: list[str], port: int
) -> list[Coroutine[Any, Any, None]]:
    """Everyone's work. All that happens by chance hangs on the seed, so that two servers get the same."""
    found: list[Coroutine[Any, Any, None]] = []
    spike_until = load.spike_from + load.spike_seconds
    for number in range(max(load.editors, load.spike)):
        draw, person = Random(f"{load.seed}-editor-{number}"), people[number % len(people)]
        editor = Editor(clock, Tab(port, person.cookies), person.ledger, draw, f"e{number}")
        span = (0.0, load.seconds) if number < load.editors else (load.spike_from, spike_until)
        found.append(editor.work(dues(load.period, *span, draw), follows=load.follows))
    for number in range(load.viewers):
        draw = Random(f"{load.seed}-viewer-{number}")
        owner = people[number // 2 % len(people)] if number % 2 else None
        tab = Tab(port, owner.cookies if owner else None)
        viewer = Viewer(clock, tab, library, owner.ledger if owner else None, draw)
        found.append(viewer.read(dues(load.period, 0, load.seconds, draw)))
    return found


async def _watched(server: Served, work: asyncio.Future[Any]) -> Usage:
    """Wait for the work, and look meanwhile at what the server's processes use."""
    began, peak, most = time.monotonic(), 0, 0
    before = processes.cpu(server.processes()), time.process_time(), processes.machine_cpu()
    resident = 0
    while not work.done():
        there = server.processes()
        resident, most = processes.resident(there), max(most, len(there))
        peak = max(peak, resident)
        await asyncio.wait([work], timeout=_LOOK)
    await work
    after = processes.cpu(server.processes()), time.process_time(), processes.machine_cpu()
    of_server, of_client, of_all = (later - sooner for later, sooner in zip(after, before, strict=True))
    wall = time.monotonic() - began
    return Usage(wall, of_server, of_client, max(0.0, of_all - of_server - of_client), peak, resident, most)


def cores(pinning: str) -> tuple[frozenset[int] | None, frozenset[int] | None]:
    """Return the cores of the server and of this program. With ``both`` the server may use all, with ``other`` all
    but this program's; None where nothing is pinned."""
    there = os.sched_getaffinity(0)
    if pinning == "none" or len(there) < 2:
        return None, None
    own = frozenset({max(there)})
    return (frozenset(there) if pinning == "both" else frozenset(there) - own), own
