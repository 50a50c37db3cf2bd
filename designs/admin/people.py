"""Accounts and groups, with plain boxes that name themselves to everyone."""

from __future__ import annotations

from typing import TYPE_CHECKING

from django.contrib.auth.admin import GroupAdmin, UserAdmin

if TYPE_CHECKING:
    from django.contrib.auth.models import User

    Accounts = UserAdmin[User]
else:
    Accounts = UserAdmin


class PersonAdmin(Accounts):
    """An account. When it was made and last used is only looked at."""

    filter_horizontal = ()
    readonly_fields = ("last_login", "date_joined")


class PeopleAdmin(GroupAdmin):
    """A group of accounts and what it may do."""

    filter_horizontal = ()
