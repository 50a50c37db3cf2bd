"""Data that outgrows a server.

The data read in a day and all indexes should fit in memory; other reads wait for the disk. A terabyte collection
takes hours to copy to a new member or to restore, and only sharding divides it. Indexes larger than their documents
are too many, or have long keys or arrays. Sizes are uncompressed BSON.
"""

from __future__ import annotations

import math
from collections.abc import Iterator

from ...model.conceptual import given
from ...plan_model.findings import Finding
from ...plan_model.forecast_types import Forecast, Moment
from ...plan_model.number_format import byte_size
from ..base import Inspection, Lint, number

_LITTLE = 1024**3
"""Bytes of indexes below which nobody minds how large they are."""


def check(seen: Inspection) -> Iterator[Finding]:
    """A working set over 32 GiB (`memory_gib`) within three years; collections over 1 TiB in a design without
    sharding; and collections whose indexes are larger than their documents. Sizes on disk assume a
    compression of 3:1."""
    yield from _memory(seen)
    on_one_server = (
        given(seen.model.topology, "replica-set") != "sharded"
    )  # of a sharded one SHARD_MISSING tells
    for forecast in seen.forecasts:
        collection, last = seen.collections[forecast.collection], forecast.moments[-1]
        if on_one_server and last.data > seen.limits.unsharded_max:
            yield _unsharded(seen, forecast)
        if last.indexes > max(last.data, _LITTLE):
            message = (
                f"Its indexes reach {byte_size(last.indexes)} in three years, more than its "
                f"documents ({byte_size(last.data)})."
            )
            hint = "Remove the least used index, or shorten its keys and arrays."
            yield LINT.finding(collection.name, message, hint)


def _memory(seen: Inspection) -> Iterator[Finding]:
    if not seen.forecasts:
        return
    limit = seen.limits.memory_gib
    stated = "memory_gib" in given(seen.model.constants, {})
    over = next(
        (at for at in range(len(seen.forecasts[0].moments)) if _working(seen, at) > limit * 1024**3), None
    )
    if over is None:
        return
    month = seen.forecasts[0].moments[over].month
    when = f"in {month} months" if month else "today"
    largest = max(seen.forecasts, key=lambda each: each.moments[over].working)
    is_sharded = bool(seen.collections[largest.collection].shard_key)
    server = "shard" if is_sharded else "server"
    message = (
        f"The working set {'of all shards ' if is_sharded else ''}needs {byte_size(_working(seen, over))} of memory {when} "
        f"({byte_size(largest.moments[over].working)} for {largest.collection}). A {server} has "
        f"{number(limit)} GiB{'' if stated else ' (assumed)'}."
    )
    more = "" if stated else f' If a {server} has more: "constants": {{"memory_gib": 64}}.'
    if is_sharded:
        count = math.ceil(_working(seen, len(largest.moments) - 1) / (limit * 1024**3))
        remedy = f"Plan at least {max(count, 2)} shards for three years, or drop indexes."
    else:
        remedy = "Plan more memory or shards." if stated else "Add memory, shard it, or drop indexes."
    yield LINT.finding(largest.collection, message, f"{remedy}{more}")


def _working(seen: Inspection, at: int) -> float:
    moments: list[Moment] = [forecast.moments[at] for forecast in seen.forecasts]
    return float(sum(moment.working for moment in moments))


def _unsharded(seen: Inspection, forecast: Forecast) -> Finding:
    last, ratio = forecast.moments[-1], max(1.0, seen.limits.compression)
    month = next(m.month for m in forecast.moments if m.data > seen.limits.unsharded_max)
    when = f"in {month} months" if month else "today"
    message = (
        f"Over {byte_size(seen.limits.unsharded_max)} {when} and {byte_size(last.data)} in three years, "
        f"on one server. About {byte_size(last.data / ratio)} on disk, with assumed compression of "
        f"{number(ratio)}:1."
    )
    sharded = given(seen.model.topology, "replica-set") == "sharded"
    hint = "Set a shard key." if sharded else "Plan a sharded cluster, or expire or archive old documents."
    return LINT.finding(forecast.collection, message, hint)


LINT = Lint(
    code="L67",
    slug="data-size",
    name="DATA_SIZE",
    severity="warning",
    title="Data exceeds one server",
    source="MongoDB manual, ensure indexes fit in RAM; sharding",
    about="collection",
    check=check,
)
