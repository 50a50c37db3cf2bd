"""The `nestlink` command: run, sign-in, compile and check, by the same commands as manage.py."""

from __future__ import annotations

import os
import secrets
import sys
from collections.abc import Sequence
from pathlib import Path

import django
from django.core.management import load_command_class

from modeler import VERSION, env_file, places

VERBS = {
    "run": ("modeler", "serve"),
    "sign-in": ("modeler", "sign_in"),
    "backup": ("modeler", "backup"),
    "restore": ("modeler", "restore"),
    "compile": ("designs", "compile_design"),
    "check": ("designs", "check_design"),
}
KEEPS = frozenset({"run", "sign-in", "backup", "restore"})
"""Verbs that work on the kept copy, so that it is made if there is none."""

USAGE = f"""Nestlink {VERSION}: design a MongoDB schema.

nestlink run [--port PORT]         start Nestlink on this machine and print a sign-in link
nestlink sign-in                   print a new sign-in link while Nestlink runs
nestlink backup OUT                back up all designs, versions, and accounts to a file or folder
nestlink restore IN [--replace]    restore a backup
nestlink compile FILE --out DIR    write a design's documents, schemas, scripts, diagrams, and report
nestlink check FILE                list a design's errors and findings

nestlink VERB --help shows details. `run` stores its data in the folder set in NESTLINK_HOME."""


def main(arguments: Sequence[str] | None = None) -> None:
    """The console script."""
    verb, *rest = arguments or sys.argv[1:] or ["--help"]
    if verb in ("--help", "-h", "--version"):
        print(VERSION if verb == "--version" else USAGE)  # noqa: T201  (a command's answer)
        return
    if verb not in VERBS:
        sys.exit(f"nestlink: unknown command {verb!r}\n\n{USAGE}")
    keeping = verb in KEEPS and not {"--help", "-h"} & set(rest)
    _prepare(places.home() if keeping else None)
    load_command_class(*VERBS[verb]).run_from_argv(["nestlink", verb, *rest])


def _prepare(home: Path | None) -> None:
    """Load Django. home: where a secret key is kept; None: nothing will be signed or served, so any key
    and host do."""
    if home:
        env_file.keep(home)
    else:
        serve_nobody()
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "modeler.settings")
    django.setup()


def serve_nobody() -> None:
    """Give a command that neither signs nor serves anything what the settings ask for, where it is not
    set: any key and host do."""
    os.environ.setdefault("ALLOWED_HOSTS", "localhost")
    if not (places.home() / ".env").is_file():
        os.environ.setdefault("SECRET_KEY", secrets.token_urlsafe(64))


if __name__ == "__main__":
    main()
