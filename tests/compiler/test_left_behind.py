"""References to documents that go by themselves: said with the decision, in the report and by the audit."""

from __future__ import annotations

from typing import Any

import pytest

from designs.compiler import Compilation
from designs.compiler.exporters.mongosh import render as scripts
from designs.compiler.exporters.plan import render as plan_files
from designs.compiler.exporters.report import render as report_files
from tests.compiler.composed import design, entity, field, link
from tests.compiler.in_parts import compile_design

Json = dict[str, Any]
MANY = {"has": {"max": None, "growth": "unbounded"}}
TTL = {"policy": "ttl", "field": "at", "seconds": 60}
KEEP = {"policy": "keep"}
ARCHIVE = {"policy": "archive", "field": "at", "after_days": 30}
CAPPED = {"policy": "capped", "bytes": 5000}
ROLLING = {"policy": "rolling", "field": "at", "period": "month"}


def made(strategy: str, parent: Json, child: Json, **more: Any) -> Compilation:
    parts = [
        entity("Session", field("at", "date", required=True), retention=parent),
        entity("Click", field("at", "date", required=True), retention=child),
    ]
    ends = ("Session", more.pop("held", MANY)), "Click"
    return compile_design(design(parts, [link("clicks", "one-to-many", *ends, strategy=strategy, **more)]))


def written(script: str, found: Compilation) -> str:
    """A script, its lines joined as comments break them."""
    (text,) = (file.text for file in scripts(found) if file.path.endswith(f"{script}.js"))
    return text.replace("\n// ", " ")


def told(found: Compilation) -> list[str]:
    (decision,) = found.plan.decisions
    return [one for one in decision.caveats if "still references them" in one]


def audited(found: Compilation) -> dict[str, str]:
    return {one.id: one.comment for one in found.plan.statements if ".orphans." in one.id}


def unchecked(found: Compilation) -> dict[str, str]:
    return {one.recipe: one.reason for one in found.plan.unwritten if ".orphans." in one.recipe}


@pytest.mark.parametrize(
    ("parent", "child", "count"),
    [
        (TTL, KEEP, 1),
        (TTL, ARCHIVE, 1),
        (TTL, TTL, 0),
        (TTL, CAPPED, 0),
        (CAPPED, KEEP, 1),
        (ROLLING, KEEP, 1),
        (ARCHIVE, KEEP, 1),
        (ARCHIVE, TTL, 0),
        (KEEP, KEEP, 0),
        (KEEP, TTL, 0),
    ],
)
def test_children_that_stay_are_told_of(parent: Json, child: Json, count: int) -> None:
    found = made("PARENT_REF", parent, child)
    assert len(told(found)) == count
    is_there_still = parent["policy"] in ("archive", "keep")
    assert ("clicks.orphans.to" in unchecked(found)) is (bool(count) and not is_there_still)
    assert ("clicks.orphans.to" in audited(found)) is not ("clicks.orphans.to" in unchecked(found))
    asked = audited(found).get("clicks.orphans.to", "")
    assert ("Documents of sessions are moved to an archive" in asked) is (count == 1 and is_there_still)


def test_references_to_what_expires_are_not_looked_for_wherever_they_stand() -> None:
    """Each of them leads nowhere by design: an orphan that is a mistake would be lost among them."""
    found = made("PARENT_REF", TTL, ARCHIVE)
    assert audited(found) == {}
    assert unchecked(found) == {
        f"clicks.orphans.to{suffix}": f"Documents of sessions expire, and {place}.session_id still references them: the audit "
        "would report all of them."
        for suffix, place in (("", "clicks"), (".archive", "clicks_archive"))
    }
    text = written("06_audit", found)
    assert 'Not checked: "clicks.orphans.to".' in text and '"clicks.orphans.to"' not in text.replace(
        'Not checked: "clicks.orphans.to"', ""
    )


