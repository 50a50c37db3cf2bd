"""P2: each subtype has its own collection."""

import pytest

from tests.compiler.small import barred, composition, design, entity, link, text

KINDS = [entity("Person"), *(entity(name, text(), text(name="more")) for name in ("Student", "Teacher"))]
LINKS = [link("s", "is-a", "Person", "Student"), link("t", "is-a", "Person", "Teacher")]
APART = [{**one, "strategy": "POLY_SPLIT"} for one in LINKS]


def test_each_kind_has_its_collection_and_the_general_none() -> None:
    found = composition(design(KINDS, LINKS))
    assert {(one.rule, one.strategy) for one in found.decisions.values()} == {("P2", "POLY_SPLIT")}
    homes = {name: [home.kind for home in some] for name, some in found.homes.items()}
    assert homes == {"Person": ["nowhere"], "Student": ["collection"], "Teacher": ["collection"]}


@pytest.mark.parametrize(("kind", "inside"), [("Person", False), ("Student", True)])
def test_a_kind_is_embedded_and_what_is_split_into_kinds_is_not(kind: str, inside: bool) -> None:
    room = link("people", "one-to-many", "Room", kind, has={"max": 3}, exclusive_owner=True)
    decision = composition(design([*KINDS, entity("Room")], [*APART, room])).decisions["people"]
    assert (decision.strategy == "EMBED_ARRAY") is inside
    assert barred(decision).get("EMBED_ARRAY", "") == ("" if inside else "G8")


def test_a_general_that_is_a_kind_too_has_none_either() -> None:
    deeper = [*LINKS, link("tutor", "is-a", "Student", "Tutor")]
    homes = composition(design([*KINDS, entity("Tutor", text(), text(name="more"))], deeper)).homes
    gone = {"Person", "Student"}
    assert {name: some[0].kind for name, some in homes.items()} == {
        name: "nowhere" if name in gone else "collection" for name in homes
    }


def test_a_general_that_shares_its_documents_with_one_kind_keeps_them() -> None:
    found = composition(design(KINDS, [{**LINKS[0], "strategy": "POLY_SINGLE"}, APART[1]])).homes
    assert {name: some[0].kind for name, some in found.items()} == {
        "Person": "collection", "Student": "nowhere", "Teacher": "collection",
    }  # fmt: skip
