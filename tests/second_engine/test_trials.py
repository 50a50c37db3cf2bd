"""A trial that ends otherwise on one of the engines is told."""

from __future__ import annotations

from copy import deepcopy

from tests.mongosh.shell import run
from tests.oracle.judging import Judge
from tests.second_engine.jobs import designs
from tests.second_engine.trials import alone, compared


def test_a_planted_difference_of_one_call_is_told() -> None:
    design = designs("library")["library/university"]
    judge = Judge("university", design.compilation, tries=1)
    returned = run([alone("university", judge)])["university"]["returned"]
    trial = next(each for each in judge.trials if each.scenario.function.writes)
    came = returned[trial.step]
    assert not list(compared(judge, trial, came, came))
    lacking = deepcopy(came)
    lacking["left"]["students"].pop()
    place = f"university trial {trial.scenario.function.name}"
    assert [each.place for each in compared(judge, trial, came, lacking)] == [place]
    refused = {**came, "answer": {"refused": "no"}}
    assert [each.what for each in compared(judge, trial, came, refused)] == ["theirs alone refuses: no"]


def test_a_planted_difference_of_one_answer_is_told() -> None:
    design = designs("library")["library/university"]
    judge = Judge("university", design.compilation, tries=1)
    returned = run([alone("university", judge)])["university"]["returned"]
    trial = next(each for each in judge.trials if each.told is not None)
    came = returned[trial.step]
    assert not list(compared(judge, trial, came, came))
    assert list(compared(judge, trial, came, {**came, "answer": "something else"}))
