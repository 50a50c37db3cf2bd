"""The settings refuse to start unsafely, and pass Django's own deployment checks."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent.parent
LONG = "0123456789abcdef" * 4


def start(*arguments: str, **environment: str) -> subprocess.CompletedProcess[str]:
    """A management command with just this environment (.env cannot fill a name that is set)."""
    safe = {"SECRET_KEY": LONG, "DEBUG": "0", "ALLOWED_HOSTS": "localhost", "BEHIND_TLS": "0"}
    names = safe | {"PATH": os.environ["PATH"]} | environment
    command = [sys.executable, "manage.py", *(arguments or ("check",))]
    return subprocess.run(
        command, cwd=ROOT, env=names, capture_output=True, text=True, timeout=60, check=False
    )


def test_it_starts() -> None:
    assert start().returncode == 0


@pytest.mark.parametrize(
    ("environment", "reason"),
    [
        ({"SECRET_KEY": ""}, "SECRET_KEY is not set"),
        ({"SECRET_KEY": "short"}, "shorter than 50"),
        ({"ALLOWED_HOSTS": "*"}, "ALLOWED_HOSTS holds '*'"),
        ({"ALLOWED_HOSTS": " "}, "ALLOWED_HOSTS is empty"),
        ({"DEBUG": "1", "ALLOWED_HOSTS": "nestlink.example"}, "only with local ALLOWED_HOSTS"),
        ({"DEBUG": "perhaps"}, "neither yes nor no"),
    ],
)
def test_it_refuses_to_start_unsafely(environment: dict[str, str], reason: str) -> None:
    result = start(**environment)
    assert result.returncode != 0
    assert reason in result.stderr


def test_it_passes_the_deployment_checks() -> None:
    result = start("check", "--deploy", "--fail-level", "WARNING", BEHIND_TLS="1")
    assert result.returncode == 0, result.stderr


def test_migrating_works_and_makes_no_user(tmp_path: Path) -> None:
    database = str(tmp_path / "new.sqlite3")
    assert start("migrate", "--verbosity", "0", SQLITE_PATH=database).returncode == 0
    count = "from django.contrib.auth.models import User; print(User.objects.count())"
    result = start("shell", "--verbosity", "0", "-c", count, SQLITE_PATH=database)
    assert result.stdout.strip() == "0", result.stderr


def test_static_files_get_hashed_names(tmp_path: Path) -> None:
    code = (
        "import django; from django.conf import settings; django.setup();"
        f"settings.STATIC_ROOT = {str(tmp_path)!r};"
        "from django.core.management import call_command; call_command('collectstatic', interactive=False, verbosity=0);"
        "from django.templatetags.static import static; print(static('css/base.css'))"
    )
    names = {"SECRET_KEY": LONG, "DJANGO_SETTINGS_MODULE": "modeler.settings", "PATH": os.environ["PATH"]}
    result = subprocess.run(
        [sys.executable, "-c", code],
        cwd=ROOT,
        env=names,
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )
    assert result.returncode == 0, result.stderr
    name = result.stdout.strip().rpartition("/")[2]
    assert name.startswith("base.") and name != "base.css" and (tmp_path / "css" / name).is_file()
