"""Which end of a one-to-one relationship stores its reference, and when a swap of the ends is said to help."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from designs.compiler import Compilation, compile_design
from designs.compiler.lints.base import setting
from tests.compiler.lints.test_operation_unwritten import ASSIGN, FREE, PUT, told_of, unnamed_yard, yard


def test_a_swap_is_said_in_a_file_too() -> None:
    """Objects of a file have no ids, so that no edit can swap them."""
    (told,) = told_of(compile_design(unnamed_yard(FREE)))
    assert told.fix is None
    assert told.hint == 'Swap from and to of "position", so that each Slot references its Box.'


def _reference(plan: Compilation) -> tuple[str, str, str]:
    """Return where the reference of the pair is stored, and why."""
    (decision,) = (each for each in plan.plan.decisions if each.relationship == "position")
    (holder,) = decision.holders
    return holder.collection, holder.path, decision.reason.rpartition("; ")[2]


def test_the_reference_stands_where_operations_change_it() -> None:
    """It was always stored at the "to" end: what sets it at the other was not written."""
    plan = compile_design(unnamed_yard(PUT))
    why = "the slot stores the reference, because its operations change it"
    assert _reference(plan) == ("slots", "box", why) and told_of(plan) == []
    (put,) = (each for each in plan.plan.statements if each.subject == "operation:put" and each.writes)
    assert put.collection == "slots"


@pytest.mark.parametrize(("often", "holder"), [(1, "boxes"), (2, "slots")])
def test_of_two_ends_the_one_that_is_changed_more_often_has_it(often: int, holder: str) -> None:
    """Where both are changed as often, it stands at "to"."""
    plan = compile_design(unnamed_yard({**PUT, "per_day": often}, ASSIGN))
    assert _reference(plan)[0] == holder


def test_a_stated_owner_of_one_to_one_has_it() -> None:
    plan = yard(FREE, link_owner="from")
    assert _reference(plan) == ("slots", "box", "the slot stores the reference, as link_owner says")
    assert told_of(plan) == [] and not [each for each in plan.findings if each.code == "BAD_FIELD"]
    assert _reference(yard(PUT, link_owner="to"))[0] == "boxes"


@pytest.mark.parametrize("more", [{"least": 1}, {"exclusive_owner": True}, {"strategy": "EMBED_ONE"}])
def test_a_stated_owner_that_chooses_nothing_is_told(more: dict[str, Any]) -> None:
    plan = yard(link_owner="from", **more)
    (owner,) = (each for each in plan.findings if each.code == "BAD_FIELD")
    assert owner.subject == "position" and "link_owner has no effect" in owner.message
    assert owner.fix is not None


def test_a_part_of_something_else_has_it_too_and_is_not_embedded() -> None:
    """A slot is a part of its row, not of the box that operations put into it."""
    free = unnamed_yard(PUT)
    row, slot, box = free.entities
    parts = replace(free, entities=[row, replace(slot, kind="weak"), box])
    reason = (
        "some slots may have no box: if embedded, they couldn't be stored, and unlinking would delete them"
    )
    plan = compile_design(parts)
    assert _reference(plan)[:2] == ("slots", "box")
    assert any(each.reason.startswith(reason) for each in plan.plan.decisions)


def test_an_edit_of_a_turned_pair_is_one_of_the_file() -> None:
    """The ends of the design are exchanged before anything is decided: what a finding would edit is the end as drawn."""
    (link,) = (each for each in yard(PUT).model.links if each.name == "position")
    assert (link.from_.entity, link.to.entity) == ("Box", "Slot")
    fix = setting(link, "to", "has", "min", value=1)
    assert fix is not None and fix["path"] == ["from", "has", "min"]


def test_no_swap_is_offered_that_another_operation_could_not_do_with() -> None:
    """Each of the two asked for the swap that would have left the other unwritten."""
    (told,) = told_of(yard(FREE, ASSIGN))
    assert told.subject == "free" and "swap" not in told.hint and "store a field such as a state" in told.hint
