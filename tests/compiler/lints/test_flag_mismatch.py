"""L61: stated shares that the operations contradict."""

from __future__ import annotations

from typing import Any

import pytest

from designs.compiler.lints.workload.flag_mismatch import LINT
from tests.compiler.planned import findings, planned
from tests.compiler.small import MANY, NM, design, entity, link, op, pair, text

# Of 100 operations on Child 40 come alone; of 100 reads of Parent 60 need Child.
OPS = (
    op("read", "Parent", "_id", includes=["r"], per_day=60),
    op("read", "Parent", "_id", per_day=40),
    op("read", "Child", "text", per_day=40),
)


def stated(ops: tuple[dict[str, Any], ...] = OPS, **rel: Any) -> list[tuple[str, Any]]:
    told = findings(LINT, planned(pair(has={"max": 5}, rel=rel, ops=ops)))
    assert all(one.subject == "r" and one.severity == "warning" for one in told)
    return [(one.params["input"], one.params["measured"]) for one in told]


@pytest.mark.parametrize(("share", "count"), [(0.2, 0), (0.19, 1), (0.6, 0), (0.61, 1)])
def test_alone(share: float, count: int) -> None:
    assert stated(independent_access=share) == [("independent_access", 0.4)] * count


def test_the_share_is_said_in_words() -> None:
    (told,) = findings(LINT, planned(pair(has={"max": 5}, rel={"independent_access": 0.9}, ops=OPS)))
    assert told.message == "independent_access (used alone) is 90%, but the workload gives 40%."


@pytest.mark.parametrize(("share", "count"), [(0.4, 0), (0.39, 1), (0.8, 0), (0.81, 1)])
def test_together(share: float, count: int) -> None:
    assert stated(accessed_together=share) == [("accessed_together", 0.6)] * count


@pytest.mark.parametrize(
    ("strategy", "projection", "count"),
    [("EMBED_ARRAY", [], 0), ("EMBED_ARRAY", ["text"], 1), ("EMBED_ARRAY", ["text", "children"], 0), ("PARENT_REF", [], 1)],
)  # fmt: skip
def test_what_a_document_holds_is_read_with_it(strategy: str, projection: list[str], count: int) -> None:
    """Embedded parts and links had to be included to count, which made the function read their documents, too."""
    shown = {"projection": projection} if projection else {}
    ops = (
        op("read", "Parent", "_id", includes=["r"], per_day=1),
        op("read", "Parent", "_id", per_day=99, **shown),
    )
    rel = {"accessed_together": 0.9, "strategy": strategy, "field": "children"}
    model = pair(has={"max": 5}, rel=rel, ops=ops)
    assert len(findings(LINT, planned(model))) == count


@pytest.mark.parametrize("share", [0.8, 1.0])
def test_what_most_reads_return_is_compared_by_these(share: float) -> None:
    """Of 100 reads 1 names what the documents hold, and 80 return it."""
    ops = (
        op("read", "Parent", "_id", includes=["r"], per_day=1),
        op("read", "Parent", "_id", per_day=79),
        op("read", "Parent", "_id", per_day=20, projection=["text"]),
    )
    rel = {"accessed_together": share, "strategy": "EMBED_ARRAY", "field": "children"}
    assert not findings(LINT, planned(pair(has={"max": 5}, rel=rel, ops=ops)))


@pytest.mark.parametrize(("there", "count"), [(79, 1), (80, 0), (100, 0)])
def test_directions(there: float, count: int) -> None:
    """All measured reads go from Parent to Child."""
    navigation = {"from_to_per_day": there, "to_from_per_day": 100 - there}
    assert stated(navigation=navigation) == [("navigation", 1.0)] * count


@pytest.mark.parametrize(("back", "count"), [(15, 0), (15.1, 1)])
def test_a_direction_that_is_stated_alone_is_added_to_what_is_measured(back: float, count: int) -> None:
    """Of 60 reads there and 15 back 80 % go there, and all of those that are measured."""
    assert stated(navigation={"to_from_per_day": back}) == [("navigation", 1.0)] * count


