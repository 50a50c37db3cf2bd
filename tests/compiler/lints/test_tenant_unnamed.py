"""TENANT_UNNAMED: operations of a design for many tenants that do not say whose things they mean."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from designs.compiler import Finding
from designs.compiler.edits import Edit, apply, identified
from designs.compiler.exporters.report.risks import Evidence, risks_of
from designs.compiler.lints.references.tenant_unnamed import LINT
from tests.compiler.composed import design, entity, field, link
from tests.compiler.in_parts import compile_design

Json = dict[str, Any]
MANY = {"has": {"min": 0, "growth": "unbounded"}}
_EDIT = msgspec.json.Decoder(Edit)


def model_of(*operations: Json, owner: str = "Workspace", needs: int = 1, **more: Any) -> Any:
    """A gardener's customers, plots, visits and bills, all of a workspace; visits by their plot. needs: how many workspaces
    each has at least; more: keys of plots."""
    names = (owner, "Customer", "Plot", "Visit", "Bill")
    extra = {"Plot": more}
    parts = [
        entity(
            name,
            field("no", "int"),
            field("state"),
            field("on", "date"),
            id=f"e-{name}",
            **extra.get(name, {}),
        )
        for name in names
    ]
    own = {"has": {"min": needs, "max": 1}, "field": "owner"}
    links = [
        link(
            f"{name}s", "one-to-many", (owner, MANY), (name, own), strategy="PARENT_REF", exclusive_owner=True
        )
        for name in ("Customer", "Plot", "Bill")
    ]
    links += [
        link("visits", "one-to-many", ("Plot", MANY), ("Visit", {"field": "plot", "has": {"min": 1, "max": 1}}), strategy="PARENT_REF"),
        link("payer", "one-to-many", ("Customer", MANY), ("Plot", {"field": "payer", "has": {"min": 1, "max": 1}}), strategy="PARENT_REF"),
    ]  # fmt: skip
    return design(parts, links, operations=list(operations))


def findings_of(*operations: Json, **more: Any) -> list[Finding]:
    """What is found of them."""
    plan = compile_design(model_of(*operations, **more))
    return [finding for finding in plan.findings if finding.code == LINT.code]


def work(kind: str, of: str, *matches: str | Json, **more: Any) -> Json:
    """An operation with such a filter, whose name says what it is."""
    filter = [{"field": each} if isinstance(each, str) else each for each in matches]
    changes = {"changes": ["state"]} if kind == "update" else {}
    return {
        "id": f"o-{kind}-{of}",
        "name": f"{kind} {of}",
        "kind": kind,
        "entity": of,
        "filter": filter,
        **changes,
        **more,
    }


def test_one_finding_names_what_finds_things_of_all_and_what_takes_an_id() -> None:
    (finding,) = findings_of(
        work("read", "Bill", "no"), work("update", "Plot", "_id"), work("read", "Visit", "plot")
    )
    assert (finding.subject, finding.severity, finding.is_risk) == ("Workspace", "warning", True)
    assert finding.message == (
        '"read Bill" returns documents of every workspace, and "update Plot" and "read Visit" take an ID without checking whose it is.'
    )
    assert finding.hint.startswith(
        "Add its workspace to each filter. Only the generated functions check that referenced documents belong to the "
        "same workspace: Plot.payer. After other writes, run 06_audit.js."
    )


@pytest.mark.parametrize(
    "operation",
    [
        work("read", "Bill", "owner", "no"),
        work("read", "Visit", "plot.owner", "no"),
        work("update", "Bill", "_id", "owner"),
        work("read", "Workspace", "no"),
        work("update", "Bill", {"field": "state", "value": "open"}, {"field": "on", "match": "range"}),
    ],
    ids=str,
)
def test_what_names_it_and_a_job_for_all_is_meant(operation: Json) -> None:
    assert findings_of(operation) == []


@pytest.mark.parametrize("more", [{"owner": "Garden"}, {"needs": 0}], ids=str)
def test_a_design_for_one_customer_has_no_tenants(more: Json) -> None:
    assert findings_of(work("read", "Bill", "no"), **more) == []


def test_a_shard_key_tells_the_tenant() -> None:
    (finding,) = findings_of(work("read", "Bill", "no"), owner="Garden", shard_key=[["owner", 1], ["no", 1]])
    assert finding.message == '"read Bill" returns documents of every garden.'


def test_its_fix_adds_the_reference_where_the_tenant_stands_further_away() -> None:
    operations = (work("read", "Bill", "no"), work("update", "Visit", "_id"))
    model = identified(model_of(*operations), iter(f"id{number:06}" for number in range(999)))[0]
    (finding,) = [each for each in compile_design(model).findings if each.code == LINT.code]
    after = apply(model, _EDIT.decode(msgspec.json.encode(finding.fix)))
    assert [each.name for each in after.links][-1] == "visits of workspace"
    assert [[match.field for match in each.filter] for each in after.workload] == [
        ["owner", "no"],
        ["workspace", "_id"],
    ]
    plan = compile_design(after)
    assert [each for each in plan.findings if each.code in (LINT.code, "OPERATION_UNWRITTEN")] == []
    filters = {each.subject: each.filter for each in plan.plan.statements if each.op == "updateOne"}
    assert set(filters["operation:update Visit"]) >= {"_id", "workspace"}


def test_what_one_tenant_sees_of_others_is_the_largest_risk() -> None:
    """Before what grows, however large, and before other warnings."""
    model = model_of(
        work("read", "Bill", "no", per_day=9), work("insert", "Visit", per_day=900_000, filter=[])
    )
    first, *others = risks_of(Evidence(compile_design(model), (), (), ()))
    assert "Workspace" in str(first.headline) and "every workspace" in str(first.headline)
    assert others and first.weight > others[0].weight + 9


def rented(flats: int = 900, tenants: int = 700, kind: str = "entity", *links: Json) -> list[Finding]:
    """What is found of a landlord's flats and those who rent them."""
    parts = [entity(name, field("no", "int"), field("state")) for name in ("Lease", "Bill", "Payment")]
    parts += [
        entity("Tenant", field("no", "int"), count=tenants),
        entity("Flat", field("no", "int"), count=flats, kind=kind),
    ]
    needs = {"has": {"min": 1, "max": 1}}
    held = (("Tenant", "Lease"), ("Flat", "Lease"), ("Lease", "Bill"), ("Tenant", "Payment"))
    ways = [
        link(
            f"{one} {other}",
            "one-to-many",
            (one, MANY),
            (other, {"field": one.lower(), **needs}),
            strategy="PARENT_REF",
        )
        for one, other in held
    ]
    operations = [work("read", "Bill", "state", per_day=40)]
    made = compile_design(design(parts, [*ways, *links], operations=operations))
    return [finding for finding in made.findings if finding.code == LINT.code]


def test_who_rents_a_flat_is_no_tenant_of_the_database() -> None:
    """Billing was to be done for one tenant of a house at a time."""
    assert rented() == []
    assert (
        len(rented(flats=3)) == len(rented(kind="lookup")) == 1
    )  # as plans, or regions, that tenants choose
    ends = (
        ("Tenant", {"field": "referred", **MANY}),
        ("Tenant", {"field": "referrer", "has": {"min": 0, "max": 1}}),
    )
    assert rented(3, 700, "entity", link("refers", "one-to-many", *ends, strategy="PARENT_REF")) == []
