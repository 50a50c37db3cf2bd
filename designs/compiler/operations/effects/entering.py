"""A new document enters the slices of the parents that it refers to: each that the storage map has and the function
does not write."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import replace

from ...plan_model.physical import Param, Statement
from ...storage import Storage
from ..context import OperationContext, RelationshipContext, ScriptFunction, outcome
from ..functions.references import Children
from ..functions.subsets import Slice
from ..ir.changes import Update
from ..ir.predicates import Ne
from ..passes.placement_variants import links_at_each, whole
from .left_behind import LeftBehind


class Entering:
    """Makes the statements that enter a new document into slices."""

    def __init__(self, world: OperationContext) -> None:
        self.world = world

    def added(self, function: ScriptFunction, places: list[LeftBehind]) -> bool:
        """Put the statements for some places behind those of the function; return whether any was."""
        last = function.statements[-1]
        if any(each.retry or each.each for each in function.statements) or last.op.startswith("findOneAnd"):
            return False
        entered: dict[tuple[str, str], Statement] = {}
        for left in places:
            insert = function.statements[left.change.stored.number]
            for part in self._slices(left.storage, insert.collection) if _is_whole(insert) else ():
                key = (part.holder.collection, part.path)
                entered.setdefault(key, self._write(function, part, insert))
        function.statements = [*function.statements, *entered.values()]
        function.numbered()
        for collection, path in entered:
            function.remark(f"Also updates {path} in {collection}.")
        return bool(entered)

    def _slices(self, storage: Storage, collection: str) -> Iterator[Slice]:
        """Yield the slices that hold a place, of children whose documents are in a collection."""
        where = storage.path.collection
        fields = ((array, self.world.field(where, array)) for array in storage.path.arrays)
        array, field = next((each for each in fields if each[1] and each[1].origin == "subset"), ("", None))
        if field is None or not field.relationship:
            return
        link = RelationshipContext(whole(self.world), self.world.names.relationships[field.relationship])
        for _, at_place in links_at_each(link):
            if (
                at_place.placement.content(at_place.relationship) is None
                or at_place.world.spot(link.child) is None
            ):
                continue
            part = Slice(at_place, Children(at_place))
            is_here = (part.holder.collection, part.path) == (where, array) and not part.holder.arrays
            if is_here and part.children.collection == collection and part.children.at.is_root:
                yield part

    def _write(self, function: ScriptFunction, part: Slice, insert: Statement) -> Statement:
        own = ScriptFunction(function.subject, function.name, function.purpose, script=function.script)
        element = part.element(insert.documents.name)
        parent = outcome(insert.documents.name, part.children.reference)
        absent = {f"{part.name}.{part.id}": Ne(element[part.id])} if part.id in element else None
        part.holder.write(own, parent, Update.of(part.pushed(parent, element)), more=absent)
        return replace(own.statements[0], transaction=insert.transaction, comment="")


def _is_whole(insert: Statement) -> bool:
    """Whether a statement inserts a document that the caller gives."""
    return insert.op == "insertOne" and isinstance(insert.documents, Param)
