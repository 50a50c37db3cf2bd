"""Whom a request is counted for: an account that is signed in, else an address."""

from __future__ import annotations

import time
from collections import OrderedDict
from collections.abc import Mapping
from importlib import import_module
from threading import Lock

from django.conf import settings
from django.contrib.auth import SESSION_KEY
from django.db import DatabaseError, close_old_connections

from modeler.networks import address_of, network_of

_SECONDS, _MOST = 20.0, 5000
_known: OrderedDict[str, tuple[float, str]] = OrderedDict()
_lock = Lock()


def network(environ: Mapping[str, str]) -> str:
    """Return the network that a request comes from, as short as a key should be."""
    return network_of(address_of(environ))[:64]


def session_of(environ: Mapping[str, str]) -> str:
    """Return the key of the session that the request's cookie names, "" without one."""
    # Not by http.cookies: releases of Python before 3.12.6 take quadratic time to unquote a value.
    pairs = (pair.partition("=") for pair in environ.get("HTTP_COOKIE", "").split(";"))
    return next(
        (value.strip() for name, _, value in pairs if name.strip() == settings.SESSION_COOKIE_NAME), ""
    )


def remembered(environ: Mapping[str, str]) -> str | None:
    """Return whom the request counts for, None where the database must be asked."""
    session = session_of(environ)
    if not session:
        return f"address {network(environ)}"
    with _lock:
        when, who = _known.get(session, (0.0, ""))
    return (who or f"address {network(environ)}") if time.monotonic() - when < _SECONDS else None


def looked_up(environ: Mapping[str, str]) -> str:
    """Return whom the request counts for, by its session. It reads the database."""
    session = session_of(environ)
    close_old_connections()
    try:
        user = import_module(settings.SESSION_ENGINE).SessionStore(session).get(SESSION_KEY)
    except DatabaseError:
        user = None
    finally:
        close_old_connections()
    who = f"account {user}" if user else ""
    with _lock:
        _known[session] = (time.monotonic(), who)
        while len(_known) > _MOST:
            _known.popitem(last=False)
    return who or f"address {network(environ)}"


def is_known(who: str) -> bool:
    """Tell whether a visitor is signed in."""
    return who.startswith("account ")
