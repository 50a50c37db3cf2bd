"""The storage map as people and programs see it."""

from __future__ import annotations

from designs.compiler import StorageMap, storage_groups, storage_rows
from designs.compiler.exporters.report import render
from designs.compiler.storage.table import storage_summary
from tests.compiler.composed import design, entity, field, link
from tests.compiler.in_parts import compile_design
from tests.compiler.test_storage_map import library


def rows_of(name: str, group: str) -> list[tuple[str, str, str, str, str]]:
    """Return the rows of an entity or a relationship of a design of the library."""
    found = next(one for one in storage_groups(StorageMap(library(name))) if one.name == group)
    assert all(row.place.startswith(row.storage.path.collection) for row in found.rows)
    return [
        (row.fact if row.first else "", row.place, row.role, row.locator, row.updated) for row in found.rows
    ]


def test_an_entity_is_told_with_its_identity_first() -> None:
    assert rows_of("cms", "Author")[:3] == [
        ("_id", "authors._id", "original", "by its _id", ""),
        ("name", "authors.name", "original", "by its _id", ""),
        ("", "articles.author.name", "copy", "by the reference author._id", "by a change stream"),
    ]


def test_a_link_is_told_with_its_subset() -> None:
    assert rows_of("web_shop", "orders") == [
        ("link", "orders.customer_id", "reference", "by its _id", ""),
        (
            "",
            "customers.recent_orders[].order_id",
            "subset",
            "in recent_orders, by order_id",
            "in the same transaction",
        ),
    ]


def test_an_attribute_is_told_with_its_name() -> None:
    places = {row[0]: row[1] for row in rows_of("template_metadata", "Photo")}
    assert places["place"] == 'photos.metadata[].v where k is "place"'


def test_a_result_comes_before_its_snapshots() -> None:
    assert [row[1:3] for row in rows_of("web_shop", "Order") if row[1].endswith("total")][1:] == [
        ("orders.totals.grand_total", "computed"),
        ("customers.recent_orders[].total", "subset"),
    ]


def test_a_summary_has_a_row_for_facts_stored_side_by_side() -> None:
    summary = storage_summary(StorageMap(library("city_theatre")))
    at = next(place for place, row in enumerate(summary) if row.owner == "Contract")
    assert [tuple(row) for row in summary[at : at + 7]][5:] == [
        ("", "number, terms, fee", "contracts", "original", ""),
        ("", "", "contract_revisions", "earlier version", "never"),
    ]
    assert ("", "language, subtitles, age_from, accessibility", "shows.features[]", "original", "") in summary
    assert ("Film", "director, released_on", "shows (film)", "original", "") in summary


def test_a_summary_has_each_fact_once() -> None:
    storage_map = StorageMap(library("web_shop"))
    shown = [fact for row in storage_summary(storage_map) for fact in row.facts.split(", ") if fact]
    more = sum(int(fact.split()[-2]) for fact in shown if fact.endswith(" more"))
    stored = [fact for fact in storage_map.facts if any(place.leaf for place in storage_map.storages(fact))]
    named = [fact for fact in shown if not fact.endswith(" more")]
    assert len(named) + more == len(stored)


def test_groups_count_what_is_stored_several_times() -> None:
    groups = {one.name: one.several for one in storage_groups(StorageMap(library("cms")))}
    assert (groups["Author"], groups["Category"]) == (3, 0)


def test_programs_get_every_storage() -> None:
    storage_map = StorageMap(library("cms"))
    rows = storage_rows(storage_map)
    assert len(rows) == len(storage_map.storages_in_order)
    copied = next(one for one in rows if one["path"] == "author.name")
    assert copied["fact"] == {"type": "field", "entity": "Author", "path": "name"}
    assert copied["follows"] == [copied["fact"]]
    assert copied["locate"] == {"kind": "by_reference", "path": "author._id", "key": ""}


def test_a_result_that_nothing_computes_is_not_said_to_be_kept() -> None:
    """It stood in the row of the count beside it, which each transaction keeps."""
    fields = (
        field("size", "int", computed={"formula": "count(kids)"}),
        field("first_kid", "int", computed={"formula": "first(kids.x)"}),
    )
    kids = link(
        "kids",
        "one-to-many",
        ("Parent", {"field": "kids", "has": {"max": None}}),
        "Child",
        strategy="PARENT_REF",
    )
    compilation = compile_design(
        design([entity("Parent", *fields), entity("Child", field("x", "int"))], [kids])
    )
    unkept = {each.subject for each in compilation.findings if "unkept" in each.params}
    assert unkept == {"Parent.first_kid"}
    rows = {row.facts: row.updated for row in storage_summary(StorageMap(compilation), unkept)}
    assert rows["size"] == "in the same transaction" and rows["first_kid"] == "only by your application"
    (report,) = render(compilation)
    (row,) = (
        line
        for line in report.text.splitlines()
        if line.startswith("| ") and "only by your application" in line
    )
    assert " first_kid " in row


def calls_of_ships(**status: object) -> dict[str, str]:
    """When each field is updated that the slice of the last calls in a ship repeats."""
    recent = {"count": 5, "sort": "eta", "direction": -1, "fields": ["eta", "status"]}
    ends = (
        ("Ship", {"field": "calls", "has": {"max": None}}),
        ("Call", {"field": "ship", "has": {"min": 1, "max": 1}}),
    )
    calls = link("calls", "one-to-many", *ends, strategy="SUBSET", recent=recent)
    entities = [
        entity("Ship", field("name")),
        entity("Call", field("eta", "date"), field("status", **status)),
    ]
    (group,) = (
        each
        for each in storage_groups(StorageMap(compile_design(design(entities, [calls]))))
        if each.name == "Call"
    )
    return {
        row.storage.fact.path: row.updated for row in group.rows if row.role == "subset" and row.fact != "_id"
    }


def test_what_a_slice_repeats_of_its_children_is_brought_by_the_stream_unless_it_never_changes() -> None:
    assert calls_of_ships() == {"eta": "by a change stream", "status": "by a change stream"}
    assert calls_of_ships(immutable=True)["status"] == "in the same transaction"


def test_a_result_over_measurements_is_not_said_to_be_in_their_transaction() -> None:
    """A time series takes part in none."""
    highest = field("highest", "int", computed={"formula": "max(readings.heat)"})
    reading = entity("Reading", field("at", "date", required=True), field("heat", "int"), kind="measurement")
    readings = link(
        "readings", "one-to-many", ("Oven", {"field": "readings"}), "Reading", strategy="TIME_SERIES"
    )
    compilation = compile_design(design([entity("Oven", highest), reading], [readings]))
    rows = {row.facts: row.updated for row in storage_summary(StorageMap(compilation), set())}
    assert rows["highest"] == "by the same function"
