"""A link document of what stands inside others names the document around it."""

from __future__ import annotations

import pytest

from designs.compiler.sampling import samples
from designs.compiler.sampling.world import Thing
from tests.compiler.compiled import compiled
from tests.compiler.sampling.coherence import world_of
from tests.compiler.small import Json
from tests.oracle.test_reads import judged


def _design(**holding: object) -> Json:
    """Users with profiles inside them, each of which has tags."""
    name = {"name": "name", "type": "string", "required": True}
    profiles = {
        "name": "has", "kind": "one-to-many", "strategy": "EMBED_ARRAY",
        "from": {"entity": "User", "field": "profiles", "has": {"max": 10}}, "to": {"entity": "Profile"},
    }  # fmt: skip
    tagged = {
        "name": "tagged", "kind": "many-to-many", "strategy": "LINK_COLL", "from": {"entity": "Profile", "field": "tags"},
        "to": {"entity": "Tag", "field": "profiles"},
    }  # fmt: skip
    turned = {**tagged, "from": tagged["to"], "to": tagged["from"]}
    return {
        "format": "nestlink/1", "name": "Users", "database": "users",
        "entities": [{"name": each, "fields": [name]} for each in ("User", "Profile", "Tag")],
        "relationships": [profiles, turned if holding.get("turned") else tagged],
    }  # fmt: skip


@pytest.mark.parametrize("turned", [False, True])
def test_links_name_the_document_around_their_end(turned: bool) -> None:
    documents = samples(compiled(_design(turned=turned)))
    holders = {
        str(profile["_id"]): str(user["_id"]) for user in documents["users"] for profile in user["profiles"]
    }
    links = [(str(link["profile_id"]), str(link["user_id"])) for link in documents["tagged"]]
    assert links and links == [(profile, holders[profile]) for profile, _ in links]


def test_a_link_without_values_of_its_own_asks_for_none_of_its_ends() -> None:
    """It was worked out from both ends, for which all dates of the sample world were settled."""
    records = world_of(compiled(_design()))
    links = [
        link
        for (name, side), by_thing in records.world._links.items()
        if (name, side) == ("tagged", "from")
        for row in by_thing.values()
        for link in row
    ]
    assert links and all(records.of(link) == {} for link in links)
    assert not any(isinstance(owner, Thing) for owner in records._records)


def test_a_move_of_an_element_takes_its_links_along() -> None:
    assert judged(_design(), "hasReassign") == {"hasReassign": ""}
