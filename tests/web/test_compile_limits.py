"""A command is always answered: what asks for too much time, memory or depth ends with exit 2 and a word."""

from __future__ import annotations

import json
import math
import os
import re
import resource
import signal
import sys
from collections.abc import Iterator
from contextlib import suppress
from itertools import chain, repeat
from pathlib import Path
from time import process_time
from typing import Any

import pytest
from django.core.management import call_command

from designs import limits
from designs.delivery.compiled import compiled_design
from designs.delivery.output import dot, pictures
from designs.limits import BadLimit, Budget, Exceeded, within
from modeler.workers import limits as workers

from .test_check_design import check
from .test_compile_design import begun, run

USUAL = Budget()


def busy() -> None:
    while True:
        pass


def slow_pattern() -> None:
    re.match("(a|a)+$", "a" * 60 + "b")


def swallowing() -> None:
    while True:
        with suppress(Exception):
            busy()


@pytest.mark.parametrize("work", [busy, slow_pattern, swallowing], ids=lambda work: work.__name__)
def test_processor_time_ends(work: Any) -> None:
    began = process_time()
    with pytest.raises(Exceeded, match="more than 1 s of processor time"), within(Budget(1, 0)):
        work()
    assert process_time() - began < 5


def test_memory_ends() -> None:
    with pytest.raises(Exceeded, match="more than 400 MB of memory"), within(Budget(0, 400)):
        bytearray(500 * 2**20)
    kept = []
    with pytest.raises(Exceeded, match="memory"), within(Budget(20, 400)):
        while True:
            kept.append([0] * 10_000)


def test_memory_ends_where_code_in_c_gives_up_without_a_word() -> None:
    silent = SystemError("error return without exception set")
    with pytest.raises(Exceeded, match="more than 400 MB of memory"), within(Budget(0, 400)):
        raise silent
    with pytest.raises(SystemError), within(Budget(20, 0)):
        raise silent
    with pytest.raises(SystemError, match="bad argument"), within(Budget(20, 400)):
        raise SystemError("bad argument to internal function")


def test_time_that_is_up_while_memory_ends_the_work_passes_nobody_by() -> None:
    class Leaving:
        def __enter__(self) -> None:
            pass

        def __exit__(self, *error: object) -> None:
            signal.raise_signal(signal.SIGPROF)

    with pytest.raises(Exceeded, match="memory"), within(Budget(20, 900)), Leaving():
        raise MemoryError


def test_depth_ends() -> None:
    def deeper() -> None:
        deeper()

    with pytest.raises(Exceeded, match="nested too deep") as told, within(USUAL):
        deeper()
    assert told.value.remedy == "flatten it, or break the chain"


def test_what_was_set_before_is_set_again() -> None:
    def state() -> tuple[Any, ...]:
        timer = signal.getitimer(signal.ITIMER_PROF)
        looks = signal.getsignal(signal.SIGVTALRM), signal.getitimer(signal.ITIMER_VIRTUAL)
        return (signal.getsignal(signal.SIGPROF), timer, looks, resource.getrlimit(resource.RLIMIT_DATA))

    before = state()
    with within(USUAL) as allowance:
        assert state() != before
        assert 9 < allowance.left() <= 10
    assert state() == before
    with pytest.raises(Exceeded), within(USUAL):
        raise MemoryError
    assert state() == before


def test_what_the_process_took_before_counts_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    """The two clocks of the system drift apart: a limit must not be reckoned by one and held to by the other."""
    while process_time() < 1.2:
        pass
    monkeypatch.setattr(limits.os, "times", lambda: os.times_result((0.0, 0.0, 0.0, 0.0, 0.0)))
    with within(Budget(1, 0)):
        sum(range(1_000_000))


def test_an_outer_limit_that_is_lower_stays_and_goes_on_afterwards() -> None:
    with pytest.raises(Exceeded, match="more than 1 s"), within(Budget(1, 0)):
        with within(Budget(20, 0)):
            sum(range(1_000_000))
        assert 0 < signal.getitimer(signal.ITIMER_PROF)[0] < 2  # the system counts in ticks, and rounds up
        busy()
    assert signal.getitimer(signal.ITIMER_PROF) == (0.0, 0.0)


