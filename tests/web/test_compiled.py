"""Compilations are kept, bounded, and told apart by text and version."""

from __future__ import annotations

import json
from typing import Any

import pytest

from designs.delivery import compiled as room
from designs.kept import MEMORY

from .conftest import small_design

TEXT = json.dumps(small_design()).encode()


@pytest.fixture(autouse=True)
def _empty() -> None:
    MEMORY.clear()


def test_the_second_asking_is_the_same_answer() -> None:
    assert room.compiled(TEXT) is room.compiled(TEXT)


def test_another_text_or_version_is_another_answer(settings: Any) -> None:
    first = room.compiled(TEXT)
    assert room.compiled(TEXT + b"\n") is not first
    settings.VERSION = "99"
    assert room.compiled(TEXT) is not first


def test_no_more_are_kept_than_fit(monkeypatch: pytest.MonkeyPatch) -> None:
    first = room.compiled(TEXT)
    monkeypatch.setattr(MEMORY, "most", MEMORY.size + room.size_of(first) // 2)  # not room for two
    other = room.compiled(TEXT + b" ")
    assert room.remembered(TEXT) is None
    assert room.remembered(TEXT + b" ") is other
    assert 0 < MEMORY.size <= MEMORY.most


def test_a_refused_text_is_kept_with_its_faults() -> None:
    result = room.compiled(b"{")
    assert isinstance(result, room.Refused) and result.faults
    with pytest.raises(room.DesignRefused) as caught:
        room.opened(b"{")
    assert caught.value.faults == result.faults


def test_it_renders_the_outputs_that_are_wanted() -> None:
    result = room.compile_text(TEXT, {"plan"})
    assert isinstance(result, room.Compiled)
    assert [file.path for file in result.files] == ["plan.json"]
    assert result.plan["format"] == "nestlink-plan/1"


def test_the_outputs_are_those_of_the_contract() -> None:
    assert set(room.outputs()) == {"plan", "report", "documents", "schemas", "mongosh", "diagrams"}
