"""Where this copy is served now, and addresses that sign someone in there."""

from __future__ import annotations

import socket
from pathlib import Path
from urllib.parse import urlsplit

from django.conf import settings
from django.contrib.auth.models import User

from . import tokens

HOST = "127.0.0.1"
PATH = "sign-in/"  # said here, so that who prints it need not load every page's code


def sign_in_address(base: str, user: User) -> str:
    """A new one-time address. The token follows the #, which browsers keep to themselves: it reaches
    no log, no Referer and no proxy."""
    return f"{base.rstrip('/')}/{PATH}#{tokens.issue(user)}"


def of_port(port: int) -> str:
    return f"http://{HOST}:{port}/"


def base_address() -> str:
    """The address of this copy: in local mode where it is served now, else its first name."""
    if not settings.LOCAL:
        return f"https://{settings.ALLOWED_HOSTS[0].removeprefix('.')}/"
    return served()


def served() -> str:
    """Return the address at which this copy is served on this machine now, "" where it is not."""
    return next((base for base in reversed(_noted()) if _answers(urlsplit(base).port)), "")


def note(base: str) -> None:
    """Remember where the running server is, for the command that prints new addresses."""
    others = [other for other in _noted() if other != base and _answers(urlsplit(other).port)]
    _write([*others, base])


def forget(base: str) -> None:
    """The server of this address ended; others of this folder may run still."""
    _write([other for other in _noted() if other != base])


def _noted() -> list[str]:
    return _note().read_text(encoding="utf-8").split() if _note().is_file() else []


def _write(bases: list[str]) -> None:
    if bases:
        _note().write_text("".join(f"{base}\n" for base in bases), encoding="utf-8")
    else:
        _note().unlink(missing_ok=True)


def _note() -> Path:
    return Path(settings.HOME) / ".serving"


def _answers(port: int | None) -> bool:
    with socket.socket() as probe:
        return port is not None and probe.connect_ex((HOST, port)) == 0
