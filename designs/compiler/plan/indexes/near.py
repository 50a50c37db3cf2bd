"""The index of operations that find what is near a place."""

from __future__ import annotations

from collections.abc import Iterator

from .candidates import Candidate, reason_of
from .operations import Query, Workload, constants_in


def near_indexes(workload: Workload, query: Query) -> Iterator[Candidate]:
    """Yield one index for a place and the values that are asked for with it, one or a list of them, the values first: what
    is near is read from the nearest on until there is enough, and what has other values in vain."""
    options = workload.options(query)
    fixed = constants_in(options)
    asked = [want for want in query.before("eq", "in") if want.path not in fixed and not want.path.isdigit()]
    before, _ = workload.steady(query.shelf.name, asked)
    for place in query.of("near"):
        keys = {want.path: want for want in [*before, place]}
        reason = reason_of(query, [*before, place], options, ())
        yield Candidate(
            keys=tuple((path, "2dsphere" if want is place else 1) for path, want in keys.items()),
            free=len(keys) - 1,
            kept=True,
            options=workload.collated(query, before, options),
            reason=reason,
            serves=(f"operation:{query.operation.name}",),
        )
