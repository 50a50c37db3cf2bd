"""The registry of checks, and what runs them."""

from __future__ import annotations

import math
from pathlib import Path

import msgspec
import pytest

from designs.compiler import lints
from designs.compiler.lints import LINTS, run
from designs.compiler.lints.base import number, percent
from designs.compiler.plan_model.compilation import Compilation
from designs.compiler.plan_model.findings import Finding
from tests.compiler.composed import field, placement
from tests.compiler.planned import pair, things

FOLDER = Path(lints.__file__).parent
TESTS = Path(__file__).parent


def _run(plan: Compilation) -> tuple[Finding, ...]:
    return run(plan, placement(plan.model, plan.composition))


def test_every_module_is_registered_and_has_its_test() -> None:
    modules = {path.stem for path in FOLDER.glob("*/*.py")} - {"__init__"}
    assert {one.check.__module__.rpartition(".")[2] for one in LINTS} == modules
    assert modules <= {one.slug.replace("-", "_") for one in LINTS}
    assert {path.stem.removeprefix("test_") for path in TESTS.glob("test_*.py")} - {"registry"} == modules


def test_codes_and_slugs_are_unique_and_entries_complete() -> None:
    assert len({one.code for one in LINTS}) == len({one.slug for one in LINTS}) == len(LINTS)
    assert all(one.title and one.source and one.name == one.slug.replace("-", "_").upper() for one in LINTS)


def test_findings_come_in_the_order_of_the_registry_and_of_the_file() -> None:
    plan = things(field("b", "double", money=True), field("a", "double", money=True), field("seen_on"))
    assert [(one.code, one.subject) for one in _run(plan)] == [
        ("L45", "Thing.b"),
        ("L45", "Thing.a"),
        ("L46", "Thing.seen_on"),
    ]


def test_a_finding_can_be_set_aside_by_code_and_subject() -> None:
    plan = things(field("b", "double", money=True), field("a", "double", money=True))
    ignored = [{"code": "L45", "subject": "Thing.b", "reason": "rounded on purpose"}]
    model = msgspec.convert({**msgspec.to_builtins(plan.model), "ignored": ignored}, type(plan.model))
    assert [one.subject for one in _run(msgspec.structs.replace(plan, model=model))] == ["Thing.a"]


def test_a_plain_design_has_no_findings() -> None:
    assert _run(pair("PARENT_REF", None)) == ()
    assert _run(pair("EMBED_ARRAY", 10)) == ()


@pytest.mark.parametrize(
    ("value", "told"),
    [
        (5.0, "5"), (0.5, "0.50"), (99.5, "99.50"), (100.6, "101"), (100, "100"), (12_345, "12,345"),
        (math.inf, "no limit"),
    ],
)  # fmt: skip
def test_numbers_have_a_fraction_only_where_it_matters(value: float, told: str) -> None:
    assert number(value) == told


@pytest.mark.parametrize(
    ("value", "told"),
    [(999_999_999_999_999, "999,999,999,999,999"), (1e15, "1e15"), (1.7e308, "1.7e308"), (0.25, "0.25")],
)
def test_numbers_too_long_to_write_out_are_short(value: float, told: str) -> None:
    assert number(value) == told


def test_shares_are_percentages() -> None:
    assert (percent(0.125), percent(1)) == ("12%", "100%")


USUAL = {
    "L03": "warning",
    "L04": "warning",
    "L05": "warning",
    "L06": "warning",
    "L07": "warning",
    "L16": "warning",
    "L26": "error",
    "L34": "warning",
    "L38": "warning",
}


def test_checks_of_several_severities_say_the_usual_one() -> None:
    """The pages of the handbook show it."""
    assert {one.code: one.severity for one in LINTS if one.code in USUAL} == USUAL
