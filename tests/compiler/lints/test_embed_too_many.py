"""L03: long arrays of embedded documents."""

from __future__ import annotations

import pytest

from designs.compiler.lints.embedding.embed_too_many import LINT
from tests.compiler import small
from tests.compiler.composed import field
from tests.compiler.planned import findings, found, pair, planned, things

STEPS = [(100, []), (101, ["warning"]), (200, ["warning"]), (201, ["error"])]


@pytest.mark.parametrize(("most", "severities"), STEPS)
def test_the_limits_of_embedded_arrays(most: int, severities: list[str]) -> None:
    chosen = small.pair(has={"max": most}, rel={"strategy": "EMBED_ARRAY", "exclusive_owner": True})
    assert [severity for _, severity in found(LINT, planned(chosen))] == severities
    rows = field("rows", "array", max_items=most, items={"type": "object", "fields": [field("x")]})
    assert found(LINT, things(rows)) == [("Thing.rows", severity) for severity in severities]


@pytest.mark.parametrize(("most", "is_risk"), [(200, False), (201, True)])
def test_an_array_within_the_limit_is_no_risk_and_a_field_is_no_reference(most: int, is_risk: bool) -> None:
    """One of 120 items was the largest risk of a report, which told to use references for lines of an invoice."""
    rows = field("rows", "array", max_items=most, items={"type": "object", "fields": [field("x")]})
    (told,) = findings(LINT, things(rows))
    assert told.is_risk is is_risk and "a separate entity" in told.hint


def test_links_with_fields_of_their_own_are_documents() -> None:
    linked = {"kind": "many-to-many", "link_fields": [field("since", "date")]}
    assert found(LINT, pair("ONE_WAY_EMBED", 201, 10, **linked)) == [("Parent.children", "error")]
    assert found(LINT, pair("ONE_WAY_EMBED", 201, 10, kind="many-to-many")) == []


def test_a_design_may_set_other_limits() -> None:
    assert found(LINT, pair("EMBED_ARRAY", 101, top={"constants": {"embed_warn": 101}})) == []


@pytest.mark.parametrize(("share", "severities"), [(0.01, []), (0.011, ["error"])])
def test_what_is_light_may_be_long(share: float, severities: list[str]) -> None:
    """Hardly any parent has more than 200, and these are small: the rules embed all of them."""
    rel = {"strategy": "EMBED_ARRAY", "exclusive_owner": True}
    has = {"max": 300, "p95": 50, "share_over": share}
    told = findings(LINT, planned(small.pair(has=has, rel=rel)))
    assert [finding.severity for finding in told] == severities


@pytest.mark.parametrize(("most", "fixed"), [(200, False), (201, True)])
def test_what_is_only_long_the_rules_might_choose_themselves(most: int, fixed: bool) -> None:
    rel = {"strategy": "EMBED_ARRAY", "exclusive_owner": True, "id": "r1"}
    (told,) = findings(LINT, planned(small.pair(has={"max": most}, rel=rel)))
    assert (told.fix is not None) is fixed


@pytest.mark.parametrize(("has", "severities"), [({"max": most}, told) for most, told in STEPS] + [({}, [])])
def test_the_children_of_a_node_inside_its_tree(has: small.Json, severities: list[str]) -> None:
    """Nobody's number is no maximum: a rule embeds a tree by the bytes of all its nodes."""
    one = small.link("below", "tree", "Node", "Node", has=has, strategy="EMBED_TREE")
    told = found(LINT, planned(small.design([small.entity("Node")], [one])))
    assert told == [("Node.nodes", severity) for severity in severities]


@pytest.mark.parametrize(
    ("chosen", "has", "severity"),
    [
        ("auto", {"average": 16}, "info"),
        ("auto", {"average": 16, "p95": 120}, "warning"),
        ("auto", {"average": 101}, "warning"),
        ("EMBED_ARRAY", {"average": 16}, "warning"),
    ],
)
def test_what_the_rules_embed_is_a_remark_where_most_have_few(
    chosen: str, has: small.Json, severity: str
) -> None:
    rel = {"strategy": chosen, "exclusive_owner": True, "accessed_together": 1.0}
    made = planned(small.pair(has={"max": 200, **has}, rel=rel))
    assert [each.strategy for each in made.decisions] == ["EMBED_ARRAY"], "else it tells nothing"
    assert [finding.severity for finding in findings(LINT, made)] == [severity]
