"""Links of an entity with one of its subtypes: nothing is linked to itself, as in a relationship of an entity with itself."""

from __future__ import annotations

from tests.mongosh.odd import end, entity, field, link
from tests.oracle.test_reads import judged


def test_a_list_is_replaced_by_others_alone() -> None:
    """The sample documents had coaches who coach themselves, and the function refused each list that named them."""
    some = {"has": {"min": 0, "average": 3, "max": 20}}
    source = {
        "format": "nestlink/1", "name": "Club", "database": "club",
        "entities": [entity("Member", field("name", required=True)), entity("Coach", field("grade", "int"))],
        "relationships": [
            link("kinds", "is-a", {"entity": "Member"}, {"entity": "Coach"}, strategy="POLY_SINGLE"),
            link("trains", "many-to-many", end("Member", field="coaches") | some, end("Coach", field="trainees") | some,
                 strategy="TWO_WAY_EMBED"),
        ],
    }  # fmt: skip
    names = ("trainsAdd", "trainsRemove", "trainsReplace", "trainsReplaceBack")
    assert judged(source, *names) == dict.fromkeys(names, "")
