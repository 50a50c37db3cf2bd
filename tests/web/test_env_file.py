"""The file .env of a copy: made once, for its owner alone, and completed where an older version wrote it."""

from __future__ import annotations

import os
import socket
import stat
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from django.core.exceptions import ImproperlyConfigured

from modeler import env_file
from modeler.environment import read_env_file
from modeler.sign_in import address


@pytest.fixture(autouse=True)
def _plain_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("ALLOWED_HOSTS", "BEHIND_TLS", "NESTLINK_LOCAL"):
        monkeypatch.delenv(name, raising=False)


def test_it_is_made_once_and_for_its_owner_alone(tmp_path: Path) -> None:
    home = tmp_path / "new" / "home"
    assert "new secret key" in env_file.keep(home)
    first = (home / ".env").read_text()
    assert env_file.keep(home) == ""
    assert (home / ".env").read_text() == first
    key, local = first.splitlines()
    assert len(key) > 60
    assert local == "NESTLINK_LOCAL=1"
    assert stat.S_IMODE((home / ".env").stat().st_mode) == 0o600


@pytest.mark.parametrize(
    "text", ["SECRET_KEY=x", "SECRET_KEY=x\n", "A=1\nALLOWED_HOSTS=localhost\nBEHIND_TLS=0\n"]
)
def test_a_local_one_of_before_is_completed(tmp_path: Path, text: str) -> None:
    path = tmp_path / ".env"
    path.write_text(text)
    path.chmod(0o644)
    assert "added NESTLINK_LOCAL=1" in env_file.keep(tmp_path)
    assert env_file.keep(tmp_path) == ""
    assert path.read_text() == text.rstrip("\n") + "\nNESTLINK_LOCAL=1\n"
    assert stat.S_IMODE(path.stat().st_mode) == 0o600


@pytest.mark.parametrize("line", ["ALLOWED_HOSTS=nestlink.example", "BEHIND_TLS=1", "NESTLINK_LOCAL=0"])
def test_a_servers_is_left_alone(tmp_path: Path, line: str) -> None:
    (tmp_path / ".env").write_text(f"SECRET_KEY=x\n{line}\n")
    assert env_file.keep(tmp_path) == ""
    assert (tmp_path / ".env").read_text() == f"SECRET_KEY=x\n{line}\n"


def test_a_server_that_speaks_through_its_environment_too(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("ALLOWED_HOSTS", "nestlink.example")
    env_file.keep(tmp_path)
    assert "LOCAL" not in (tmp_path / ".env").read_text()
    env_file.keep(tmp_path)
    assert "LOCAL" not in (tmp_path / ".env").read_text()


def test_setup_writes_it(tmp_path: Path) -> None:
    names = {"PATH": os.environ["PATH"], "NESTLINK_HOME": str(tmp_path)}
    command = [sys.executable, "-m", "modeler.env_file"]
    said = [
        subprocess.run(command, env=names, check=True, capture_output=True, text=True).stdout for _ in "12"
    ]
    assert said[0].startswith("setup: wrote ") and said[1] == ""


def test_a_name_with_two_values_is_refused_with_its_line(tmp_path: Path) -> None:
    path = tmp_path / ".env"
    path.write_text("NESTLINK_LOCAL=1\nA=1\nA=1\nNESTLINK_LOCAL=0\n")
    with pytest.raises(ImproperlyConfigured, match=r"\.env line 4 sets NESTLINK_LOCAL again"):
        read_env_file(path)


def test_every_server_of_a_folder_is_noted_until_it_ends(tmp_path: Path, settings: Any) -> None:
    settings.HOME = str(tmp_path)
    with socket.create_server(("127.0.0.1", 0)) as one, socket.create_server(("127.0.0.1", 0)) as two:
        first, second = (f"http://127.0.0.1:{each.getsockname()[1]}/" for each in (one, two))
        address.note(first)
        address.note(second)
        assert address.served() == second
        address.forget(second)
        assert address.served() == first
    assert address.served() == ""
    address.forget(first)
    assert not (tmp_path / ".serving").exists()
