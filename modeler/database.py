"""The database that DATABASE_URL names: PostgreSQL; without it, an SQLite file."""

from __future__ import annotations

from pathlib import Path
from typing import Any
from urllib.parse import parse_qsl, unquote, urlsplit

from django.core.exceptions import ImproperlyConfigured

from modeler import sqlite

KEPT_SECONDS = 60
"""How long a thread keeps its connection for later requests: opening one costs more than most queries."""

_SHAPE = "DATABASE_URL is not postgresql://USER:PASSWORD@HOST:PORT/NAME (write @ in a part as %40, / as %2F)"


def settings_of(url: str, sqlite_path: str | Path) -> dict[str, Any]:
    """Django's settings of the one database. url: postgresql://…, or "" for SQLite."""
    if url:
        return _postgresql(url)
    return {
        "ENGINE": "django.db.backends.sqlite3",
        "NAME": str(sqlite_path),
        "OPTIONS": sqlite.options(),
        "CONN_MAX_AGE": KEPT_SECONDS,
    }


def _postgresql(url: str) -> dict[str, Any]:
    try:
        parts = urlsplit(url)
        port = parts.port
    except ValueError:  # its text may hold a part of the password
        raise ImproperlyConfigured(f"{_SHAPE}.") from None
    name = unquote(parts.path.removeprefix("/"))
    if parts.scheme not in ("postgresql", "postgres") or not name or "/" in name:
        raise ImproperlyConfigured(f"{_SHAPE}.")
    return {
        "ENGINE": "django.db.backends.postgresql",
        "NAME": name,
        "USER": unquote(parts.username or ""),
        "PASSWORD": unquote(parts.password or ""),
        "HOST": unquote(parts.hostname or ""),
        "PORT": str(port or ""),
        "OPTIONS": dict(parse_qsl(parts.query)),
        "CONN_MAX_AGE": KEPT_SECONDS,
        "CONN_HEALTH_CHECKS": True,  # a restarted server costs no failed page
    }
