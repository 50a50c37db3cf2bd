"""The settings refuse to start unsafely, and pass Django's own deployment checks."""

from __future__ import annotations

import json
import os
import re
import sqlite3
import subprocess
import sys
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from django.conf import Settings
from django.conf import settings as our_settings
from django.contrib.staticfiles.storage import staticfiles_storage
from django.core.management import call_command
from django.templatetags.static import static

from . import forked

ROOT = Path(__file__).resolve().parent.parent.parent
LONG = "0123456789abcdef" * 4
LOCAL = {"NESTLINK_LOCAL": "1"}
SERVER = {"NESTLINK_LOCAL": "0", "ALLOWED_HOSTS": "nestlink.example"}


def start(*arguments: str, **environment: str) -> subprocess.CompletedProcess[str]:
    """A management command with just this environment (.env cannot fill a name that is set)."""
    command = [sys.executable, "manage.py", *(arguments or ("check",))]
    return subprocess.run(
        command, cwd=ROOT, env=alone(environment), capture_output=True, text=True, timeout=60, check=False
    )


def alone(environment: dict[str, str]) -> dict[str, str]:
    """What a start with this environment has around it."""
    names = {"SECRET_KEY": LONG, "DEBUG": "0", "PATH": os.environ["PATH"]} | (environment or LOCAL)
    kept = os.environ.get("PYTHONPYCACHEPREFIX")
    return names | ({"PYTHONPYCACHEPREFIX": kept} if kept else {})


def read(environment: dict[str, str]) -> Settings:
    """Return the settings as they are read with just this environment. Only in a process of its own."""
    names = alone(environment)
    os.environ.clear()
    os.environ.update(names)
    sys.modules.pop("modeler.settings")
    return Settings("modeler.settings")


def test_it_starts() -> None:
    assert start().returncode == 0


def test_what_is_unsafe_ends_the_start_with_a_line() -> None:
    result = start(**LOCAL | {"SECRET_KEY": ""})
    assert result.returncode != 0
    assert "SECRET_KEY is not set" in result.stderr and "Traceback" not in result.stderr
    assert "Settings are read from the environment and from" in result.stderr


def test_a_design_is_checked_without_any_settings(tmp_path: Path) -> None:
    design = ROOT / "designs" / "handbook" / "one-direction.json"
    around = alone(LOCAL | {"NESTLINK_HOME": str(tmp_path)})
    bare = {name: value for name, value in around.items() if name not in ("SECRET_KEY", "NESTLINK_LOCAL")}
    command = [sys.executable, "manage.py", "check_design", str(design)]
    result = subprocess.run(
        command, cwd=ROOT, env=bare, capture_output=True, text=True, timeout=60, check=False
    )
    assert result.returncode == 0, result.stderr


@pytest.mark.parametrize(
    ("environment", "reason"),
    [
        (LOCAL | {"SECRET_KEY": ""}, "SECRET_KEY is not set"),
        (LOCAL | {"SECRET_KEY": "short"}, "shorter than 50"),
        (
            LOCAL | {"SECRET_KEY": "(50 random characters or more; write a command's output)"},
            "a published example",
        ),
        (LOCAL | {"ALLOWED_HOSTS": "*"}, "ALLOWED_HOSTS can't contain '*'"),
        (SERVER | {"ALLOWED_HOSTS": "https://nestlink.example"}, "Remove https:"),
        (SERVER | {"ALLOWED_HOSTS": "nestlink.example:443"}, "Remove https:"),
        (LOCAL | {"ALLOWED_HOSTS": " "}, "ALLOWED_HOSTS is empty"),
        (LOCAL | {"DEBUG": "perhaps"}, "Use 1 or 0"),
        (LOCAL | {"ALLOWED_HOSTS": "localhost,nestlink.example"}, "For a server, set NESTLINK_LOCAL=0"),
        (LOCAL | {"BEHIND_TLS": "1"}, "For a server, set NESTLINK_LOCAL=0"),
        ({"NESTLINK_LOCAL": "0"}, "ALLOWED_HOSTS is not set"),
        (SERVER | {"DEBUG": "1"}, "requires NESTLINK_LOCAL=1"),
    ],
)
def test_it_refuses_to_start_unsafely(environment: dict[str, str], reason: str) -> None:
    result = forked.done(lambda: read(environment))
    assert result.returncode != 0
    refused = result.stderr.decode().splitlines()[-1]
    assert refused.startswith("django.core.exceptions.ImproperlyConfigured: ") and reason in refused


