"""COMPUTED_CHOICE, and which upkeep is taken where none is declared (O2, O3)."""

from __future__ import annotations

from typing import Any

import pytest

from designs.compiler import Compilation
from designs.compiler.emit.markdown import inline
from designs.compiler.exporters.report.risks import Evidence, risks_of
from designs.compiler.lints.copies.computed_choice import LINT
from tests.compiler.compiled import compiled
from tests.compiler.planned import findings, found, planned
from tests.compiler.small import MANY, design, entity, link, op

DAY = 24 * 60 * 60


TEXTS = [{"name": name, "type": "string"} for name in ("text", "maker", "unit")]
STARS, POINTS = ({"name": name, "type": "int"} for name in ("stars", "points"))


def shop(
    reads: float | None, inserts: float | None, refresh: str | None = None, *, average: float | None = 50,
    count: int = 1000, changes: str = "", review: dict[str, Any] | None = None, **more: Any,
) -> Compilation:  # fmt: skip
    """A product that stores how many reviews it has."""
    has = {**({} if average is None else {"average": average}), "growth": "unbounded"}
    arriving = more.pop("arriving", None)
    arrives = {} if arriving is None else {"inserts_per_day": arriving}
    computed = {"formula": more.pop("formula", "count(reviews)"), **({"refresh": refresh} if refresh else {})}
    asked = [
        ("show", "read", "Product", reads, more),
        ("write", "insert", "Review", inserts, {}),
        ("edit", "update", "Review", 40 if changes else None, {"changes": [changes]}),
    ]
    operations = [
        {"name": name, "kind": kind, "entity": of, "per_day": per_day, **rest}
        for name, kind, of, per_day, rest in asked
        if per_day is not None
    ]
    result = {"name": "review_count", "type": "int", "computed": computed}
    ends = {
        "from": {"entity": "Product", "field": "reviews", "has": has},
        "to": {"entity": "Review", "field": "product_id", "has": {"min": 1, "max": 1}},
    }
    return compiled(
        {
            "format": "nestlink/1", "name": "S", "database": "s", "operations": operations,
            "entities": [
                {"name": "Product", "count": count, **arrives, "fields": [*TEXTS, POINTS, result]},
                {"name": "Review", "fields": [STARS, TEXTS[0], POINTS], **(review or {})},
            ],
            "relationships": [{"name": "reviews", "kind": "one-to-many", **ends}],
        }
    )  # fmt: skip


def told(made: Compilation) -> list[tuple[str, str]]:
    return [(one.subject, one.hint) for one in made.findings if one.code == "COMPUTED_CHOICE"]


def is_kept_on_write(made: Compilation) -> bool:
    """Whether adding a review counts it."""
    adds = [one for one in made.plan.statements if one.recipe == "reviews.add"]
    return any("review_count" in str(one.update) for one in adds)


@pytest.mark.parametrize(("reads", "kept"), [(100, True), (99, False)])
def test_ten_reads_for_a_write_are_worth_keeping(reads: float, kept: bool) -> None:
    made = shop(reads, 10, "periodic")
    assert [hint for _, hint in told(made)] == (["Update it on every write."] if kept else [])


@pytest.mark.parametrize(("average", "kept"), [(15, False), (16, True)])
def test_reading_is_not_proposed_where_it_costs_more_than_half_of_keeping(average: float, kept: bool) -> None:
    """By weights: a seek and so many documents at 20 readings, a round trip and a document written at 10 writes."""
    made = shop(20, 10, average=average)
    assert is_kept_on_write(made)  # declared to be stored: never dropped, but told
    assert found(LINT, made) == ([] if kept else [("Product.review_count", "info")])


@pytest.mark.parametrize(
    ("formula", "reads", "hints"),
    [
        ("sum(reviews.points)", 20, []),
        ("sum(reviews.points)", 9, ["Refresh it periodically."]),
        ("max(reviews.points)", 20, []),
    ],
)
def test_what_moves_by_the_difference_stays_declared(formula: str, reads: float, hints: list[str]) -> None:
    made = shop(reads, 10, "on-write", average=1000, formula=formula)
    assert [hint for _, hint in told(made)] == hints


