"""What is said about a design beside its text: in the library, featured, whose it is, in Trash. Each
change is a revision of its own, with the same text, so that history tells it."""

from __future__ import annotations

import logging
import secrets
from typing import Any

from django.db import transaction
from django.utils import timezone

from designs.compiler import edits
from designs.models import Design, Outcome

from .commits.creating import record

_log = logging.getLogger("nestlink.designs")
NOTHING = edits.edits_to_json(edits.Several(edits=()))


def publish(design: Design, actor: Any) -> Design:
    """Show a design in the library, where everyone sees it. Its public history starts here."""
    return _marked(design, actor, "Published to the library", in_library=True)


def withdraw(design: Design, actor: Any) -> Design:
    """Take a design out of the library; who owns it keeps it."""
    return _marked(design, actor, "Removed from the library", in_library=False)


def feature(design: Design, actor: Any) -> Design:
    """Show a design among the first."""
    return _marked(design, actor, "Featured", featured=True)


def unfeature(design: Design, actor: Any) -> Design:
    """Show a design in its turn again."""
    return _marked(design, actor, "Unfeatured", featured=False)


def give(design: Design, owner: Any, actor: Any) -> Design:
    """Make a design somebody's, or nobody's (None)."""
    name = "nobody" if owner is None else owner.get_username()
    return _marked(design, actor, f"Transferred to {name}", owner=owner)


def share(design: Design, actor: Any) -> Design:
    """Give a design a link by which anyone views it; the one that it has stays."""
    if design.share_key:
        return design
    return _marked(design, actor, "Shared with a link", share_key=secrets.token_urlsafe(24))


def unshare(design: Design, actor: Any) -> Design:
    """Take a design's link away: nobody opens the design by it any more, and the next link is another."""
    return _marked(design, actor, "Stopped sharing", share_key="")


def delete(design: Design, actor: Any = None) -> Design:
    """Put a design away; `undelete` fetches it back."""
    return _marked(design, actor, "Moved to Trash", deleted_at=timezone.now())


def undelete(design: Design, actor: Any = None) -> Design:
    """Restore a design from Trash."""
    return _marked(design, actor, "Restored from Trash", deleted_at=None)


def erase(design: Design, actor: Any = None) -> None:
    """Delete a design in Trash for good, with its history. Nothing fetches it back."""
    with transaction.atomic():
        current = Design.objects.select_for_update().select_related(None).get(pk=design.pk)
        if current.deleted_at is None:
            raise ValueError(f"{current.slug} isn't in Trash")
        key = current.pk
        current.delete()
        transaction.on_commit(lambda: _tell_erased(key, actor))


def _tell_erased(key: int, actor: Any) -> None:
    _log.info("design_erased", extra={"fields": {"design": key, "by": getattr(actor, "pk", None)}})


def _marked(design: Design, actor: Any, words: str, **columns: Any) -> Design:
    """Return the design with these columns, at its next revision; as it is where they hold already."""
    current = Design.objects.get(pk=design.pk)
    if _holds(current, columns):
        return current  # without waiting for the write lock
    with transaction.atomic():
        current = Design.objects.select_for_update().select_related(None).get(pk=design.pk)
        if _holds(current, columns):
            return current
        current.revision += 1
        if "in_library" in columns:
            columns["public_from"] = current.revision if columns["in_library"] else None
        for name, value in columns.items():
            setattr(current, name, value)
        current.save(update_fields=[*columns, "revision", "changed_at"])
        record(current, actor, words, secrets.token_hex(16), NOTHING, NOTHING)
        transaction.on_commit(lambda: _tell(current, actor, columns))
        # The text is the same, so what was compiled of it still holds.
        outcome = Outcome.objects.filter(design=current, revision=current.revision - 1)
        outcome.update(revision=current.revision)
    return current


def _tell(design: Design, actor: Any, columns: dict[str, Any]) -> None:
    """Write a line to the server's log, with numbers for people and no text of the design."""
    plain = {name: _plain(value) for name, value in columns.items()}
    by = getattr(actor, "pk", None)
    _log.info("design_marked", extra={"fields": {"design": design.pk, "by": by, **plain}})


def _plain(value: Any) -> Any:
    """A flag as it is, a person's number; for a date whether there is one."""
    return value if isinstance(value, bool) else getattr(value, "pk", value is not None)


def _holds(design: Design, columns: dict[str, Any]) -> bool:
    """Whether a design has these columns already. When it was deleted does not count."""
    return all(
        getattr(design, name) == value or (name == "deleted_at" and None not in (value, design.deleted_at))
        for name, value in columns.items()
    )
