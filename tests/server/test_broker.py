"""What the broker remembers of a request, and what it tries again."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any

import pytest

from modeler.workers.broker import Broker
from modeler.workers.client import BrokerClient
from modeler.workers.limits import Limits
from modeler.workers.messages import Event, Reply
from modeler.workers.pool import WorkerPool

PAGE = {"REQUEST_METHOD": "GET", "PATH_INFO": "/designs/university/", "HTTP_ACCEPT": "text/html"}


class Ending(WorkerPool):
    """A pool whose first request fails, and whose others are answered."""

    def __init__(self, why: str) -> None:
        self.answers = [Event(failed=why), Event(reply=Reply(200, [], b"the page"))]

    def worker_for(self, design: str, waited: float) -> Any:
        return type("Worker", (), {"task": None})()

    def fill(self) -> None: ...

    def take(self, worker: Any, design: str) -> None: ...

    def look_after(self, *, waiting: bool) -> None: ...

    async def answer(self, worker: Any, work: Any) -> Event:
        return self.answers.pop(0)


async def _asked_twice(folder: Path, why: str) -> list[Event]:
    """The same page asked for twice by one visitor, as somebody does who loads it again."""
    broker = Broker(Limits(), folder)
    broker.pool = Ending(why)
    serving = asyncio.ensure_future(broker.serve(folder / "workers"))
    client, events = BrokerClient(str(folder / "workers")), []
    for _ in range(2):
        answer = await client.ask(PAGE, b"", "page", "university", "address 1", asyncio.Event().wait)  # type: ignore[arg-type]
        assert answer is not None
        events.append(answer[0])
    serving.cancel()
    return events


def test_a_page_whose_worker_died_is_tried_again(tmp_path: Path) -> None:
    first, second = asyncio.run(_asked_twice(tmp_path, "lost"))
    assert (first.failed, second.failed) == ("lost", "")
    assert second.reply is not None and second.reply.body == b"the page"


@pytest.mark.parametrize("why", ["time", "memory"])
def test_what_asked_for_too_much_is_refused_from_memory(tmp_path: Path, why: str) -> None:
    assert [event.failed for event in asyncio.run(_asked_twice(tmp_path, why))] == [why, why]
