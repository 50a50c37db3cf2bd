"""Designs out of the store."""

from __future__ import annotations

from designs.compiler import Finding, Model, edits, read, write
from designs.models import Design

from .rows import made_ids


class Refused(Exception):
    """A text that is no valid design, with each fault; nothing was written."""

    def __init__(self, faults: tuple[Finding, ...]) -> None:
        super().__init__("; ".join(map(str, faults)))
        self.faults = faults


def load(slug: str, *, deleted: bool = False) -> Design:
    """The design of this address. Raises Design.DoesNotExist."""
    return Design.objects.get(slug=slug, deleted_at__isnull=not deleted)


def model_of(design: Design) -> Model:
    """The typed design, every id in it."""
    return checked(design.text)


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
