"""Pages of lists: how many at once, and where the next page begins."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ...model.conceptual import Match, Operation, Relationship, given
from ...model.constants import PAGE
from ...plan_model.physical import Param
from ..context import OperationContext, ScriptFunction
from ..ir.conditions import Filter, any_of, filter_of, where
from ..ir.expressions import FieldPath, LiteralValue, gte, if_null, slice_of
from ..ir.predicates import NotIn, above, at_least, at_most, below

WHOLE = 1000
"""Parts that one thing may have at most to be read all at once."""
JOINED = 10
"""Children that come with their parent."""
SLICE = 10
"""Elements of an array that one page of it shows."""


def most_of(world: OperationContext, operation: Operation, recipe: ScriptFunction) -> Any:
    """How many documents a read gives at most: as it states, else a page, unless they are the parts of one whole, of
    which a page would be wrong without saying so."""
    limit, matches = given(operation.limit, None), given(operation.filter, [])
    if limit is not None or any(_is_of_whole(world, operation, match) for match in matches):
        return limit
    if _is_series(world, operation) and any(match.how == "range" for match in matches):
        return (
            None  # the caller says from when to when: the first page of it would be a part without saying so
        )
    most = (most_stated(each) for match in matches if (each := _parents(world, operation, match)) is not None)
    return recipe.limit(max([PAGE, *filter(None, most)]))


def _is_series(world: OperationContext, operation: Operation) -> bool:
    """Whether an operation reads measurements."""
    spot = world.spot(operation.entity)
    return spot is not None and world.collections[spot.collection].kind == "timeseries"


def most_stated(relationship: Relationship, side: str = "from") -> int | None:
    """Return how many of the other end one has at most, as stated, None where it is not, or where that is too many to be
    read at once. side: the end of that one."""
    count = relationship.end(side).count
    most = None if given(count.growth, "bounded") == "unbounded" else given(count.max, None)
    return int(most) if most is not None and most <= WHOLE else None


def page_size(relationship: Relationship, *, is_slice: bool = False) -> int:
    """Return how many documents of the other end one page of a list gives: as stated, else as many as the screen of the
    parent shows where no slice there has these, or as a parent has at most where its readers need all, else PAGE."""
    shown = given(relationship.recent, None)
    size = PAGE if shown is None or is_slice else given(shown.count, PAGE)
    if given(relationship.together_needs, "") == "all":
        size = max(size, most_stated(relationship) or 0)
    return given(relationship.page_size, size)


def joined_at_most(relationship: Relationship) -> int:
    """Return how many children come with their parent: all that it may have, where its readers need all."""
    needs_all = given(relationship.together_needs, "") == "all"
    return max(JOINED, (most_stated(relationship) or 0) if needs_all else 0)


def _is_of_whole(world: OperationContext, operation: Operation, match: Match) -> bool:
    """Whether a condition asks for the parts of one thing, few enough to be read together: the lines of an order."""
    relationship = _parents(world, operation, match)
    if relationship is None:
        return False
    is_owned = relationship.exclusive_owner is True or given(relationship.together_needs, "") == "all"
    return is_owned and most_stated(relationship) is not None


def _parents(world: OperationContext, operation: Operation, match: Match) -> Relationship | None:
    """Return the relationship by whose one parent a condition asks for its children, None where it asks for others."""
    route = world.paths.resolve(operation.entity, match.field)
    step = route.steps[0] if route is not None and len(route.steps) == 1 else None
    relationship = (
        step.relationship if step is not None and step.kind == "end" and step.side == "to" else None
    )
    if relationship is None or relationship.kind != "one-to-many" or match.how != "eq":
        return None
    return relationship


def page_of(array: str, recipe: ScriptFunction, size: int) -> Mapping[str, Any]:
    """Return the projection of a page of an array. By itself $slice leaves all other fields in the answer; next to an
    ``_id`` that is included it leaves them out."""
    return {"_id": 1, array: slice_of(recipe.param("skip", value=0), size)}


def order_of_index(world: OperationContext, collection: str, reference: str) -> dict[str, int]:
    """Return the order in which an index that was made for an operation returns what refers to one document, by one
    value that each has; nothing where none does. A list whose order nobody states goes on in that of the operation."""
    planned = world.collections[collection]
    secret = world.sensitive_paths(collection)
    for index in planned.indexes if planned.kind == "standard" else ():
        (first, _), *rest = index.keys
        path, direction = rest[0] if len(rest) == 1 else ("", 0)
        if first != reference or not isinstance(direction, int) or index.options or index.declared:
            continue
        if world.always(collection, path) and not any(f"{path}.".startswith(f"{each}.") for each in secret):
            return {path: direction}
    return {}


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
    recipe.remark(f"shownIds: of all shown so far with the last {path}.")
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
