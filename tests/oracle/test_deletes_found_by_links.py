"""A delete that returns what it deletes takes its links along at once where it finds it by these: a call that ends midway
would leave nothing to find it by."""

from __future__ import annotations

from tests.mongosh.odd import end, entity, field, link
from tests.oracle.test_changes_cut_short import operation
from tests.oracle.test_reads import judged


def test_what_links_lead_to_goes_with_them() -> None:
    name = field("name", required=True)
    joined = link(
        "joined", "many-to-many", end("Club", field="members"), end("Member", field="clubs"),
        strategy="LINK_COLL", copies=[{"field": "name", "of": "to"}],
    )  # fmt: skip
    design = {
        "format": "nestlink/1", "name": "Clubs", "database": "clubs",
        "entities": [entity("Club", name), entity("Member", name)], "relationships": [joined],
        "operations": [operation("close", "delete", "Club", "members.name", "name", returns="before")],
    }  # fmt: skip
    assert judged(design, "close") == {"close": ""}
