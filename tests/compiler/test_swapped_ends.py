"""When a swap of the ends of a one-to-one relationship is said to help, and when it isn't."""

from __future__ import annotations

import msgspec

from designs.compiler import compile_design
from designs.compiler.edits import Edit, apply
from tests.compiler.lints.test_operation_unwritten import FREE, PUT, told_of, unnamed_yard, yard


def test_a_swap_is_said_in_a_file_too_beside_what_does_half_of_the_change() -> None:
    """Objects of a file have no ids, so that no edit can swap them."""
    fill = {**PUT, "filter": [{"field": "bay"}], "effects": [*PUT["effects"], {"field": "bay", "do": "set"}]}
    (told,) = told_of(compile_design(unnamed_yard(fill)))
    assert told.fix is None and told.hint.startswith("Call positionReassign")
    assert told.hint.endswith('Or swap from and to of "position", so that each Slot references its Box.')


def test_a_stated_owner_of_one_to_one_is_what_the_swap_brings() -> None:
    before = yard(FREE, link_owner="from")
    (told,) = told_of(before)
    assert told.fix is not None and told.hint.startswith("Swap from and to")
    (owner,) = (each for each in before.findings if each.code == "BAD_FIELD")
    assert owner.subject == "position" and "link_owner" in owner.message and owner.fix is not None
    after = compile_design(apply(before.model, msgspec.convert(told.fix, Edit)))
    assert told_of(after) == [] and not [each for each in after.findings if each.code == "BAD_FIELD"]
    assert [each.link_owner for each in after.model.links if each.kind == "one-to-one"] == ["to"]
    assert "swap" not in told_of(yard(FREE, link_owner="to"))[0].hint


def test_no_swap_is_offered_that_another_operation_could_not_do_with() -> None:
    """Each of the two asked for the swap that would have left the other unwritten."""
    assign = {
        "name": "assign",
        "kind": "update",
        "entity": "Box",
        "filter": [{"field": "_id"}],
        "changes": ["slot"],
    }
    (told,) = told_of(yard(FREE, assign))
    assert told.subject == "free" and "swap" not in told.hint and "store a field such as a state" in told.hint
