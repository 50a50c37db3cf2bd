"""L67: data that outgrows a server."""

from __future__ import annotations

import math
from typing import Any

import pytest

from designs.compiler.lints.workload.data_size import LINT
from designs.compiler.plan_model.findings import Finding
from tests.compiler.composed import design, entity, field
from tests.compiler.planned import findings, inspection, planned

GIB = 1024**3


def told(
    *,
    count: float = 10**6,
    size: float = 1000,
    topology: str = "replica-set",
    limits: dict[str, float] | None = None,
    **more: Any,
) -> tuple[list[Finding], Any]:
    """What is found of so many things of so many bytes, and their forecast in three years."""
    thing = entity("Thing", field("note", average_bytes=size), count=count, inserts_per_day=0, **more)
    plan = planned(design([thing], [], topology=topology, constants=limits or {}))
    return findings(LINT, plan), inspection(plan).forecasts[0].moments[-1]


def test_little_data_fits() -> None:
    assert told()[0] == []


def test_what_a_day_reads_and_the_indexes_fit_into_memory() -> None:
    _, last = told(count=10**8)
    fits = last.working / GIB
    assert told(count=10**8, limits={"memory_gib": fits})[0] == []
    ((finding,), _) = told(count=10**8, limits={"memory_gib": fits * 0.999})
    assert "of memory" in finding.message and "assumed" not in finding.message
    ((finding,), _) = told(count=10**8)
    assert "A server has 32 GiB (assumed)" in finding.message and "memory_gib" in finding.hint
    assert finding.hint.startswith(
        "Add memory, shard it, or drop indexes."
    )  # a constant makes no server larger


@pytest.mark.parametrize(("share", "count"), [(1.0, 0), (0.999, 1)])
def test_a_terabyte_is_for_several_servers(share: float, count: int) -> None:
    _, last = told()
    limits = {"unsharded_max": last.data * share}
    some, _ = told(limits=limits)
    assert [one.subject for one in some] == ["things"] * count
    assert all("assumed compression of 3:1" in one.message for one in some)
    assert told(limits=limits, topology="sharded")[0] == []


def test_the_ratio_of_compression_is_named() -> None:
    ((finding,), _) = told(limits={"unsharded_max": 1, "compression": 4})
    assert "compression of 4:1." in finding.message


def test_indexes_are_smaller_than_their_documents() -> None:
    wide = {"indexes": [{"keys": [["note", 1]]}]}
    some, last = told(count=2 * 10**7, size=100, limits={"memory_gib": 1000}, **wide)
    assert last.indexes > last.data and [one.subject for one in some] == ["things"]
    assert "more than its documents" in some[0].message
    assert told(count=2 * 10**7, size=100, limits={"memory_gib": 1000})[0] == []
    assert told(count=10**5, size=100, **wide)[0] == []  # less than a gibibyte


def test_what_is_sharded_needs_so_many_shards() -> None:
    """It was told to be sharded."""
    key = {"shard_key": [["note", "hashed"]]}
    some, last = told(count=10**9, topology="sharded", limits={"memory_gib": 1000}, **key)
    assert some == []
    some, last = told(count=10**9, topology="sharded", **key)
    ((finding,),) = ([each for each in some if "of memory" in each.message],)
    assert "of all shards" in finding.message and "A shard has 32 GiB (assumed)" in finding.message
    assert finding.hint.startswith(
        f"Plan at least {math.ceil(last.working / 32 / GIB)} shards for three years"
    )
