"""Guessing passwords is slow: five failures in a quarter of an hour for one account from one address."""

from __future__ import annotations

import unicodedata
from datetime import timedelta

from django.conf import settings
from django.http import HttpRequest
from django.utils import timezone
from django.utils.crypto import salted_hmac

from .models import FailedSignIn

MOST = 5
WINDOW = timedelta(minutes=15)


def key_of(request: HttpRequest, name: str) -> str:
    """What failures are counted by. A hash, so that the table tells no names; unknown accounts count too."""
    plain = unicodedata.normalize("NFKC", name).casefold()
    return salted_hmac("modeler.sign_in.throttle", f"{plain}\0{address_of(request)}").hexdigest()


def address_of(request: HttpRequest) -> str:
    """The visitor's address; behind a proxy the one that the proxy itself saw, which comes last."""
    forwarded = request.META.get("HTTP_X_FORWARDED_FOR", "") if settings.BEHIND_TLS else ""
    return forwarded.rpartition(",")[2].strip() or str(request.META.get("REMOTE_ADDR", ""))


def seconds_to_wait(key: str) -> int:
    """0 if another try is welcome."""
    now = timezone.now()
    recent = FailedSignIn.objects.filter(key=key, made_at__gt=now - WINDOW).order_by("-made_at")
    counted = recent.values_list("made_at", flat=True)[MOST - 1 : MOST]
    return max(1, int((counted[0] + WINDOW - now).total_seconds())) if counted else 0


def note_failure(key: str) -> None:
    now = timezone.now()
    FailedSignIn.objects.filter(made_at__lte=now - WINDOW).delete()
    FailedSignIn.objects.create(key=key, made_at=now)


def forget(key: str) -> None:
    """After a success, earlier slips count no more."""
    FailedSignIn.objects.filter(key=key).delete()
