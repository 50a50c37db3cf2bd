"""What is inside elements of an array with an overflow collection: its functions look into the elements that
are there as well."""

from __future__ import annotations

from typing import Any

from msgspec.structs import replace

from ...placement.doc_path import ITEM, DocPath
from ...plan_model.physical import Statement
from ..context import RelationshipContext, ScriptFunction
from ..ir.changes import DocumentChange, NamedElement, Update
from ..ir.update_rendering import condition_on

Json = dict[str, Any]
_OPS = frozenset({"findOne", "updateOne"})


def also_beyond(link: RelationshipContext, recipe: ScriptFunction, extra: str) -> bool:
    """Give a recipe the same statements for the overflow. Whether it has them now: not where what holds the
    array is itself inside of something."""
    owner = next(one for one in link.names.relationships.values() if link.placement.made(one) == extra)
    array, back = link.placement.content(owner), link.placement.reference(owner, "to")
    if not link.traits.is_plain_embedding or array is None or back is None or array.arrays != (array.path,):
        return False
    moved = [_moved(one, array, DocPath(extra, back.path)) for one in recipe.statements]
    beyond = [one for one in moved if one is not None]
    if len(beyond) < len(moved):
        return False
    if len(beyond) == 1:
        (first,), (second,) = recipe.statements, beyond
        step = first.step or recipe.step(first.collection)
        recipe.statements = [replace(first, step=step)]
        beyond = [replace(second, step=recipe.step(extra), unless=step)]
    recipe.statements += beyond
    recipe.numbered()
    recipe.remark(f"What did not fit into its array is in {extra}.")
    return True


def _moved(one: Statement, array: DocPath, back: DocPath) -> Statement | None:
    """A statement about an element of an array as one about that element in the overflow; None where that
    can't be told. back: where documents of the overflow say in which document their element would stand."""
    if (
        one.op not in _OPS
        or one.collection != array.collection
        or (one.update is not None and one.update.is_computed)
    ):
        return None
    filter = {
        place: said
        for path, wanted in one.filter.items()
        for place, said in _asked(path, wanted, array, back)
    }
    changes: list[DocumentChange] = []
    around: Json = {}
    for change in one.update.changes if one.update is not None else ():
        element = change.place.outermost
        if element is None or element.array != array.path:
            return None
        around |= condition_on(ITEM, element.condition) if isinstance(element, NamedElement) else {}
        changes.append(replace(change, place=change.place.moved(array.path, ITEM)))
    update = Update.of(*changes) if changes else None
    told = {place: said for place, said in around.items() if place not in filter}
    return replace(
        one, collection=back.collection, filter={**filter, **told}, update=update, comment="", step=""
    )  # fmt: skip


def _asked(path: str, said: Any, array: DocPath, back: DocPath) -> list[tuple[str, Any]]:
    """A condition on the document, or on its element, as conditions on a document of the overflow."""
    if path == "_id":
        return [(back.path, said)]
    if path == array.path and isinstance(said, dict) and "$elemMatch" in said:
        return [(f"{ITEM}.{inner}", one) for inner, one in said["$elemMatch"].items()]
    if path == array.path or path.startswith(f"{array.path}."):
        return [(f"{ITEM}{path[len(array.path) :]}", said)]
    return [(path, said)]
