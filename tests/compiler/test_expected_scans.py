"""Which index each operation should walk: the one made for it, else one that begins with what it asks for."""

from __future__ import annotations

from typing import Any

import pytest

from designs.compiler import EXPORTERS
from designs.compiler.plan_model.expected_scans import expected_scans, places
from designs.compiler.plan_model.physical import Param, Statement
from tests.compiler.composed import design, entity, field, link
from tests.compiler.in_parts import compile_design

SKU, SIZE, PLACE = field("sku", unique=True), field("size", "int"), field("state", required=True)


def _compiled(*operations: dict[str, Any]) -> Any:
    named = [
        {"name": f"it {number}", "kind": "read", "entity": "Product", **operation}
        for number, operation in enumerate(operations)
    ]
    return compile_design(design([entity("Product", SKU, SIZE, PLACE)], [], operations=named))


@pytest.mark.parametrize(
    ("filter", "indexes"),
    [
        ([{"field": "sku"}], ("sku_1",)),
        ([{"field": "_id"}], ("_id_",)),
        ([{"field": "state"}, {"field": "size", "match": "range"}], ("state_1_size_1",)),
        ([], ()),
    ],
)
def test_an_operation_walks_its_index(filter: list[dict[str, Any]], indexes: tuple[str, ...]) -> None:
    (scan,) = expected_scans(_compiled({"filter": filter, "per_day": 50_000}))
    assert scan.indexes == indexes


def test_those_that_run_most_often_come_first() -> None:
    often = ({"filter": [{"field": "sku"}], "per_day": day} for day in (3, 900, 40))
    assert [scan.per_day for scan in expected_scans(_compiled(*often))] == [900, 40, 3]


def test_values_are_taken_from_where_they_are_asked_for() -> None:
    (scan,) = expected_scans(
        _compiled({"filter": [{"field": "sku", "match": "in"}, {"field": "size", "match": "range"}]})
    )
    assert [place[:4] for place in places(scan.statement).values()] == [
        ("sku", True, False, ""), ("size", False, False, "least"), ("size", False, False, "most"), (None, False, False, ""),
    ]  # fmt: skip


def _script(compiled: Any) -> str:
    (mongosh,) = (each for each in EXPORTERS if each.slug == "mongosh")
    (text,) = (file.text for file in mongosh.render(compiled) if file.path.endswith("07_explain.js"))
    return text


def test_a_distance_is_no_place() -> None:
    point = [
        field("type", enum=["Point"]), field("coordinates", "array", items={"type": "double"}, min_items=2, max_items=2),
    ]  # fmt: skip
    near = {
        "name": "near me",
        "kind": "read",
        "entity": "Stop",
        "filter": [{"field": "place", "match": "near"}],
    }
    stop = entity("Stop", field("place", "object", fields=point))
    compiled = compile_design(design([stop], [], operations=[near]))
    (scan,) = expected_scans(compiled)
    assert [place.path for place in places(scan.statement).values()][:2] == ["place", None]


def test_the_fields_of_a_whole_are_drawn_apart() -> None:
    filter = {"_id": {"user": Param(name="user"), "day": Param(name="day")}, "n": {"$in": Param(name="n")}}
    statement = Statement(
        id="a", subject="b", purpose="read", op="find", collection="c", script="04_queries", recipe="r", filter=filter
    )  # fmt: skip
    assert {name: place.path for name, place in places(statement).items()} == {
        "user": "_id.user", "day": "_id.day", "n": "n",
    }  # fmt: skip


def test_values_within_one_element_are_taken_from_one_element() -> None:
    """They were samples of the design, with which a server returned nothing. What the design asks of the element itself is
    asked of it, too."""
    element = {"employee_id": Param(name="who"), "at": {"$gte": Param(name="least")}, "duty": "bar"}
    statement = Statement(
        id="a", subject="b", purpose="read", op="find", collection="c", script="04_queries", recipe="r",
        filter={"staff": {"$elemMatch": element}, "n": Param(name="n")},
    )  # fmt: skip
    located = places(statement)
    assert {name: (place.path, place.within) for name, place in located.items()} == {
        "who": ("staff.employee_id", ("staff",)), "least": ("staff.at", ("staff",)), "n": ("n", ()),
    }  # fmt: skip
    assert located["least"].end == "least" and dict(located["who"].beside) == {"staff.duty": "bar"}