@pytest.mark.parametrize(("average", "kept"), [(100, True), (101, False)])
def test_many_documents_to_look_at_are_worth_a_job(average: float, kept: bool) -> None:
    made = shop(1, 10, average=average)
    assert is_kept_on_write(made) is kept
    assert [hint for _, hint in told(made)] == (
        ["Remove it, and compute it when it is read."] if kept else []
    )


@pytest.mark.parametrize(("refresh", "kept"), [("on-write", True), ("periodic", False)])
def test_what_is_declared_stays_and_is_told(refresh: str, kept: bool) -> None:
    rare = shop(1, 10, refresh, average=500)
    often = shop(1000, 10, refresh, average=500)
    assert is_kept_on_write(rare) is is_kept_on_write(often) is kept
    assert [hint for _, hint in told(rare)] == ([] if refresh == "periodic" else ["Refresh it periodically."])
    assert [hint for _, hint in told(often)] == (
        [] if refresh == "on-write" else ["Update it on every write."]
    )


@pytest.mark.parametrize(
    ("each", "expected"),
    [(100, []), (100 + 1 / DAY, ["Use an approximate count if that's accurate enough."])],
)
def test_a_hundred_writes_a_second_of_one_document_are_too_many(each: float, expected: list[str]) -> None:
    writes = each * DAY
    made = shop(writes * 20, writes, "on-write", count=1)
    assert [hint for _, hint in told(made)] == expected
    assert told(shop(writes * 20, writes, "on-write", count=2)) == []


@pytest.mark.parametrize(("reads", "inserts"), [(None, 10), (100, None), (None, None)])
def test_an_unknown_workload_says_nothing(reads: float | None, inserts: float | None) -> None:
    made = shop(reads, inserts)
    assert told(made) == [] and is_kept_on_write(made)


def test_a_result_of_its_own_document_costs_nothing_more() -> None:
    assert told(shop(1, 1000, formula="1 + 1")) == []


@pytest.mark.parametrize(
    ("inserts", "declared", "changes", "writes"),
    [
        (30, None, "", 30),
        (30, 50, "", 30),
        (None, 50, "", 50),
        (None, None, "stars", 40),
        (30, None, "stars", 70),
        (30, None, "text", 30),
        (30, None, "points", 30),
        (None, None, "", None),
    ],
)
def test_what_moves_the_result_is_a_write(
    inserts: float | None, declared: float | None, changes: str, writes: float | None
) -> None:
    """Of a review its stars do, and its points do not, which are not the product's."""
    review = {} if declared is None else {"inserts_per_day": declared}
    made = shop(
        10, inserts, "on-write", formula="sum(reviews.stars) + points", changes=changes, review=review
    )
    said = [one.message for one in made.findings if one.code == "COMPUTED_CHOICE"]
    expected = f"Returned 10 times per day; source fields change {writes} times per day. "
    assert [one.startswith(expected) for one in said] == [True] * (writes is not None)


def test_behind_an_end_of_one_stands_one_document() -> None:
    computed = {"formula": "owner.limit", "refresh": "on-write"}
    parts = [
        {"name": "Owner", "fields": [{"name": name, "type": "int"} for name in ("limit", "a", "b", "c")]},
        {"name": "Card", "fields": [{"name": "most", "type": "int", "computed": computed}]},
    ]
    ends = {
        "from": {"entity": "Owner", "has": {"max": 9000}},
        "to": {"entity": "Card", "field": "owner", "has": {"max": 1}},
    }
    ops = [
        {"name": "show", "kind": "read", "entity": "Card", "per_day": 1},
        {"name": "raise", "kind": "update", "entity": "Owner", "changes": ["limit"], "per_day": 9},
        {"name": "open", "kind": "insert", "entity": "Owner", "per_day": 9},
    ]
    made = compiled(
        {"format": "nestlink/1", "name": "S", "database": "s", "operations": ops, "entities": parts,
         "relationships": [{"name": "cards", "kind": "one-to-many", **ends}]}
    )  # fmt: skip
    (one,) = [one for one in made.findings if one.code == "COMPUTED_CHOICE"]
    assert one.message.endswith("on read scans little more than one document.")


