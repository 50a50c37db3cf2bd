"""Updates that makers still write with MongoDB's operators, as changes."""

from __future__ import annotations

import re
from typing import Any

from .changes import (
    AddToSet,
    ArrayElement,
    Compute,
    CurrentDate,
    DocumentChange,
    EveryElement,
    FirstElement,
    Inc,
    Max,
    Min,
    Mul,
    NamedElement,
    Pull,
    PullAll,
    Push,
    Put,
    SetOnInsert,
    Unset,
    Update,
    UpdatePath,
)  # fmt: skip

_MARK = re.compile(r"\.\$(?:\[([^\]]*)\])?")
_CHANGES: dict[str, Any] = {
    "$set": Put, "$inc": Inc, "$mul": Mul, "$min": Min, "$max": Max, "$addToSet": AddToSet, "$pull": Pull,
    "$pullAll": PullAll, "$setOnInsert": SetOnInsert,
}  # fmt: skip


def read_update(update: Any) -> Update | None:
    """Return what an update with operators, or in stages, changes."""
    if update is None or isinstance(update, Update):
        return update
    if isinstance(update, list):
        return Update(tuple(_step(stage) for stage in update))
    return Update(
        (
            tuple(
                _change(operator, path, value)
                for operator, part in update.items()
                for path, value in part.items()
            ),
        )
    )


def read_path(path: str) -> UpdatePath:
    """Return the place that an update's path names."""
    plain, end = "", 0
    elements: list[ArrayElement] = []
    for mark in _MARK.finditer(path):
        plain, end = plain + path[end : mark.start()], mark.end()
        name = mark[1]
        elements.append(
            NamedElement(plain, name) if name else EveryElement(plain) if name == "" else FirstElement(plain)
        )
    return UpdatePath(plain + path[end:], tuple(elements))


def _change(operator: str, path: str, value: Any) -> DocumentChange:
    place = read_path(path)
    if operator == "$unset":
        return Unset(place)
    if operator == "$currentDate":
        return CurrentDate(place)
    if operator == "$push":
        if isinstance(value, dict) and "$each" in value:
            (element,) = value["$each"]
            return Push(place, element, value["$sort"], value["$slice"])
        return Push(place, value)
    change: DocumentChange = _CHANGES[operator](place, value)
    return change


def _step(stage: dict[str, Any]) -> tuple[DocumentChange, ...]:
    ((operator, part),) = stage.items()
    if operator == "$unset":
        return tuple(Unset(read_path(path)) for path in ([part] if isinstance(part, str) else part))
    return tuple(Compute(read_path(path), expression) for path, expression in part.items())


def updated(update: Any) -> list[str]:
    """Return the paths that an update of a finished statement names, as they stand in documents."""
    changes = read_update(update or None)
    return changes.paths if changes is not None else []