def test_the_clean_up_of_a_delete_is_explained() -> None:
    """Each search of a further collection, and each by other fields of it: the costliest were left out."""
    orphans = {"has": {"min": 0, "max": 100_000}}, {"has": {"min": 0, "max": 1}}
    held = [
        link(name, "one-to-many", ("Product", orphans[0]), ("Offer", {"field": name, **orphans[1]}), strategy="PARENT_REF")
        for name in ("first", "second")
    ]  # fmt: skip
    gone = {
        "name": "withdraw",
        "kind": "delete",
        "entity": "Product",
        "filter": [{"field": "_id"}],
        "per_day": 9,
    }
    model = design([entity("Product", SKU), entity("Offer", field("at", "date"))], held, operations=[gone])
    scans = expected_scans(compile_design(model))
    assert sorted(scan.indexes for scan in scans) == [("_id_",), ("first_1",), ("second_1",)]


def test_a_beginning_is_that_of_a_drawn_text() -> None:
    searched = {"filter": [{"field": "state", "match": "prefix"}], "case_insensitive": True}
    model = design(
        [entity("Product", SKU, SIZE, PLACE)], [],
        operations=[{"name": "search", "kind": "read", "entity": "Product", **searched}],
    )  # fmt: skip
    compiled = compile_design(model)
    (scan,) = expected_scans(compiled)
    marked = [place.is_start for place in places(scan.statement).values()]
    assert marked[:1] == [True] and not any(marked[1:])


def test_what_a_read_looks_for_second_is_explained_with_a_value_from_there() -> None:
    read = {
        "name": "orders of one",
        "kind": "read",
        "entity": "Order",
        "filter": [{"field": "account.login"}],
    }
    ordered = link(
        "ordered", "one-to-many", ("Account", {"field": "orders", "has": {"min": 0, "max": 100_000}}),
        ("Order", {"field": "account", "has": {"min": 1, "max": 1}}),
    )  # fmt: skip
    entities = [entity("Account", field("login", unique=True)), entity("Order", field("at", "date"))]
    model = design(entities, [ordered], operations=[{**read, "per_day": 9_000}])
    compiled = compile_design(model)
    assert [(scan.name, scan.statement.collection) for scan in expected_scans(compiled)] == [
        ("orders of one", "accounts"), ("orders of one: orders", "orders"),
    ]  # fmt: skip
    assert '(foundAccount) => ({ find: "orders", filter: { account: foundAccount }' in _script(compiled)


def test_a_delete_only_looks() -> None:
    text = _script(_compiled({"kind": "delete", "filter": [{"field": "state"}], "per_day": 50_000}))
    assert (
        '(state) => ({ find: "products", filter: { state } }),' in text
        and "delete" not in text.split("--- operations")[1]
    )


@pytest.mark.parametrize(("topology", "is_told"), [("sharded", True), ("replica-set", False)])
def test_a_profiler_of_a_cluster_is_set_on_its_shards(topology: str, is_told: bool) -> None:
    model = design([entity("Product", SKU)], [], topology=topology)
    assert ("mongos accepts level 0 only" in _script(compile_design(model))) is is_told


@pytest.mark.parametrize(("reads", "field_of_it"), [("children", "parent"), ("descendants", "ancestors")])
def test_the_second_step_of_a_read_of_a_tree_walks_an_index_of_its_own(reads: str, field_of_it: str) -> None:
    """It stands in the same collection as the first one, whose index was named, and an empty list stood for an id."""
    areas = link(
        "areas", "tree", ("Area", {"field": "parts", "has": {"max": 30}}), ("Area", {"field": "parent", "has": {"max": 1}}),
        tree={"depth": 4, "reads": reads},
    )  # fmt: skip
    read = {
        "name": "area",
        "kind": "read",
        "entity": "Area",
        "filter": [{"field": "code"}],
        "includes": ["areas"],
    }
    compiled = compile_design(
        design([entity("Area", field("code", unique=True), count=90)], [areas], operations=[read])
    )
    first, second = expected_scans(compiled)
    assert (first.indexes, second.indexes) == (("code_1",), (f"{field_of_it}_1",))
    assert f'path: "{field_of_it}", isList: false, sample: ObjectId(' in _script(compiled)
