"""What nobody counted is not called measured, and has no cost."""

from __future__ import annotations

import math
from typing import Any

import msgspec
import pytest

from designs.compiler import EXPORTERS
from designs.compiler.model.conceptual import Model
from designs.compiler.names.naming import Names
from designs.compiler.names.paths import Paths
from designs.compiler.workload.inputs import DEFAULT, GIVEN, MEASURED
from designs.compiler.workload.traffic import Traffic
from tests.compiler.in_parts import compile_design
from tests.compiler.small import Json, case, op, pair


def read_of(entity: str, *filters: str, **more: Any) -> Json:
    """A read that says how often it runs, unless more says ``per_day=None``."""
    return {key: each for key, each in op("read", entity, *filters, **more).items() if each is not None}


def both(per_day: float | None) -> tuple[Json, ...]:
    """Three reads of a Parent, one of them with its children, and one of a Child alone; of which the last one is as
    frequent as is said."""
    page = read_of("Parent", includes=["r"])
    return page, read_of("Parent"), read_of("Parent", per_day=per_day), read_of("Child", per_day=per_day)


@pytest.mark.parametrize(("per_day", "origin"), [(1, MEASURED), (None, DEFAULT)])
@pytest.mark.parametrize("name", ["accessed_together", "independent_access"])
def test_a_share_is_measured_only_where_each_operation_says_how_often(
    name: str, per_day: float | None, origin: str
) -> None:
    """One that doesn't say so still counts once, as an assumption."""
    quantity = case(ops=both(per_day)).quantity(name)
    assert quantity.value == pytest.approx({"accessed_together": 1 / 3, "independent_access": 1 / 2}[name])
    assert quantity.origin == origin


@pytest.mark.parametrize(("per_day", "origin"), [(7, MEASURED), (None, DEFAULT)])
@pytest.mark.parametrize(
    ("name", "kind", "entity", "more"),
    [
        ("from_to_per_day", "read", "Parent", {"includes": ["r"]}),
        ("to_from_per_day", "read", "Child", {"includes": ["r"]}),
        ("reassigned_per_day", "update", "Child", {"changes": ["parent_id"]}),
        ("inserts_per_day", "insert", "Child", {}),
        ("deletes_per_day", "delete", "Child", {}),
    ],
)
def test_a_rate_is_measured_only_where_it_is_stated(
    name: str, kind: str, entity: str, more: Json, per_day: float | None, origin: str
) -> None:
    work = {key: each for key, each in op(kind, entity, **more, per_day=per_day).items() if each is not None}
    quantity = case(ops=(work,)).quantity(name)
    assert (quantity.value, quantity.origin) == (per_day or 1, origin)


def test_what_is_stated_goes_before_a_guess_and_after_a_count() -> None:
    stated = {"inserts_per_day": 40}
    silent = {"name": "", "kind": "insert", "entity": "Child"}
    assert case(child=stated, ops=(silent,)).quantity("inserts_per_day") == case(child=stated).quantity(
        "inserts_per_day"
    )
    assert case(child=stated).quantity("inserts_per_day").origin == GIVEN
    assert case(child=stated, ops=(op("insert", "Child", per_day=9),)).look("inserts_per_day") == 9


def test_one_operation_asked_with_a_frequency_is_no_guess_any_more() -> None:
    model = pair(ops=(read_of("Parent", per_day=None), read_of("Parent"), read_of("Child", per_day=None)))
    traffic = Traffic(model.workload, Paths(Names(model)))
    assert ("reads", "Parent") in traffic.guessed and ("reads", "Child") in traffic.guessed
    once = traffic.with_one(0, 5.0)
    assert ("reads", "Parent") not in once.guessed and ("reads", "Child") in once.guessed
    assert ("reads", "Parent") in traffic.guessed and traffic.with_one(1, 5.0).guessed == traffic.guessed


# --- costs ----------------------------------------------------------------------------------------


def text_of(model: Model, slug: str) -> str:
    compilation = compile_design(model)
    return "\n".join(
        file.text for exporter in EXPORTERS if exporter.slug == slug for file in exporter.render(compilation)
    )


