"""What goes with what is deleted, though another link leads to it too; and what is no change of what stays."""

from __future__ import annotations

from tests.mongosh.odd import end, entity, field, link
from tests.oracle.judging import judge
from tests.oracle.test_reads import judged


def test_what_is_linked_goes_where_it_belongs_to_what_goes() -> None:
    """A painting that a painter owns and that he shows: it goes with him, and so does the showing."""
    design = {
        "format": "nestlink/1", "name": "Paintings", "database": "paintings",
        "entities": [entity("Painter", field("name", required=True)), entity("Painting", field("title"))],
        "relationships": [
            link("works", "one-to-many", end("Painter"), end("Painting", 1, field="painter"), strategy="PARENT_REF",
                 exclusive_owner=True),
            link("showings", "many-to-many", end("Painting"), end("Painter"), strategy="LINK_COLL"),
        ],
    }  # fmt: skip
    (verdict,) = judge("paintings", design, tries=6, only=["showingsDelete"])
    assert verdict.judged and not verdict.why


def test_the_numbers_of_a_nested_set_make_no_version() -> None:
    """What deletes a node may leave a gap between the others."""
    unit = entity("Unit", field("title"), history="revisions")
    design = {
        "format": "nestlink/1", "name": "Units", "database": "units", "entities": [unit],
        "relationships": [
            link("parts", "tree", end("Unit", 20), end("Unit", 1, field="parent"), strategy="TREE_NESTED",
                 tree={"reads": "subtree", "depth": 3, "static": True}),
            link("helps", "graph", end("Unit"), end("Unit"), strategy="LINK_COLL", link_owner="from"),
        ],
    }  # fmt: skip
    assert judged(design, "helpsDelete") == {"helpsDelete": ""}
