"""Designs out of the store."""

from __future__ import annotations

from collections import OrderedDict
from threading import Lock

from designs.compiler import Finding, Model, edits, read, write
from designs.models import Design

from .rows import made_ids

_KEPT, _LONGEST = 16, 2_000_000
_known: OrderedDict[str, Model] = OrderedDict()
_lock = Lock()


class Refused(Exception):
    """A text that is no valid design, with each fault; nothing was written."""

    def __init__(self, faults: tuple[Finding, ...]) -> None:
        super().__init__("; ".join(map(str, faults)))
        self.faults = faults


def load(slug: str, *, deleted: bool = False) -> Design:
    """The design of this address. Raises Design.DoesNotExist."""
    return Design.objects.get(slug=slug, deleted_at__isnull=not deleted)


def model_of(design: Design) -> Model:
    """The typed design, every id in it. Models never change, so the last ones are kept by their texts."""
    with _lock:
        known = _known.get(design.text)
        if known is not None:
            _known.move_to_end(design.text)
            return known
    model = checked(design.text)
    keep(design.text, model)
    return model


def keep(text: str, model: Model) -> None:
    """Remember the design that a text holds, for the next who asks in this process."""
    if len(text) > _LONGEST:
        return
    with _lock:
        _known[text] = model
        while len(_known) > _KEPT:
            _known.popitem(last=False)


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
