"""References to what has no address.

An id leads to a document through its collection. What lives in a bucket, in a time series or nowhere
has no document of its own to lead to.
"""

from __future__ import annotations

from collections.abc import Iterator

from ..findings import Finding
from ..holding import stored_entities
from .base import Inspection, Lint, to_the_rules

_NOWHERE = frozenset({"bucket", "timeseries", "nowhere"})


def check(seen: Inspection) -> Iterator[Finding]:
    """A stored id of an entity that lives in buckets or a time series, or was folded away. An
    element of an array is reached by the pair of holder and element id, and is no trouble."""
    homes = seen.compilation.composition.homes
    for relationship, decision in seen.decided():
        for entity in stored_entities(relationship, decision):
            kinds = {home.kind for home in homes.get(entity, ())}
            if not kinds or not kinds <= _NOWHERE or (seen.placement.spots(entity) and kinds == {"nowhere"}):
                continue
            message = f"stores the id of {entity}, which has no collection ({', '.join(sorted(kinds))})"
            side = "to" if entity == relationship.from_.entity else "from"
            hint = f"refer to its owner, or give {entity} a collection"
            fix = to_the_rules(relationship, decision)
            yield LINT.finding(seen.place(relationship, side), message, hint, fix=fix)


LINT = Lint(
    code="L14",
    slug="ref-target",
    name="REF_TARGET",
    severity="error",
    title="A reference to something that has no collection",
    source="MongoDB practice",
    check=check,
)
