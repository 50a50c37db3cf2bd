"""Includes: a read tells what the other side of a link says of itself, though the link repeats some of it, unless the link says
what was when it was made."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import Any

from designs.compiler.model.conceptual import Operation, Relationship, given, stated
from designs.compiler.plan_model.compilation import Compilation
from designs.compiler.plan_model.decisions import opposite
from designs.compiler.sampling.world import Thing
from tests.oracle.comparing import plain
from tests.oracle.state import State

_IN_DOCUMENTS = ("EMBED_LINK", "ONE_WAY_EMBED")
_PAST = ("snapshot", "immutable")


def unincluded(
    compilation: Compilation, state: State, operation: Operation | None, things: Iterable[Thing], answer: Any, hidden: Iterable[str],
    id_of: Callable[[Thing], str],
) -> str:  # fmt: skip
    """Return which value of something that an operation includes its answer does not tell, "" where it tells all. id_of:
    what something is known by."""
    found = list(things)
    if operation is None:
        return ""
    for relationship, side in _trees_read_whole(compilation, operation):
        told_of = _not_told_above if side == "to" else _not_told_below
        for thing in found if relationship.end(side).entity == operation.entity else ():
            if wrong := told_of(state, relationship, thing, answer, id_of):
                return wrong
    if stated(operation.projection):
        return ""
    told = None
    for relationship, side in [
        *_links_with_copies(compilation, operation),
        *_arrays_with_overflow(compilation, operation),
    ]:
        told = {str(each) for each in _values(plain(answer))} if told is None else told
        for thing in found:
            for link in state.links(relationship.name, side, thing):
                far = link.end(opposite(side))
                secret = {
                    each.name
                    for each in state.world.names.entities[far.entity].own_fields
                    if each.sensitive is True
                }
                for name, value in state.values[far].items():
                    is_plain = name not in secret.union(hidden) and isinstance(value, str | int)
                    if is_plain and str(plain(value)) not in told:
                        return f"does not tell {name} of a {far.entity}, which it includes: {str(value)[:80]}"
    return ""


def _trees_read_whole(compilation: Compilation, operation: Operation) -> Iterator[tuple[Relationship, str]]:
    """Yield the trees that an operation includes by their names alone, of which the design says that the ancestors or the
    descendants are read, and the end from which: all nodes above or below are meant."""
    for relationship in compilation.model.links:
        decision = compilation.composition.decisions.get(relationship.name)
        tree = given(relationship.tree, None)
        if relationship.name not in given(operation.includes, []) or tree is None or decision is None:
            continue
        side = {"ancestors": "to", "descendants": "from", "subtree": "from"}.get(given(tree.reads, ""), "")
        if side and decision.strategy != "EMBED_TREE":
            yield relationship, side


def _not_told_above(
    state: State, relationship: Relationship, thing: Thing, answer: Any, id_of: Callable[[Thing], str]
) -> str:
    """Return which node above one an answer lacks, or tells before one that is above it; "" where it tells all, the root
    first."""
    above: list[Thing] = []
    while links := state.links(relationship.name, "to", above[0] if above else thing):
        above.insert(0, links[0].end("from"))
    ids, lists = [id_of(each) for each in above], _lists(answer)
    if not ids or ids in lists:
        return ""
    return f"does not tell the nodes above, the root first: {ids} in {lists}"


def _not_told_below(
    state: State, relationship: Relationship, thing: Thing, answer: Any, id_of: Callable[[Thing], str]
) -> str:
    """Return which nodes below one an answer lacks; "" where one of its lists has them all, and no others."""
    below: list[Thing] = []
    level = [thing]
    while level := [
        link.end("to") for each in level for link in state.links(relationship.name, "from", each)
    ]:
        below += level
    ids, lists = sorted(id_of(each) for each in below), _lists(answer)
    if not ids or any(sorted(each) == ids for each in lists):
        return ""
    return f"does not tell the nodes below: {ids} in {lists}"


def _lists(answer: Any) -> list[list[str]]:
    """The ids of each list of documents in an answer."""
    return [
        [str(plain(each.get("_id"))) for each in value if isinstance(each, dict)]
        for value in _values(answer)
        if isinstance(value, list)
    ]


def _links_with_copies(compilation: Compilation, operation: Operation) -> Iterator[tuple[Relationship, str]]:
    """Yield the relationships that an operation includes whose links stand in its own documents, with copies that follow what
    they repeat, and the end of the operation's entity."""
    for relationship in compilation.model.links:
        decision = compilation.composition.decisions.get(relationship.name)
        if relationship.name not in given(operation.includes, []) or decision is None:
            continue
        policies = [given(copy.policy, "") for copy in given(relationship.copies, [])]
        is_apart = relationship.kind == "many-to-many" and relationship.from_.entity != relationship.to.entity
        is_here = (
            decision.strategy in _IN_DOCUMENTS and relationship.end(decision.side).entity == operation.entity
        )
        if is_apart and is_here and all(policies) and not all(policy in _PAST for policy in policies):
            yield relationship, decision.side


def _arrays_with_overflow(
    compilation: Compilation, operation: Operation
) -> Iterator[tuple[Relationship, str]]:
    """Yield the relationships that an operation includes whose elements stand in its own documents until an array is full."""
    for relationship in compilation.model.links:
        decision = compilation.composition.decisions.get(relationship.name)
        is_asked = relationship.name in given(operation.includes, [])
        is_here = relationship.from_.entity == operation.entity
        if is_asked and is_here and decision is not None and decision.strategy == "OUTLIER":
            yield relationship, "from"


def _values(value: Any) -> Iterator[Any]:
    yield value
    parts = value.values() if isinstance(value, dict) else value if isinstance(value, list) else ()
    for part in parts:
        yield from _values(part)