def test_what_is_not_stated_or_not_measured_contradicts_nothing() -> None:
    assert stated() == []
    assert stated(ops=(), independent_access=0.9, accessed_together=0.9) == []
    assert stated(navigation={"from_to_per_day": 0}) == []


def changing(updates: float, *per_day: float | None, count: int | None = 100, inserts: int = 0) -> list[str]:
    """What is said of a field that states its changes, which updates write so often a day."""
    how_often = [{} if often is None else {"per_day": often} for often in per_day]
    ops = tuple({**op("update", "Child", "_id", changes=["text"]), **often} for often in how_often)
    for each, often in zip(ops, per_day, strict=True):
        if often is None:
            del each["per_day"]
    child = {"fields": [{**text(), "updates_per_day": updates}]} | ({"count": count} if count else {})
    child |= {"inserts_per_day": inserts} if inserts else {}
    told = findings(LINT, planned(pair(has={"max": 5}, child=child, ops=ops)))
    assert all(each.subject == "Child.text" for each in told)
    return [each.message for each in told]


@pytest.mark.parametrize(("updates", "count"), [(1, 0), (1.25, 0), (1.26, 1), (0.01, 0)])
def test_a_field_cannot_change_more_often_than_it_is_written(updates: float, count: int) -> None:
    """Of 100 documents, written 100 times a day."""
    assert len(changing(updates, 60, 40)) == count


def test_both_numbers_are_said() -> None:
    assert changing(400, 70) == [
        "updates_per_day gives 40,000 changes per day in all documents, but the operations write it 70 times."
    ]


@pytest.mark.parametrize(("writes", "count"), [(79, 1), (80, 0), (100, 0), (125, 0), (126, 1)])
def test_a_field_may_change_on_the_first_day_of_each_document_alone(writes: int, count: int) -> None:
    """Ten changes of each of ten new documents a day, or of all hundred."""
    assert len(changing(10, writes, inserts=10)) == count


def counted(kind: str, average: float, child: int, **ends: Any) -> list[str]:
    """What is said of a hundred parents with so many children each, and so many children."""
    model = pair(kind, has={"average": average}, parent={"count": 100}, child={"count": child}, **ends)
    return [each.message for each in findings(LINT, planned(model))]


@pytest.mark.parametrize(
    ("kind", "average", "child", "back", "count"),
    [
        (MANY, 4, 267, {"min": 1}, 0),
        (MANY, 4, 266, {"min": 1}, 1),
        (MANY, 4, 600, {"min": 1}, 0),
        (MANY, 4, 601, {"min": 1}, 1),
        (MANY, 4, 601, {"min": 0}, 0),  # the others have no parent
        (MANY, 4, 266, {"min": 0}, 1),
        (NM, 4, 100, {"average": 2.7}, 0),
        (NM, 4, 100, {"average": 2.6}, 1),
        (NM, 4, 100, {"average": 6}, 0),
        (NM, 4, 100, {"average": 6.1}, 1),
        (NM, 4, 1, {}, 0),
    ],
)
def test_counts_of_both_ends_come_to_as_many_links(
    kind: str, average: float, child: int, back: dict[str, Any], count: int
) -> None:
    assert len(counted(kind, average, child, back=back)) == count


def test_the_counts_are_said() -> None:
    assert counted(MANY, 4, 100) == [
        "100 Parent × 4 Child = 400, but the design has 100 Child.",
    ]
    assert counted(NM, 4, 100, back={"average": 1}) == [
        "100 Parent × 4 Child = 400, but 100 Child × 1 Parent = 100.",
    ]


_AT = {"name": "at", "type": "date", "required": True}
_ARCHIVED = {"retention": {"policy": "archive", "field": "at", "seconds": 86_400}, "fields": [_AT]}


