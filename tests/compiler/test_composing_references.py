"""G9 and G10: what others refer to has a collection, and nothing stands inside itself."""

from __future__ import annotations

import pytest

from tests.compiler.settled import WEAK, A, B, C, D, chosen, kinds, owns, settled
from tests.compiler.small import (
    MANY,
    NM,
    ONE,
    Json,
    barred,
    entity,
    link,
    text,
)

STORING = [
    link("r", MANY, "B", "D"),
    link("r", MANY, "B", "D", has={"growth": "unbounded"}, pagination="sequential"),
    link("r", ONE, "B", "D", same_lifecycle=False),
    link("r", NM, "B", "D", has={"max": 3}, back={"max": 3}),
    link("r", NM, "B", "D", strategy="LINK_COLL"),
    link("r", MANY, "D", "B", strategy="CHILD_REFS"),
    link("r", MANY, "D", "B", strategy="TWO_WAY_REFS"),
    link("r", MANY, "D", "B", strategy="SUBSET"),
    link("r", MANY, "B", "D", strategy="SUBSET"),
    link("r", NM, "D", "B", has={"max": 3}, back={"max": 5000}),
    link("r", NM, "B", "D", has={"max": 5000}, back={"max": 3}),
]


@pytest.mark.parametrize("other", STORING, ids=lambda one: f"{one['kind']} {one.get('strategy', '')}")
def test_what_others_refer_to_needs_a_collection(other: Json) -> None:
    found = settled([A, B, D], [owns("ab", "A", "B"), other])
    assert found.decisions["ab"].strategy == "PARENT_REF"
    assert barred(found.decisions["ab"])["EMBED_ARRAY"] == "G9"
    assert kinds(found)["B"] == ["collection"]


NOT_STORING = [
    link("r", MANY, "D", "B", exclusive_owner=False),
    link("r", NM, "B", "D", has={"max": 3}, back={"max": 5000}),
    owns("r", "B", "D"),
    link("r", ONE, "B", "D"),
    link("r", MANY, "B", "D", has={"max": 9}, strategy="VALUE_ARRAY"),
]


@pytest.mark.parametrize("other", NOT_STORING, ids=lambda one: f"{one['kind']} {one.get('strategy', '')}")
def test_what_only_refers_may_be_embedded(other: Json) -> None:
    assert settled([A, B, D], [owns("ab", "A", "B"), other]).decisions["ab"].strategy == "EMBED_ARRAY"


@pytest.mark.parametrize(("kind", "first"), [(ONE, "EMBED_ONE"), (MANY, "EMBED_ARRAY")])
def test_a_sub_document_is_identified_by_its_holder(kind: str, first: str) -> None:
    """Something refers to C, which stands in B: with its own collection or inside A."""
    refers = link("cd", MANY, "C", "D")
    found = settled([B, C, D], [link("bc", ONE, "B", "C"), refers])
    assert (found.decisions["bc"].strategy, found.decisions["cd"].strategy) == ("EMBED_ONE", "PARENT_REF")
    outer = link("ab", ONE, "A", "B") if kind == ONE else owns("ab", "A", "B")
    found = settled([A, B, C, D], [outer, link("bc", ONE, "B", "C"), refers])
    assert (found.decisions["ab"].strategy == first) is (kind == ONE)
    assert found.decisions["bc"].strategy == "EMBED_ONE"


@pytest.mark.parametrize(
    ("policies", "holds"),
    [
        (["snapshot"], True),
        (["immutable"], True),
        (["snapshot", "immutable"], True),
        (["eventual"], False),
        (["snapshot", "eventual"], False),
    ],
)
def test_a_link_with_settled_copies_holds_the_holders_id_too(policies: list[str], holds: bool) -> None:
    copies = [{"field": "text", "of": "to", "as": policy, "policy": policy} for policy in policies]
    lines = link("lines", NM, "D", "B", has={"max": 9}, link_owner="from", accessed_together=1, copies=copies)
    found = settled([A, B, D], [owns("ab", "A", "B"), lines])
    assert found.decisions["lines"].strategy == "EMBED_LINK"
    assert (found.decisions["ab"].strategy == "EMBED_ARRAY") is holds


def test_a_link_without_copies_must_be_looked_up() -> None:
    lines = link("lines", NM, "D", "B", has={"max": 9}, link_owner="from", accessed_together=1)
    found = settled([A, B, D], [owns("ab", "A", "B"), lines])
    assert found.decisions["lines"].strategy == "EMBED_LINK"
    assert barred(found.decisions["ab"])["EMBED_ARRAY"] == "G9"


def test_a_part_of_a_time_series_is_barred() -> None:
    series = entity("M", {"name": "at", "type": "date"}, kind="measurement")
    found = settled([A, series, WEAK], [link("am", MANY, "A", "M"), owns("parts", "M", "Weak")])
    assert found.decisions["parts"].strategy != "EMBED_ARRAY"
    assert barred(found.decisions["parts"])["EMBED_ARRAY"] == "G9"


def test_the_weakest_of_a_ring_gives_way() -> None:
    """The last in the file. Its reference then keeps the others from being embedded (G9)."""
    ring = [owns("ab", "A", "B"), owns("bc", "B", "C"), owns("ca", "C", "A")]
    found = settled([A, B, C], ring)
    assert set(chosen(found).values()) == {"PARENT_REF"}
    gates = {name: barred(decision)["EMBED_ARRAY"] for name, decision in found.decisions.items()}
    assert gates == {"ab": "G9", "bc": "G9", "ca": "G10"}


