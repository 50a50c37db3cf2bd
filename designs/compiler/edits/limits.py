"""How much one edit may ask for, so that none keeps a server busy for minutes."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from ..plan_model.findings import fault
from ..reading.json_text import MAX_DEPTH
from .kinds import Add, Edit, EditRefused, Set, Several
from .tree import Node, walk

MOST_PARTS = 2_000
"""Plain edits in one that somebody sends. Undo and whole texts may come to more."""
DEEPEST = 16
"""Several edits within several."""
MOST_WORK = 1_000_000
"""Objects looked at by all steps that go through the whole design: about ten seconds."""


def plain(edit: Edit, depth: int = 0) -> Iterator[Edit]:
    """Yield the plain edits that an edit holds, in order. Raise EditRefused where they, or their values, are
    nested too deep."""
    if not isinstance(edit, Several):
        if isinstance(edit, Set | Add):
            _check_depth(edit.value)
        yield edit
        return
    if depth == DEEPEST:
        problem = f"Edits are nested more than {DEEPEST} levels deep."
        raise EditRefused((fault("edit", problem, "Put them in one list."),))
    for inner_edit in edit.edits:
        yield from plain(inner_edit, depth + 1)


def too_many(edit: Edit) -> bool:
    """Return whether an edit that somebody sends has too many parts. Raise EditRefused as `plain` does."""
    return sum(1 for _ in plain(edit)) > MOST_PARTS


def check_work(steps: int, raw: Node) -> None:
    """Refuse edits that go through a large design too often. steps: how often, if each could be alone."""
    objects = sum(1 for _ in walk(raw)) if steps > 1 else 0
    if steps * objects > MOST_WORK:
        problem = (
            f"{steps} separate steps rename things, or remove them with their dependents, in a "
            f"design of {objects} objects."
        )
        remedy = "Put the renames next to each other, or send several smaller edits."
        raise EditRefused((fault("edit", problem, remedy),))


def _check_depth(value: Any) -> None:
    """Refuse a value that no file could hold, before anything walks through it."""
    level = [value]
    for _ in range(MAX_DEPTH):
        level = [
            inner
            for container in level
            if isinstance(container, dict | list)
            for inner in (container.values() if isinstance(container, dict) else container)
        ]
        if not level:
            return
    problem = f"A value is nested more than {MAX_DEPTH} levels deep."
    raise EditRefused((fault("edit", problem, "Flatten it."),))
