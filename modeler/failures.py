"""The pages for what was refused or failed. Those of a failing database ask the database nothing."""

from __future__ import annotations

import errno
import re
import sqlite3
import sys
from collections.abc import Callable

from django.core.exceptions import DisallowedHost, RequestDataTooBig
from django.db import Error, InterfaceError, OperationalError
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.template.loader import render_to_string

from modeler import events

RETRY_SECONDS = 10
BUSY, FULL = 503, 507
_NO_SPACE = frozenset({errno.ENOSPC, getattr(errno, "EDQUOT", errno.ENOSPC)})
_SQLITE_BUSY = frozenset(
    {
        sqlite3.SQLITE_BUSY,
        sqlite3.SQLITE_LOCKED,
        sqlite3.SQLITE_CANTOPEN,
        sqlite3.SQLITE_IOERR,
        sqlite3.SQLITE_READONLY,
    }
)
_SQLITE_READ_ONLY = frozenset({sqlite3.SQLITE_READONLY, sqlite3.SQLITE_PERM})
_POSTGRES_FULL, _POSTGRES_READ_ONLY = "53100", "25006"
_PAGES = {BUSY: "failures/busy.html", FULL: "failures/full.html"}
_READ_ONLY_PAGE = "failures/read_only.html"
_HOST = re.compile(r"[\w.:\[\]-]{1,100}", re.ASCII)


def status_of(error: BaseException | None) -> int | None:
    """Return 503 for a database that is busy, away, or can't be written, 507 for a full disk, else None."""
    if isinstance(error, OSError):
        return FULL if error.errno in _NO_SPACE else None
    if is_read_only(error):
        return BUSY
    if not isinstance(error, OperationalError | InterfaceError):
        return None
    cause = error.__cause__
    if isinstance(cause, sqlite3.Error):
        return _status_of_sqlite(getattr(cause, "sqlite_errorcode", 0) & 0xFF)
    return FULL if getattr(cause, "sqlstate", None) == _POSTGRES_FULL else BUSY


def is_read_only(error: BaseException | None) -> bool:
    """Return whether the database can be read but not written: its file's permissions, or a standby server."""
    cause = error.__cause__ if isinstance(error, Error) else None
    if isinstance(cause, sqlite3.Error):
        return getattr(cause, "sqlite_errorcode", 0) & 0xFF in _SQLITE_READ_ONLY
    return getattr(cause, "sqlstate", None) == _POSTGRES_READ_ONLY


def _status_of_sqlite(code: int) -> int | None:
    """A missing table, say, is an operational error too, but no trouble that passes."""
    if code == sqlite3.SQLITE_FULL:
        return FULL
    return BUSY if code in _SQLITE_BUSY else None


class DatabaseTroubles:
    """A busy database and a full disk get pages of their own, on whichever page they were met."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        return self.get_response(request)

    def process_exception(self, request: HttpRequest, exception: Exception) -> HttpResponse | None:
        return _trouble(request, exception)


def failed(request: HttpRequest) -> HttpResponse:
    """What no other page was made for; also a trouble that was met outside of a view."""
    answer = _trouble(request, sys.exc_info()[1])
    return answer or HttpResponse(_page("failures/failed.html"), status=500)


def _trouble(request: HttpRequest, error: BaseException | None) -> HttpResponse | None:
    status = status_of(error)
    if status is None:
        return None
    events.note(error=error)
    page = _READ_ONLY_PAGE if is_read_only(error) else _PAGES[status]
    answer = HttpResponse(_page(page), status=status)
    if status == BUSY:
        answer.headers["Retry-After"] = str(RETRY_SECONDS)
    return answer


def _page(template: str, **context: str) -> str:
    """A page that asks the database nothing, and names the line of the log."""
    return render_to_string(template, {"request_id": events.request_id(), **context})


def bad_request(request: HttpRequest, exception: Exception) -> HttpResponse:
    """A request that is no request of ours: a foreign host name, too much data."""
    kinds = {DisallowedHost: "host", RequestDataTooBig: "size"}
    kind = next((name for cause, name in kinds.items() if isinstance(exception, cause)), "")
    host = request.META.get("HTTP_HOST", "")
    named = host if kind == "host" and _HOST.fullmatch(host) else None
    events.note(reason=type(exception).__name__, host=named)
    status = 413 if kind == "size" else 400
    return HttpResponse(_page("failures/bad_request.html", kind=kind, host=host), status=status)


def denied(request: HttpRequest, exception: Exception) -> HttpResponse:
    """What this visitor may not do."""
    events.note(reason=type(exception).__name__)
    return render(request, "failures/denied.html", status=403)


def csrf_failure(request: HttpRequest, reason: str = "") -> HttpResponse:
    """A form without a valid token: its page was opened before a sign-in or sign-out, or is not ours."""
    events.note(reason=f"CSRF: {reason.partition(' - ')[0]}")  # what follows is a header of the visitor's
    return render(request, "failures/csrf.html", status=403)
