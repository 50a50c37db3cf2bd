"""People who use the server: editors who save edits one after the other, and viewers who read pages."""

from __future__ import annotations

import asyncio
from collections.abc import Iterable
from dataclasses import dataclass
from random import Random
from typing import Any

from .clock import AWAY, BROKEN, UNSENT, Clock
from .hands import Hands
from .ledger import Ledger
from .talking import Answer, Tab

SAVE, UNDO, REDO = "save", "undo", "redo"
SAVES = (SAVE, UNDO, REDO)
_AGAIN = (0.5, 1, 2, 4, 8)
"""Seconds until the editor's page sends again what was not answered."""
_PROTOCOL = 1
_UNDO_SHARE = 0.1


@dataclass(frozen=True)
class Kind:
    """A request of viewers. share: how often, in relation to the others. own: of the design that its owner
    edits meanwhile, for who is signed in; else of a library design."""

    name: str
    share: int
    path: str
    own: bool = False


READS = (
    Kind("front page", 15, "/"),
    Kind("design page", 20, "/designs/{slug}/"),
    Kind("documents", 10, "/designs/{slug}/documents/"),
    Kind("decisions", 10, "/designs/{slug}/decisions/"),
    Kind("sketch", 5, "/designs/{slug}/sketch-light.svg"),
    Kind("since", 35, "/designs/{slug}/edits/since/?revision={revision}", own=True),
    Kind("edited page", 5, "/designs/{slug}/", own=True),
)
"""What people look at: most requests come from editors that stay open in another window. `edited page` has
a text that no page has shown before, so that its design is compiled."""
LIVE = ("follow", "advice", "results")
"""What the editor's page asks beside its saves: others' changes, and twice what follows from the newest."""


class Editor:
    """A person at an open design. Edits wait for one another, as in the page's queue."""

    def __init__(self, clock: Clock, tab: Tab, ledger: Ledger, draw: Random, name: str) -> None:
        self._clock, self._tab, self._ledger, self._draw, self._name = clock, tab, ledger, draw, name
        self._hands = Hands(ledger.before, draw, name)
        self._revision, self._number, self._undone = ledger.revision, 0, False
        self._address = f"/designs/{ledger.slug}/edits/"

    async def work(self, times: Iterable[float], *, follows: bool) -> None:
        """Save an edit at each of these times. follows: ask for what follows from it, as the page does."""
        for due in times:
            await self._clock.until(due)
            if self._clock.over:
                self._clock.note(SAVE, due, UNSENT)
                continue
            await self._act(due)
            if follows:
                await self._follow()
        self._tab.close()

    async def _act(self, due: float) -> None:
        self._number += 1
        op = f"load-{self._name}-{self._number:06}"
        body: dict[str, Any] = {"protocol": _PROTOCOL, "op": op, "base": self._revision}
        if self._undone or (self._number > 2 and self._draw.random() < _UNDO_SHARE):
            kind = REDO if self._undone and self._draw.random() < 0.5 else UNDO
            self._undone = kind == UNDO and not self._undone
            self._ledger.sent[op] = None
            self._hands.forget()
            await self._sent(kind, due, f"{self._address}{kind}/", body)
        else:
            change = self._hands.next()
            self._ledger.sent[op] = change
            await self._sent(SAVE, due, self._address, body | {"edit": change.edit, "words": ""})

    async def _sent(self, kind: str, due: float, path: str, body: dict[str, Any]) -> None:
        """Send until there is an answer, with the same op id: an edit is applied once however often it is sent."""
        for wait in (*_AGAIN, *[_AGAIN[-1]] * 100):
            answer = await self._tab.post_json(path, body)
            self._clock.note(kind, due, answer.status, answer.retry_after is not None)
            if AWAY < answer.status < BROKEN:
                break
            if self._clock.over:
                return
            await asyncio.sleep(max(wait, answer.retry_after or 0))
        self._take(body["op"], answer)

    def _take(self, op: str, answer: Answer) -> None:
        told = answer.told
        if answer.status == 200:
            self._ledger.acknowledged[op] = self._revision = told["revision"]
        elif told is not None and "revision" in told:
            self._revision = told["revision"]  # of a conflict: the page would ask its person
        if answer.status != 200:
            self._hands.forget()

    async def _follow(self) -> None:
        base = f"{self._address}since/?revision={self._revision}"
        parts = (f"{self._address}live/?revision={self._revision}&part={part}" for part in LIVE[1:])
        for kind, path in zip(LIVE, (base, *parts), strict=True):
            due = self._clock.now()
            answer = await self._tab.get(path, "application/json")
            self._clock.note(kind, due, answer.status, answer.retry_after is not None)


class Viewer:
    """A person who reads. own: a design of theirs that is edited meanwhile; None for who is not signed in."""

    def __init__(self, clock: Clock, tab: Tab, library: list[str], own: Ledger | None, draw: Random) -> None:
        self._clock, self._tab, self._library, self._own, self._draw = clock, tab, library, own, draw
        self._seen: dict[str, int] = {own.slug: own.revision} if own else {}

    async def read(self, times: Iterable[float]) -> None:
        """Ask for something at each of these times."""
        shares = [kind.share for kind in READS]
        for due in times:
            kind = self._draw.choices(READS, shares)[0]
            slug = self._own.slug if kind.own and self._own else self._draw.choice(self._library)
            await self._clock.until(due)
            if self._clock.over:
                self._clock.note(kind.name, due, UNSENT)
                continue
            await self._ask(kind, due, slug)
        self._tab.close()

    async def _ask(self, kind: Kind, due: float, slug: str) -> None:
        path = kind.path.format(slug=slug, revision=self._seen.get(slug, 1))
        name = "design page" if kind.own and not self._own and kind.name != "since" else kind.name
        answer = await self._tab.get(path)
        self._clock.note(name, due, answer.status, answer.retry_after is not None)
        if kind.name == "since" and answer.status == 200:
            self._seen[slug] = answer.told["revision"]
