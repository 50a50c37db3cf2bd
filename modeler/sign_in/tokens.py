"""One-time tokens: made for an account, good for ten minutes, exchanged once."""

from __future__ import annotations

import hashlib
import secrets
from datetime import timedelta

from django.contrib.auth.models import User
from django.utils import timezone

from .models import SignInToken

LIFETIME = timedelta(minutes=10)


def issue(user: User) -> str:
    """A new token for this account. It is told here only: the database keeps its hash."""
    now = timezone.now()
    SignInToken.objects.filter(made_at__lte=now - LIFETIME).delete()
    token = secrets.token_urlsafe(32)
    SignInToken.objects.create(digest=_digest(token), user=user, made_at=now)
    return token


def redeem(token: str) -> User | None:
    """The account that the token opens, once; None if it is unknown, used, too old or of a closed account."""
    good = SignInToken.objects.filter(digest=_digest(token), made_at__gt=timezone.now() - LIFETIME)
    row = good.select_related("user").first()
    if row is None:
        return None
    deleted, _ = SignInToken.objects.filter(pk=row.pk).delete()  # of two who come at once, one deletes
    return row.user if deleted and row.user.is_active else None


def _digest(token: str) -> str:
    """A plain hash is enough for 256 random bits: there is nothing to guess."""
    return hashlib.sha256(token.encode("utf-8", "replace")).hexdigest()
