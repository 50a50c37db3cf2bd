"""The cost model's reference vectors, to the unit, and what its parts promise."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import astuple

from designs.compiler.cost.model import (
    OPERATIONS,
    Effort,
    Sizes,
    amplification,
    bucket,
    child_refs,
    embed,
    parent_ref,
    score,
    shares,
    subset,
    total,
)
from designs.compiler.model.constants import WEIGHTS, weights_of

FORMS = {
    "EMBED": embed, "CHILD_REFS": child_refs, "PARENT_REF": parent_ref, "BUCKET": bucket, "SUBSET": subset,
}  # fmt: skip
HOSTS = Sizes(
    parent=200, child=108, element=56, copied=56, children=300_000, page=1000, bucket=1000, header=80
)
VECTORS = {
    "V1": (
        Sizes(parent=1024, child=130, element=82, copied=82, children=100, page=10, bucket=50, header=70),
        {"PN": 1e6, "ADD": 1e3},
        {"EMBED": 1_086_450, "CHILD_REFS": 2_462_907, "PARENT_REF": 2_272_849, "BUCKET": 2_106_707, "SUBSET": 1_052_844},
    ),
    "V2": (
        Sizes(parent=1024, child=130, element=83, copied=83, children=1000, page=50, bucket=50, header=70),
        {"PN": 1e5, "ADD": 5e4},
        {"EMBED": 252_095, "CHILD_REFS": 610_847, "PARENT_REF": 384_737, "BUCKET": 277_848, "SUBSET": 300_157},
    ),
    "V3": (
        HOSTS,
        {"ADD": 1e6, "PN": 100, "C": 100},
        {"EMBED": 165_401_614, "CHILD_REFS": 62_324_244, "PARENT_REF": 1_503_418, "BUCKET": 1_595_332, "SUBSET": 4_370_665},
    ),
    "V4": (
        HOSTS,
        {"ADD": 1e3, "PN": 1e6},
        {"PARENT_REF": 22_589_821, "BUCKET": 2_356_400, "SUBSET": 1_318_784},
    ),
    "V5": (
        Sizes(parent=1200, child=400, element=380, copied=90, children=328, page=10, bucket=10, header=70),
        {"PN": 5e5, "PA": 500, "C": 100, "ADD": 1e3, "UPD": 10},
        {"EMBED": 830_797, "PARENT_REF": 1_148_950, "BUCKET": 1_055_533, "SUBSET": 533_736},
    ),
}  # fmt: skip


@pytest.mark.parametrize("name", VECTORS)
def test_the_reference_vectors_to_the_unit(name: str) -> None:
    sizes, frequency, expected = VECTORS[name]
    found = {form: round(total(FORMS[form](sizes), frequency, WEIGHTS)) for form in expected}
    assert found == expected


sizes = st.builds(
    Sizes,
    parent=st.integers(22, 10**6),
    child=st.integers(22, 10**6),
    element=st.integers(7, 10**6),
    copied=st.integers(7, 10**6),
    children=st.integers(1, 10**6),
    page=st.integers(1, 1000),
    bucket=st.integers(1, 1000),
    entries=st.integers(0, 5),
    parents=st.integers(1, 50),
)


@given(sizes)
def test_every_form_prices_every_operation(some: Sizes) -> None:
    for form in FORMS.values():
        column = form(some)
        assert tuple(column) == OPERATIONS
        assert all(value >= 0 for effort in column.values() for value in astuple(effort))
        assert all(effort.R >= 1 for effort in column.values())


@given(sizes, st.sampled_from(OPERATIONS), st.sampled_from(sorted(FORMS)))
def test_more_or_larger_children_never_cost_less(some: Sizes, operation: str, form: str) -> None:
    import msgspec

    larger = msgspec.structs.replace(
        some, element=some.element * 2, child=some.child * 2, copied=some.copied * 2
    )
    assert score(FORMS[form](larger)[operation], WEIGHTS) >= score(FORMS[form](some)[operation], WEIGHTS)


@given(sizes)
def test_shares_add_up_to_the_score(some: Sizes) -> None:
    for effort in subset(some).values():
        assert sum(shares(effort, WEIGHTS).values()) == pytest.approx(score(effort, WEIGHTS))


def test_a_slice_that_holds_all_is_read_like_the_slice() -> None:
    few = Sizes(parent=100, child=50, element=40, copied=40, children=10, page=10)
    assert subset(few)["PA"] == subset(few)["PN"]
    more = Sizes(parent=100, child=50, element=40, copied=40, children=11, page=10)
    assert subset(more)["PA"].R == 2


def test_an_update_of_a_child_with_several_parents_needs_a_transaction() -> None:
    one = Sizes(parent=100, child=50, element=40, copied=40, children=10)
    assert embed(one)["UPD"].T == 0
    two = Sizes(parent=100, child=50, element=40, copied=40, children=10, parents=2)
    assert embed(two)["UPD"] == Effort(R=1, I=1, W=2, WB=2 * (100 + 10 * 40), T=1)


def test_weights_follow_the_profile_and_the_design() -> None:
    assert weights_of({}, "mixed") == WEIGHTS
    assert weights_of({}, "write-heavy") == WEIGHTS | {"W": 0.6, "WB": 0.02, "X": 0.2}
    assert weights_of({}, "read-heavy") == WEIGHTS | {"R": 2.0, "D": 0.04, "B": 0.01}
    assert weights_of({"W": 5, "T": 0}, "write-heavy") == WEIGHTS | {"W": 5, "WB": 0.02, "X": 0.2, "T": 0}


def test_a_reference_in_the_child_rewrites_what_changes_and_embedding_all() -> None:
    some = Sizes(parent=1000, child=100, element=90, copied=90, children=100)
    apart, inside = (
        {name: amplification(name, form(some)[name], some.child, some.reference) for name in OPERATIONS[4:]}
        for form in (parent_ref, embed)
    )
    assert apart == {"ADD": 1, "UPD": 1, "DEL": 0, "REASSIGN": 100 / 16}
    assert inside == {"ADD": 100.9, "UPD": 100, "DEL": 100, "REASSIGN": 2 * 10_000 / 16}
