"""The `nestlink` command: what it says, and where it keeps things."""

from __future__ import annotations

from pathlib import Path

import pytest

from modeler import VERSION, command, places


@pytest.mark.parametrize(("word", "said"), [("--help", "nestlink compile FILE"), ("--version", VERSION)])
def test_it_says_what_it_can(capsys: pytest.CaptureFixture[str], word: str, said: str) -> None:
    command.main([word])
    assert said in capsys.readouterr().out


def test_an_unknown_verb_is_an_error() -> None:
    with pytest.raises(SystemExit, match="unknown command 'bake'"):
        command.main(["bake"])


@pytest.mark.parametrize("verb", command.VERBS)
def test_the_usage_of_a_verb_names_the_verb(capsys: pytest.CaptureFixture[str], verb: str) -> None:
    with pytest.raises(SystemExit) as ended:
        command.main([verb, "--help"])
    assert ended.value.code == 0
    assert f"usage: nestlink {verb}" in capsys.readouterr().out


def test_a_named_home_wins(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("NESTLINK_HOME", str(tmp_path))
    assert places.home() == tmp_path.resolve()


def test_a_checkout_keeps_its_things_itself(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("NESTLINK_HOME", raising=False)
    assert places.home() == places.CHECKOUT


@pytest.mark.parametrize(
    ("platform", "variable", "end"),
    [
        ("linux", "XDG_DATA_HOME", "nestlink"),
        ("win32", "LOCALAPPDATA", "Nestlink"),
    ],
)
def test_a_wheel_keeps_things_where_the_system_does(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, platform: str, variable: str, end: str
) -> None:
    monkeypatch.setattr(places, "CHECKOUT", None)
    monkeypatch.setattr(places.sys, "platform", platform)
    monkeypatch.delenv("NESTLINK_HOME", raising=False)
    monkeypatch.setenv(variable, str(tmp_path))
    assert places.home() == tmp_path / end