@pytest.mark.parametrize(
    ("child", "parent_kept", "child_kept", "count"),
    [(40, {}, _ARCHIVED, 0), (40, _ARCHIVED, {}, 1), (40, _ARCHIVED, _ARCHIVED, 1),
     (4000, _ARCHIVED, {}, 0), (4000, {}, _ARCHIVED, 1)],
)  # fmt: skip
def test_what_is_not_kept_as_long_as_the_other_end_contradicts_no_average(
    child: int, parent_kept: dict[str, Any], child_kept: dict[str, Any], count: int
) -> None:
    """Of 100 parents with 4 children each."""
    ends = {"parent": {"count": 100, **parent_kept}, "child": {"count": child, **child_kept}}
    told = findings(LINT, planned(pair(MANY, has={"average": 4}, back={"min": 1}, **ends)))
    assert len([one for one in told if one.params["input"] == "average"]) == count


@pytest.mark.parametrize(
    ("ends", "hint"),
    [
        ({"max": 34}, "Correct a count."),
        ({"max": 40}, "Set the average to 40, or correct a count."),
        ({"max": None, "growth": "unbounded"}, "Set the average to 40, or correct a count."),
    ],
)
def test_no_average_above_the_maximum_is_advised(ends: dict[str, Any], hint: str) -> None:
    has = {"average": 4, **ends}
    model = pair(MANY, has=has, parent={"count": 100}, child={"count": 4000}, back={"min": 1})
    (told,) = (each for each in findings(LINT, planned(model)) if each.params["input"] == "average")
    assert told.hint == hint


def test_the_average_that_fits_is_said() -> None:
    model = pair(MANY, has={"average": 8}, parent={"count": 300_000}, child={"count": 1_250_000})
    (told,) = findings(LINT, planned(model))
    assert "average to 4.17," in told.hint


def test_nothing_contradicts_what_no_operation_says() -> None:
    assert changing(400) == changing(400, None) == []


@pytest.mark.parametrize(
    ("count", "policy", "told"),
    [
        (1500, "archive", []),
        (1501, "archive", [("count", 1000.0)]),
        (1501, "ttl", [("count", 1000.0)]),
        (1501, "rolling", [("count", 70.0)]),
        (105, "rolling", []),
        (106, "rolling", [("count", 70.0)]),
        (1501, "keep", []),
        (10, "archive", []),
        (500, "ttl", []),
        (499, "ttl", [("count", 1000.0)]),
        (34, "rolling", [("count", 70.0)]),
        (0, "ttl", []),
    ],
)
def test_a_count_that_retention_cannot_have_kept(count: int, policy: str, told: list[Any]) -> None:
    """Ten a day, kept for a hundred days: a few more may be of busier times, and half as many of a young design."""
    how = {"archive": {"after_days": 100}, "ttl": {"seconds": 100 * 86_400}, "rolling": {"period": "week"}}
    retention = {"policy": policy, "field": "at", **how.get(policy, {})}
    parts = [text(), {"name": "at", "type": "date", "required": True}]
    one = entity("Thing", *parts, count=count, inserts_per_day=10, retention=retention)
    found = findings(LINT, planned(design([one], [])))
    assert [(each.params["input"], each.params["measured"]) for each in found] == told
    assert all(each.subject == "Thing" and each.about == "entity" for each in found)
    # A date that is set long after, such as when a certificate ends, keeps more: nobody can tell.
    is_more = [each.message.endswith(", unless at is set long after the insert.") for each in found]
    assert is_more == [each.params["measured"] < count for each in found]


def test_what_is_deleted_before_it_expires_is_not_there() -> None:
    """Ten come a day and six are deleted: four hundred stay for a hundred days."""
    at = {"name": "at", "type": "date", "required": True}
    kept = {"policy": "ttl", "field": "at", "seconds": 100 * 86_400}

    def told(count: int) -> list[str]:
        one = entity("Thing", text(), at, count=count, inserts_per_day=10, retention=kept)
        deletes = op("delete", "Thing", per_day=6)
        return [each.message for each in findings(LINT, planned(design([one], [], (deletes,))))]

    assert told(200) == []
    assert told(199) == [
        "The count is 199, but 10 per day minus 6 deleted, kept for 100 days after at, gives 400."
    ]


