"""Messages for the next page, in a cookie: reading one writes nothing to the database.

A page that shows a message would change the session, and wait for whoever holds the write lock.
"""

from __future__ import annotations

from django.conf import settings
from django.contrib.messages.storage.cookie import CookieStorage
from django.contrib.messages.storage.fallback import FallbackStorage
from django.contrib.messages.storage.session import SessionStorage


class _CookieOfThisCopy(CookieStorage):
    """Signed, and named after the copy: browsers share cookies between the ports of one machine."""

    cookie_name = settings.MESSAGE_COOKIE_NAME


class Notices(FallbackStorage):
    """What is too long for a cookie goes to the session."""

    storage_classes = (_CookieOfThisCopy, SessionStorage)
