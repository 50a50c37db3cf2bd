"""Designs out of the store."""

from __future__ import annotations

import msgspec

from designs.compiler import Finding, Model, edits, read, weight, write
from designs.kept import Kept
from designs.models import Design

from .rows import from_rows, made_ids

_OF_LETTER = 6
"""Bytes of a model for each letter of its text, beside the words themselves."""
_known: Kept[Model] = Kept("model", lambda _, text: weight(text) + _OF_LETTER * len(text))


class Refused(Exception):
    """A text that is no valid design, with each fault; nothing was written."""

    def __init__(self, faults: tuple[Finding, ...]) -> None:
        super().__init__(" ".join(map(str, faults)))
        self.faults = faults


def load(slug: str, *, deleted: bool = False) -> Design:
    """The design of this address. Raises Design.DoesNotExist."""
    return Design.objects.get(slug=slug, deleted_at__isnull=not deleted)


def model_of(design: Design) -> Model:
    """Return the typed design, every id in it. Raise Refused where neither its text nor its rows can be read.

    Models never change, so the last ones are kept by their texts.
    """
    try:
        return _of_text(design.text)
    except Refused:
        model = _of_rows(design)
        if model is None:
            raise
        return model


def is_readable(design: Design) -> bool:
    """Return whether a design's stored text is a design: pages show no other."""
    try:
        _of_text(design.text)
    except Refused:
        return False
    return True


def _of_text(text: str) -> Model:
    return _known.find(text) or _known.keep(checked(text), text)


def _of_rows(design: Design) -> Model | None:
    """The design that its rows hold: the same, for whom the text is lost."""
    try:
        return checked(write(msgspec.convert(from_rows(design), Model, strict=True)))
    except (Refused, msgspec.ValidationError, ValueError, TypeError, KeyError, AttributeError):
        return None


def keep(text: str, model: Model) -> None:
    """Remember the design that a text holds, for the next who asks in this process."""
    _known.keep(model, text)


def text(design: Design, *, for_download: bool = False) -> str:
    """The canonical file; a download leaves out the ids that the store made."""
    if not for_download:
        return design.text
    return write(edits.without_ids(model_of(design), made_ids(design)))


def checked(file: str | bytes) -> Model:
    """The design that a text holds. Raises Refused."""
    report = read(file)
    if report.value is None:
        raise Refused(report.findings)
    return report.value