def test_a_sum_of_sums_changes_with_what_these_are_of() -> None:
    """A total of contracts' totals was said to change with new contracts only, not with each booking."""

    def total(formula: str, refresh: str) -> dict[str, Any]:
        return {"name": "total", "type": "int", "computed": {"formula": formula, "refresh": refresh}}

    entities = [
        entity("Person", total("sum(contracts.total)", "periodic"), count=100),
        entity("Contract", total("sum(entries.amount)", "on-write"), count=400),
        entity("Entry", {"name": "amount", "type": "int"}),
    ]
    one, has = {"min": 1, "max": 1}, {"min": 0, "average": 4}
    links = [
        link("contracts", MANY, "Person", "Contract", field="contracts", has=has, back=one),
        link("entries", MANY, "Contract", "Entry", field="entries", has=has, back=one),
    ]
    ops = (op("read", "Person", "_id", per_day=90_000), op("insert", "Contract", per_day=95),
           op("insert", "Entry", per_day=700))  # fmt: skip
    said = {each.subject: each.message for each in findings(LINT, planned(design(entities, links, ops)))}
    assert "change 795 times" in said["Person.total"]


def test_only_reads_that_show_it_count() -> None:
    assert told(shop(1000, 10, projection=["text"])) != []
    assert told(shop(1000, 10, projection=["text", "review_count"])) == []


def test_the_numbers_are_told() -> None:
    (one,) = [one for one in shop(3, 10).findings if one.code == "COMPUTED_CHOICE"]
    assert one.message.startswith("Returned 3 times per day; source fields change 10 times per day")


@pytest.mark.parametrize("pushed", ["followers", "following"])
def test_links_that_either_end_makes_are_writes(pushed: str) -> None:
    """A follow pushes onto whom one follows, which is the other end of what the count is of."""
    has = {"min": 0, "average": 40, "growth": "unbounded"}
    follows = {
        "name": "follows",
        "kind": "graph",
        "from": {"entity": "Runner", "field": "following", "has": has},
        "to": {"entity": "Runner", "field": "followers", "has": has},
    }
    count = {"formula": "count(followers)", "refresh": "approximate"}
    effects = [{"field": pushed, "do": "push"}]
    made = compiled(
        {
            "format": "nestlink/1", "name": "S", "database": "s", "relationships": [follows],
            "entities": [{
                "name": "Runner", "count": 1000, "inserts_per_day": 5,
                "fields": [*TEXTS, {"name": "follower_count", "type": "int", "computed": count}],
            }],
            "operations": [
                {"name": "profile", "kind": "read", "entity": "Runner", "filter": [{"field": "_id"}], "per_day": 9000},
                {"name": "follow", "kind": "update", "entity": "Runner", "effects": effects, "per_day": 200},
            ],
        }
    )  # fmt: skip
    (message,) = [each.message for each in made.findings if each.code == "COMPUTED_CHOICE"]
    assert "day; source fields change 205 times per day." in message


@pytest.mark.parametrize(
    ("average", "told"),
    [
        (0.4, "less than one document"),
        (1, "little more than one document"),
        (1.49, "little more than one document"),
        (1.5, "about 2 documents"),
        (7, "about 7 documents"),
    ],
)
def test_few_documents_are_said_in_words(average: float, told: str) -> None:
    made = shop(20, 10, "on-write", average=average)
    (message,) = [one.message for one in made.findings if one.code == "COMPUTED_CHOICE"]
    assert message.endswith(f"Computing on read scans {told}.")


def _sales(by: str, limit: int | None) -> list[dict[str, Any]]:
    more = {"limit": limit} if limit else {}
    changed = {"filter": [{"field": "_id"}, {"field": "lines.product_id"}], "changes": ["lines.price"]}
    return [
        {"name": "sell", "kind": "insert", "entity": "Sale", "per_day": 41_000},
        {"name": "correct", "kind": "update", "entity": "Sale", "per_day": 9, **changed},
        {
            "name": "takings",
            "kind": "read",
            "entity": "Sale",
            "filter": [{"field": by}],
            "per_day": 172,
            **more,
        },
    ]


