"""demo() leaves the sample documents as it found them: the audit finds no more than before."""

from __future__ import annotations

from typing import Any

from tests.compiler.library import larger
from tests.mongosh.cases import build
from tests.mongosh.demonstrating import Json, Named, journals, loading
from tests.mongosh.odd import end, entity, field, link
from tests.mongosh.shell import sources
from tests.oracle.known import DESIGNS, brought
from tests.oracle.run import loaded, shipped

END = "  endWithSamples();\n"


def _audited(name: str, source: Json, *, puts_back: bool = True) -> Json:
    """All scripts, the audit of everything, demo(), and the audit again."""
    base, scripts = loading(name, source), build(source).scripts
    if not puts_back:
        (queries,) = (path for path in scripts if path.endswith("04_queries.js"))
        assert END in scripts[queries]
        scripts = {**scripts, queries: scripts[queries].replace(END, "")}
    paths = sources(scripts, f"{name}-{puts_back}")
    audit = {"call": "audit", "arguments": ["all"], "name": "audit"}
    loads = [{"load": paths[each["name"]], "name": each["name"]} for each in base["steps"]]
    steps = [*loads, {"load": paths["06_audit"], "name": "06_audit"}, audit, {"call": "demo"}, audit]
    return {**base, "steps": steps}


def _differing(journal: Json) -> list[str]:
    """Return the checks that find something else at the second audit."""
    assert not journal["error"], journal["error"]
    answers: dict[str, list[Any]] = {}
    for line in journal["printed"]:
        if line and isinstance(line[0], dict) and "audit" in line[0]:
            answers.setdefault(line[0]["audit"], []).append(len(line[0].get("found") or []))
    assert answers and all(len(each) == 2 for each in answers.values())
    return [name for name, (before, after) in answers.items() if before != after]


def _told(named: list[Named], **how: bool) -> dict[str, list[str]]:
    audited = journals(named, lambda name, source: _audited(name, source, **how))
    return {name: differing for name, journal in audited if (differing := _differing(journal))}


def _orders() -> Json:
    """Customers who count their orders, which an operation places."""
    total = {"formula": "count(orders)", "refresh": "on-write"}
    return {
        "format": "nestlink/1", "name": "Orders", "database": "orders",
        "entities": [entity("Customer", field("name", required=True), field("placed", "int", computed=total)),
                     entity("Order", field("number", "int"))],
        "relationships": [
            link("orders", "one-to-many", end("Customer", field="orders"), end("Order", 1, field="customer"), strategy="PARENT_REF"),
        ],
        "operations": [{"name": "place order", "kind": "insert", "entity": "Order", "per_day": 9}],
    }  # fmt: skip


def test_totals_agree_after_a_demonstration() -> None:
    """A sample is taken away before the call that adds it, as no function does: its customer would count it twice."""
    assert _told([("orders", _orders())]) == {}
    assert _told([("orders", _orders())], puts_back=False) == {"orders": ["Customer.results"]}


def test_no_design_of_the_library_or_brought_is_left_otherwise() -> None:
    assert _told([*shipped("library"), *brought(DESIGNS)]) == {}


def test_nor_are_the_larger_ones() -> None:
    assert _told([(path.stem, loaded(path)) for path in larger()]) == {}