def test_what_is_read_less_is_the_weakest_of_a_ring() -> None:
    ring = [owns("ab", "A", "B", navigation={"from_to_per_day": 0.5}), owns("ba", "B", "A")]
    assert barred(settled([A, B], ring).decisions["ab"])["EMBED_ARRAY"] == "G10"


def test_a_ring_of_sub_documents_is_cut_once() -> None:
    """A reference to a sub-document is one to its holder, so the others may stay."""
    ring = [link("ab", ONE, "A", "B"), link("bc", ONE, "B", "C"), link("ca", ONE, "C", "A")]
    assert chosen(settled([A, B, C], ring)) == {"ab": "EMBED_ONE", "bc": "EMBED_ONE", "ca": "LINK_ONE"}


def test_a_ring_with_one_free_member_frees_it() -> None:
    forced = {"strategy": "EMBED_ARRAY"}
    ring = [owns("ab", "A", "B", **forced), owns("bc", "B", "C"), owns("ca", "C", "A", **forced)]
    found = settled([A, B, C], ring)
    assert chosen(found) == {"ab": "EMBED_ARRAY", "bc": "PARENT_REF", "ca": "EMBED_ARRAY"}
    assert barred(found.decisions["bc"])["EMBED_ARRAY"] == "G10"


def test_nothing_stands_in_itself() -> None:
    found = settled([A], [owns("aa", "A", "A")])
    assert found.decisions["aa"].strategy == "PARENT_REF"
    assert barred(found.decisions["aa"])["EMBED_ARRAY"] == "G10"


def test_nothing_stands_in_a_bucket_of_itself() -> None:
    endless = {"has": {"growth": "unbounded"}, "pagination": "sequential"}
    found = settled([A], [link("aa", MANY, "A", "A", **endless)])
    assert (found.decisions["aa"].strategy, barred(found.decisions["aa"])["BUCKET"]) == ("PARENT_REF", "G9")


def test_a_ring_through_a_shared_shape_is_found() -> None:
    """Weak stands in B and in A, and A would stand in Weak: only by way of A is that a ring."""
    forced = {"strategy": "EMBED_ARRAY"}
    links = [owns("bw", "B", "Weak", **forced), owns("aw", "A", "Weak", **forced), owns("wa", "Weak", "A")]
    found = settled([A, B, WEAK], links)
    assert chosen(found) == {"bw": "EMBED_ARRAY", "aw": "EMBED_ARRAY", "wa": "PARENT_REF"}
    assert barred(found.decisions["wa"])["EMBED_ARRAY"] == "G10"


def test_separate_rings_are_separate() -> None:
    rings = [owns("ab", "A", "B"), owns("ba", "B", "A"), owns("cd", "C", "D"), owns("dc", "D", "C")]
    alone = chosen(settled([A, B], rings[:2]))
    found = chosen(settled([A, B, C, D], rings))
    assert {name: found[name] for name in alone} == alone


LOOKUP = {"kind": "lookup", "fields": [text()]}


@pytest.mark.parametrize(("history", "expected"), [("none", "VALUE_ARRAY"), ("revisions", "ONE_WAY_EMBED")])
def test_a_lookup_with_a_history_keeps_its_documents(history: str, expected: str) -> None:
    for lookup in ("from", "to"):
        tag = {"name": "Tag", **LOOKUP, "history": history}
        sides = {"has": {"max": 5}, "back": {"growth": "unbounded"}}
        ends = ("A", "Tag") if lookup == "to" else ("Tag", "A")
        if lookup == "from":
            sides = {"has": sides["back"], "back": sides["has"]}
        made = settled([A, tag], [link("r", NM, *ends, **sides)]).decisions["r"]
        assert made.strategy == expected
        assert barred(made).get("VALUE_ARRAY", "G9") == "G9"


@pytest.mark.parametrize(("history", "expected"), [("none", "FOLD_ONE"), ("point-in-time", "PARENT_REF")])
def test_a_parent_with_a_history_is_not_folded(history: str, expected: str) -> None:
    tag = {"name": "Tag", **LOOKUP, "history": history}
    made = settled([tag, B], [link("r", MANY, "Tag", "B", has={"max": 5000})]).decisions["r"]
    assert made.strategy == expected
    assert barred(made).get("FOLD_ONE", "G9") == "G9"


def test_what_has_pages_of_its_own_does_not_move_into_them() -> None:
    """The pages are the designer's, so that what would stand in them gives way; where they are not, they do."""
    ties = [
        link("ab", "one-to-many", "A", "B", strategy="BUCKET"),
        link("ba", "one-to-one", "B", "A"),
    ]
    found = settled([A, B], ties)
    assert found.decisions["ba"].strategy == "LINK_ONE"
    assert barred(found.decisions["ba"])["EMBED_ONE"] == "G10"
    free = settled([A, B], [{**ties[0], "strategy": "auto"}, ties[1]])
    assert free.decisions["ba"].strategy == "EMBED_ONE"
    apart = settled([A, B], [{**ties[0], "strategy": "PARENT_REF"}, ties[1]])
    assert apart.decisions["ba"].strategy == "EMBED_ONE"
