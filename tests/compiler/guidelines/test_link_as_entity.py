"""C3: a link that is a thing of its own, or too much for either side."""

import pytest

from tests.compiler.small import NM, barred, chosen, decide, op, text


def test_a_collection_of_links() -> None:
    decision = decide(NM, has={"growth": "unbounded"}, back={"growth": "unbounded"})
    assert (decision.rule, decision.strategy, decision.bound) == ("C3", "LINK_COLL", None)
    assert barred(decision)["TWO_WAY_EMBED"] == "G1"


@pytest.mark.parametrize(("least", "rule"), [(2000, "C4a"), (2001, "C3")])
def test_no_side_can_hold_the_array(least: int, rule: str) -> None:
    assert chosen(NM, has={"max": least}, back={"max": 9999})[0] == rule
    assert chosen(NM, has={"max": 9999}, back={"max": least})[0] == rule


@pytest.mark.parametrize(("least", "rule"), [(200, "C4a"), (201, "C3")])
def test_links_with_fields_fill_an_array_sooner(least: int, rule: str) -> None:
    rel = {"link_fields": [text(name="role")]}
    assert chosen(NM, has={"max": least}, back={"max": 9999}, rel=rel)[0] == rule


@pytest.mark.parametrize(("alone", "rule"), [(True, "C3"), (False, "C5")])
def test_links_read_by_themselves(alone: bool, rule: str) -> None:
    assert chosen(NM, has={"max": 5}, back={"max": 5}, rel={"link_accessed_alone": alone})[0] == rule


@pytest.mark.parametrize(("most", "rule"), [(200, "C2"), (201, "C3")])
def test_what_an_end_says_of_its_links_stands_not_with_the_other(most: int, rule: str) -> None:
    """The parts that a work order used, up to 300, are no field of a part in the catalogue."""
    rel = {"link_fields": [text(name="quantity")], "link_owner": "from"}
    assert chosen(NM, has={"max": most}, back={"max": 90}, rel=rel)[0] == rule


def test_a_list_of_ids_stands_with_the_end_that_can_hold_it() -> None:
    assert chosen(NM, has={"max": 2001}, back={"max": 90}, rel={"link_owner": "from"})[0] == "C4a"


def test_links_that_a_crowded_end_changes_stand_with_neither() -> None:
    """A pigeon doesn't keep what a race with thousands of pigeons writes about each of them."""
    clock = op("update", "Parent", "_id", "links", effects=[{"field": "links.clocked", "do": "set"}])
    fields = {"field": "links", "link_fields": [text(name="clocked")]}

    def chosen_for(most: int, rel: dict[str, object], *ops: dict[str, object]) -> tuple[str, str]:
        decision = decide(NM, has={"max": most}, back={"max": 4}, rel=rel, ops=ops)
        return decision.rule, decision.reason

    rule, reason = chosen_for(201, fields, clock)
    assert (rule, reason) == (
        "C3",
        "operations of Parent change the links, but can't store up to 201 of them",
    )
    assert chosen_for(200, fields, clock)[0] == "C4a"
    assert chosen_for(201, fields)[0] == "C4a"
    assert (
        chosen_for(
            201, {"field": "links"}, op("update", "Parent", "_id", effects=[{"field": "links", "do": "push"}])
        )[0]
        == "C4a"
    )
    assert chosen_for(201, fields | {"link_owner": "to"}, clock)[0] == "C2"