def test_no_limit_is_no_limit() -> None:
    with within(Budget(0, 0)) as allowance:
        assert allowance.left() == float("inf")


def test_a_limit_that_is_lower_already_stays() -> None:
    with within(Budget(0, 900)), within(USUAL):
        assert resource.getrlimit(resource.RLIMIT_DATA)[0] == (900 + limits._BETWEEN) * 2**20
    kept: list[object] = []
    with pytest.raises(Exceeded, match="memory"), within(Budget(20, 400)), within(USUAL):
        while len(kept) < 7_000:
            kept.append([0] * 10_000)


def test_memory_ends_between_two_steps_and_is_refused_in_none() -> None:
    """Python 3.11 that is refused memory for a call may end in a fatal error of its own."""
    kept: list[object] = []
    refused = resource.getrlimit(resource.RLIMIT_DATA)[0]
    with pytest.raises(Exceeded, match="memory"), within(Budget(20, 400)):
        resource.setrlimit(resource.RLIMIT_DATA, (refused, resource.getrlimit(resource.RLIMIT_DATA)[1]))
        while len(kept) < 20_000:
            kept.append([0] * 10_000)


@pytest.mark.parametrize(("trouble", "is_printed"), [(MemoryError, False), (ValueError, True)])
def test_an_end_where_python_cannot_raise_prints_no_traceback(
    trouble: type[Exception], is_printed: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    printed: list[object] = []
    monkeypatch.setattr(sys, "unraisablehook", lambda echo: printed.append(echo.exc_type))
    before = sys.unraisablehook

    def interrupted() -> Iterator[int]:
        try:
            yield 1
        finally:
            raise trouble

    with within(USUAL):
        generator = interrupted()
        next(generator)
        del generator
    assert printed == [trouble] * is_printed
    assert sys.unraisablehook is before


@pytest.mark.parametrize(
    ("environment", "budget"),
    [
        ({}, Budget(10, 1000)),
        ({limits.SECONDS: "0.5", limits.MEGABYTES: " 2000 "}, Budget(0.5, 2000)),
        ({limits.SECONDS: "0", limits.MEGABYTES: ""}, Budget(0, 1000)),
    ],
)
def test_the_environment_states_the_limits(environment: dict[str, str], budget: Budget) -> None:
    assert Budget.of(environment) == budget


def test_the_server_and_commands_have_the_same_limits() -> None:
    assert Budget() == Budget(workers.SECONDS, workers.MEGABYTES)
    assert tuple(re.findall(r'env_limit\("(\w+)"', Path(workers.__file__).read_text(encoding="utf-8"))) == (
        limits.SECONDS,
        limits.MEGABYTES,
    )


@pytest.mark.parametrize("text", ["ten", "-1", "nan", "inf", "1e999"])
def test_what_is_no_limit_is_refused_with_what_to_write(text: str, monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(BadLimit, match=r"Use a number such as 10, or 0"):
        Budget.of({limits.SECONDS: text})
    monkeypatch.setenv(limits.MEGABYTES, text)
    assert check("-") == (2, "", f"Invalid {limits.MEGABYTES}={text!r}. Use a number such as 1000, or 0 for no limit.\n")  # fmt: skip


# --- the commands -------------------------------------------------------------------------------


def crowd(path: Path) -> Path:
    """A valid design that takes some seconds."""
    fields = [{"name": f"f{number}", "type": "string"} for number in range(10)]
    names = [f"Thing{number}" for number in range(600)]
    links = [
        {"name": f"r{at}", "kind": "one-to-many", "from": {"entity": names[at // 2]}, "to": {"entity": name}}
        for at, name in enumerate(names)
        if at
    ]
    entities = [{"name": name, "fields": fields} for name in names]
    design = {"format": "nestlink/1", "name": "x", "database": "x", "entities": entities, "relationships": links}  # fmt: skip
    path.write_text(json.dumps(design))
    return path


@pytest.mark.parametrize(
    ("start", "variable", "value", "words"),
    [
        (begun, limits.SECONDS, "0.2", "more than 0.2 s of processor time; make it smaller"),
        (run, limits.MEGABYTES, "75", "more than 75 MB of memory; make it smaller"),
    ],
)
def test_too_much_is_told_and_nothing_is_written(
    tmp_path: Path, start: Any, variable: str, value: str, words: str
) -> None:
    """Memory is that of the whole process, so that it takes one that holds nothing else."""
    temporary = tmp_path / "temporary"
    temporary.mkdir()
    for out in (tmp_path / "new", tmp_path / "empty"):
        if out.name == "empty":
            out.mkdir()
        result = start(crowd(tmp_path / "a.json"), "--out", out, TMPDIR=str(temporary), **{variable: value})
        told = result.stderr.decode()
        assert (result.returncode, result.stdout) == (2, b""), told
        assert words in told and f"{variable}=" in told and "0: no limit" in told
        assert "Traceback" not in told
        assert not out.exists() or list(out.iterdir()) == []
        assert list(temporary.iterdir()) == []


def test_an_earlier_folder_stays_as_it_is(tmp_path: Path, small: Path) -> None:
    out = tmp_path / "out"
    assert begun(small, "--out", out, "--only", "report").returncode == 0
    before = {path: path.read_bytes() for path in out.rglob("*") if path.is_file()}
    assert begun(crowd(tmp_path / "a.json"), "--out", out, NESTLINK_COMPILE_SECONDS="0.2").returncode == 2
    assert {path: path.read_bytes() for path in out.rglob("*") if path.is_file()} == before


@pytest.mark.parametrize("error", [MemoryError, RecursionError])
def test_trouble_of_the_machine_is_no_traceback(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, small: Path, error: type[Exception]
) -> None:
    def fail(text: bytes) -> None:
        raise error

    monkeypatch.setattr(compiled_design, "read", fail)
    code, out, err = check(str(small))
    assert (code, out) == (2, "")
    assert err.startswith(f"{small}: the design ")
    with pytest.raises(SystemExit) as ended:
        call_command("compile_design", str(small), "--out", str(tmp_path / "out"))
    assert ended.value.code == 2
    assert not (tmp_path / "out").exists()


def test_the_diagrams_get_what_is_left(monkeypatch: pytest.MonkeyPatch, tmp_path: Path, small: Path) -> None:
    asked = []

    def draw(text: str, formats: tuple[str, ...], seconds: float) -> dot.Drawing:
        asked.append(seconds)
        return dot.Drawing({}, "late")

    monkeypatch.setattr(pictures.dot, "draw", draw)
    monkeypatch.setenv(limits.SECONDS, "9")
    call_command("compile_design", str(small), "--out", str(tmp_path / "out"))
    assert len(asked) == 2 and 0 < asked[1] <= asked[0] <= 9 * 0.8


def test_a_diagram_that_has_no_time_left_is_not_begun() -> None:
    drawing = dot.draw("digraph { too_late }", seconds=0.1)
    assert drawing == dot.Drawing({}, "Diagrams weren't drawn: no time was left")


def test_limits_know_nothing_of_django() -> None:
    assert "django" not in Path(limits.__file__).read_text()


class TestLeft:
    """In a worker, Graphviz gets what the request has left."""

    def test_nobody_counts_by_default(self) -> None:
        assert limits.left() == math.inf

    def test_a_request_that_took_all_its_time_is_not_drawn(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(limits, "spent", chain([100.0], repeat(109.8)).__next__)
        with limits.allowing(limits.Budget(seconds=10)):
            assert limits.left() == pytest.approx(0.2)
            drawing = dot.draw("digraph { never_drawn_before }")
        assert drawing.files == {} and "no time was left" in drawing.warning
        assert limits.left() == math.inf
