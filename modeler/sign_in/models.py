"""What signing in remembers: addresses that are still good, and failures of the last minutes."""

from __future__ import annotations

from django.conf import settings
from django.db import models


class SignInToken(models.Model):
    """A one-time token. Only its hash is kept, so reading the database opens nothing."""

    digest = models.CharField(max_length=64, unique=True)
    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="+")
    made_at = models.DateTimeField()

    def __str__(self) -> str:
        return f"for {self.user}, made {self.made_at:%Y-%m-%d %H:%M}"


class FailedSignIn(models.Model):
    """A password that was wrong, or is being checked. Keyed hashes say whose and where from."""

    name = models.CharField(max_length=64)
    account = models.CharField(max_length=64)
    network = models.CharField(max_length=64)
    made_at = models.DateTimeField()

    class Meta:
        indexes = (
            models.Index(fields=("name",), name="failed_sign_in_name"),
            models.Index(fields=("account",), name="failed_sign_in_account"),
            models.Index(fields=("network",), name="failed_sign_in_network"),
            models.Index(fields=("made_at",), name="failed_sign_in_made_at"),
        )

    def __str__(self) -> str:
        return f"at {self.made_at:%Y-%m-%d %H:%M}"
