"""Includes: a read tells what the other side of a link says of itself, though the link repeats some of it, unless the link says
what was when it was made."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from designs.compiler.model.conceptual import Operation, Relationship, given, stated
from designs.compiler.plan_model.compilation import Compilation
from designs.compiler.plan_model.decisions import opposite
from designs.compiler.sampling.world.things import Thing
from tests.oracle.comparing import plain
from tests.oracle.state import State

_IN_DOCUMENTS = ("EMBED_LINK", "ONE_WAY_EMBED")
_PAST = ("snapshot", "immutable")


def unincluded(
    compilation: Compilation, state: State, operation: Operation | None, things: Iterable[Thing], answer: Any, hidden: Iterable[str]
) -> str:  # fmt: skip
    """Return which value of something that an operation includes its answer does not tell, "" where it tells all."""
    if operation is None or stated(operation.projection):
        return ""
    told, found = None, list(things)
    for relationship, side in _links_with_copies(compilation, operation):
        told = {str(each) for each in _values(plain(answer))} if told is None else told
        for thing in found:
            for link in state.links(relationship.name, side, thing):
                far = link.end(opposite(side))
                for name, value in state.values[far].items():
                    is_plain = name not in hidden and isinstance(value, str | int)
                    if is_plain and str(plain(value)) not in told:
                        return f"does not tell {name} of a {far.entity}, which it includes: {str(value)[:80]}"
    return ""


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


def _values(value: Any) -> Iterator[Any]:
    yield value
    parts = value.values() if isinstance(value, dict) else value if isinstance(value, list) else ()
    for part in parts:
        yield from _values(part)
