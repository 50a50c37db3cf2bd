"""C6: otherwise one side holds the ids."""

import pytest

from tests.compiler.composed import design, entity, field, link
from tests.compiler.in_parts import compile_design
from tests.compiler.small import NM, barred, chosen, decide, text


def test_one_direction() -> None:
    rel = {"navigation": {"from_to_per_day": 10, "to_from_per_day": 0}}
    decision = decide(NM, has={"max": 5}, back={"max": 3}, rel=rel)
    assert (decision.rule, decision.strategy, decision.side, decision.bound) == (
        "C6",
        "ONE_WAY_EMBED",
        "from",
        5,
    )
    assert barred(decision)["TWO_WAY_EMBED"] == "C5"


@pytest.mark.parametrize(("forward", "backward", "side"), [(10, 1, "from"), (1, 10, "to")])
def test_the_side_navigated_from_most_holds_them(forward: int, backward: int, side: str) -> None:
    rel = {"navigation": {"from_to_per_day": forward, "to_from_per_day": backward}}
    assert decide(NM, has={"max": 5}, back={"max": 3}, rel=rel).side == side


def test_ties_go_to_the_smaller_side_then_the_first() -> None:
    rel = {"link_fields": [text(name="role")]}
    assert decide(NM, has={"max": 5}, back={"max": 3}, rel=rel).side == "to"
    assert decide(NM, has={"max": 3}, back={"max": 3}, rel=rel).side == "from"


@pytest.mark.parametrize(("large", "rule"), [(200, "C6"), (201, "C4b")])
def test_how_small(large: int, rule: str) -> None:
    rel = {"navigation": {"from_to_per_day": 10, "to_from_per_day": 0}}
    assert chosen(NM, has={"max": large}, back={"max": 100}, rel=rel)[0] == rule


@pytest.mark.parametrize(("has", "back", "side"), [({"max": 60}, {}, "from"), ({}, {"max": 60}, "to")])
def test_of_ties_a_stated_maximum_goes_before_an_assumed_one(has: dict, back: dict, side: str) -> None:
    """10 are assumed, which bound nothing: the validator of such an array would have no maxItems."""
    rel = {"link_fields": [text(name="role")]}
    assert decide(NM, has=has, back=back, rel=rel).side == side


ROLE = field("role", required=True)
BY_ID = {"field": "_id"}


def staffed(*operations: dict, back: int = 3, **more: object) -> tuple[str, set[str]]:
    """The end that holds the links of sites and investigators, and what is found beside."""
    ends = [("Site", {"field": "staff", "has": {"max": 25}}), ("Investigator", {"field": "sites", "has": {"max": back}})]  # fmt: skip
    staff = link("staff", NM, *ends, link_fields=[ROLE], **more)
    parts = [entity("Site", field("city")), entity("Investigator", field("name"))]
    plan = compile_design(design(parts, [staff], operations=list(operations)))
    return next(each.side for each in plan.decisions if each.relationship == "staff"), {
        each.code for each in plan.findings
    }


@pytest.mark.parametrize("effect", [("staff", "push"), ("staff", "pull"), ("staff.role", "set")])
@pytest.mark.parametrize("more", [{}, {"navigation": {"from_to_per_day": 1, "to_from_per_day": 300}}])
def test_the_side_that_operations_write_holds_them(effect: tuple[str, str], more: dict) -> None:
    """Stored at the smaller side, the operation had no function, however the links were read."""
    filters = [BY_ID, {"field": "staff._id"}][: 1 + (effect != ("staff", "push"))]
    delegate = {"name": "delegate", "kind": "update", "entity": "Site", "filter": filters,
                "effects": [{"field": effect[0], "do": effect[1]}], "per_day": 3}  # fmt: skip
    side, codes = staffed(delegate, **more)
    assert side == "from" and "OPERATION_UNWRITTEN" not in codes


def test_the_side_that_shows_copies_holds_them() -> None:
    side, codes = staffed(copies=[{"field": "name", "of": "to", "policy": "eventual"}])
    assert side == "from" and "L18" not in codes
    assert staffed(copies=[{"field": "city", "of": "from", "policy": "eventual"}])[0] == "to"


def test_more_writes_go_before_fewer_and_what_cannot_hold_them_never_does() -> None:
    work = [{"name": name, "kind": "update", "entity": thing, "filter": [BY_ID], "per_day": often,
             "effects": [{"field": path, "do": "push"}]}
            for name, thing, path, often in (("delegate", "Site", "staff", 3), ("join", "Investigator", "sites", 4))]  # fmt: skip
    assert staffed(*work)[0] == "to"
    assert staffed(work[0], back=3)[0] == "from"
    assert staffed(work[1], back=900)[0] == "from"
