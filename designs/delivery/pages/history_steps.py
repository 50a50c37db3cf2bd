"""Versions of a design as the steps that people remember: undos and redos in a row are one, and so is what was set
again at once."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import timedelta
from typing import Any

from django.utils.translation import gettext as _

AT_ONCE = timedelta(minutes=2)


@dataclass(frozen=True)
class Step:
    """versions: of one person, the newest first. words: what they did; those of the newest where they did the
    same."""

    words: str
    versions: tuple[Any, ...]

    @property
    def newest(self) -> Any:
        return self.versions[0]

    @property
    def more(self) -> int:
        """How many versions there are beside the newest."""
        return len(self.versions) - 1


def steps(versions: Iterable[Any]) -> list[Step]:
    """Return versions, the newest first, as steps. Each has actor_name, made_at, words, and way."""
    runs: list[list[Any]] = []
    for version in versions:
        if runs and _goes_on(version, runs[-1][-1]):
            runs[-1].append(version)
        else:
            runs.append([version])
    return [Step(_words(run), tuple(run)) for run in runs]


def _goes_on(version: Any, after: Any) -> bool:
    if version.actor_name != after.actor_name:
        return False
    if version.way or after.way:
        return bool(version.way and after.way)
    return bool(version.words == after.words and after.made_at - version.made_at < AT_ONCE)


def _words(run: list[Any]) -> str:
    newest = run[0]
    if len(run) == 1 or not newest.way:
        return str(newest.words)
    undone = sum(version.way == "undo" for version in run)
    redone = len(run) - undone
    if not redone:
        return _("Undid %(undone)d changes") % {"undone": undone}
    if not undone:
        return _("Redid %(redone)d changes") % {"redone": redone}
    return _("Undid %(undone)d and redid %(redone)d changes") % {"undone": undone, "redone": redone}
