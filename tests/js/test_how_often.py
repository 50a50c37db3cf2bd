"""How often something happens, as people write it and as it is shown to them."""

from __future__ import annotations

import pytest

from .test_workload import asked

OFTEN = {
    "2000": 2000, "20/s": 1_728_000, "500/h": 12_000, "2000/day": 2000, "1e6": 1_000_000, "7/week": 1, "365/year": 1,
    "20 000": 20_000, "1,234,567": 1_234_567, "0.5": 0.5, "1/min": 1440, "0": 0,
    "5000 a day": 5000, "5000 per day": 5000, "5,000 daily": 5000, "about 40": 40, "200k": 200_000, "1.2M": 1_200_000,
    "1.2 million/day": 1_200_000, "200k per day": 200_000, "7 times a week": 1, "14x a week": 2, "twice an hour": 48,
    "hourly": 24, "every day": 1, "20 per second": 1_728_000, "about 24 a day": 24, "10 / Minutes": 14_400,
}  # fmt: skip
NOT_OFTEN = ["often", "20/x", "-1", "1/2/3", "/s", "1,2", "5000 a", "a day", "every", "200q", "5000 a while"]


def test_how_often() -> None:
    found = asked(*(["oftenRead", text] for text in OFTEN))
    assert dict(zip(OFTEN, (one.get("made") for one in found), strict=True)) == OFTEN


def test_what_is_rarer_than_daily_comes_back_short() -> None:
    rare = [asked(["oftenRead", text])[0]["made"] for text in ("1/week", "2/month", "3/year")]
    found = asked(*(["oftenWritten", value] for value in (*rare, 2000, 0.5, 1 / 3, 1_728_000)))
    told = ["1/week", "2/month", "3/year", "2000", "0.5", "0.3333333333333333", "1728000"]
    assert [one["made"] for one in found] == told


@pytest.mark.parametrize("text", NOT_OFTEN)
def test_what_is_no_frequency_is_told(text: str) -> None:
    assert asked(["oftenRead", text]) == [{"misread": "misread_often"}]
