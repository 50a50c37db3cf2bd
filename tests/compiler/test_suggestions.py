"""Did you mean: only what somebody may have meant."""

from __future__ import annotations

import pytest

from designs.compiler.names.suggestions import Guesses


@pytest.mark.parametrize(
    ("name", "near"),
    [
        ("autor", "author"),
        ("nmae", "name"),
        ("requried", "required"),
        ("inserts", "inserts_per_day"),
        ("str", "string"),
        ("kount", "count"),
    ],
)
def test_a_slip_is_understood(name: str, near: str) -> None:
    assert Guesses().nearest(name, ["type", near, "pattern"]) == near


@pytest.mark.parametrize(("name", "other"), [("unit", "count"), ("state", "rates"), ("flying", "parking")])
def test_a_word_that_shares_letters_is_another_word(name: str, other: str) -> None:
    assert Guesses().nearest(name, ["type", other, "pattern"]) is None
