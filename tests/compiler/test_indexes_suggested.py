"""Indexes of references that nothing finds by are suggested; each index says whom it serves and what it costs."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from designs.compiler import Compilation
from designs.compiler.exporters import EXPORTERS
from designs.compiler.lints.references.ref_no_index import LINT
from designs.compiler.model.conceptual import Model
from tests.compiler.composed import design, entity, field, link
from tests.compiler.in_parts import compile_design
from tests.compiler.planned import findings, index_of, keys, planned
from tests.compiler.test_indexes import asks, match, things

BY_ID = {"kind": "read", "entity": "Visit", "filter": [{"field": "_id"}]}
Json = dict[str, Any]


def wards(*operations: Json, ward: Json | None = None, visit: Json | None = None, **visits: Any) -> Model:
    """Visits refer to their ward, of which there are many."""
    ends = (
        {"has": {"min": 0, "max": None, "growth": "unbounded"}},
        {"field": "ward", "has": {"min": 1, "max": 1}},
    )
    between = link(
        "visits", "one-to-many", ("Ward", ends[0]), ("Visit", ends[1]), strategy="PARENT_REF", **visits
    )
    parts = [
        entity("Ward", field("floor", "int"), id="ward", **(ward or {})),
        entity("Visit", field("at", "date", required=True), field("kind"), id="visit", **(visit or {})),
    ]
    named = [{"name": f"ask{number}", **one} for number, one in enumerate(operations)]
    return design(parts, [between], operations=named)


def made(model: Model) -> tuple[list[str], list[str]]:
    """The indexes of visits, and those that are suggested."""
    plan = planned(model)
    (visits,) = (one for one in plan.plan.collections if one.name == "visits")
    return keys(plan, "visits"), [index.name for index in visits.suggested]


def test_a_reference_that_nothing_finds_by_is_suggested() -> None:
    assert made(wards(BY_ID)) == ([], ["ward_1_at_-1"])
    assert made(wards()) == (["ward:1,at:-1"], [])  # without operations nothing is known
    closed = {
        "fields": [field("closed", "date")],
        "retention": {"policy": "archive", "field": "closed", "seconds": 60},
    }
    assert made(wards(BY_ID, ward=closed)) == ([], ["ward_1_at_-1"])  # visits stay where they are


@pytest.mark.parametrize(
    "used",
    [
        {"exclusive_owner": True},
        {"ward": {"retention": {"policy": "ttl", "seconds": 60}}},
        {"ward": {"fields": [field("floor", "int"), field("visited", "int", computed={"formula": "count(visits._id)", "refresh": "on-write"})]}},
        {"copies": [{"field": "floor", "of": "from", "policy": "eventual", "reads_per_day": 99_999, "updates_per_day": 0.01}]},
    ],
)  # fmt: skip
def test_what_takes_children_as_they_come_makes_it_without_an_order(used: Json) -> None:
    assert made(wards(BY_ID, **used)) == (["ward:1"], [])


LAST = {"formula": "last(visits.at)", "refresh": "on-write"}


@pytest.mark.parametrize(
    "used",
    [
        {"navigation": {"from_to_per_day": 1}},
        {"accessed_together": 0.5},
        {"pagination": "sequential"},
        {"ward": {"fields": [field("floor", "int"), field("newest", "date", computed=LAST)]}},
    ],
)
def test_what_lists_children_makes_it_in_their_order(used: Json) -> None:
    assert made(wards(BY_ID, **used)) == (["ward:1,at:-1"], [])


def test_an_index_of_an_operation_serves_what_needs_no_order() -> None:
    """The deletes of a ward find its visits by the index that begins with it; a second one in their order served nobody."""
    deletes = {"kind": "delete", "entity": "Ward", "filter": [{"field": "_id"}]}
    by_kind = {
        "kind": "read", "entity": "Visit", "filter": [{"field": "ward"}, {"field": "kind"}], "sort": [{"field": "at"}],
    }  # fmt: skip
    assert made(wards(deletes, by_kind)) == (["ward:1,kind:1,at:1"], [])


def test_operations_that_go_along_it_make_it() -> None:
    deletes = {"kind": "delete", "entity": "Ward", "filter": [{"field": "_id"}]}
    included = {"kind": "read", "entity": "Ward", "filter": [{"field": "_id"}], "includes": ["visits"]}
    assert made(wards(deletes)) == (["ward:1"], [])
    assert made(wards(included)) == (["ward:1,at:-1"], [])
    # A read that joins from the visits finds its ward by id.
    assert made(wards({**BY_ID, "includes": ["visits"]})) == ([], ["ward_1_at_-1"])


def test_what_an_operation_has_an_index_for_is_not_suggested_beside_it() -> None:
    by_ward = {"kind": "read", "entity": "Visit", "filter": [{"field": "ward"}]}
    assert made(wards(by_ward)) == (["ward:1"], [])
    first = {"kind": "read", "entity": "Visit", "filter": [{"field": "ward"}, {"field": "kind"}]}
    assert made(wards(first)) == (["ward:1,kind:1"], [])


@pytest.mark.parametrize(
    ("asked", "lines"), [([match("_id")], []), ([], ["thing_type:1"]), ([match("title")], ["title:1,thing_type:1"])]
)  # fmt: skip
def test_kinds_are_indexed_as_operations_ask_for_them(asked: list[Json], lines: list[str]) -> None:
    parts = [entity("Thing", field("title")), entity("Book", field("pages", "int")), entity("Film")]
    links = [link(name.lower(), "is-a", "Thing", name, strategy="POLY_SINGLE") for name in ("Book", "Film")]
    read = {"name": "ask", "kind": "read", "entity": "Book", "filter": asked}
    assert keys(planned(design(parts, links, operations=[read])), "things") == lines


def test_a_link_is_walked_back_only_where_somebody_does() -> None:
    many = {"has": {"min": 0, "average": 300, "max": None, "growth": "unbounded"}}
    tagged = link("tagged", "many-to-many", ("Ward", many), ("Visit", many), strategy="LINK_COLL")
    parts = [entity("Ward", field("floor")), entity("Visit", field("kind"))]
    read = {"name": "ask", "kind": "read", "entity": "Visit", "filter": [{"field": "_id"}]}
    for more, lines in (({}, 1), ({"includes": ["tagged"]}, 2)):
        plan = planned(design(parts, [tagged], operations=[{**read, **more}]))
        assert len(keys(plan, "tagged")) == lines


def test_a_finding_says_so_and_its_fix_declares_the_index() -> None:
    (told,) = findings(LINT, planned(wards(BY_ID)))
    assert (told.severity, told.fix["path"], told.fix["value"]) == (
        "info", ["indexes"], [{"keys": [["ward", 1], ["at", -1]]}],
    )  # fmt: skip
    declared = wards(BY_ID, visit={"indexes": told.fix["value"]})
    assert made(declared) == (["ward:1,at:-1"], []) and findings(LINT, planned(declared)) == []


def test_the_scripts_show_it_and_functions_that_miss_it_say_so() -> None:
    compilation = compile_design(wards(BY_ID, visit={"inserts_per_day": 12}))
    scripts = next(one for one in EXPORTERS if one.output == "mongosh").render(compilation)
    texts = {file.path: file.text for file in scripts}
    for path in ("mongosh/02_indexes.js", "mongosh/setup.js"):
        said = texts[path].split('--- collection "visits"')[1]
        assert '// ensureIndex("visits", { ward: 1, at: -1 }, { name: "ward_1_at_-1" });' in said
        assert "It would cost about 12 writes per day" in said
        assert 'listOtherIndexes("visits", ["ward_1_at_-1"])' in said
    assert not any(one.code == "L12" and one.severity == "error" for one in compilation.findings)
    assert "No index on visits starts with ward" in texts["mongosh/04_queries.js"]


# --- whom each serves, and what it costs -------------------------------------------------------


def upkeep(*operations: Json, line: str = "kind:1", **more: Any) -> str:
    find = asks(filter=[match("kind")], **({"per_day": 300} if operations else {}))
    return cost_of(things(find, *operations, **more), "things", line)


def cost_of(plan: Compilation, collection: str, line: str) -> str:
    """What an index says once all statements are there."""
    return index_of(compile_design(plan.model), collection, line).upkeep


@pytest.mark.parametrize(
    ("more", "cost"),
    [
        ({"inserts_per_day": 40}, "costs about 40 writes per day"),
        ({"inserts_per_day": 1}, "costs about 1 write per day"),
        ({}, "costs one write per new document"),
        (
            {"inserts_per_day": 40, "retention": {"policy": "ttl", "field": "made_on", "seconds": 60}},
            "costs about 80 writes per day",
        ),
    ],
)
def test_each_index_says_what_it_costs(more: Json, cost: str) -> None:
    assert upkeep(**more) == f'Serves "find"; {cost}'


@pytest.mark.parametrize(
    ("path", "how", "line"), [("place", "near", "place:2dsphere"), ("kind", "text", "kind:text")]
)
def test_an_index_that_queries_fail_without_says_so(path: str, how: str, line: str) -> None:
    """A scan was foretold where the server refuses the query."""
    find = asks(filter=[match(path, how)], per_day=3)
    said = cost_of(things(find, inserts_per_day=40, count=9_000), "things", line)
    assert f"(3 per day); ${how} fails without it; costs" in said and "scan" not in said


def test_inserts_deletes_and_changes_of_keys_are_writes() -> None:
    add, take = asks("add", "insert", per_day=7), asks("take", "delete", filter=[match("_id")], per_day=2)
    change = asks("change", "update", filter=[match("_id")], changes=["kind", "price"], per_day=100)
    said = upkeep(add, take, change, inserts_per_day=40)
    assert said == 'Serves "find" (300 per day); costs about 109 writes per day'


@pytest.mark.parametrize(
    ("count", "a_day", "scan"),
    [({"count": 9_000}, 3, "would scan 9,000 documents"), ({"count": 9_000}, 500, ""), ({}, 3, "")],
)
def test_an_index_that_is_written_more_than_read_says_what_it_saves(
    count: Json, a_day: float, scan: str
) -> None:
    """7,300 writes per day stood beside 12 reads, and nothing said that each of these saves a scan of three million."""
    find = asks(filter=[match("kind")], per_day=a_day)
    said = cost_of(things(find, inserts_per_day=40, **count), "things", "kind:1")
    assert ("would scan" in said) is bool(scan) and scan in said
    assert said.partition("; ")[2] == "costs about 40 writes per day"
    other = asks("other", filter=[match("kind")], sort=[{"field": "city"}], per_day=a_day)
    sorted_too = asks(filter=[match("kind")], sort=[{"field": "made_on"}], per_day=a_day)
    assert "would scan" not in cost_of(
        things(other, sorted_too, inserts_per_day=40, **count), "things", "kind:1,made_on:1"
    )


def test_one_change_of_several_keys_is_one_write() -> None:
    listed = asks("listed", filter=[match("kind"), match("city")], per_day=300)
    change = asks("change", "update", filter=[match("_id")], changes=["kind", "city"], per_day=100)
    assert "costs about 107 writes per day" in upkeep(
        listed, change, asks("add", "insert", per_day=7), line="kind:1,city:1"
    )


def test_writes_of_which_nobody_says_how_often_come_on_top() -> None:
    change = asks("change", "update", filter=[match("_id")], changes=["kind"])
    assert "costs at least 40 writes per day" in upkeep(change, inserts_per_day=40)
    elsewhere = asks("change", "update", filter=[match("_id")], changes=["price"])
    assert "costs about 40 writes per day" in upkeep(elsewhere, inserts_per_day=40)


def visited(*operations: Json, **ward: Json) -> Compilation:
    """Wards, which hold their visits, and count them."""
    counted = field("visited", "int", computed={"formula": "count(visits.at)", "refresh": "on-write"})
    sort = {"indexes": [{"keys": [["visited", -1]]}]}
    parts = [
        entity("Ward", field("floor", "int"), counted, **sort, **ward),
        entity("Visit", field("at", "date", required=True), field("kind"), indexes=[{"keys": [["kind", 1]]}]),
    ]
    ends = {"has": {"min": 0, "max": 50, "average": 5}}, {"field": "ward", "has": {"min": 1, "max": 1}}
    between = link("visits", "one-to-many", ("Ward", ends[0]), ("Visit", ends[1]), strategy="EMBED_ARRAY")
    return planned(design(parts, [between], operations=[*operations]))


def test_pushes_into_an_array_are_writes_of_the_indexes_of_its_elements() -> None:
    come = {"name": "come", "kind": "insert", "entity": "Visit", "per_day": 28}
    assert "costs about 28 writes per day plus those of new documents" in cost_of(
        visited(come), "wards", "visits.kind:1"
    )
    assert "costs about 30 writes per day, one entry" in cost_of(
        visited(come, inserts_per_day=2), "wards", "visits.kind:1"
    )
    gone = {"name": "gone", "kind": "delete", "entity": "Visit", "filter": [match("_id")], "per_day": 3}
    assert "about 31 writes per day" in cost_of(visited(come, gone), "wards", "visits.kind:1")


def test_writes_of_results_are_writes_of_their_indexes() -> None:
    come = {"name": "come", "kind": "insert", "entity": "Visit", "per_day": 28}
    assert "costs about 28 writes per day" in cost_of(visited(come), "wards", "visited:-1")
    said = visited({**come, "kind": "update", "filter": [match("_id")], "changes": ["kind"]})
    assert "costs one write per new document" in cost_of(said, "wards", "visited:-1")


def test_what_comes_as_declared_comes_to_where_it_stands() -> None:
    plan = visited()
    (visit,) = (each for each in plan.model.entities if each.name == "Visit")
    declared = replace(visit, inserts_per_day=11.0)
    model = replace(
        plan.model, entities=[declared if each is visit else each for each in plan.model.entities]
    )
    assert "about 11 writes per day" in index_of(compile_design(model), "wards", "visits.kind:1").upkeep


def test_lists_and_words_have_several_entries() -> None:
    by_tag = asks("by tag", filter=[match("tags")])
    assert upkeep(by_tag, line="tags:1", inserts_per_day=3).endswith(
        "3 writes per day, one entry per array item"
    )
    words = asks("words", filter=[match("sku", "text")])
    assert upkeep(words, line="sku:text", inserts_per_day=3).endswith("3 writes per day, one entry per word")


def test_many_are_counted() -> None:
    several = [asks(f"ask {number}", filter=[match("kind")]) for number in range(5)]
    assert "and 2 more; costs" in upkeep(*several)


def test_a_suggested_index_has_no_name_of_one_that_is_made() -> None:
    """The server refuses a second index of a name with other options: DIFFERS, for whoever runs the suggestion."""
    listed = {
        "kind": "read", "entity": "Visit", "always_filter": {"kind": "a"},
        "filter": [{"field": "ward"}], "sort": [{"field": "at", "direction": -1}],
    }  # fmt: skip
    declared = {"keys": [["ward", 1], ["at", -1]], "partial": {"kind": "a"}}
    model = wards(BY_ID, visit={"indexes": [declared]})
    assert made(model) == (["ward:1,at:-1"], ["ward_1_at_-1_all"])
    assert made(wards(BY_ID, listed))[1] == ["ward_1_at_-1_all"]


@pytest.mark.parametrize(
    ("retention", "unique", "said"),
    [
        ({"policy": "archive", "field": "at", "after_days": 9}, {}, "Serves the archive of Thing; "),
        ({"policy": "ttl", "field": "at", "seconds": 9}, {}, "Serves the expiry of Thing; "),
        ({}, {"unique": True}, "Serves the uniqueness of at; "),
    ],
)
def test_what_it_serves_beside_operations(retention: Json, unique: Json, said: str) -> None:
    more = {"retention": retention} if retention else {}
    plan = things(
        asks(filter=[match("kind")]), fields=[{**field("at", "date"), **unique}, field("kind")], **more
    )
    assert cost_of(plan, "things", "at:1").startswith(said)


@pytest.mark.parametrize(("asked", "is_made"), [(False, False), (True, True)])
def test_the_array_of_ids_that_nothing_reads_against_its_direction_has_a_suggested_index(
    asked: bool, is_made: bool
) -> None:
    """And the function that reads it so says what it costs, and what to do about it."""
    parts = [entity("Nurse", field("name")), entity("Ward", field("floor", "int"))]
    ends = (
        ("Nurse", {"field": "wards", "has": {"max": 9}}),
        ("Ward", {"field": "nurses", "has": {"max": 900}}),
    )
    against = {
        "name": "nurses",
        "kind": "read",
        "entity": "Nurse",
        "filter": [{"field": "wards"}],
        "per_day": 5,
    }
    of_one = {
        "name": "a nurse",
        "kind": "read",
        "entity": "Nurse",
        "filter": [{"field": "_id"}],
        "per_day": 5,
    }
    works = link("works", "many-to-many", *ends, strategy="ONE_WAY_EMBED")
    plan = compile_design(design(parts, [works], operations=[against if asked else of_one])).plan
    (nurses,) = (each for each in plan.collections if each.name == "nurses")
    paths = [each.keys[0][0] for each in (nurses.indexes if is_made else nurses.suggested)]
    assert paths == ["wards"] and bool(nurses.suggested) != is_made
    (note,) = (each.comment for each in plan.statements if each.id == "works.reverse")
    assert ("Create the suggested index before you call it often" in note) != is_made


def thread(reads: str, *operations: Json, **filing: Any) -> tuple[list[str], list[str]]:
    """The indexes of filings that answer one another, and those that are suggested."""
    ends = (
        ("Filing", {"field": "answers", "has": {"min": 0, "average": 2, "max": 60}}),
        (
            "Filing",
            {"field": "answers_to", "has": {"min": 0, "max": 1}},
        ),
    )
    tree = link("answering", "tree", *ends, strategy="TREE_ANCESTORS", tree={"depth": 6, "reads": reads})
    named = [{"name": f"ask{number}", **one} for number, one in enumerate(operations)]
    plan = planned(design([entity("Filing", field("title"), **filing)], [tree], operations=named))
    (filings,) = (one for one in plan.plan.collections if one.name == "filings")
    return keys(plan, "filings"), [index.name for index in filings.suggested]


ONE = {"kind": "read", "entity": "Filing", "filter": [{"field": "_id"}]}
BOTH = ["answers_to:1", "ancestors:1"]


@pytest.mark.parametrize("reads", ["ancestors", "path"])
def test_a_tree_that_is_only_read_upwards_has_no_index_of_the_way_down(reads: str) -> None:
    assert thread(reads, ONE) == ([], ["answers_to_1", "ancestors_1"])
    assert thread(reads) == (BOTH, [])  # without operations nothing is known


@pytest.mark.parametrize(
    "used",
    [
        {"kind": "read", "entity": "Filing", "filter": [{"field": "_id"}], "includes": ["answering.answers"]},
        {"kind": "update", "entity": "Filing", "filter": [{"field": "_id"}], "changes": ["answers_to"]},
        {"kind": "delete", "entity": "Filing", "filter": [{"field": "_id"}]},
    ],
    ids=["children", "moved", "deleted"],
)
def test_what_walks_down_a_tree_makes_its_indexes(used: Json) -> None:
    assert thread("ancestors", ONE, used) == (BOTH, [])


@pytest.mark.parametrize(
    ("reads", "made"), [("children", ["answers_to:1"]), ("descendants", BOTH), ("whole", BOTH)]
)
def test_what_is_read_most_of_a_tree_makes_its_index(reads: str, made: list[str]) -> None:
    assert thread(reads, ONE)[0] == made


def of_state(*more: str, **other: Any) -> Json:
    """A read of the visits of one ward in one state, newest first."""
    filters = [{"field": "kind"}, *({"field": name} for name in more)]
    return {
        "kind": "read",
        "entity": "Visit",
        "filter": filters,
        "sort": [{"field": "at", "direction": -1}],
        **other,
    }


def test_an_index_of_several_equalities_begins_with_what_is_asked_for_alone() -> None:
    """The reference, by which a result is worked out, is first though the kind is asked for oftener."""
    counted = {
        "fields": [
            field("floor", "int"),
            field("visited", "int", computed={"formula": "count(visits._id)", "refresh": "on-write"}),
        ]
    }
    both, kinds = of_state("ward"), of_state(projection=["at"])
    assert made(wards(both, kinds, kinds, ward=counted)) == (["ward:1,kind:1,at:-1", "kind:1,at:-1"], [])


def test_what_leads_the_only_index_for_itself_stays_first() -> None:
    asked = [{"kind": "read", "entity": "Visit", "filter": [{"field": "kind"}]}]
    counted = {
        "fields": [
            field("floor", "int"),
            field("visited", "int", computed={"formula": "count(visits._id)", "refresh": "on-write"}),
        ]
    }
    indexes = made(wards(*asked, *asked, of_state("ward"), ward=counted))[0]
    assert sorted(indexes) in (["kind:1", "ward:1,kind:1,at:-1"], ["kind:1,ward:1,at:-1", "ward:1"])


def seats(count: int | None, **owned: Any) -> tuple[list[str], list[str]]:
    """The indexes of guests, and those that are suggested, where a party goes with its tables at which they sit."""
    parts = [
        entity("Party", field("name")),
        entity("Table", field("number", "int")),
        entity("Guest", field("name"), **({} if count is None else {"count": count})),
    ]
    links = [
        link("tables", "one-to-many", ("Party", {}), ("Table", {"field": "party", "has": {"min": 1, "max": 1}}),
             strategy="PARENT_REF", **owned),
        link("seats", "one-to-many", ("Table", {}), ("Guest", {"field": "table"}), strategy="PARENT_REF"),
    ]  # fmt: skip
    work = [{"name": "cancel", "kind": "delete", "entity": "Party"}]
    plan = planned(design(parts, links, operations=work))
    (guests,) = (each for each in plan.plan.collections if each.name == "guests")
    reasons = [index.reason for index in guests.indexes]
    assert all("deleted with its Party" in reason for reason in reasons)
    return keys(plan, "guests"), [index.name for index in guests.suggested]


def test_a_delete_finds_by_an_index_what_refers_to_the_parts_that_go_with_it() -> None:
    owned = {"exclusive_owner": True}
    assert seats(288_000, **owned) == (["table:1"], [])
    assert seats(9_000, **owned) == seats(None, **owned) == seats(288_000) == ([], ["table_1"])