@pytest.mark.parametrize(("parent", "asks"), [(TTL, True), (ARCHIVE, False), (KEEP, False)])
def test_copies_of_what_has_expired_differ_from_nothing(parent: Json, asks: bool) -> None:
    """Each of them was listed, since there is nothing with its value."""
    copies = [{"field": "at", "of": "from", "policy": "eventual"}]
    found = made("PARENT_REF", parent, KEEP, copies=copies)
    (audit,) = [each for each in found.plan.statements if each.recipe == "clicks.copies.session_at"]
    assert ({"$match": {"source": {"$ne": None}}} in audit.pipeline) is asks


def test_it_is_said_in_the_plan_and_in_the_report_and_where_to_look() -> None:
    found = made("PARENT_REF", TTL, KEEP)
    (said,) = told(found)
    assert (
        "sessions expire" in said
        and "clicks.session_id" in said
        and "let the referencing documents expire too" in said
    )
    assert said.endswith("the audit skips these") and "clicks.orphans.to" in unchecked(found)
    assert all(said in file.text for file in plan_files(found))
    assert all(
        said.partition(":")[0] in file.text for file in report_files(found)
    )  # the rest is a finding there


@pytest.mark.parametrize(
    ("strategy", "parent", "child", "side"),
    [
        ("CHILD_REFS", KEEP, TTL, "from"),
        ("CHILD_REFS", TTL, KEEP, ""),
        ("SUBSET", KEEP, TTL, "from"),
        ("SUBSET", TTL, KEEP, "to"),
        ("EMBED_ARRAY", TTL, KEEP, ""),
    ],
)
def test_the_end_that_holds_the_ids_is_told(strategy: str, parent: Json, child: Json, side: str) -> None:
    held = {"has": {"max": 5}} if strategy in ("CHILD_REFS", "EMBED_ARRAY") else MANY
    said = told(made(strategy, parent, child, held=held))
    held_by = {"from": "sessions.", "to": "clicks."}
    assert [one.partition(", and ")[2].startswith(held_by[side]) for one in said] == [True] * bool(side)


@pytest.mark.parametrize(("kind", "count"), [("Guest", 1), ("Member", 0), ("Session", 1)])
def test_of_kinds_that_expire_alone_only_their_own_references_are_told(kind: str, count: int) -> None:
    parts = [
        entity("Session", field("at", "date", required=True)),
        entity("Guest", field("ip"), retention=TTL),
        entity("Member", field("name")),
        entity("Click", field("x", "int")),
    ]
    isa = [link(name, "is-a", "Session", name, strategy="POLY_SINGLE") for name in ("Guest", "Member")]
    clicks = link("clicks", "one-to-many", (kind, MANY), "Click", strategy="PARENT_REF")
    found = compile_design(design(parts, [*isa, clicks]))
    said = [one for made in found.plan.decisions for one in made.caveats if "still references them" in one]
    assert len(said) == count


@pytest.mark.parametrize(("kind", "count"), [("Tap", 0), ("View", 1)])
def test_what_refers_from_a_kind_that_goes_too_is_not_left(kind: str, count: int) -> None:
    parts = [
        entity("Session", field("at", "date", required=True), retention=TTL),
        entity("Event", field("at", "date", required=True)),
        entity("Tap", field("x", "int"), retention=TTL),
        entity("View", field("page")),
    ]
    isa = [link(name, "is-a", "Event", name, strategy="POLY_SINGLE") for name in ("Tap", "View")]
    made = link("made", "one-to-many", ("Session", MANY), kind, strategy="PARENT_REF")
    found = compile_design(design(parts, [*isa, made]))
    said = [one for of in found.plan.decisions for one in of.caveats if "still references them" in one]
    assert len(said) == count


@pytest.mark.parametrize(("expires", "count"), [({"expire_after_seconds": 60}, 1), ({}, 0)])
def test_a_declared_index_that_expires_counts_too(expires: Json, count: int) -> None:
    index = {"keys": [["at", 1]], **expires}
    parts = [
        entity("Session", field("at", "date", required=True), indexes=[index]),
        entity("Click", field("x")),
    ]
    links = [link("clicks", "one-to-many", ("Session", MANY), "Click", strategy="PARENT_REF")]
    assert len(told(compile_design(design(parts, links)))) == count
