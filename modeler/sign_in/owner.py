"""The owner of a copy: the first superuser, made without a password when there is none."""

from __future__ import annotations

import getpass
import re

from django.contrib.auth.models import User
from django.db import transaction

NAME = "owner"
_SANE = re.compile(r"[a-z][a-z0-9._-]{1,29}")
_NOBODY = frozenset({"root", "admin", "administrator", "nobody", "nestlink", "www-data", "user"})


def owner() -> User:
    """Who owns this copy. Signing in goes by one-time address until they set a password."""
    with transaction.atomic():
        first = User.objects.filter(is_superuser=True, is_active=True).order_by("pk").first()
        return first or _created()


def _created() -> User:
    wanted = system_name()
    taken = set(User.objects.filter(username__startswith=wanted).values_list("username", flat=True))
    names = (wanted, *(f"{wanted}{number}" for number in range(2, len(taken) + 3)))
    name = next(name for name in names if name not in taken)  # never the account of someone else
    return User.objects.create_superuser(name)  # without a password: an unusable one


def system_name() -> str:
    """What the system calls its user, where that is a person's plain name; else `owner`."""
    try:
        name = getpass.getuser().lower()
    except (OSError, KeyError, ImportError):  # a user id without a name, as in containers
        return NAME
    return name if _SANE.fullmatch(name) and name not in _NOBODY else NAME
