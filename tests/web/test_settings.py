"""The settings refuse to start unsafely, and pass Django's own deployment checks."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).resolve().parent.parent.parent
LONG = "0123456789abcdef" * 4
LOCAL = {"NESTLINK_LOCAL": "1"}
SERVER = {"NESTLINK_LOCAL": "0", "ALLOWED_HOSTS": "nestlink.example"}


def start(*arguments: str, **environment: str) -> subprocess.CompletedProcess[str]:
    """A management command with just this environment (.env cannot fill a name that is set)."""
    names = {"SECRET_KEY": LONG, "DEBUG": "0", "PATH": os.environ["PATH"]} | (environment or LOCAL)
    command = [sys.executable, "manage.py", *(arguments or ("check",))]
    return subprocess.run(
        command, cwd=ROOT, env=names, capture_output=True, text=True, timeout=60, check=False
    )


def test_it_starts() -> None:
    assert start().returncode == 0


@pytest.mark.parametrize(
    ("environment", "reason"),
    [
        (LOCAL | {"SECRET_KEY": ""}, "SECRET_KEY is not set"),
        (LOCAL | {"SECRET_KEY": "short"}, "shorter than 50"),
        (
            LOCAL | {"SECRET_KEY": "(50 random characters or more; write a command's output)"},
            "an example's words",
        ),
        (LOCAL | {"ALLOWED_HOSTS": "*"}, "ALLOWED_HOSTS holds '*'"),
        (SERVER | {"ALLOWED_HOSTS": "https://nestlink.example"}, "write the name alone"),
        (SERVER | {"ALLOWED_HOSTS": "nestlink.example:443"}, "write the name alone"),
        (LOCAL | {"ALLOWED_HOSTS": " "}, "ALLOWED_HOSTS is empty"),
        (LOCAL | {"DEBUG": "perhaps"}, "neither yes nor no"),
        (LOCAL | {"ALLOWED_HOSTS": "localhost,nestlink.example"}, "For a server write NESTLINK_LOCAL=0"),
        (LOCAL | {"BEHIND_TLS": "1"}, "For a server write NESTLINK_LOCAL=0"),
        ({"NESTLINK_LOCAL": "0"}, "ALLOWED_HOSTS is not set"),
        (SERVER | {"DEBUG": "1"}, "only with NESTLINK_LOCAL=1"),
    ],
)
def test_it_refuses_to_start_unsafely(environment: dict[str, str], reason: str) -> None:
    result = start(**environment)
    assert result.returncode != 0
    assert reason in result.stderr


@pytest.mark.parametrize("mode", [LOCAL, SERVER, SERVER | {"BEHIND_TLS": "0"}])
def test_it_passes_the_deployment_checks(mode: dict[str, str], tmp_path: Path) -> None:
    result = start("check", "--deploy", "--fail-level", "WARNING", **mode, NESTLINK_HOME=str(tmp_path))
    assert result.returncode == 0, result.stderr
    assert "0 silenced" not in result.stdout  # W021 at least, with its reason


ASKED = (
    "SESSION_COOKIE_NAME", "CSRF_COOKIE_NAME", "SESSION_COOKIE_SECURE", "CSRF_COOKIE_SECURE",
    "SECURE_SSL_REDIRECT", "SECURE_HSTS_SECONDS", "SECURE_PROXY_SSL_HEADER", "ALLOWED_HOSTS", "SESSION_COOKIE_AGE",
)  # fmt: skip


def asked(**environment: str) -> dict[str, Any]:
    """These settings, as a program with this environment has them."""
    code = f"import json; from django.conf import settings; print(json.dumps([getattr(settings, n) for n in {ASKED}]))"
    result = start("shell", "--no-imports", "-c", code, **environment)
    assert result.returncode == 0, result.stderr
    return dict(zip(ASKED, json.loads(result.stdout), strict=True))


def test_a_server_wants_tls_for_everything() -> None:
    found = asked(**SERVER)
    assert all(found[name] is True for name in ASKED[2:5])
    assert found["SECURE_HSTS_SECONDS"] == 31_536_000
    assert found["SESSION_COOKIE_NAME"].startswith("__Host-")
    assert found["CSRF_COOKIE_NAME"].startswith("__Host-")
    assert found["SECURE_PROXY_SSL_HEADER"]
    # A server that speaks TLS itself must not believe a header that any visitor may send.
    assert asked(**SERVER, BEHIND_TLS="0")["SECURE_PROXY_SSL_HEADER"] is None


def test_two_local_copies_keep_their_cookies_apart(tmp_path: Path) -> None:
    one = asked(**LOCAL, NESTLINK_HOME=str(tmp_path / "one"))
    two = asked(**LOCAL, NESTLINK_HOME=str(tmp_path / "two"))
    again = asked(**LOCAL, NESTLINK_HOME=str(tmp_path / "one"))
    assert not any(one[name] for name in ASKED[2:7])
    assert one["ALLOWED_HOSTS"] == ["localhost", "127.0.0.1", "[::1]"]
    assert re.fullmatch(r"nestlink_[0-9a-f]{8}_session", one["SESSION_COOKIE_NAME"])
    assert one == again
    assert one["SESSION_COOKIE_NAME"] != two["SESSION_COOKIE_NAME"]
    assert one["CSRF_COOKIE_NAME"] != two["CSRF_COOKIE_NAME"]


def test_migrating_works_and_makes_no_user(tmp_path: Path) -> None:
    database = str(tmp_path / "new.sqlite3")
    assert start("migrate", "--verbosity", "0", **LOCAL, SQLITE_PATH=database).returncode == 0
    count = "from django.contrib.auth.models import User; print(User.objects.count())"
    result = start("shell", "--verbosity", "0", "-c", count, **LOCAL, SQLITE_PATH=database)
    assert result.stdout.strip() == "0", result.stderr


def test_static_files_get_hashed_names(tmp_path: Path) -> None:
    code = (
        "import django; from django.conf import settings; django.setup();"
        f"settings.STATIC_ROOT = {str(tmp_path)!r};"
        "from django.core.management import call_command; call_command('collectstatic', interactive=False, verbosity=0);"
        "from django.templatetags.static import static; print(static('css/base.css'))"
    )
    names = LOCAL | {"SECRET_KEY": LONG, "DJANGO_SETTINGS_MODULE": "modeler.settings"}
    names |= {"PATH": os.environ["PATH"]}
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


def test_phrases_are_looked_up_only_if_there_are_translations(settings: Any) -> None:
    folders = [path for name in ("designs", "modeler", "templates") for path in (ROOT / name).rglob("locale")]
    assert bool(folders) == settings.USE_I18N
