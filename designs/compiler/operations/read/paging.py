"""Pages of lists: how many at once, and where the next page begins."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ...model.conceptual import Operation, Relationship, given, stated
from ...model.constants import PAGE
from ...plan_model.physical import Param
from ...workload.document_history import options_beside_versions
from ...workload.list_order import most_read, most_stated
from ..context import OperationContext, ScriptFunction
from ..ir.conditions import Filter, any_of, filter_of, where
from ..ir.expressions import FieldPath, LiteralValue, gte, if_null, slice_of
from ..ir.predicates import NotIn, above, at_least, at_most, below

JOINED = 10
"""Children that come with their parent."""
SLICE = 10
"""Elements of an array that one page of it shows."""


def most_of(world: OperationContext, operation: Operation, recipe: ScriptFunction) -> Any:
    """How many documents a read gives at most: as it states, else as many as the caller says, or so many as such reads
    give."""
    most, is_said = most_read(operation, world.paths)
    return most if most is None or is_said else recipe.limit(most)


def page_size(relationship: Relationship, side: str = "from", *, is_slice: bool = False) -> int:
    """Return how many documents of the other end one page of a list gives: as stated, else as many as the screen of the
    parent shows where no slice there has these, or as a parent has at most where its readers need all, else PAGE. side:
    the end of which the list is: what is read with a parent says nothing of the other direction."""
    if side == "to":
        return given(relationship.page_size, PAGE)
    shown = given(relationship.recent, None)
    size = PAGE if shown is None or is_slice else given(shown.count, PAGE)
    if given(relationship.together_needs, "") == "all":
        size = max(size, most_stated(relationship) or 0)
    return given(relationship.page_size, size)


def joined_at_most(relationship: Relationship) -> int:
    """Return how many children come with their parent: all that it may have, where its readers need all."""
    needs_all = given(relationship.together_needs, "") == "all"
    return max(JOINED, (most_stated(relationship) or 0) if needs_all else 0)


def page_of(array: str, recipe: ScriptFunction, size: int) -> Mapping[str, Any]:
    """Return the projection of a page of an array. By itself $slice leaves all other fields in the answer; next to an
    ``_id`` that is included it leaves them out."""
    return {"_id": 1, array: slice_of(recipe.param("skip", value=0), size)}


def order_of_index(world: OperationContext, collection: str, reference: str) -> dict[str, int]:
    """Return the order in which an index that was made for an operation returns what refers to one document, by one
    value that each has; nothing where none does. A list whose order nobody states goes on in that of the operation. By
    one of few values, such as a state, no list is ordered unless an operation asks for it: a page would go on behind all
    that share it."""
    planned = world.collections[collection]
    secret = world.sensitive_paths(collection)
    for index in planned.indexes if planned.kind == "standard" else ():
        (first, _), *rest = index.keys
        path, direction = rest[0] if len(rest) == 1 else ("", 0)
        is_special = bool(options_beside_versions(index, planned)) or index.declared
        if first != reference or not isinstance(direction, int) or is_special:
            continue
        is_secret = any(f"{path}.".startswith(f"{each}.") for each in secret)
        if (
            world.always(collection, path)
            and not is_secret
            and not _is_only_told_apart(world, collection, path)
        ):
            return {path: direction}
    return {}


def _is_only_told_apart(world: OperationContext, collection: str, path: str) -> bool:
    """Return whether operations find documents by a field of few values, and none sorts by it."""
    field = world.field(collection, path)
    listed = field is not None and (field.enum or (field.source is not None and stated(field.source.enum)))
    if field is None or not (listed or field.types[0] == "bool"):
        return False
    sorts = (key.field for each in world.model.workload for key in given(each.sort, []))
    return path.rpartition(".")[2] not in {key.rpartition(".")[2] for key in sorts}


def after_last(
    recipe: ScriptFunction, world: OperationContext, collection: str, sort: Mapping[str, int]
) -> Filter:
    """The condition of the next page: from the value of the last one shown on, without those that
    were shown with this value. An ``_id`` behind the value in the sort would tell them apart too,
    yet no index that ends at the value could return that order."""
    ((path, direction),) = sort.items()
    if path == "_id":
        last = recipe.param("last_id", collection, "_id")
        return filter_of({"_id": below(last) if direction == -1 else above(last)})
    recipe.remark(f"shownIds: the IDs of the items already shown that have the same {path} as the last one.")
    last = recipe.param(f"last_{path}", collection, path)
    shown = recipe.param("shown_ids", value=[Param(name="last_id", collection=collection, path="_id")])
    return _from(path, direction, last, world.always(collection, path)).merged({"_id": NotIn(shown)})


def _from(path: str, direction: int, last: Param, always: bool) -> Filter:
    """Where a list goes on. What has no value comes last in a descending list, first in others."""
    if always:
        return filter_of({path: at_most(last) if direction == -1 else at_least(last)})
    if direction == -1:
        return any_of([filter_of({path: at_most(last)}), filter_of({path: None})])
    return where(gte(if_null(FieldPath(path), None), LiteralValue(last)))
