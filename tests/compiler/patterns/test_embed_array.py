"""EMBED_ARRAY: elements with bounds, and an id only where it is kept."""

from __future__ import annotations

from tests.compiler.composed import at, collections, composed, design, entity, field, link, shapes

HAS = {"min": 1, "max": 5}
MODEL = design(
    [entity("Student", field("name")), entity("Email", field("email"), field("type"))],
    [link("emails", "one-to-many", ("Student", {"has": HAS}), "Email")],
)
WHY = ("EMBED_ARRAY", "from", {"reason": "small and owned", "sources": ("S0 guideline 3",)})


def test_the_parts_are_an_array_of_their_parent() -> None:
    shape = {"name": "string", "emails[].email": "string", "emails[].type": "string"}
    assert shapes(MODEL, composed(MODEL, emails="EMBED_ARRAY")) == {"students": shape}


def test_declared_numbers_bound_the_array_and_the_note_teaches() -> None:
    emails = at(collections(MODEL, composed(MODEL, emails=WHY))["students"].fields, "emails")
    assert (emails.required, emails.min_items, emails.max_items) == (True, 1, 5)
    assert emails.note == "Embedded: 1..5 per student, small and owned (B7, guideline 3)"


def test_a_number_that_nobody_declared_bounds_nothing() -> None:
    model = design(MODEL_ENTITIES, [link("emails", "one-to-many", "Student", "Email")])
    emails = at(collections(model, composed(model, emails="EMBED_ARRAY"))["students"].fields, "emails")
    assert (emails.required, emails.min_items, emails.max_items) == (False, None, None)


def test_elements_keep_an_id_where_it_is_needed() -> None:
    kept = composed(MODEL, ("Email",), emails="EMBED_ARRAY")
    assert shapes(MODEL, kept)["students"]["emails[]._id"] == "objectId"


def test_one_shape_stands_in_several_holders_and_in_one_another() -> None:
    model = design(
        [
            entity("User"),
            entity("Shop"),
            entity("Address", field("city"), kind="weak"),
            entity("Phone", field("number")),
        ],
        [
            link("a", "one-to-many", "User", "Address"),
            link("b", "one-to-one", "Shop", "Address"),
            link("c", "one-to-many", "Address", "Phone"),
        ],
    )
    assert shapes(model, composed(model, a="EMBED_ARRAY", b="EMBED_ONE", c="EMBED_ARRAY")) == {
        "users": {"addresses[].city": "string", "addresses[].phones[].number": "string"},
        "shops": {"address.city": "string", "address.phones[].number": "string"},
    }


MODEL_ENTITIES = [entity("Student", field("name")), entity("Email", field("email"))]
