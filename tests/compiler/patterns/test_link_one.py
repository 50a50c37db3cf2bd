"""LINK_ONE: the reference stands at the dependent."""

from __future__ import annotations

from tests.compiler.composed import at, collections, composed, design, entity, field, link

MODEL = design(
    [entity("User", field("name")), entity("Address", field("text"))],
    [link("r", "one-to-one", "User", ("Address", {"has": {"min": 1, "max": 1}}))],
)


def test_the_child_holds_the_reference() -> None:
    made = collections(MODEL, composed(MODEL, r=("LINK_ONE", "to")))
    reference = at(made["addresses"].fields, "user_id")
    assert (reference.types, reference.target, reference.required) == (("objectId",), "users", True)
    assert reference.note.startswith("Reference to users._id (B7: ")
    assert [one.name for one in made["users"].fields] == ["_id", "name"]