@pytest.mark.parametrize("per_day", [None, 1])
def test_no_cost_without_a_stated_frequency(per_day: float | None) -> None:
    model = pair(ops=(read_of("Parent", includes=["r"], per_day=per_day), read_of("Child", per_day=None)))
    (decision,) = compile_design(model).plan.decisions
    costs = [decision.cost, *(each.cost for each in decision.rejected)]
    report = text_of(model, "report")
    if per_day is None:
        assert costs == [None] * len(costs) and decision.guesses == () and not decision.rewrites
        assert not any(name.startswith("reads") for name, _ in decision.shape)
        assert "No cost scores" in report and "## Recommendations and lowest cost" not in report
    else:
        assert decision.cost and decision.guesses == ("operation 1",)
        assert "No cost scores" not in report and "## Recommendations and lowest cost" in report
        assert "No cost scores" not in report
        assert "\n`operation 1` counts as once per day (assumed; no frequency set).\n" in report


@pytest.mark.parametrize("count", [2, 3, 4])
def test_many_guesses_are_counted(count: int) -> None:
    silent = tuple(read_of("Child", per_day=None) for _ in range(count))
    report = text_of(pair(ops=(read_of("Parent", includes=["r"]), *silent)), "report")
    assert (f"\n{count} operations count as once per day (assumed; no frequency set).\n" in report) == (
        count > 3
    )
    assert ("`operation 2` count as once per day (assumed" in report) == (count == 2)
    assert report.count("once per day (assumed") == 1


@pytest.mark.parametrize("reads", [None, 500])
def test_whether_a_copy_pays_is_not_told_without_a_frequency(reads: float | None) -> None:
    copy = {"field": "title", "of": "from", "policy": "eventual"} | (
        {"reads_per_day": reads} if reads else {}
    )
    model = pair(rel={"copies": [copy], "strategy": "PARENT_REF"}, has={"max": 5000, "growth": "unbounded"})
    (decision,) = compile_design(model).plan.decisions
    told = " ".join(decision.caveats)
    assert ("whether it pays is unknown" in told) == (reads is None), told
    assert ("by cost score" in told) == (reads is not None)


@pytest.mark.parametrize(
    ("part", "more"),
    [
        ("rel", {"navigation": {"to_from_per_day": 3}}),
        ("rel", {"navigation": {"from_to_per_day": 3}}),
        ("rel", {"reassigned_per_day": 1}),
        ("rel", {"child_updates_per_day": 1}),
        ("child", {"inserts_per_day": 1}),
        ("has", {"adds_per_day": 1}),
    ],
)
def test_any_frequency_of_a_relationship_gives_it_a_cost(part: str, more: Json) -> None:
    model = pair(**{part: more})
    assert model.has_frequencies and case(**{part: more}).has_frequencies()
    assert not pair().has_frequencies and not case().has_frequencies()
    (decision,) = compile_design(model).plan.decisions
    assert decision.cost is not None


def test_a_forecast_says_that_its_inserts_are_assumed() -> None:
    silent = {"name": "", "kind": "insert", "entity": "Child"}
    for ops, told in (((silent,), True), ((op("insert", "Child", per_day=3),), False)):
        forecasts = compile_design(pair(has={"growth": "unbounded"}, ops=ops)).forecasts
        assumed = [each for forecast in forecasts for each in forecast.assumed]
        assert ("inserts of Child per day: 1" in assumed) == told


def test_null_is_no_frequency() -> None:
    model = pair(ops=(read_of("Parent", includes=["r"], per_day=None),))
    nulls = msgspec.structs.replace(
        model, operations=[msgspec.structs.replace(each, per_day=None) for each in model.workload]
    )
    assert not nulls.has_frequencies


@pytest.mark.parametrize(
    ("count", "has", "expected"),
    [
        ({"count": 95}, {}, (95, DEFAULT)),
        ({"count": 95, "inserts_per_day": 1}, {}, (math.inf, DEFAULT)),  # too many by then to say much of one
        ({}, {}, (math.inf, DEFAULT)),
        ({"count": 95}, {"growth": "unbounded"}, (math.inf, GIVEN)),
        ({"count": 95}, {"max": 300}, (300, GIVEN)),
        ({"count": 95}, {"average": 4}, (40, DEFAULT)),
        ({"count": 30}, {"average": 4}, (30, DEFAULT)),
        ({"count": 30}, {"min": 50}, (50, DEFAULT)),
    ],
)
def test_nothing_has_more_of_the_other_end_than_there_are(
    count: Json, has: Json, expected: tuple[float, str]
) -> None:
    """A lift leads to no more slopes than the resort has."""
    quantity = case(child=count, has=has).quantity("max")
    assert (quantity.value, quantity.origin) == expected
