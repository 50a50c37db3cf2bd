"""`bench.load` on a server: nothing is lost, a planted loss is found, and no server is left behind."""

from __future__ import annotations

import dataclasses
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest

from bench import processes
from bench.load import failures
from bench.loading.clock import AWAY, UNSENT
from bench.loading.driving import Load, Run, run
from bench.loading.served import Served, served
from bench.loading.visitors import READS, SAVES

from .lossy_proxy import lossy

ROOT = Path(__file__).resolve().parent.parent.parent
FEW = Load(editors=3, viewers=3, seconds=3, period=0.3, designs=2, warm=False)


@pytest.fixture(scope="module")
def server() -> Any:
    with served(ROOT) as found:
        yield found
        there = found.processes()
        assert len(there) >= 2
    assert not any(processes.began(one) for one in there)


class TestARun:
    def test_nothing_is_lost(self, server: Served) -> None:
        done = run(server, FEW)
        assert done.complaints == []
        assert failures(done.clock.samples) == 0
        # Nothing to undo; two people changed the same; one undid what the other's edit is about. Busy machines are late.
        refused = {404, 409, 422, AWAY, UNSENT}
        assert {one.status for one in done.clock.samples} - refused == {200}
        assert 0 < done.acknowledged <= sum(one.kind in SAVES for one in done.clock.samples)
        assert {one.kind for one in done.clock.samples} & {kind.name for kind in READS}
        assert done.usage.peak >= done.usage.end > 0
        assert done.usage.server_cpu > 0 < done.usage.client_cpu

    def test_an_acknowledged_edit_that_is_not_stored_is_found(self, server: Served) -> None:
        with lossy(server.port) as port:
            done: Run = run(server, dataclasses.replace(FEW, seconds=1), port)
        lost = [one for one in done.complaints if "and is not stored" in one]
        assert lost
        assert all("was acknowledged as revision" in one for one in lost)

    def test_an_interrupted_program_leaves_no_server(self) -> None:
        command = [sys.executable, "-m", "bench.load", "--editors", "1", "--viewers", "1", "--seconds", "60"]
        with subprocess.Popen(
            command,
            cwd=ROOT,
            stderr=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            # What a shell starts in the background ignores the signal, and so would what it starts.
            preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL),
        ) as program:
            until = time.monotonic() + 60
            while len(there := processes.tree(program.pid)) < 3 and time.monotonic() < until:
                time.sleep(0.1)
            program.send_signal(signal.SIGINT)
            assert program.wait(timeout=60) == 1
        assert len(there) >= 3
        assert not any(processes.began(one) for one in there)
