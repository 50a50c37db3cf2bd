"""Facts that a design makes large are tried less, so that any design ends."""

from __future__ import annotations

import json

import pytest

from designs.compiler import compile_design, read
from tests.mongosh.odd import end, entity, field, link
from tests.oracle.judging import FEW, INTERRUPTS, TRIES, Judge


@pytest.mark.parametrize(("least", "tried"), [(1, (TRIES, INTERRUPTS)), (49, (1, FEW))])
def test_many_links_of_each_are_tried_once(least: int, tried: tuple[int, int]) -> None:
    both = [field("note", "string"), field("since", "date"), field("until", "date")]
    follows = link(
        "follows", "graph", end("Person", 200, field="follows"), end("Person", 200, field="followers"),
        strategy="TWO_WAY_EMBED", link_fields=both,
    )  # fmt: skip
    follows["from"]["has"]["min"] = least
    source = {
        "format": "nestlink/1", "name": "people", "database": "people", "entities": [entity("Person", field("name"))],
        "relationships": [follows],
    }  # fmt: skip
    model = read(json.dumps(source)).value
    assert model is not None
    judge = Judge("people", compile_design(model))
    judge.keep([judge.functions[0].name])
    judge.job("0")
    assert (judge.tries, judge.interrupts) == tried
