"""Partial indexes of which nobody says how many documents they hold."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from ...emit.markdown import Span
from ...plan_model.forecast_types import SHARE_OF, TIME_OF, Forecast
from .risks import Risk
from .wording import MOST_NAMED

_LARGE = 1024**3
"""Bytes of a collection's indexes in three years from where on their size matters."""


def of_unknown_size(forecasts: Iterable[Forecast]) -> Iterator[Risk]:
    """Yield the questions how many documents are in the states that large partial indexes hold."""
    large = [forecast for forecast in forecasts if forecast.moments[-1].indexes >= _LARGE]
    if stays := [said for forecast in large for said in forecast.assumed_states(TIME_OF)]:
        yield Risk(
            40.0,
            (
                Span(
                    f"How many days are {_some(stays)} in that state? The size of a partial index depends on it."
                ),
            ),
            (Span('The default is 7. Set another with "constants": {"state_days": 2}.'),),
        )
    if shares := [said for forecast in large for said in forecast.assumed_states(SHARE_OF)]:
        yield Risk(
            40.0,
            (Span(f"How many are {_some(shares)}? The size of a partial index depends on it."),),
            (
                Span(
                    "Each value is assumed equally frequent. Add the updates that change it, with their frequencies."
                ),
            ),
        )


def _some(states: Sequence[str]) -> str:
    more = len(states) - MOST_NAMED
    return ", ".join(states[:MOST_NAMED]) + (f", and {more} more" if more > 0 else "")
