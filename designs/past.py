"""The earlier versions of a design, for one person: the only way from pages and endpoints to the history."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

from django.db.models import QuerySet

from . import store
from .access import first_revision, sees_history
from .models import Design, Revision


@dataclass(frozen=True)
class Past:
    """What ``user`` may see of what became of a design; anything before `first` never was, to them.

    Numbers that a client sends pass through here before the store is asked about them.
    """

    user: Any
    design: Design

    @cached_property
    def first(self) -> int:
        """The earliest revision that they may look back to."""
        return first_revision(self.user, self.design)

    def check(self, *numbers: int) -> None:
        """Check numbers before they reach the store. Raise Revision.DoesNotExist for an earlier one."""
        if any(number < self.first for number in numbers):
            raise Revision.DoesNotExist(f"revision {min(numbers)} of {self.design}")

    def rows(self) -> QuerySet[Revision]:
        """Return the commits, the newest first."""
        return store.history(self.design).filter(number__gte=self.first)

    def at(self, number: int) -> Any:
        """Return the design as a revision left it. Raise Revision.DoesNotExist."""
        self.check(number)
        return store.at_revision(self.design, number)

    def text_at(self, number: int) -> str:
        """Return a version as a file, without ids that the store made. Raise Revision.DoesNotExist."""
        self.check(number)
        return store.text_at(self.design, number)

    def after(self, number: int, until: int | None = None) -> tuple[store.Change, ...] | None:
        """Return every revision after this one, in order; None where it is too far back or never was.

        Strangers get the edits without names of people, nor words that may quote names or earlier changes.
        """
        if number < self.first:
            return None
        changes = store.changes_after(self.design, number, until)
        if not changes or sees_history(self.user, self.design):
            return changes
        return tuple(
            replace(change, who="", words=change.words if change.is_plain else "") for change in changes
        )
