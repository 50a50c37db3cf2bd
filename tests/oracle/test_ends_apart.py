"""Both ends of one relationship in documents of one collection: a reference that resolves within one document, forced on
ends that have a document each, and links of what stands in documents of one entity."""

from __future__ import annotations

import json
from typing import Any

import pytest

from designs.compiler import read
from tests.compiler.in_parts import compile_design
from tests.mongosh.odd import end, entity, field, link
from tests.oracle.judging import judge
from tests.oracle.test_declared_operations import _script
from tests.oracle.test_reads import judged


def _course(**more: Any) -> dict[str, Any]:
    rooms = link(
        "rooms", "one-to-many", end("Room", field="hours"), end("Hour", field="room"), strategy="ELEMENT_REF"
    )
    return {
        "format": "nestlink/1", "name": "Course", "database": "course",
        "entities": [entity("Room", field("name", required=True)), entity("Hour", field("topic", required=True))],
        "relationships": [rooms],
    } | more  # fmt: skip


@pytest.mark.parametrize("strategy", ["PARENT_REF", "ELEMENT_REF"])
def test_no_function_looks_for_both_ends_in_one_document(strategy: str) -> None:
    """Reading an hour by its id told nothing of the other hours of its room, and no room was there to be looked up."""
    source = _course()
    source["relationships"][0]["strategy"] = strategy
    model = read(json.dumps(source)).value
    assert model is not None
    reasons = {one.recipe: one.reason for one in compile_design(model).plan.unwritten}
    assert bool(reasons) == (strategy == "ELEMENT_REF")
    assert all("No document contains both a Room and a Hour" in reason for reason in reasons.values())
    verdicts = judge("course", source)
    assert [one for one in verdicts if one.why and one.judged] == []


def test_two_that_stand_in_documents_of_one_entity_have_a_name_each() -> None:
    """Both were called by the id of the member that holds them: a profile was linked with itself."""
    some = {"min": 0, "average": 3, "max": 20}
    idols, fans = ({"entity": "Profile", "field": name, "has": some} for name in ("idols", "fans"))
    source = {
        "format": "nestlink/1", "name": "Club", "database": "club",
        "entities": [entity("Member", field("name", required=True)), entity("Profile", field("nick"))],
        "relationships": [
            link("profile", "one-to-one", end("Member", 1, field="profile"), end("Profile", 1, field="member"), strategy="EMBED_ONE"),
            link("follows", "many-to-many", idols, fans, strategy="TWO_WAY_EMBED"),
        ],
    }  # fmt: skip
    verdicts = judged(source, "followsAdd", "followsRemove")
    assert verdicts == {"followsAdd": "", "followsRemove": ""}


def test_an_element_is_linked_with_the_id_of_the_document_that_it_was_found_in() -> None:
    """The caller gave that id too, as memberId2: it could be that of another member."""
    some = {"min": 0, "average": 3, "max": 5}
    idols, fans = ({"entity": "Profile", "field": name, "has": some} for name in ("idols", "fans"))
    profiles = end("Member", field="profiles") | {"has": some}
    source = {
        "format": "nestlink/1", "name": "Club", "database": "club",
        "entities": [entity("Member", field("name", required=True)), entity("Profile", field("nick"))],
        "relationships": [
            link("profiles", "one-to-many", profiles, end("Profile", 1, field="member"), strategy="EMBED_ARRAY"),
            link("follows", "many-to-many", idols, fans, strategy="TWO_WAY_EMBED"),
        ],
    }  # fmt: skip
    script = _script(source)
    assert "function followsAdd(fanId, idolId) {" in script
    assert "{ member_id: idol._id, profile_id: idolId }" in script
    assert "{ member_id: fan._id, profile_id: fanId }" in script
