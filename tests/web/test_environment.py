"""The environment is read loudly."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from django.core.exceptions import ImproperlyConfigured

from modeler.environment import env_flag, env_list, env_text, load_env_file


def test_a_text_that_is_missing_stops_the_start(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("X_TEXT", raising=False)
    with pytest.raises(ImproperlyConfigured, match="make setup"):
        env_text("X_TEXT")
    monkeypatch.setenv("X_TEXT", "")
    with pytest.raises(ImproperlyConfigured):
        env_text("X_TEXT")
    assert env_text("X_TEXT", "fallback") == ""
    monkeypatch.setenv("X_TEXT", "given")
    assert env_text("X_TEXT") == "given"


@pytest.mark.parametrize(
    ("word", "value"), [("1", True), ("Yes", True), ("off", False), ("", False), ("FALSE", False)]
)
def test_a_flag(monkeypatch: pytest.MonkeyPatch, word: str, value: bool) -> None:
    monkeypatch.setenv("X_FLAG", word)
    assert env_flag("X_FLAG", default=not value) is value


def test_a_flag_that_is_neither_stops_the_start(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("X_FLAG", "maybe")
    with pytest.raises(ImproperlyConfigured, match="X_FLAG='maybe'"):
        env_flag("X_FLAG", default=False)


def test_a_list(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("X_LIST", raising=False)
    assert env_list("X_LIST", ("a",)) == ["a"]
    monkeypatch.setenv("X_LIST", " b, c ,")
    assert env_list("X_LIST", ("a",)) == ["b", "c"]
    monkeypatch.setenv("X_LIST", " , ")
    with pytest.raises(ImproperlyConfigured):
        env_list("X_LIST", ("a",))


def test_a_file_fills_what_the_environment_does_not_say(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("X_ONE", "from outside")
    monkeypatch.delenv("X_TWO", raising=False)
    (tmp_path / ".env").write_text("# a comment\n\nX_ONE=from file\nX_TWO = a=b\n")
    load_env_file(tmp_path / ".env")
    assert (os.environ["X_ONE"], os.environ.pop("X_TWO")) == ("from outside", "a=b")
    load_env_file(tmp_path / "absent")


def test_a_file_with_a_strange_line_stops_the_start(tmp_path: Path) -> None:
    (tmp_path / ".env").write_text("A=1\nexport B\n")
    with pytest.raises(ImproperlyConfigured, match="line 2"):
        load_env_file(tmp_path / ".env")