COPY = [
    {
        "field": "title",
        "of": "from",
        "as": "parent_name",
        "reads_per_day": 40,
        "updates_per_day": 0,
        "policy": "eventual",
    }
]


@pytest.mark.parametrize(
    ("more", "count"),
    [
        ({}, 0),
        ({"projection": ["text"]}, 1),
        ({"projection": ["text", "parent_name"]}, 0),
        ({"projection": ["text", "parent.title"]}, 0),
        ({"projection": ["text"], "sort": [{"field": "parent_name"}]}, 0),
    ],
    ids=["whole documents", "left out", "by its name", "through the reference", "sorted by"],
)
def test_a_copy_that_no_read_tells(more: dict[str, Any], count: int) -> None:
    named = {"copies": COPY, "strategy": "PARENT_REF", "back_field": "parent"}
    own: dict[str, Any] = {"has": {"max": 5}, "rel": named}
    reads = (op("read", "Child", "text", per_day=40, **more), op("read", "Parent", "_id", includes=["r"]))
    assert len(findings(LINT, planned(pair(**own, ops=reads[:1])))) == count
    assert findings(LINT, planned(pair(**own, ops=reads))) == [], "what is included is returned whole"
    assert findings(LINT, planned(pair(**own, ops=()))) == []


@pytest.mark.parametrize("policy", ["snapshot", "immutable"])
def test_what_a_copy_keeps_of_the_past_needs_no_reader(policy: str) -> None:
    own = {"has": {"max": 5}, "rel": {"copies": [{**COPY[0], "policy": policy}], "strategy": "PARENT_REF"}}
    reads = (op("read", "Child", "text", per_day=40, projection=["text"]),)
    assert findings(LINT, planned(pair(**own, ops=reads))) == []


@pytest.mark.parametrize(("of", "count"), [("Repair", 0), ("Tool", 1)])
def test_inserts_of_subtypes_are_inserts_of_their_supertype(of: str, count: int) -> None:
    """One order a day comes as such, 23 as repairs: kept for ten years, that is enough for 38,000."""
    kept = {"policy": "archive", "field": "at", "after_days": 3650}
    at = {"name": "at", "type": "date", "required": True}
    order = entity("Order", text(), at, count=38_000, inserts_per_day=24, retention=kept)
    repair = entity("Repair", text(name="fault"))
    kinds = link("kinds", "is-a", "Order", "Repair")
    ops = (op("insert", "Order", per_day=1), op("insert", of, per_day=23))
    model = design([order, repair, entity("Tool", text())], [kinds], ops)
    assert len([each for each in findings(LINT, planned(model)) if each.subject == "Order"]) == count


def test_a_subset_that_operations_make_useless_is_told() -> None:
    """Correcting the share alone doesn't store it: no operation shows its children with their parent."""
    recent = {"count": 3, "sort": "text", "direction": -1}
    ops = (op("read", "Parent", "_id", per_day=900), op("insert", "Child", per_day=40))
    rel = {"together_needs": "recent", "recent": recent, "accessed_together": 0.6}
    design = pair(has={"average": 3, "growth": "unbounded"}, rel=rel, ops=ops)
    (told,) = findings(LINT, planned(design))
    assert 'add "r" to the includes of the read that shows it' in told.hint


@pytest.mark.parametrize("is_required", [True, False])
def test_a_count_of_what_gets_its_date_later_is_no_risk(is_required: bool) -> None:
    """How long a kit lies there before it is destroyed and archived, nobody says: the first of the risks was no fault."""
    at = {"name": "destroyed_on", "type": "date", "required": is_required}
    kept = {"policy": "archive", "field": "destroyed_on", "after_days": 100}
    one = entity("Kit", text(), at, count=5000, inserts_per_day=10, retention=kept)
    (told,) = findings(LINT, planned(design([one], [])))
    assert told.is_risk is is_required
