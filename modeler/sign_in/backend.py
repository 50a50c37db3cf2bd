"""The only way to check a password, whichever form asks: counted first, so that no form passes by the throttle."""

from __future__ import annotations

from contextlib import suppress
from typing import Any

from asgiref.sync import sync_to_async
from django.contrib.auth.backends import ModelBackend
from django.contrib.auth.models import User
from django.db import Error
from django.http import HttpRequest

from . import throttle

PATH = "modeler.sign_in.backend.ThrottledBackend"
"""Its name in AUTHENTICATION_BACKENDS, and in sessions."""


class ThrottledBackend(ModelBackend):
    """Django's accounts and permissions. Raises `throttle.TooManyFailures` instead of checking too often."""

    def authenticate(
        self,
        request: HttpRequest | None,
        username: str | None = None,
        password: str | None = None,
        **kwargs: Any,
    ) -> User | None:
        """Return the active account of this name and password, or None."""
        if username is None or password is None:
            return None
        keys = throttle.keys_of(request, username)
        attempt = throttle.reserve(keys)
        try:
            user = super().authenticate(request, username, password)
        except Exception:
            with suppress(Error):  # the database may be what failed
                throttle.release(attempt)
            raise
        if user is not None:
            throttle.forgive(keys)
        return user

    async def aauthenticate(
        self,
        request: HttpRequest | None,
        username: str | None = None,
        password: str | None = None,
        **kwargs: Any,
    ) -> User | None:
        """The same way: ModelBackend's own would pass by the count."""
        return await sync_to_async(self.authenticate)(request, username, password, **kwargs)
