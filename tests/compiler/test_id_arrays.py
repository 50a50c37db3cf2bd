"""G4 weighs what stands beside the ids of an array: copies that are kept, and the fields of a link."""

from __future__ import annotations

from typing import Any

import pytest

from designs.compiler.composition.reference_array_size import listed
from tests.compiler.in_parts import compile_design
from tests.compiler.small import MANY, NM, Json, barred, composition, design, entity, link, op, text
from tests.compiler.small import case as case_of

COUNTS = {"average": 100, "max": 100}
FITS, OVER = 83_000, 84_000  # a hundred of them: below and over 8 MiB
LISTED: dict[str, Any] = {
    "has": COUNTS,
    "accessed_together": 0.9,
    "together_needs": "all",
    "independent_access": 0.5,
}


def copying(size: int, kind: str, policy: str = "snapshot", **more: Any) -> Any:
    """A design whose A lists many B, each with a copy of a text of so many bytes."""
    copies = [{"of": "to", "field": "body", "policy": policy}]
    one = link("r", kind, "A", "B", copies=copies, **more)
    parts = [entity("A", *(text(name=f"a{n}") for n in range(5))), entity("B", text(size, "body"))]
    reads = op("read", "A", includes=["r"], per_day=5000)
    return design(parts, [one], (reads, op("update", "B", changes=["body"], per_day=1000)))


def taken(model: Any) -> tuple[str, str, str]:
    """Rule, strategy and the gate that barred arrays of ids."""
    decision = composition(model).decisions["r"]
    gates = barred(decision)
    return decision.rule, decision.strategy, gates.get("ONE_WAY_EMBED") or gates.get("CHILD_REFS") or ""


@pytest.mark.parametrize("kind", [NM, "graph"])
@pytest.mark.parametrize(("size", "strategy"), [(FITS, "ONE_WAY_EMBED"), (OVER, "LINK_COLL")])
def test_copies_beside_the_ids_of_links(kind: str, size: int, strategy: str) -> None:
    rule, chosen, gate = taken(copying(size, kind, has=COUNTS, back={"average": 2000, "max": 2000}))
    assert (chosen, gate == "G4") == (strategy, strategy == "LINK_COLL")
    assert rule == ("C3" if chosen == "LINK_COLL" else "C4b")


@pytest.mark.parametrize(("size", "expected"), [(FITS, ("B9", "CHILD_REFS")), (OVER, ("B10", "PARENT_REF"))])
def test_copies_beside_the_ids_of_children(size: int, expected: tuple[str, str]) -> None:
    found = taken(copying(size, MANY, **LISTED))
    assert found[:2] == expected and (found[2] == "G4") is (size == OVER)


def test_a_copy_that_is_not_kept_weighs_nothing() -> None:
    assert taken(copying(OVER, MANY, "eventual", **LISTED))[:2] == ("B9", "CHILD_REFS")


@pytest.mark.parametrize(("most", "strategy"), [(199, "ONE_WAY_EMBED"), (201, "LINK_COLL")])
def test_the_largest_document_counts_too(most: int, strategy: str) -> None:
    counts = {"average": 5, "max": most}
    model = copying(83_800, NM, has=counts, back={"average": 2000, "max": 2000})
    assert taken(model)[1] == strategy


@pytest.mark.parametrize(("size", "strategy"), [(FITS, "ONE_WAY_EMBED"), (OVER, "LINK_COLL")])
def test_fields_of_a_link_beside_its_ids(size: int, strategy: str) -> None:
    parts = [entity("A"), entity("B")]
    one = link("r", NM, "A", "B", link_fields=[text(size)], has=COUNTS, back={"average": 2000, "max": 2000})
    assert taken(design(parts, [one]))[1] == strategy


def test_a_designers_own_array_stays_and_is_a_finding() -> None:
    made = compile_design(copying(OVER, MANY, strategy="CHILD_REFS", **LISTED))
    assert made.composition.decisions["r"].strategy == "CHILD_REFS"
    assert any(one.code == "L05" for one in made.findings)


def test_bare_ids_are_not_listed() -> None:
    model: Json = {"has": {"max": 100}}
    survey = case_of(NM, **model).survey
    decisions = composition(survey.model).decisions
    assert listed(survey, decisions) == {}
