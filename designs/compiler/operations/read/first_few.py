"""Updates and deletes of at most so many documents: of one by a write that takes the first in its order, of several
by the ids that are read first."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import Literal

from msgspec import UNSET
from msgspec.structs import replace

from ...model.conceptual import Match, Operation, given
from ...placement.doc_path import DocPath
from ...plan_model.physical import Outcome, Param, Statement
from ..atomic import has_transactions
from ..context import OperationContext, ScriptFunction, Unsupported, digits, outcome
from ..ir.conditions import filter_of
from ..ir.predicates import In
from ..ir.rendering import markers_of
from ..parameters import one_value, retold
from ..passes.placement_variants import at_each
from .conditions import Conditions, Elsewhere
from .lookups import unique_match

_Build = Callable[[OperationContext, Operation], Iterable[ScriptFunction]]
_REMEDY = "identify one of them in its filter by a unique field"
_MOST = 1_000
"""How many documents one transaction should change at most."""


def of_first(world: OperationContext, operation: Operation, build: _Build) -> Iterator[ScriptFunction]:
    """Yield the functions of an update or a delete with a sort or a limit. build: makes those of one without. Raises
    Unsupported where no write takes the first so many alone."""
    world, spot = _only_place(world, operation)
    if unique_match(world, operation, spot):
        yield from build(world, replace(operation, sort=UNSET, limit=UNSET))
        return
    first = list(build(world, _returning(operation))) if _many(operation) == 1 else []
    is_first = len(first) == 1 and not _takes_others(first[0], spot)
    yield first[0] if is_first else _by_ids(world, operation, spot, build)


def _returning(operation: Operation) -> Operation:
    """Return the operation as one of the first document, which it returns."""
    returns = given(operation.returns, "nothing")
    answer: Literal["before", "after"] = "before" if operation.kind == "delete" else "after"
    return replace(operation, returns=answer if returns == "nothing" else returns, limit=UNSET)


def _takes_others(function: ScriptFunction, spot: DocPath) -> bool:
    """Whether a function may write more documents of its collection than those that a step finds."""
    return any(
        each.op in ("updateMany", "deleteMany")
        and not any(isinstance(part, Outcome) for part in markers_of(each))
        for each in function.statements
        if each.collection == spot.collection
    )


def _many(operation: Operation) -> int:
    """Return how many documents are meant at most. Raises Unsupported where the operation does not say it, or twice."""
    is_returned, limit = given(operation.returns, "nothing") != "nothing", given(operation.limit, None)
    if limit is None and not is_returned:
        raise Unsupported("It has a sort without a limit.", "limit it to 1, or remove the sort")
    if is_returned and limit is not None and limit > 1:
        raise Unsupported(
            "It returns one document, but its limit is higher.", "limit it to 1, or let it return nothing"
        )
    return 1 if limit is None else int(limit)


def _only_place(world: OperationContext, operation: Operation) -> tuple[OperationContext, DocPath]:
    """Return the one place where the documents of an entity are. Raises Unsupported where there are others, or where it
    has no documents of its own."""
    ways = [
        (each, spot)
        for _, each in at_each(world, operation.entity)
        for spot in each.placement.spots(operation.entity)
    ]
    places = dict.fromkeys(spot for _, spot in ways)
    word = world.word(operation.entity).replace("_", " ")
    if len(places) > 1:
        names = ", ".join(dict.fromkeys(spot.collection for spot in places))
        raise Unsupported(
            f"A write with a limit can't span several collections: {names}.",
            _REMEDY,
        )
    for spot in places:
        if not spot.path and world.collections[spot.collection].kind == "standard":
            return ways[0][0], spot
    raise Unsupported(
        f"It can't have a limit: a {word} has no document of its own to update or delete.",
        _REMEDY,
    )


def _by_ids(world: OperationContext, operation: Operation, spot: DocPath, build: _Build) -> ScriptFunction:
    """Return the function that reads which are the first so many, and writes those: what no longer meets the filter by
    then stays as it is."""
    matches = given(operation.filter, [])
    if any(match.field == "_id" for match in matches):
        raise Unsupported("It filters by _id and has a limit.", "find them by another field")
    named = [*matches, Match(field="_id", match="in")]
    function, *others = build(world, replace(operation, filter=named, sort=UNSET, limit=UNSET, returns=UNSET))
    if function.unsupported or not function.statements:
        return function
    read = _read(world, operation, spot, function)
    function.statements = _of_those(function, read)
    if others or _takes_others(function, spot):
        raise Unsupported("A write with a limit would also change other documents.", _REMEDY)
    together = function.transaction or (
        _many(operation) <= _MOST
        and has_transactions(world, [each.collection for each in function.statements if each.writes])
    )
    function.transaction = together
    statements = [read, *function.statements]
    if together and not any(each.answers for each in statements):
        last = statements[-1]
        statements[-1] = replace(
            last,
            step=last.step or function.step("removed" if operation.kind == "delete" else "changed"),
            answers=True,
        )
    function.statements = [replace(each, transaction=together) for each in statements]
    function.remark(f"Writes up to {digits(_many(operation))} documents per call.")
    if not together:
        function.remark("If documents change between the read and the write, it writes fewer.")
    return function.numbered()


def _read(
    world: OperationContext, operation: Operation, spot: DocPath, function: ScriptFunction
) -> Statement:
    first = ScriptFunction(function.subject, function.name, function.purpose)
    first.among = function.among
    first.reserve(function.statements)
    conditions = Conditions(world, operation, spot)
    try:
        filter, sort = conditions.filter(first), conditions.sort()
    except Elsewhere as missing:
        raise Unsupported(
            f"It sorts or filters by {missing}, which {spot.collection} documents don't contain.",
            _REMEDY,
        ) from None
    if conditions.sorts_by_attribute:
        raise Unsupported("It sorts by an attribute in an array.", "sort by a field of its own")
    first.add(
        "find", spot.collection, filter=filter, projection={"_id": 1}, sort=sort, limit=_many(operation),
        options=conditions.collation(), step=first.step(f"first {world.names.words(operation.entity)}"),
    )  # fmt: skip
    return first.statements[0]


def _of_those(function: ScriptFunction, read: Statement) -> list[Statement]:
    """Return the statements of a function, which mean the documents whose ids a step has read."""
    ids = {
        part.values.name
        for each in function.statements
        if isinstance(part := filter_of(each.filter).predicate("_id"), In) and isinstance(part.values, Param)
    }
    first, values = outcome(read.step, many=True, each="_id"), dict[str, Param]()
    one_value(read, values)
    statements = [
        retold(one_value(each, values), lambda param: first if param.name in ids else param)
        for each in function.statements
    ]
    return [replace(each, comment="") for each in statements]
