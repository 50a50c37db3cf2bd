"""Slow the guessing of passwords: of one account from one network, and of many accounts from one network.

Each attempt is counted before its password is checked, one at a time, and is taken back if the password was
right. So twenty attempts at once count as twenty. Nothing locks an account: one-time codes work at all times.
"""

from __future__ import annotations

import unicodedata
from dataclasses import dataclass
from datetime import datetime, timedelta

from django.contrib.auth.models import User
from django.db import connection, transaction
from django.db.models import Q
from django.http import HttpRequest
from django.utils import timezone
from django.utils.crypto import salted_hmac

from modeler.networks import address_of, network_of

from .models import FailedSignIn

MOST = 5
"""Failures of one account from one network within WINDOW."""

MOST_OF_NETWORK = 20
"""Failures of all accounts from one network within WINDOW: a class in one room mistypes less often."""

WINDOW = timedelta(minutes=15)
MOST_ROWS = 20_000
"""More than hashing passwords allows in WINDOW on eight cores. Beyond it, the oldest are dropped."""

_LOCK = 7_205_759_403_792_794
"""The number of PostgreSQL's advisory lock; any that nothing else uses."""


class TooManyFailures(Exception):
    """Another attempt has to wait. Raised before the password is looked at."""

    def __init__(self, seconds: int) -> None:
        super().__init__(f"wait {seconds} s")
        self.seconds = seconds


@dataclass(frozen=True, slots=True)
class Keys:
    """What an attempt is counted by. Keyed hashes, so that the table tells no names and no addresses."""

    name: str
    account: str
    network: str


def keys_of(request: HttpRequest | None, name: str) -> Keys:
    """Return the keys of an attempt. name: as typed. Unknown accounts are counted by their name alone."""
    plain = unicodedata.normalize("NFKC", unicodedata.normalize("NFKC", name).casefold()).strip()
    network = network_of(address_of(request.META)) if request else ""
    account = User.objects.filter(username=name).values_list("pk", flat=True).first()
    meant = f"name {plain}" if account is None else f"account {account}"
    return Keys(_hash(f"name {plain}\0{network}"), _hash(f"{meant}\0{network}"), _hash(network))


def _hash(text: str) -> str:
    return salted_hmac("modeler.sign_in.throttle", text.encode("utf-8", "surrogatepass")).hexdigest()


def reserve(keys: Keys) -> int:
    """Count an attempt whose password is not yet checked. Return its number, for `release`. Raise
    TooManyFailures instead where enough have failed."""
    with transaction.atomic():
        _one_at_a_time()
        now = timezone.now()
        _tidy(now)
        wait = max(
            _seconds_to_wait(Q(name=keys.name) | Q(account=keys.account), MOST, now),
            _seconds_to_wait(Q(network=keys.network), MOST_OF_NETWORK, now),
        )
        attempt = None if wait else _add(keys, now)
    if attempt is None:  # outside of the transaction, so that what was tidied stays so
        raise TooManyFailures(wait)
    return attempt.pk


def _one_at_a_time() -> None:
    """Wait for other attempts, until this transaction ends. SQLite's transactions begin with the lock."""
    if connection.vendor == "postgresql":
        with connection.cursor() as cursor:
            cursor.execute("SELECT pg_advisory_xact_lock(%s)", [_LOCK])


def _tidy(now: datetime) -> None:
    """Drop what is over. What a clock that ran ahead dated into the future counts from now on: neither
    for ever nor not at all."""
    FailedSignIn.objects.filter(made_at__lte=now - WINDOW).delete()
    FailedSignIn.objects.filter(made_at__gt=now).update(made_at=now)


def _seconds_to_wait(which: Q, most: int, now: datetime) -> int:
    """Return 0 if another attempt is welcome."""
    newest = FailedSignIn.objects.filter(which).order_by("-made_at").values_list("made_at", flat=True)
    counted = newest[most - 1 : most]
    return max(1, int((counted[0] + WINDOW - now).total_seconds())) if counted else 0


def _add(keys: Keys, now: datetime) -> FailedSignIn:
    attempt = FailedSignIn.objects.create(
        name=keys.name, account=keys.account, network=keys.network, made_at=now
    )
    FailedSignIn.objects.filter(pk__lte=attempt.pk - MOST_ROWS).delete()
    return attempt


def release(attempt: int) -> None:
    """Take back an attempt whose password could not be checked."""
    FailedSignIn.objects.filter(pk=attempt).delete()


def forgive(keys: Keys) -> None:
    """Take back what this account failed from this network, after a success. Failures of other accounts
    stay: who has an account of their own must not get tries at others' with it."""
    FailedSignIn.objects.filter(Q(name=keys.name) | Q(account=keys.account)).delete()
