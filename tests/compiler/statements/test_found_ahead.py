"""Operations that filter by what stands behind a reference find that first, by its own index."""

from __future__ import annotations

from typing import Any

import pytest

from designs.compiler.exporters import EXPORTERS
from designs.compiler.model.conceptual import Model
from designs.compiler.plan_model.physical import Collection, Outcome, Statement
from tests.compiler.composed import design, entity, field, link
from tests.compiler.in_parts import compile_design

Json = dict[str, Any]
ONE = {"has": {"min": 1, "max": 1}}
MANY = {"has": {"min": 0, "max": None, "growth": "unbounded"}}
MOORINGS, BOATS = 20_000, 90_000


def harbour(read: Json, *, boats: int = BOATS, **more: Any) -> Model:
    """Moorings of boats at berths: a boat by its plate, a kind or a length; a berth by its unique number."""
    parts = [
        entity(
            "Boat", field("plate"), field("kind", enum=[*"abcd"]), field("class", enum=[f"c{n}" for n in range(20)]),
            field("length", "double"), count=boats,
        ),
        entity("Berth", field("number", unique=True), field("deep", "bool"), count=300),
        entity("Mooring", field("since", "date", required=True), field("fee", "decimal"), count=MOORINGS),
    ]  # fmt: skip
    links = [
        link(
            "moored",
            "one-to-many",
            ("Boat", MANY),
            ("Mooring", {"field": "boat", **ONE}),
            strategy="PARENT_REF",
        ),
        link(
            "berthed",
            "one-to-many",
            ("Berth", MANY),
            ("Mooring", {"field": "berth", **ONE}),
            strategy="PARENT_REF",
        ),
    ]
    operation = {"name": "it", "kind": "read", "entity": "Mooring", "per_day": 900, **read}
    return design(parts, links, operations=[operation], **more)


def planned(model: Model) -> tuple[list[Statement], dict[str, Collection]]:
    plan = compile_design(model).plan
    statements = [one for one in plan.statements if one.subject == "operation:it"]
    return statements, {one.name: one for one in plan.collections}


def made(collection: Collection) -> dict[str, bool]:
    """By keys of an index, whether the operation is said to be served by it."""
    return {
        ",".join(f"{path}:{way}" for path, way in index.keys): "operation:it" in index.serves
        for index in collection.indexes
    }


BY_PLATE = {"field": "boat.plate"}


def test_what_stands_behind_is_found_first_and_both_indexes_are_made() -> None:
    newest = {"filter": [BY_PLATE], "sort": [{"field": "since", "direction": -1}], "limit": 7}
    (boats, moorings), there = planned(harbour(newest))
    assert (boats.op, boats.collection, list(boats.filter), boats.projection) == (
        "find",
        "boats",
        ["plate"],
        {"_id": 1},
    )
    assert moorings.filter == {"boat": {"$in": Outcome(step="boats", many=True, each="_id")}}
    assert (moorings.op, moorings.sort, moorings.limit) == ("find", {"since": -1}, 7)
    assert made(there["boats"])["plate:1"] and made(there["moorings"])["boat:1,since:-1"]
    assert "Finds the boats first, then the moorings that reference them." in boats.comment


def test_by_a_unique_value_one_is_found_and_an_equality_asked() -> None:
    (berth, moorings), there = planned(harbour({"filter": [{"field": "berth.number"}, {"field": "since"}]}))
    assert (berth.op, berth.ends, berth.ends_empty) == ("findOne", True, True)
    assert moorings.filter["berth"] == Outcome(step="berth", path="_id")
    assert any(
        keys.startswith(("berth:1,since:1", "since:1,berth:1"))
        for keys, serves in made(there["moorings"]).items()
        if serves
    )


def test_where_no_such_document_is_there_a_list_is_empty() -> None:
    compilation = compile_design(harbour({"filter": [{"field": "berth.number"}]}))
    scripts = next(one for one in EXPORTERS if one.output == "mongosh").render(compilation)
    script = next(file.text for file in scripts if file.path.endswith("04_queries.js"))
    function = script[script.index("function itBerths(") :]
    assert "if (berth === null) {\n    return [];" in function[: function.index("\n}\n")]
    assert "{ berth: berth._id }" in function


def test_in_the_order_of_what_stands_behind_one_pipeline_begins_there() -> None:
    longest = {"filter": [{"field": "boat.length", "match": "range"}, {"field": "fee", "match": "range", "at_least": 5}],
               "sort": [{"field": "boat.length", "direction": -1}], "projection": ["since"]}  # fmt: skip
    (one,), there = planned(harbour(longest))
    assert (one.op, one.collection) == ("aggregate", "boats")
    assert [next(iter(stage)) for stage in one.pipeline] == [
        "$match", "$sort", "$lookup", "$unwind", "$replaceRoot", "$limit",
    ]  # fmt: skip
    lookup = one.pipeline[2]["$lookup"]
    assert (lookup["from"], lookup["localField"], lookup["foreignField"]) == ("moorings", "_id", "boat")
    assert list(lookup["pipeline"][0]["$match"]) == ["fee"] and lookup["pipeline"][1] == {
        "$project": {"since": 1}
    }
    assert made(there["boats"])["length:-1"] and made(there["moorings"])["boat:1,fee:1"]


