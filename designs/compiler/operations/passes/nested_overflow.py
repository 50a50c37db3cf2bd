"""What is inside elements of an array with an overflow collection: its functions look into the elements that
are there as well."""

from __future__ import annotations

from collections.abc import Iterable

from msgspec.structs import replace

from ...placement.doc_path import ITEM, DocPath
from ...plan_model.physical import Statement
from ..context import RelationshipContext, ScriptFunction
from ..ir.changes import DocumentChange, NamedElement, Update
from ..ir.conditions import At, Condition, Filter
from ..ir.predicates import Elem

_OPS = frozenset({"findOne", "updateOne"})


def also_beyond(link: RelationshipContext, recipe: ScriptFunction, extra: str) -> bool:
    """Give a recipe the same statements for the overflow. Whether it has them now: not where what holds the
    array is itself inside of something."""
    owner = next(
        relationship
        for relationship in link.names.relationships.values()
        if link.placement.collection_made_by(relationship) == extra
    )
    array, back = link.placement.content(owner), link.placement.reference(owner, "to")
    if not link.traits.is_plain_embedding or array is None or back is None or array.arrays != (array.path,):
        return False
    moved = [_moved(statement, array, DocPath(extra, back.path)) for statement in recipe.statements]
    beyond = [statement for statement in moved if statement is not None]
    if len(beyond) < len(moved):
        return False
    if len(beyond) == 1:
        (first,), (second,) = recipe.statements, beyond
        step = first.step or recipe.step(first.collection)
        recipe.statements = [replace(first, step=step)]
        beyond = [replace(second, step=recipe.step(extra), unless=step)]
    recipe.statements += beyond
    recipe.numbered()
    recipe.remark(f"Overflow items are in {extra}.")
    return True


def _moved(statement: Statement, array: DocPath, back: DocPath) -> Statement | None:
    """A statement about an element of an array as one about that element in the overflow; None where that
    can't be told. back: where documents of the overflow say in which document their element would stand."""
    if (
        statement.op not in _OPS
        or statement.collection != array.collection
        or (statement.update is not None and statement.update.is_computed)
    ):
        return None
    filter = Filter().merged(
        Filter(tuple(each for asked in statement.filter.conditions for each in _asked(asked, array, back)))
    )
    changes: list[DocumentChange] = []
    around = Filter()
    for change in statement.update.changes if statement.update is not None else ():
        element = change.place.outermost
        if element is None or element.array != array.path:
            return None
        named = element.condition if isinstance(element, NamedElement) else None
        around = around.merged(named.under(ITEM) if named is not None else None)
        changes.append(replace(change, place=change.place.moved(array.path, ITEM)))
    update = Update.of(*changes) if changes else None
    return replace(
        statement, collection=back.collection, filter=filter.filled(around), update=update, comment="", step=""
    )  # fmt: skip


def _asked(at: Condition, array: DocPath, back: DocPath) -> Iterable[Condition]:
    """A condition on the document, or on its element, as conditions on a document of the overflow."""
    if not isinstance(at, At):
        return [at]
    if at.path == "_id":
        return [At(back.path, at.predicate)]
    if at.path == array.path and isinstance(at.predicate, Elem):
        return at.predicate.condition.under(ITEM).conditions
    if at.path == array.path or at.path.startswith(f"{array.path}."):
        return [At(f"{ITEM}{at.path[len(array.path) :]}", at.predicate)]
    return [at]