def checked(mode: dict[str, str], home: Path) -> subprocess.CompletedProcess[str]:
    """The deployment checks in a start of their own."""
    return start("check", "--deploy", "--fail-level", "WARNING", **mode, NESTLINK_HOME=str(home))


def checked_here(mode: dict[str, str], home: Path) -> subprocess.CompletedProcess[str]:
    """The same checks of the settings of this mode, in what is imported here."""

    def work() -> None:
        our_settings._wrapped = read(mode | {"NESTLINK_HOME": str(home)})
        call_command("check", deploy=True, fail_level="WARNING")

    result = forked.done(work)
    said = result.stdout.decode(), result.stderr.decode()
    return subprocess.CompletedProcess(result.args, result.returncode, *said)


@pytest.mark.parametrize(
    ("check", "mode"),
    [(checked_here, LOCAL), (checked, SERVER), (checked_here, SERVER | {"BEHIND_TLS": "0"})],
)
def test_it_passes_the_deployment_checks(check: Any, mode: dict[str, str], tmp_path: Path) -> None:
    result = check(mode, tmp_path)
    assert result.returncode == 0, result.stderr
    assert (
        "no issues" in result.stdout and "0 silenced" not in result.stdout
    )  # W021 at least, with its reason


def test_the_deployment_checks_see_what_is_unsafe(tmp_path: Path) -> None:
    """A debugger that is open, in a process whose settings are read as above."""
    mode = LOCAL | {"DEBUG": "1"}
    assert "security.W018" in checked_here(mode, tmp_path).stderr


ASKED = (
    "SESSION_COOKIE_NAME", "CSRF_COOKIE_NAME", "SESSION_COOKIE_SECURE", "CSRF_COOKIE_SECURE",
    "SECURE_SSL_REDIRECT", "SECURE_HSTS_SECONDS", "SECURE_PROXY_SSL_HEADER", "ALLOWED_HOSTS", "SESSION_COOKIE_AGE",
)  # fmt: skip


def asked(**environment: str) -> dict[str, Any]:
    """These settings, as a program with this environment has them."""

    def work() -> None:
        settings = read(environment)
        print(json.dumps([getattr(settings, name) for name in ASKED]))

    result = forked.done(work)
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
    with closing(sqlite3.connect(database)) as made:
        assert made.execute("SELECT count(*) FROM auth_user").fetchall() == [(0,)]


def test_static_files_get_hashed_names(tmp_path: Path, settings: Any) -> None:
    settings.STATIC_ROOT = str(tmp_path)
    settings.STORAGES = settings.STORAGES | {
        "staticfiles": {"BACKEND": "modeler.static_files.ManifestStorage"}
    }
    staticfiles_storage._addresses["css/base.css"] = "/static/css/base.old.css"
    call_command("collectstatic", interactive=False, verbosity=0)
    name = static("css/base.css").rpartition("/")[2]
    assert name.startswith("base.") and name != "base.css" and (tmp_path / "css" / name).is_file()
    staticfiles_storage.hashed_files = {"css/base.css": "css/base.other.css"}
    assert static("css/base.css").rpartition("/")[2] == name, "it is worked out anew for each page"


def test_phrases_are_looked_up_only_if_there_are_translations(settings: Any) -> None:
    folders = [path for name in ("designs", "modeler", "templates") for path in (ROOT / name).rglob("locale")]
    assert bool(folders) == settings.USE_I18N
