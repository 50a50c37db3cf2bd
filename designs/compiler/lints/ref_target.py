"""References to what has no address.

An id leads to a document through its collection. What lives in a bucket, in a time series or nowhere
has no document of its own to lead to; of what is split into a collection for each of its kinds, an id
does not say in which to look, so that all of them are asked.
"""

from __future__ import annotations

from collections.abc import Iterator

from ..conceptual import Relationship
from ..findings import Finding
from ..holding import stored_entities
from .base import Inspection, Lint, to_the_rules

_NOWHERE = frozenset({"bucket", "timeseries", "nowhere"})


def check(seen: Inspection) -> Iterator[Finding]:
    """A stored id of an entity that lives in buckets or a time series, or was folded away; or in a
    collection for each of its kinds. An element of an array is reached by the pair of holder and element id, and is no trouble."""
    homes = seen.compilation.composition.homes
    for relationship, decision in seen.decided():
        for entity in stored_entities(relationship, decision):
            kinds = {home.kind for home in homes.get(entity, ())}
            side = "to" if entity == relationship.from_.entity else "from"
            apart = dict.fromkeys(one.collection for one in seen.placement.spots(entity))
            if kinds == {"nowhere"} and len(apart) > 1:
                message = f"stores the id of {entity}, which may be in {' or '.join(apart)}, and nothing says in which: {_asked(seen, relationship, entity)}"
                hint = f"keep the kinds of {entity} in one collection, or refer to each kind by itself"
                yield LINT.finding(seen.place(relationship, side), message, hint)
            if not kinds or not kinds <= _NOWHERE or (seen.placement.spots(entity) and kinds == {"nowhere"}):
                continue
            message = f"stores the id of {entity}, which has no collection ({', '.join(sorted(kinds))})"
            hint = f"refer to its owner, or give {entity} a collection"
            fix = to_the_rules(relationship, decision)
            yield LINT.finding(seen.place(relationship, side), message, hint, fix=fix)


def _asked(seen: Inspection, relationship: Relationship, entity: str) -> str:
    """What the functions do about it: they ask all collections, which is right where no two of their
    documents have the same id."""
    if relationship.from_.entity == relationship.to.entity:
        return "the functions ask the first only"
    if seen.placement.key_types(entity)[0] != "objectId":
        return f"the functions ask each, and two kinds of {entity} may have the same id"
    return "the functions ask each"


LINT = Lint(
    code="L14",
    slug="ref-target",
    name="REF_TARGET",
    severity="error",
    title="A reference to something that has no collection",
    source="MongoDB practice",
    check=check,
)
