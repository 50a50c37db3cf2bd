"""The `nestlink` command: run, compile and check, by the same commands as manage.py."""

from __future__ import annotations

import os
import secrets
import sys
from collections.abc import Sequence
from pathlib import Path

import django
from django.core.management import call_command, load_command_class

from modeler import VERSION, places

VERBS = {"run": "serve", "compile": "compile_design", "check": "check_design"}
USAGE = f"""Nestlink {VERSION}: design a MongoDB schema.

nestlink run [--port PORT]         start the pages on this machine and print their address
nestlink compile FILE --out DIR    write documents, schemas, scripts, diagrams and the report of a design
nestlink check FILE                say what is wrong or worth knowing about a design

nestlink VERB --help tells more. What `run` keeps stands in the folder that NESTLINK_HOME names."""


def main(arguments: Sequence[str] | None = None) -> None:
    """The console script."""
    verb, *rest = arguments or sys.argv[1:] or ["--help"]
    if verb in ("--help", "-h", "--version"):
        print(VERSION if verb == "--version" else USAGE)  # noqa: T201  (a command's answer)
        return
    if verb not in VERBS:
        sys.exit(f"nestlink: no verb {verb!r}\n\n{USAGE}")
    starting = verb == "run" and not {"--help", "-h"} & set(rest)
    _prepare(places.home() if starting else None)
    if starting:
        call_command("migrate", verbosity=0)
        call_command("collectstatic", interactive=False, verbosity=0)
    load_command_class("designs", VERBS[verb]).run_from_argv(["nestlink", verb, *rest])


def _prepare(home: Path | None) -> None:
    """Load Django. home: where a secret key is kept; None: nothing will be signed, so any key does."""
    if home:
        keep_secret_key(home)
    elif not (places.home() / ".env").is_file():
        os.environ.setdefault("SECRET_KEY", secrets.token_urlsafe(64))
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "modeler.settings")
    django.setup()


def keep_secret_key(home: Path) -> None:
    """Write .env with a new secret key, readable by its owner alone, unless there is one."""
    home.mkdir(parents=True, exist_ok=True)
    try:
        place = os.open(home / ".env", os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    except FileExistsError:
        return
    with os.fdopen(place, "w", encoding="utf-8") as file:
        file.write(f"SECRET_KEY={secrets.token_urlsafe(64)}\n")


if __name__ == "__main__":
    main()
