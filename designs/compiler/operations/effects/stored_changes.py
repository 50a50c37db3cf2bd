"""Which stored places a function writes: of each statement the collection, the path and what happens there."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Literal

import msgspec

from ...plan_model.physical import Outcome, Statement
from ..ir.changes import AddToSet, DocumentChange, Inc, Pull, PullAll, Push, SetOnInsert, Unset
from ..ir.stages import MergeStage, ProjectStage, SetStage

ChangeKind = Literal["inserted", "deleted", "added", "removed", "changed", "increased", "repeated"]
_DELETES = ("delete", "findOneAndDelete")


class StoredChange(msgspec.Struct, frozen=True, gc=False):
    """A write of one place. path: "" for the whole document; kind: whether documents or elements come, go, or have
    other values, or a document that was read is written once more; number: which statement of the function writes it.
    """

    collection: str
    path: str
    kind: ChangeKind
    number: int

    def covers(self, path: str) -> bool:
        """Return whether it writes what stands at a path, all of it or a part."""
        return not self.path or _is_within(path, self.path) or _is_within(self.path, path)

    @property
    def is_of_documents(self) -> bool:
        """Whether whole documents come or go."""
        return not self.path


def _is_within(path: str, around: str) -> bool:
    return path == around or path.startswith(f"{around}.")


def stored_changes(statements: Iterable[Statement]) -> Iterator[StoredChange]:
    """Yield the places that statements write, in their order."""
    for number, statement in enumerate(statements):
        yield from _of_statement(statement, number)


def _of_statement(statement: Statement, number: int) -> Iterator[StoredChange]:
    where = statement.collection
    if statement.op.startswith("insert"):
        is_read = isinstance(statement.documents, Outcome)
        yield StoredChange(where, "", "repeated" if is_read else "inserted", number)
    elif statement.op.startswith(_DELETES):
        yield StoredChange(where, "", "deleted", number)
    elif statement.op.startswith(("replace", "findOneAndReplace")):
        yield StoredChange(where, "", "changed", number)
    elif statement.op == "aggregate":
        yield from _merged(statement, number)
    elif statement.update is not None and hasattr(statement.update, "changes"):
        if statement.options and statement.options.get("upsert"):
            yield StoredChange(where, "", "inserted", number)
        for change in statement.update.changes:
            if not isinstance(change, SetOnInsert):
                yield StoredChange(where, change.place.path, _kind(change), number)


def _kind(change: DocumentChange) -> ChangeKind:
    if isinstance(change, Push | AddToSet):
        return "added"
    if isinstance(change, Inc) and isinstance(change.by, int | float):
        return "increased"
    return "removed" if isinstance(change, Pull | PullAll | Unset) else "changed"


def _merged(statement: Statement, number: int) -> Iterator[StoredChange]:
    last = statement.pipeline[-1] if statement.pipeline else None
    if not isinstance(last, MergeStage):
        return
    matched = last.matched if isinstance(last.matched, tuple | list) else ()
    paths = [path for path in matched if isinstance(path, str)]
    paths += [path for stage in matched if isinstance(stage, SetStage) for path in stage.fields]
    for path in paths or _shown(statement):
        yield StoredChange(last.into, path, "changed", number)
    if last.unmatched != "discard":
        yield StoredChange(last.into, "", "inserted", number)


def _shown(statement: Statement) -> list[str]:
    """Return the paths that a pipeline's documents have, as far as its stages name them."""
    stages = [stage for stage in statement.pipeline if isinstance(stage, ProjectStage | SetStage)]
    return [path for stage in stages for path in stage.fields if path != "_id"]
