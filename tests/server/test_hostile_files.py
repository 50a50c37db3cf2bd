"""Small files that ask for much, sent to the page: each is answered with words, and nobody else notices.

Some in each run of the tests (the clique of embedding is given to the command line there, `tests/hostile`), whose answer may take three seconds of the processor; all of them with NESTLINK_SOAK=1, as
long as people may have.
"""

from __future__ import annotations

import os
import time

import pytest

from tests.hostile import makers

from .demanding import Asked
from .running import Copy, Visitor

SOAK = os.environ.get("NESTLINK_SOAK") == "1"
QUICK = (
    "a million versions",
    "unclosed text that nests",
    "misspelt entities",
    "found: computed ring",
    "found: computed intpow",
    "found: min items nested",
)
MADE = makers()


WITHIN = 1 if SOAK else 5
"""Seconds for the page of another visitor: one on a machine that does nothing else."""


@pytest.fixture
def asked_copy(request: pytest.FixtureRequest) -> Copy:
    """The copy that is asked."""
    found: Copy = request.getfixturevalue("copy" if SOAK else "strict")
    return found


@pytest.mark.parametrize("kind", MADE if SOAK else QUICK)
def test_the_page_answers_and_so_do_others(asked_copy: Copy, kind: str) -> None:
    copy = asked_copy
    text = MADE[kind]().decode("utf-8", "replace")
    asked = Asked(lambda: Visitor(copy.port, accept="*/*").check(text))
    others = copy.visitor()
    slowest = others.get("/").seconds
    while asked.is_waiting():
        slowest = max(slowest, others.get("/").seconds)
        time.sleep(0.1)
    answer = asked.wait()
    assert answer.status in (200, 413, 422, 503), answer.title
    assert slowest < WITHIN
    if answer.status == 503:
        assert answer.headers["retry-after"]
    assert copy.visitor().get("/").status == 200
