"""C2: a link that is part of its owner is embedded there."""

import pytest

from designs.compiler.composition.fixpoint import settled
from designs.compiler.sensitivity.advice import advise
from tests.compiler.small import NM, Json, barred, chosen, decide, op, pair, surveyed

OWNER = {"link_owner": "from", "accessed_together": 0.9}


def owned(most: int | None = 50, **rel: object) -> tuple[str, str]:
    has = {"growth": "unbounded"} if most is None else {"max": most}
    return chosen(NM, has=has, back={"max": 50}, rel={**OWNER, **rel})


def test_links_stand_in_their_owner() -> None:
    decision = decide(NM, has={"max": 50}, back={"growth": "unbounded"}, rel=OWNER)
    assert (decision.rule, decision.strategy, decision.side, decision.bound) == (
        "C2",
        "EMBED_LINK",
        "from",
        50,
    )
    other = decide(NM, has={"growth": "unbounded"}, back={"max": 20}, rel={**OWNER, "link_owner": "to"})
    assert (other.rule, other.side, other.bound) == ("C2", "to", 20)


@pytest.mark.parametrize(("most", "rule"), [(200, "C2"), (201, "C4b"), (None, "C4a")])
def test_how_many_links(most: int | None, rule: str) -> None:
    assert owned(most)[0] == rule


@pytest.mark.parametrize(("together", "rule"), [(0.5, "C2"), (0.49, "C5")])
def test_they_must_be_read_with_their_owner(together: float, rule: str) -> None:
    assert owned(accessed_together=together)[0] == rule


@pytest.mark.parametrize(("fields", "rule"), [([], "C5"), ([{"name": "quantity", "type": "int"}], "C2")])
def test_links_with_fields_are_the_same_array_by_any_rule(fields: list[Json], rule: str) -> None:
    assert owned(accessed_together=0.1, link_fields=fields)[0] == rule


@pytest.mark.parametrize(("fields", "turns"), [([], True), ([{"name": "quantity", "type": "int"}], False)])
def test_another_name_for_the_same_array_changes_nothing(fields: list[Json], turns: bool) -> None:
    """Links that nobody owns stand in the smaller end; if that end is said to own them, so do they."""
    rel = {"link_fields": fields, "accessed_together": 0.9}
    composer = settled(surveyed(pair(NM, has={"max": 5}, back={"max": 900}, rel=rel)))
    assert (composer.decisions["r"].strategy, composer.decisions["r"].side) == ("ONE_WAY_EMBED", "from")
    turned = {flip.strategy for flip in advise(composer)["r"].flips if flip.turn.input == "link_owner"}
    assert ("EMBED_LINK" in turned) is turns


def test_links_with_fields_that_are_read_alone_are_not_their_owners() -> None:
    fields = [{"name": "quantity", "type": "int"}]
    assert owned(accessed_together=0.1, link_fields=fields, link_accessed_alone=True)[0] == "C3"


def test_the_reads_of_the_other_owner_are_measured() -> None:
    rel = {"link_owner": "to"}
    reads = [op("read", "Child", includes=["r"], per_day=5), op("read", "Child", per_day=5)]
    assert chosen(NM, has={"max": 9}, back={"max": 9}, rel=rel, ops=tuple(reads))[0] == "C2"
    reads[1]["per_day"] = 6
    assert chosen(NM, has={"max": 9}, back={"max": 9}, rel=rel, ops=tuple(reads))[0] != "C2"


@pytest.mark.parametrize(("together", "rule"), [(0.5, "C2"), (0.49, "C5")])
def test_what_the_design_states_holds_for_either_owner(together: float, rule: str) -> None:
    rel = {"link_owner": "to", "accessed_together": together}
    assert chosen(NM, has={"max": 9}, back={"max": 9}, rel=rel)[0] == rule


@pytest.mark.parametrize(("others", "rule"), [(5, "C2"), (6, "C6")])
def test_the_reads_of_an_owner_are_its_own(others: float, rule: str) -> None:
    """Half of the reads of a Parent bring the link along; what a Child's do is of no interest."""
    reads = (
        op("read", "Parent", includes=["r"], per_day=5),
        op("read", "Parent", per_day=others),
        op("read", "Child", per_day=1000),
    )
    assert chosen(NM, has={"max": 9}, back={"max": 9}, rel={"link_owner": "from"}, ops=reads)[0] == rule


def test_links_read_by_themselves_get_a_collection() -> None:
    assert owned(link_accessed_alone=True) == ("C3", "LINK_COLL")


def test_a_link_without_an_owner() -> None:
    decision = decide(NM, has={"max": 5}, back={"max": 5}, rel={"accessed_together": 1})
    assert barred(decision)["EMBED_LINK"] == "C2"


def test_the_owner_of_a_link_that_is_not_embedded_does_not_hold_an_endless_array() -> None:
    decision = decide(NM, has={"growth": "unbounded"}, back={"max": 3}, rel=OWNER)
    assert (decision.rule, decision.strategy, decision.side, decision.bound) == (
        "C4a",
        "ONE_WAY_EMBED",
        "to",
        3,
    )


@pytest.mark.parametrize(("size", "rule"), [(80_000, ("C2", "EMBED_LINK")), (400_000, ("C3", "LINK_COLL"))])
def test_links_that_would_make_their_owner_too_large_are_documents(size: int, rule: tuple[str, str]) -> None:
    fields = [{"name": "why", "type": "string", "average_bytes": size}]
    decision = decide(NM, has={"max": 50}, back={"max": 50}, rel={**OWNER, "link_fields": fields})
    assert (decision.rule, decision.strategy) == rule
    if rule[0] == "C3":
        assert barred(decision)["EMBED_LINK"] == "G4"


@pytest.mark.parametrize(("together", "is_said"), [(0.5, True), (0.49, False), (0.1, False)])
def test_the_reason_claims_no_read_that_the_design_denies(together: float, is_said: bool) -> None:
    fields = [{"name": "quantity", "type": "int"}]
    rel = {**OWNER, "accessed_together": together, "link_fields": fields}
    decision = decide(NM, has={"max": 50}, back={"max": 50}, rel=rel)
    assert (decision.rule, "read with it" in decision.reason) == ("C2", is_said)
