"""B3: the common screen needs a slice of an ever-growing list."""

import pytest

from tests.compiler.small import MANY, barred, chosen, decide, op, text

SLICE = ("B3", "SUBSET")
RECENT = {"together_needs": "recent", "accessed_together": 0.9}
ENDLESS = {"growth": "unbounded"}


def slice_(rel: dict | None = None, has: dict | None = None, **more: object) -> tuple[str, str]:
    return chosen(MANY, rel={**RECENT, **(rel or {})}, has=has or ENDLESS, **more)


def test_a_slice_of_an_endless_list() -> None:
    decision = decide(MANY, rel=RECENT, has=ENDLESS)
    assert (decision.rule, decision.strategy, decision.side, decision.bound) == (*SLICE, "from", 10)
    assert barred(decision)["EMBED_ARRAY"] == "G1"
    assert barred(decision)["PARENT_REF"] == "B3"


def test_a_declared_count_wins() -> None:
    assert decide(MANY, rel={**RECENT, "recent": {"count": 1000}}, has=ENDLESS).bound == 1000
    assert decide(MANY, rel={"recent": {"count": 3}, "accessed_together": 1}, has=ENDLESS).bound == 3


@pytest.mark.parametrize(("most", "rule"), [(200, "B10"), (201, "B3")])
def test_a_short_list_needs_no_slice(most: int, rule: str) -> None:
    assert slice_(has={"max": most})[0] == rule


@pytest.mark.parametrize(("together", "rule"), [(0.49, "B5"), (0.5, "B3")])
def test_how_often_it_is_needed(together: float, rule: str) -> None:
    assert slice_({"accessed_together": together})[0] == rule


@pytest.mark.parametrize("needs", ["all", "page", "ids", "nothing"])
def test_other_needs_are_no_slice(needs: str) -> None:
    assert slice_({"together_needs": needs})[0] == "B5"


@pytest.mark.parametrize(("recent", "rule"), [({"count": 3}, "B3"), ({}, "B3"), (None, "B5")])
def test_a_summary_is_a_slice_where_it_shows_a_few(recent: dict | None, rule: str) -> None:
    """Counts and totals alone are computed fields, and their elements are of no use in the parent."""
    shown = {} if recent is None else {"recent": recent}
    assert slice_({"together_needs": "summary", **shown})[0] == rule


def test_a_summary_without_a_few_says_what_holds_it() -> None:
    decision = decide(MANY, rel={**RECENT, "together_needs": "summary"}, has=ENDLESS)
    (told,) = [one.because for one in decision.rejected if one.strategy == "SUBSET"]
    assert told.startswith("readers need counts or totals, which computed fields store")


@pytest.mark.parametrize(("reads", "rule"), [(20, "B3"), (19, "B5")])
def test_reads_must_outnumber_inserts(reads: int, rule: str) -> None:
    ops = (op("read", "Parent", includes=["r"], per_day=reads), op("insert", "Child", per_day=10))
    assert slice_(ops=ops)[0] == rule


def test_joins_saved_and_copies_written_are_both_shown() -> None:
    ops = (op("read", "Parent", includes=["r"], per_day=19), op("insert", "Child", per_day=10))
    decision = decide(MANY, rel=RECENT, has=ENDLESS, ops=ops)
    assert (decision.inputs["joins_saved_per_day"], decision.inputs["copies_written_per_day"]) == (19, 10)
    (told,) = [one.because for one in decision.rejected if one.strategy == "SUBSET"]
    assert told == "it would save 19 joins per day and write 10 copies, fewer than 2 joins per copy"


@pytest.mark.parametrize("listed", [0, 10**6])
def test_pages_that_list_parents_do_not_dilute_the_benefit(listed: int) -> None:
    """The share of all reads is a hint."""
    ops = (
        op("read", "Parent", includes=["r"], per_day=20),
        op("insert", "Child", per_day=10),
        op("read", "Parent", per_day=listed),
    )
    assert chosen(MANY, rel={"together_needs": "recent"}, has=ENDLESS, ops=ops) == SLICE


@pytest.mark.parametrize(
    ("changes", "often", "rule"), [("text", 1, "B5"), ("text", 0, "B3"), ("seen", 1, "B3")]
)
def test_changes_of_what_a_slice_shows_are_copies_too(changes: str, often: int, rule: str) -> None:
    child = {"fields": [text(), text(5, "seen")]}
    ops = (
        op("read", "Parent", includes=["r"], per_day=20),
        op("insert", "Child", per_day=10),
        op("update", "Child", changes=[changes], per_day=often),
    )
    assert slice_({"recent": {"fields": ["text"]}}, child=child, ops=ops)[0] == rule


@pytest.mark.parametrize(
    ("includes", "copies", "rule"),
    [
        (["r"], [], "B3"),
        (["r", "drug"], [], "B5"),
        (["r", "drug"], [{"field": "name", "of": "from", "as": "drug_name"}], "B3"),
    ],
    ids=str,
)
def test_a_prescription_without_its_drug_is_no_slice(includes: list, copies: list, rule: str) -> None:
    """Where the screen shows the drug too, its join is saved only where the slice has that by a copy."""
    drug = {
        "name": "drug",
        "kind": MANY,
        "from": {"entity": "Drug", "has": ENDLESS},
        "to": {"entity": "Child"},
    }
    parts = {
        "entities": [{"name": "Drug", "fields": [text(20, "name")]}],
        "links": [{**drug, "copies": copies}],
    }
    ops = (op("read", "Parent", includes=includes, per_day=20), op("insert", "Child", per_day=10))
    shown = {"recent": {"fields": ["text", *(copy["as"] for copy in copies)]}}
    assert slice_(shown, ops=ops, **parts)[0] == rule


def test_declared_reads_count_where_no_operation_says() -> None:
    child = {"fields": [text()], "inserts_per_day": 10}
    assert slice_({"navigation": {"from_to_per_day": 20}}, child=child) == SLICE
    assert slice_({"navigation": {"from_to_per_day": 19}}, child=child)[0] == "B5"


def test_unknown_reads_pass_unless_the_design_is_write_heavy() -> None:
    child = {"fields": [text()], "inserts_per_day": 1000}
    decision = decide(MANY, rel=RECENT, has=ENDLESS, child=child)
    assert (decision.rule, decision.strategy) == SLICE
    assert "joins_saved_per_day" in decision.assumed
    assert slice_(child=child, workload_profile="write-heavy")[0] == "B5"
    assert slice_(workload_profile="write-heavy") == SLICE  # no inserts are known either


@pytest.mark.parametrize("inserts", [0, 1000])
def test_a_slice_too_large_for_a_document_is_barred(inserts: int) -> None:
    """Ten elements of a megabyte; with inserts the reads are unknown, which must not matter."""
    child = {"fields": [text(1024 * 1024)], "inserts_per_day": inserts}
    decision = decide(MANY, rel=RECENT, has=ENDLESS, child=child)
    assert (decision.rule, barred(decision)["SUBSET"]) == ("B5", "G4")


def test_a_slice_leaves_sensitive_fields_out() -> None:
    child = {"fields": [text(), {**text(1024 * 1024, "scan"), "sensitive": True}]}
    assert slice_(child=child) == SLICE
