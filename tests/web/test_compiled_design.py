"""Compilations are kept, bounded, and told apart by text and version."""

from __future__ import annotations

import json
from typing import Any

import pytest

from designs.delivery.compiled import compiled_design
from designs.kept import MEMORY

from .conftest import small_design

TEXT = json.dumps(small_design()).encode()


@pytest.fixture(autouse=True)
def _empty() -> None:
    MEMORY.clear()


def test_the_second_asking_is_the_same_answer() -> None:
    assert compiled_design.compiled(TEXT) is compiled_design.compiled(TEXT)


def test_another_text_or_version_is_another_answer(settings: Any) -> None:
    first = compiled_design.compiled(TEXT)
    assert compiled_design.compiled(TEXT + b"\n") is not first
    settings.VERSION = "99"
    assert compiled_design.compiled(TEXT) is not first


def test_no_more_are_kept_than_fit(monkeypatch: pytest.MonkeyPatch) -> None:
    first = compiled_design.compiled(TEXT)
    monkeypatch.setattr(MEMORY, "most", MEMORY.size + compiled_design.size_of(first) // 2)  # not room for two
    other = compiled_design.compiled(TEXT + b" ")
    assert compiled_design.remembered(TEXT) is None
    assert compiled_design.remembered(TEXT + b" ") is other
    assert 0 < MEMORY.size <= MEMORY.most


def test_a_refused_text_is_kept_with_its_faults() -> None:
    result = compiled_design.compiled(b"{")
    assert isinstance(result, compiled_design.Refused) and result.faults
    with pytest.raises(compiled_design.DesignRefused) as caught:
        compiled_design.opened(b"{")
    assert caught.value.faults == result.faults


def test_it_renders_the_outputs_that_are_wanted() -> None:
    result = compiled_design.compile_text(TEXT, {"plan"})
    assert isinstance(result, compiled_design.Compiled)
    assert [file.path for file in result.files] == ["plan.json"]
    assert result.plan["format"] == "nestlink-plan/1"


def test_the_outputs_are_those_of_the_contract() -> None:
    assert set(compiled_design.outputs()) == {"plan", "report", "documents", "schemas", "mongosh", "diagrams"}
