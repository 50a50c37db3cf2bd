"""The processes of a running copy: ended together, started again when one dies."""

from __future__ import annotations

import os
import signal
import sys
import threading
import time
from collections.abc import Iterator

import pytest

from modeler import supervising
from modeler.supervising import CannotStart, SupervisedProcess, Supervisor

from .logged import Lines


def python(code: str, name: str = "server") -> SupervisedProcess:
    return SupervisedProcess(name, [sys.executable, "-uc", code], {})


@pytest.fixture(autouse=True)
def _interrupts() -> Iterator[None]:
    before = signal.getsignal(signal.SIGINT)
    yield
    signal.signal(signal.SIGINT, before)


@pytest.mark.parametrize("deaf", [False, True])
def test_a_process_that_misses_the_signal_is_ended_all_the_same(
    monkeypatch: pytest.MonkeyPatch, deaf: bool
) -> None:
    monkeypatch.setattr(supervising, "PATIENCE", 0.5)
    one = python(
        f"import signal, time; {deaf} and signal.signal(signal.SIGTERM, signal.SIG_IGN); time.sleep(60)"
    )
    one.start()
    time.sleep(0.5)
    one.end()
    assert one.process is not None
    assert one.process.returncode == -(signal.SIGKILL if deaf else signal.SIGTERM)


def supervisor(*kept: SupervisedProcess) -> Supervisor:
    made = Supervisor(["true"])
    made._processes, made._server = (kept[0], kept[-1]), kept[-1]
    return made


def test_what_ran_once_is_tried_for_ever(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(supervising, "_PAUSE", 0)
    made = supervisor(python("raise SystemExit(3)", "compiler"), python("import time; time.sleep(60)"))
    with made:
        one = made._processes[0]
        one.started -= 60  # it ran for a minute before it ended the first time
        for _ in range(20):
            assert one.process is not None
            one.process.wait()
            made._again(one)
        one.steady = False
        with pytest.raises(CannotStart):
            made._again(one)


def test_what_dies_is_started_again(lines: Lines) -> None:
    made = supervisor(
        python("import time; time.sleep(60)", "compiler"), python("import time; time.sleep(60)")
    )

    def watch() -> None:
        with pytest.raises(RuntimeError, match="enough"):
            made.watch()

    with made:
        watching = threading.Thread(target=watch, daemon=True)
        watching.start()
        first = made._processes[0].process
        assert first is not None
        os.kill(first.pid, signal.SIGKILL)
        for _ in range(100):
            if made._processes[0].process is not first and made._processes[0].is_alive():
                break
            time.sleep(0.05)
        assert made._processes[0].is_alive() and made._processes[0].process is not first
        assert made.is_serving()
        made._again = lambda one: (_ for _ in ()).throw(RuntimeError("enough"))  # type: ignore[method-assign]
        os.kill(made._processes[0].process.pid, signal.SIGKILL)  # type: ignore[union-attr]
        watching.join(5)
        assert not watching.is_alive()
    assert lines.of("restarted")[0] | {"process": "compiler", "code": -9} == lines.of("restarted")[0]
    assert not made.is_serving()


def test_what_will_not_start_is_not_tried_for_ever(monkeypatch: pytest.MonkeyPatch, lines: Lines) -> None:
    monkeypatch.setattr(supervising, "_PAUSE", 0.01)
    made = supervisor(python("import time; time.sleep(60)", "compiler"), python("raise SystemExit(3)"))
    with (
        made,
        pytest.raises(CannotStart, match=r"server process ends as soon as it starts \(exit status 3\)"),
    ):
        made.watch()
    assert [line["code"] for line in lines.of("restarted")] == [3] * 5