def sold(
    formula: str = "sum(lines.price * lines.quantity)",
    *,
    owner: str | None = None,
    limit: int | None = None,
    by: str = "branch",
    adds: float | None = None,
    counts: tuple[int | None, int | None] = (None, None),
) -> list[str]:
    """What is said of a total of sales, each with lines of products. by: what sales are looked for by."""
    numbers = [{"name": name, "type": "double"} for name in ("price", "quantity")]
    sale, product = ({} if count is None else {"count": count} for count in counts)
    lines = {
        "name": "lines",
        "kind": "many-to-many",
        "link_fields": numbers,
        **({"link_owner": owner} if owner else {}),
        "from": {
            "entity": "Sale",
            "field": "lines",
            "has": {"average": 2, **({"adds_per_day": adds} if adds else {})},
        },
        "to": {"entity": "Product", "field": "sales", "has": {"min": 0}},
    }
    total = {"name": "total", "type": "double", "computed": {"formula": formula, "refresh": "on-write"}}
    receipt = {"name": "receipt", "type": "string", "unique": True}
    made = compiled(
        {
            "format": "nestlink/1", "name": "S", "database": "s", "relationships": [lines],
            "entities": [
                {"name": "Sale", "fields": [receipt, {"name": "branch", "type": "string"}, total], **sale},
                {"name": "Product", "fields": TEXTS, "inserts_per_day": 70, **product},
            ],
            "operations": _sales(by, limit),
        }
    )  # fmt: skip
    return [one.message.partition(" Computing")[0] for one in made.findings if one.code == "COMPUTED_CHOICE"]


def test_a_link_is_written_where_it_is_made() -> None:
    written = "source fields change {} times per day."
    assert sold() == [f"Returned 172 times per day; {written.format('41,009')}"]
    assert sold(adds=10, counts=(6_000, None)) == [f"Returned 172 times per day; {written.format('60,009')}"]


def test_a_list_reads_the_result_of_each_of_its_documents() -> None:
    assert [one.partition(",")[0] for one in sold(limit=2_000)] == ["Returned 344"]
    assert [one.partition(" times")[0] for one in sold(limit=2_000, by="receipt")] == ["Returned 172"]
    assert [one.partition(" times")[0] for one in sold(limit=2_000, counts=(3, None))] == ["Returned 516"]


def test_links_that_stand_in_the_document_cost_nothing_more() -> None:
    assert sold(owner="from") == []
    assert sold(owner="to") and sold("count(lines.unit)", owner="from")


@pytest.mark.parametrize(
    ("count", "said"),
    [
        (1_400_000, "about 1,400 documents"),
        (None, "about 10 documents (assumed: state how many, or both counts)"),
    ],
)
def test_counts_tell_how_many_one_reading_looks_at(count: int | None, said: str) -> None:
    review = {} if count is None else {"count": count}
    messages = [one.message for one in shop(1, 10, "on-write", average=None, review=review).findings]
    assert any(message.endswith(f"Computing on read scans {said}.") for message in messages)


@pytest.mark.parametrize(("inserts", "told_of"), [(600, []), (700, ["Product.review_count"])])
def test_what_comes_with_its_parents_moves_no_result(inserts: int, told_of: list[str]) -> None:
    """Ten products a day bring 50 reviews each: their count is worked out with them."""
    made = shop(90, None, "on-write", review={"inserts_per_day": inserts}, arriving=10)
    assert [subject for subject, _ in told(made)] == told_of


def _shares(reads: int, formula: str, average: int = 650) -> list[tuple[str, str, str]]:
    """What is said of a result over many reviews that 3,000 writes per day move."""
    made = shop(reads, 3000, "on-write", average=average, formula=formula)
    return [(one.severity, one.message, one.hint) for one in made.findings if one.code == "COMPUTED_CHOICE"]