def test_more_ids_than_a_filter_takes_are_not_listed() -> None:
    """A thousandth of a hundred million: no list, one pipeline."""
    asked = {"filter": [BY_PLATE]}
    assert [one.op for one in planned(harbour(asked, boats=100_000_000))[0]] == ["find", "find"]
    assert [one.op for one in planned(harbour(asked, boats=100_001_000))[0]] == ["aggregate"]


@pytest.mark.parametrize(
    ("condition", "is_first"),
    [
        ({"field": "boat.kind"}, False), ({"field": "boat.class"}, True), ({"field": "berth.deep"}, False),
        ({"field": "boat.plate", "match": "regex"}, False), ({"field": "boat.plate", "match": "exists"}, False),
        ({"field": "boat.plate", "match": "in", "values": 50}, True), ({"field": "boat.plate", "match": "in", "values": 51}, False),
        ({"field": "boat.length", "match": "range"}, True), ({"field": "boat.length", "match": "range", "at_least": 3}, False),
        ({"field": "boat.plate", "value": None}, False),
    ],
)  # fmt: skip
def test_only_what_narrows_is_found_first(condition: Json, *, is_first: bool) -> None:
    """Up to a twentieth. Else it is joined, by its id: no index of the value is made there, and none is said to serve."""
    statements, there = planned(harbour({"filter": [condition]}))
    assert (len(statements) == 2) == is_first
    assert is_first or not any(any(made(collection).values()) for collection in there.values())


def test_what_the_documents_say_themselves_goes_before_what_finds_more() -> None:
    (joined,), there = planned(harbour({"filter": [{"field": "boat.class"}, {"field": "since"}]}))
    assert (joined.op, joined.collection) == ("aggregate", "moorings")
    assert made(there["moorings"])["since:1"] and "class:1" not in made(there["boats"])


def test_the_fewer_documents_are_read() -> None:
    """A fee finds a smaller share of the moorings than five plates find of the boats, but of few boats that is less."""
    asked = {
        "filter": [{"field": "fee"}, {**BY_PLATE, "match": "in", "values": 5}],
        "sort": [{"field": "since"}],
    }
    (boats, moorings), there = planned(harbour(asked, boats=4_000))
    assert [boats.collection, *moorings.filter] == ["boats", "fee", "boat"]
    assert made(there["moorings"])["boat:1,fee:1,since:1"] and made(there["boats"])["plate:1"]
    assert planned(harbour(asked, boats=4_001))[0][0].op == "aggregate"


def test_what_is_joined_comes_in_its_own_order_until_the_page_is_full() -> None:
    asked = {"filter": [{"field": "berth"}, {"field": "boat.kind"}], "sort": [{"field": "since"}], "limit": 9}
    (joined,), there = planned(harbour(asked))
    stages = [next(iter(stage)) for stage in joined.pipeline]
    assert stages == ["$match", "$sort", "$lookup", "$match", "$limit", "$unset"]
    assert made(there["moorings"])["berth:1,since:1"]
    alone = {
        **asked,
        "filter": asked["filter"][1:],
    }  # there is no index of what is sorted: fewer are, after the join
    (joined,), _ = planned(harbour(alone))
    assert [next(iter(stage)) for stage in joined.pipeline][:3] == ["$lookup", "$match", "$sort"]


@pytest.mark.parametrize("kind", ["update", "delete"])
def test_a_write_finds_first_what_no_statement_of_its_own_reaches(kind: str) -> None:
    """However many are found there: a write cannot join. More than a filter takes are refused."""
    writes = {"kind": kind, "filter": [{"field": "boat.kind"}, {"field": "fee"}]}
    writes |= {"changes": ["since"]} if kind == "update" else {}
    (boats, moorings), there = planned(harbour(writes))
    assert (boats.op, boats.collection, moorings.op) == ("find", "boats", f"{kind}Many")
    assert moorings.filter["boat"] == {"$in": Outcome(step="boats", many=True, each="_id")}
    assert made(there["boats"])["kind:1"] and made(there["moorings"])["boat:1,fee:1"]
    assert not planned(harbour(writes, boats=500_000))[0]


def test_both_ends_of_two_references() -> None:
    (boats, berth, moorings), _ = planned(harbour({"filter": [BY_PLATE, {"field": "berth.number"}]}))
    assert [boats.collection, berth.collection] == ["boats", "berths"]
    assert set(moorings.filter) == {"boat", "berth"}
    assert "Finds the boats and the berth first, then the moorings that reference them." in boats.comment


def test_what_is_shown_of_the_reference_is_joined_to_those_found() -> None:
    boats, moorings = planned(harbour({"filter": [BY_PLATE], "includes": ["moored"]}))[0]
    assert boats.collection == "boats" and moorings.op == "aggregate"
    assert list(moorings.pipeline[0]["$match"]) == ["boat"] and "$lookup" in moorings.pipeline[-2]


def test_documents_by_what_refers_to_them() -> None:
    model = harbour({"entity": "Boat", "filter": [{"field": "moorings.since"}]})
    (moorings, boats), there = planned(model)
    assert (moorings.collection, moorings.projection) == ("moorings", {"_id": 0, "boat": 1})
    assert boats.filter == {"_id": {"$in": Outcome(step="moorings", many=True, each="boat")}}
    assert made(there["moorings"])["since:1"]


def test_functions_of_the_reference_stay() -> None:
    """A read of several boats' moorings is none of one boat's."""
    with_it = compile_design(harbour({"filter": [BY_PLATE]})).plan.statements
    assert not next(
        one for one in with_it if (one.subject, one.purpose) == ("relationship:moored", "read")
    ).extra
