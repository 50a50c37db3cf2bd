"""How many documents partial indexes hold: from how often a day documents come into a state and leave it."""

from __future__ import annotations

from typing import Any

import pytest

from designs.compiler import Forecast
from tests.compiler.test_forecast import ID_INDEX, forecasts


def jobs(out: float | None, **more: Any) -> Forecast:
    """A thousand a day come in, so many a day are done; the open ones of a kind have a partial index."""
    state = {"name": "state", "type": "string", "enum": ["open", "done"], "required": True}
    kind = {"name": "kind", "type": "string", "average_bytes": 10}
    opened = {"field": "state", "match": "eq", "value": "open"}
    done = {"field": "state", "do": "set", "value": "done"}
    often = {} if out is None else {"per_day": out}
    operations: list[Any] = [
        {
            "name": "open",
            "kind": "read",
            "entity": "Job",
            "filter": [{"field": "kind", "match": "eq"}, opened],
        },
        {
            "name": "do",
            "kind": "update",
            "entity": "Job",
            "filter": [{"field": "_id"}, opened],
            "effects": [done],
            **often,
        },
    ]
    job = {"name": "Job", "count": 1_000_000, "inserts_per_day": 1000, "fields": [state, kind]}
    return forecasts(job, operations=operations, **more)["jobs"]


@pytest.mark.parametrize(
    ("out", "entries", "assumed"),
    [
        (1000, 7 * 1000, 'duration of jobs with state "open": 7 days each'),  # all that come go on
        (
            500,
            0.5 * 1_000_000 + 7 * 500,
            'duration of jobs with state "open": 7 days each',
        ),  # half of them stay
        (2000, 7 * 2000, 'duration of jobs with state "open": 7 days each'),
        (None, 0.5 * 1_000_000, 'share of jobs with state "open": 50%'),  # one of two values
    ],
)
def test_a_partial_index_holds_what_is_in_the_state(out: float | None, entries: float, assumed: str) -> None:
    forecast = jobs(out)
    key = 4 + 10 + 1 + 10  # a text of ten letters, and what an entry takes beside it
    assert forecast.moments[0].indexes == pytest.approx(1_000_000 * ID_INDEX + entries * key, rel=1e-3)
    assert assumed in forecast.assumed


def test_how_long_documents_stay_in_a_state_can_be_said() -> None:
    forecast = jobs(1000, constants={"state_days": 1})
    assert 'duration of jobs with state "open": 1 day each' in forecast.assumed
    assert forecast.moments[0].indexes < jobs(1000).moments[0].indexes