def test_the_most_of_what_only_comes_is_compared_with_the_new_one_alone() -> None:
    """One that changes, or goes, may have been the most: then the others are read."""
    growing = shop(10, 3000, "on-write", average=650, formula="max(reviews.points)")
    (added,) = [one for one in growing.plan.statements if one.recipe == "reviews.add" and one.update]
    assert "$max" in str(added.update)
    changing = [
        shop(10, 3000, "on-write", average=average, formula="max(reviews.points)", changes="points")
        for average in (650, 50_000)
    ]
    findings = [
        [(each.severity, each.message) for each in product.findings if each.code == "COMPUTED_CHOICE"]
        for product in (growing, *changing)
    ]
    assert [[severity for severity, _ in each] for each in findings] == [["info"], ["info"], ["warning"]]
    ((_, message),) = findings[-1]
    recounts = "Each of 40 writes per day reads about 50,000 documents to recount them: 2,000,000 per day."
    assert message == recounts, "the 3,000 that are new are compared alone"


@pytest.mark.parametrize("reads", [10, 900_000])
def test_what_counts_many_documents_anew_at_each_write_is_a_warning(reads: int) -> None:
    ((severity, message, hint),) = _shares(reads, "round(sum(reviews.stars) / count(reviews), 2)")
    assert severity == "warning"
    expected = "Each of 3,000 writes per day reads about 650 documents to recount them: 1,950,000 per day."
    assert message == expected
    assert hint.startswith("Store sum(reviews.stars) and count(reviews) as separate fields")


@pytest.mark.parametrize(
    ("formula", "average"),
    [("avg(reviews.stars)", 650), ("round(avg(reviews.stars), 1)", 650), ("count(reviews)", 650),
     ("round(sum(reviews.stars) / count(reviews), 2)", 30)],
)  # fmt: skip
def test_what_moves_by_the_difference_or_reads_few_is_none(formula: str, average: int) -> None:
    assert all(severity == "info" for severity, _, _ in _shares(10, formula, average))


def test_what_no_sums_and_counts_make_is_refreshed_from_time_to_time() -> None:
    ((severity, _, hint),) = _shares(10, "max(reviews.stars) / count(reviews)")
    assert (severity, hint) == ("warning", "Refresh it periodically.")


def test_it_is_among_the_first_risks() -> None:
    """It weighs more than other warnings, which come later in the life of a design."""
    made = shop(10, 3000, "on-write", average=650, formula="round(sum(reviews.stars) / count(reviews), 2)")
    (weight,) = [
        risk.weight
        for risk in risks_of(Evidence(made, (), (), ()))
        if "1,950,000 per day" in inline(*risk.headline)
    ]
    assert 60 + 9 < weight < 100


def test_what_two_lists_hold_is_added_up() -> None:
    """A balance looks at deposits and at withdrawals, not at each pair of them."""
    lists = [
        {
            "name": name, "kind": "one-to-many", "from": {"entity": "Account", "field": name, "has": {"average": average}},
            "to": {"entity": of, "field": "account", "has": {"min": 1, "max": 1}}, "strategy": "PARENT_REF",
        }
        for name, of, average in (("deposits", "Deposit", 300), ("withdrawals", "Withdrawal", 290))
    ]  # fmt: skip
    formula = {"formula": "sum(deposits.amount) - sum(withdrawals.amount)", "refresh": "on-write"}
    balance = {"name": "balance", "type": "int", "computed": formula}
    amount = {"name": "amount", "type": "int", "required": True}
    made = compiled(
        {
            "format": "nestlink/1", "name": "B", "database": "b", "relationships": lists,
            "entities": [
                {"name": "Account", "count": 100, "fields": [balance]},
                *({"name": name, "fields": [amount]} for name in ("Deposit", "Withdrawal")),
            ],
            "operations": [
                {"name": "show", "kind": "read", "entity": "Account", "filter": [{"field": "_id"}], "per_day": 1},
                *({"name": f"add {name}", "kind": "insert", "entity": name, "per_day": 900} for name in ("Deposit", "Withdrawal")),
            ],
        }
    )  # fmt: skip
    (finding,) = [each for each in made.findings if each.code == "COMPUTED_CHOICE"]
    assert "590 documents" in finding.message
