"""How a sentence lists words."""

from __future__ import annotations

import pytest

from designs.compiler.plan_model.number_format import listed


@pytest.mark.parametrize(
    ("words", "text"),
    [
        ([], ""),
        (["a"], "a"),
        (["a", "b"], "a and b"),
        (["a", "b", "c"], "a, b, and c"),
        (iter("ab"), "a and b"),
    ],
)
def test_a_list_of_three_has_a_serial_comma(words: list[str], text: str) -> None:
    assert listed(words) == text


def test_the_word_before_the_last_can_be_another() -> None:
    assert listed(["a", "b", "c"], "or") == "a, b, or c"
