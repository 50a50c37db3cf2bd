"""Lines for what happens to accounts: signing in and out, failures, and changes of who may do what."""

from __future__ import annotations

import logging
from typing import Any

from django.contrib.auth.models import Group, User
from django.contrib.auth.signals import user_logged_in, user_logged_out, user_login_failed
from django.db.models.signals import m2m_changed, post_delete, post_save, pre_save
from django.http import HttpRequest

from modeler import events
from modeler.request_log import visitor

_WATCHED = ("is_active", "is_staff", "is_superuser", "password", "username")
_RIGHTS = (User.groups.through, User.user_permissions.through, Group.permissions.through)


def connect() -> None:
    """Listen to Django's signals, of which each change of an account gives one."""
    user_logged_in.connect(_signed_in)
    user_logged_out.connect(_signed_out)
    user_login_failed.connect(_failed)
    pre_save.connect(_remember, sender=User)
    post_save.connect(_saved, sender=User)
    post_delete.connect(_deleted, sender=User)
    for through in _RIGHTS:
        m2m_changed.connect(_rights_changed, sender=through)


def _signed_in(request: HttpRequest, user: Any, **kwargs: Any) -> None:
    events.log("sign_in", user=user.pk, by=_by(request), address=visitor(request))


def _by(request: HttpRequest) -> str:
    return "code" if "code" in request.POST else "password"


def _signed_out(request: HttpRequest, user: Any, **kwargs: Any) -> None:
    if user is not None:
        events.log("sign_out", user=user.pk, address=visitor(request))


def _failed(credentials: dict[str, Any], request: HttpRequest | None = None, **kwargs: Any) -> None:
    """Without the name as typed, which may be the password in the wrong field."""
    account = User.objects.filter(username=credentials.get("username")).values_list("pk", flat=True).first()
    address = visitor(request) if request else None
    events.log("sign_in_failed", logging.WARNING, user=account, by="password", address=address)


def _remember(instance: Any, raw: bool = False, update_fields: Any = None, **kwargs: Any) -> None:
    """Signing in saves one date of the account, which is no change to tell."""
    saved = _WATCHED if update_fields is None else tuple(set(_WATCHED) & set(update_fields))
    before = User.objects.filter(pk=instance.pk).values(*saved).first() if saved and instance.pk else None
    instance._before = before or {}


def _saved(instance: Any, created: bool, **kwargs: Any) -> None:
    by = events.user_id()
    if created:
        events.log("account_made", user=instance.pk, by=by, **_rights(instance))
        return
    changed = sorted(name for name, value in instance._before.items() if getattr(instance, name) != value)
    if changed:
        events.log("account_changed", user=instance.pk, by=by, changed=changed, **_rights(instance))


def _rights(user: Any) -> dict[str, bool]:
    return {name: getattr(user, name) for name in ("is_active", "is_staff", "is_superuser")}


def _deleted(instance: Any, **kwargs: Any) -> None:
    events.log("account_deleted", user=instance.pk, by=events.user_id())


def _rights_changed(sender: Any, instance: Any, action: str, pk_set: Any = None, **kwargs: Any) -> None:
    """instance: a user or a group; where it is a group or a permission seen from the other end, that."""
    if action not in ("post_add", "post_remove", "post_clear"):
        return
    of = f"{instance._meta.model_name} {instance.pk}"
    with_ = sorted(pk_set) if pk_set else None
    events.log(
        "rights_changed",
        of=of,
        action=action[5:],
        kind=sender._meta.model_name,
        ids=with_,
        by=events.user_id(),
    )
