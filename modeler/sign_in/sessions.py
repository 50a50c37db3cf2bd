"""How long a session lasts: a while without use, and a fortnight in any case (SESSION_ENGINE).

The database keeps the moment at which a session ends, and Django asks for it whenever it reads one. That moment is
worked out when the session is stored; so one in use is stored now and then, seldom enough that reading pages writes
next to nothing.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from datetime import datetime, timedelta
from typing import Any

from django.contrib.auth import SESSION_KEY
from django.contrib.auth.signals import user_logged_in
from django.contrib.sessions.backends import db
from django.http import HttpRequest, HttpResponse
from django.utils import timezone

LONGEST = int(timedelta(days=14).total_seconds())
STORED_EVERY = int(timedelta(minutes=30).total_seconds())
_BEGAN, _USED = "began_at", "used_at"
_SAFE = frozenset({"GET", "HEAD", "OPTIONS"})


class SessionStore(db.SessionStore):
    """Django's sessions in the database, which end LONGEST after signing in at the latest."""

    def get_expiry_age(self, **kwargs: Any) -> int:
        """Return the seconds that are left from now on."""
        now = int(time.time())
        left = int(self.get(_BEGAN, now)) + LONGEST - now
        return max(0, min(int(super().get_expiry_age(**kwargs)), left))

    def get_expiry_date(self, **kwargs: Any) -> datetime:
        """Return the same as a moment."""
        return timezone.now() + timedelta(seconds=self.get_expiry_age(**kwargs))


def connect() -> None:
    """Count the time from signing in, also where the browser had a session before."""
    user_logged_in.connect(_begin)


def _begin(request: HttpRequest, **kwargs: Any) -> None:
    SessionStore.clear_expired()
    request.session[_BEGAN] = request.session[_USED] = int(time.time())


class SessionsInUse:
    """Notes that a session is in use, if the page asked for it at all: another page does not need the database."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        response = self.get_response(request)
        if request.session.accessed and SESSION_KEY in request.session and is_use(request):
            _note(request, int(time.time()))
        return response


def _note(request: HttpRequest, now: int) -> None:
    """A clock that ran ahead gives no more than LONGEST from now."""
    if abs(now - request.session.get(_USED, 0)) > STORED_EVERY:
        request.session[_BEGAN] = min(now, request.session.get(_BEGAN, now))
        request.session[_USED] = now


def is_use(request: HttpRequest) -> bool:
    """Whether somebody did something: opened a page, changed something. What an open editor asks for by
    itself, as JSON, is none: a tab that was left open would never be idle."""
    return request.method not in _SAFE or "text/html" in request.headers.get("Accept", "")
