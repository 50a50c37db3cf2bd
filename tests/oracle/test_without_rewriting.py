"""A script that is run as it is leaves what it leaves once mongosh has rewritten it."""

from __future__ import annotations

from tests.oracle.judging import judge_all
from tests.oracle.known import DESIGNS
from tests.oracle.run import Named, loaded, random_designs

LISTED = (9, 11)
"""Random designs, some of whose functions are on the list: what fails must fail alike."""


def test_both_come_to_the_same() -> None:
    designs = [*random_designs(LISTED), ("ski_school", loaded(DESIGNS / "ski_school.json"))]
    rewritten = _outcomes(designs, direct=False)
    assert sum(outcome == "right" for _, _, outcome in rewritten) > 100, "too few to show anything"
    assert any(outcome == "failed" for _, _, outcome in rewritten), "none fails: what fails must fail alike"
    assert _outcomes(designs, direct=True) == rewritten


def _outcomes(designs: list[Named], *, direct: bool) -> list[tuple[str, str, str]]:
    return [
        (one.design, one.function, "not judged" if not one.judged else "failed" if one.why else "right")
        for one in judge_all(designs, tries=1, direct=direct)
    ]
