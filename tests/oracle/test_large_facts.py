"""Facts that a design makes large are tried less, so that any design ends."""

from __future__ import annotations

import json
from typing import Any

import pytest

from designs.compiler import read
from tests.compiler.in_parts import compile_design
from tests.mongosh.odd import end, entity, field, link
from tests.oracle.judging import FEW, INTERRUPTS, TRIES, Judge, judge

Json = dict[str, Any]


def _people(least: int) -> Json:
    """Return a design in which each person follows so many others at least."""
    both = [field("note", "string"), field("since", "date"), field("until", "date")]
    follows = link(
        "follows", "graph", end("Person", 200, field="follows"), end("Person", 200, field="followers"),
        strategy="TWO_WAY_EMBED", link_fields=both,
    )  # fmt: skip
    follows["from"]["has"]["min"] = least
    everybody = {"name": "everybody", "kind": "read", "entity": "Person", "per_day": 5}
    return {
        "format": "nestlink/1", "name": "people", "database": "people", "entities": [entity("Person", field("name"))],
        "relationships": [follows], "operations": [everybody, everybody | {"name": "by name", "sort": [{"field": "name"}]}],
    }  # fmt: skip


@pytest.mark.parametrize(("least", "tried"), [(1, (TRIES, INTERRUPTS)), (49, (1, FEW))])
def test_many_links_of_each_are_tried_once(least: int, tried: tuple[int, int]) -> None:
    model = read(json.dumps(_people(least))).value
    assert model is not None
    judge = Judge("people", compile_design(model))
    judge.keep([judge.functions[0].name])
    judge.job("0")
    assert (judge.tries, judge.interrupts) == tried


@pytest.mark.at_length
def test_a_read_tells_a_page_of_many() -> None:
    """It takes as many as nobody says otherwise, whatever there are more."""
    verdicts = judge("people", _people(55), only=["everybody", "byName"])
    assert [(one.judged, one.why) for one in verdicts] == [(True, "")] * 2
