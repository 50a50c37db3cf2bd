"""The oracle's trials of single functions, on both engines: what one call leaves and answers differs where one of them
is wrong, or the script rests on what only one of them does."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping

from designs.compiler.exporters.mongosh import render
from tests.compiler.in_parts import with_all_functions
from tests.mongosh.cases import Built
from tests.mongosh.expected import decoded
from tests.mongosh.shell import run
from tests.oracle.judging import Judge, Trial
from tests.second_engine.engine import play
from tests.second_engine.jobs import Difference, Json, refusals, values


def trial_differences(built: Mapping[str, Built]) -> list[Difference]:
    """Return where the engines differ on one call of each function of these designs, each on facts of its own."""
    judges = {name: Judge(name, design.compilation, tries=1) for name, design in built.items()}
    jobs = [alone(name, judge) for name, judge in judges.items()]
    theirs = play(jobs)
    ours = run(jobs)
    return [
        difference
        for name, judge in judges.items()
        for trial in judge.trials
        for difference in compared(
            judge, trial, ours[name]["returned"][trial.step], theirs[name][trial.step]["returned"]
        )
    ]


def alone(name: str, judge: Judge) -> Json:
    """Return the job of a design, each call without the streams and jobs that come after it: theirs has no log that
    could be drained."""
    job = judge.job(name)
    for trial in judge.trials:
        reads = not trial.scenario.function.writes
        job["steps"][trial.step]["trial"] |= {"drains": False, "jobs": [], "interrupts": 0, "reads": reads}
    scripts = render(with_all_functions(judge.compilation))
    text = next(file.text for file in scripts if file.path.endswith("01_collections.js"))
    found = re.search(r'getSiblingDB\("([^"]*)"\)', text)
    assert found, f"{name} names no database"
    return {**job, "database": found[1], "lasts": True}


def compared(judge: Judge, trial: Trial, ours: Json, theirs: Json) -> Iterator[Difference]:
    """Yield how what one call answered and left differs."""
    place = f"{judge.name} trial {trial.scenario.function.name}"
    answers = [_refused(each["answer"]) for each in (ours, theirs)]
    if any(answers):
        yield from refusals(place, *answers)
        return
    if trial.scenario.function.writes:
        left = judge.comparer.differences(decoded(ours["left"]), decoded(theirs["left"]))
        yield from (Difference(place, f"left {each}") for each in left)
    if trial.told is not None:
        yield from values(place, decoded(ours["answer"]), decoded(theirs["answer"]))


def _refused(answer: object) -> Json | None:
    return {"words": answer["refused"]} if isinstance(answer, dict) and "refused" in answer else None
