"""Families of kinds, and which of them share documents."""

from __future__ import annotations

from typing import Any

import pytest

from designs.compiler.names.naming import Names
from designs.compiler.workload.subtypes import Families, Kinds
from tests.compiler.in_parts import compile_design
from tests.compiler.small import Json, design, entity, link, op

NAMES = ("Media", "Book", "Ebook", "Film")
LINKS = [
    link("book", "is-a", "Media", "Book"),
    link("ebook", "is-a", "Book", "Ebook"),
    link("film", "is-a", "Media", "Film"),
]


def kinds(*ops: Json, links: list[Json] = LINKS, apart: tuple[str, ...] = (), **strategies: str) -> Kinds:
    counts = {
        name: {"count": count} for name, count in (("Media", 18), ("Book", 9), ("Ebook", 9), ("Film", 9))
    }
    model = design([entity(name, **counts.get(name, {})) for name in (*NAMES, "Other")], links, ops)
    chosen = {one["name"]: "POLY_SINGLE" for one in links} | strategies
    return Kinds(Names(model), chosen, frozenset(apart))


def test_a_family_is_all_that_is_connected() -> None:
    families = Families(design([entity(name) for name in NAMES], LINKS).links)
    assert families.family("Film") == ["Film", "Media", "Book", "Ebook"]
    assert families.tops("Ebook") == ["Media"]
    assert families.above("Ebook") == ["Book", "Media"] and families.below("Media") == [
        "Book",
        "Film",
        "Ebook",
    ]


def test_only_what_has_documents_of_its_own_has_a_value() -> None:
    plain, inserted = kinds(), kinds(op("insert", "Book"), op("insert", "Media"))
    assert plain.values("Media") == ("film", "ebook") and plain.value("Book") == ""
    assert inserted.values("Media") == ("media", "book", "film", "ebook")
    assert plain.values("Book") == ("ebook",) and inserted.values("Book") == ("book", "ebook")
    assert plain.values("Other") == () and plain.field("Other") == ""


@pytest.mark.parametrize(
    ("whole", "part", "values"),
    [
        (None, None, ("customer", "member")),
        (18000, None, ("customer", "member")),
        (None, 900, ("customer", "member")),
        (18000, 900, ("customer", "member")),
        (900, 900, ("member",)),
    ],
)
def test_one_kind_alone_is_not_all_of_its_general(
    whole: int | None, part: int | None, values: tuple[str, ...]
) -> None:
    """Some customers are club members: a validator that knows no others would refuse each ordinary one."""
    counts = [{} if count is None else {"count": count} for count in (whole, part)]
    parts = [entity("Customer", **counts[0]), entity("Member", **counts[1])]
    model = design(parts, [link("member", "is-a", "Customer", "Member")])
    assert Kinds(Names(model), {"member": "POLY_SINGLE"}).values("Customer") == values


def test_the_field_is_the_first_that_the_family_declares() -> None:
    assert kinds().field("Ebook") == "media_type"
    told = [LINKS[0], {**LINKS[1], "discriminator": {"field": "kind", "value": "E"}}, LINKS[2]]
    found = kinds(links=told)
    assert {found.field(name) for name in NAMES} == {"kind"}
    assert found.values("Media") == ("film", "E")


def test_two_kinds_never_have_one_value() -> None:
    told: list[Json] = [{**one, "discriminator": {"field": "kind", "value": "x"}} for one in LINKS]
    assert kinds(links=told).values("Media") == ("x", "x_2")


def test_what_is_kept_apart_shares_nothing() -> None:
    found: Any = kinds(film="POLY_SPLIT")
    assert found.base("Film") == "Film" and found.base("Ebook") == "Media"
    assert not found.is_joined(found.names.relationships["film"])
    assert kinds(apart=("Book",)).base("Ebook") == "Book"


def test_a_ring_of_kinds_ends() -> None:
    ring = [link("a", "is-a", "Media", "Book"), link("b", "is-a", "Book", "Media")]
    assert kinds(links=ring).base("Book") == "Book"


def test_what_is_a_kind_of_two_things_lives_with_the_first() -> None:
    found = kinds(links=[*LINKS, link("other", "is-a", "Other", "Film")])
    joined = {name: found.is_joined(one) for name, one in found.names.relationships.items()}
    assert joined == {"book": True, "ebook": True, "film": True, "other": False}
    assert found.base("Film") == "Media" and found.values("Other") == ()


def test_what_a_kind_lists_is_read_of_that_kind_alone() -> None:
    """The skills of a client were looked for as a freelancer's, while all other functions ask for the kind."""
    parts = [entity("User"), entity("Freelancer"), entity("Client"), entity("Skill")]
    families = [link(name.lower(), "is-a", "User", name) for name in ("Freelancer", "Client")]
    skills = link("skills", "many-to-many", "Freelancer", "Skill", has={"max": 9}, strategy="ONE_WAY_EMBED")
    plan = compile_design(design(parts, [*families, skills])).plan
    read = next(each for each in plan.statements if each.recipe == "skills.read")
    assert "freelancer" in read.filter.values()
