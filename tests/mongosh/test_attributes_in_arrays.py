"""Attributes of what is embedded as a list: found, sorted and changed in the elements that are meant."""

from __future__ import annotations

from collections.abc import Generator
from typing import Any

from tests.mongosh.odd import end, entity, field, link
from tests.mongosh.replay import Play, Played, replay

Steps = Generator[None, Played, None]
Json = dict[str, Any]
GROUP = {"variant_group": "specs"}


def by(*names: str, **more: Any) -> list[Json]:
    return [{"field": name, **more} for name in names]


FILTERS: dict[str, Json] = {
    "equal": {"filter": by("colour")},
    "both": {"filter": [*by("colour"), *by("weight", match="range", at_most=5)]},
    "either": {"filter": by("qty"), "always_filter": {"$or": [{"colour": "red"}, {"weight": 7}]}},
    "listed": {"filter": by("weight", match="in", value=[2, 7])},
    "from": {"filter": by("weight", match="range", at_least=5)},
    "below": {"filter": by("qty", match="range", at_most=4)},
    "starting": {"filter": by("sku", match="prefix", value="a.")},
    "spelled": {"filter": by("sku", match="regex", value="^[ab]"), "case_insensitive": True},
    "noted": {"filter": by("note", match="exists", value=True)},
    "unnoted": {"filter": by("note", match="exists", value=False)},
    "without": {"filter": by("colour", match="exists", value=False)},
    "tagged": {"filter": by("tags", value="new")},
    "from parts": {"filter": by("parts.sort", value="$bolt")},
    "by parts": {"filter": by("parts.finish", value="matt")},
    "typed": {"filter": by("qty"), "always_filter": {"note": {"$type": ["string", "number"]}, "sku": {"$gt": "a"}}},
    "less": {"filter": by("qty"), "always_filter": {"weight": {"$lt": 5}, "qty": {"$lt": 9}}},
}  # fmt: skip

REST: list[Json] = [
    {"name": "heaviest", "kind": "read", "entity": "Line", "sort": [{"field": "weight", "direction": -1}], "limit": 2},
    {"name": "orders by weight", "kind": "read", "entity": "Order", "sort": by("lines.weight")},
    {"name": "orders by weight down", "kind": "read", "entity": "Order", "sort": by("lines.weight", direction=-1)},
    {"name": "orders without", "kind": "read", "entity": "Order", "filter": by("lines.colour", match="exists", value=False)},
    {"name": "work", "kind": "update", "entity": "Line", "filter": by("sku"), "effects": [
        {"field": "weight", "do": "increment", "by": 2}, {"field": "colour", "do": "unset"}, {"field": "note", "do": "unset"},
        {"field": "tags", "do": "push", "value": "$new"}, {"field": "qty", "do": "multiply", "by": 3}]},
    {"name": "paint", "kind": "update", "entity": "Line", "filter": by("colour", "qty"), "changes": ["colour", "size_cm", "qty"]},
    {"name": "paint all", "kind": "update", "entity": "Order", "filter": by("_id"), "changes": ["number", "lines.colour"]},
    {"name": "polish", "kind": "update", "entity": "Part", "filter": by("line.colour", "sort"), "changes": ["finish"]},
    {"name": "parts", "kind": "read", "entity": "Part", "filter": by("finish", "grade")},
    {"name": "roughest", "kind": "read", "entity": "Order", "sort": by("lines.parts.grade")},
    {"name": "throw out", "kind": "delete", "entity": "Line", "filter": by("colour")},
    {"name": "throw plain", "kind": "delete", "entity": "Line", "filter": by("colour", match="exists", value=False)},
]  # fmt: skip


def shop() -> Json:
    line = entity(
        "Line", field("sku"), field("qty", "int"), field("colour", **GROUP), field("weight", "int", **GROUP),
        field("size_cm", "int", **GROUP), field("note", "string", types=["string", "null"]),
        field("tags", "array", items={"type": "string"}, max_items=9), kind="weak",
    )  # fmt: skip
    part = entity(
        "Part",
        field("sort"),
        field("finish", variant_group="traits"),
        field("grade", variant_group="traits"),
        kind="weak",
    )
    operations: list[Json] = []
    for name, asked in FILTERS.items():
        operations.append({"name": f"read {name}", "kind": "read", "entity": "Line", **asked})
        operations.append({"name": f"set {name}", "kind": "update", "entity": "Line", **asked, "effects": [
            {"field": "size_cm", "do": "set", "value": 77}]})  # fmt: skip
    owned: Json = {"exclusive_owner": True, "strategy": "EMBED_ARRAY"}
    return {
        "format": "nestlink/1", "name": "Lines", "database": "lines",
        "entities": [entity("Order", field("number")), line, part],
        "relationships": [
            link("lines", "one-to-many", end("Order", 9), end("Line", 1), **owned),
            link("parts", "one-to-many", end("Line", 9), end("Part", 1, field="line"), **owned),
        ],
        "operations": [*operations, *REST],
    }  # fmt: skip


def specs(**values: Any) -> list[Json]:
    return [{"k": name, "v": value} for name, value in values.items()]


def part(sort: str, **traits: Any) -> Json:
    return {"sort": sort, "traits": specs(**traits)}


LINES: list[list[Json]] = [
    [
        {"_id": 1, "sku": "a.1", "qty": 1, "specs": specs(colour="red", weight=9), "note": "x", "tags": ["old", "new"]},
        {"_id": 2, "sku": "b.2", "qty": 4, "specs": specs(colour="blue", weight=5), "parts": [part("$bolt", finish="matt", grade="b")]},
        {"_id": 3, "sku": "c.3", "qty": 5},
    ],
    [
        {"_id": 4, "sku": "A.4", "qty": 1, "specs": specs(colour="red", weight=2), "note": None, "parts": [part("nut", finish="matt"), part("$bolt", grade="a")]},
        {"_id": 5, "sku": "a.5", "qty": 1, "specs": specs(weight=7), "note": "y", "tags": []},
    ],
]  # fmt: skip


def begin(play: Play, lines: list[list[Json]] | None = None) -> list[Any]:
    orders = play.documents["orders"][:2]
    play.documents["orders"] = [
        {"_id": one["_id"], "number": number, "lines": own}
        for one, number, own in zip(orders, ("1", "2"), LINES if lines is None else lines, strict=True)
    ]
    return [one["_id"] for one in orders]


def skus(documents: Any) -> set[str]:
    """The lines that a read gave."""
    return {one["lines"]["sku"] for one in documents}


def sized(done: Played, step: int) -> set[str]:
    """The lines that have the size that an update wrote, each with one size and its unit."""
    found = [line for order in done.all("orders", step) for line in order["lines"]]
    sizes = {line["sku"]: [one for one in line.get("specs", []) if one["k"] == "size_cm"] for line in found}
    assert all(own in ([], [{"k": "size_cm", "v": 77, "u": "cm"}]) for own in sizes.values())
    return {sku for sku, own in sizes.items() if own}


WANTED = {
    "equal": {"a.1", "A.4"}, "both": {"A.4"}, "either": {"a.1", "A.4", "a.5"}, "listed": {"A.4", "a.5"},
    "from": {"a.1", "b.2", "a.5"}, "below": {"a.1", "b.2", "A.4", "a.5"}, "starting": {"a.1", "a.5"},
    "spelled": {"a.1", "b.2", "A.4", "a.5"}, "noted": {"a.1", "A.4", "a.5"}, "unnoted": {"b.2", "c.3"},
    "without": {"c.3", "a.5"}, "tagged": {"a.1"}, "from parts": {"b.2", "A.4"}, "by parts": {"b.2", "A.4"},
    "typed": {"a.1", "a.5"}, "less": {"A.4"},
}  # fmt: skip


def _compared(name: str) -> None:
    """An update changes the lines that a read with its filter gives, and adds what they lack."""

    def scenario(play: Play) -> Steps:
        begin(play)
        values: Json = {"colour": "red"} if name in ("equal", "both") else {}
        values |= {"qty": 1} if name in ("either", "typed", "less") else {}
        play.call(f"read {name}", **values)
        play.call(f"set {name}", **values)
        done = yield
        assert skus(done.results[0]) == WANTED[name] == sized(done, 1)

    scenario.__name__ = f"test_lines_that_are_meant_{name.replace(' ', '_')}"
    globals()[scenario.__name__] = replay(shop)(scenario)


for one in FILTERS:
    _compared(one)


@replay(shop)
def test_lines_are_given_in_the_order_of_an_attribute(play: Play) -> Steps:
    first, second = begin(play)
    play.call("heaviest")
    play.call("orders by weight")
    play.call("orders by weight down")
    play.call("roughest")
    play.call("parts", finish="matt", grade="b")
    done = yield
    heaviest, up, down, rough, parts = done.results
    assert [one["lines"]["sku"] for one in heaviest] == ["a.1", "a.5"]
    assert [one["_id"] for one in up] == [second, first] and [one["_id"] for one in down] == [first, second]
    assert [one["_id"] for one in rough] == [second, first]
    assert [one["lines"]["parts"]["sort"] for one in parts] == ["$bolt"]
    assert not any(name.startswith("sorted") for one in (*heaviest, *up) for name in one)


@replay(shop)
def test_orders_of_which_no_line_has_it(play: Play) -> Steps:
    _, second = begin(play, [LINES[0], [LINES[1][1]]])
    play.call("orders without")
    done = yield
    assert [one["_id"] for one in done.results[0]] == [second]


@replay(shop)
def test_every_kind_of_change_is_one_write(play: Play) -> Steps:
    (first, _) = begin(play)
    play.call("work", sku="a.1")
    play.call("work", sku="c.3")
    done = yield
    lines = done.one("orders", first)["lines"]
    assert lines[0] == {
        "_id": 1,
        "sku": "a.1",
        "qty": 3,
        "specs": specs(weight=11),
        "tags": ["old", "new", "$new"],
    }
    assert lines[1] == LINES[0][1]
    assert lines[2] == {"_id": 3, "sku": "c.3", "qty": 15, "specs": specs(weight=2), "tags": ["$new"]}


@replay(shop)
def test_what_the_filter_asks_for_is_changed_in_that_line_only(play: Play) -> Steps:
    first, second = begin(play)
    play.call("paint", colour="red", qty=1, newColour="$green", newSizeCm=3, newQty=8)
    done = yield
    size = {"k": "size_cm", "v": 3, "u": "cm"}
    painted = {**LINES[0][0], "qty": 8, "specs": [*specs(weight=9, colour="$green"), size]}
    assert done.one("orders", first)["lines"] == [painted, *LINES[0][1:]]
    assert done.one("orders", second)["lines"][1] == LINES[1][1]


@replay(shop)
def test_all_lines_of_an_order_are_painted_and_none_made(play: Play) -> Steps:
    first, second = begin(play)
    del play.documents["orders"][1]["lines"]
    play.call("paint all", id=first, newNumber="5", newLinesColour="white")
    play.call("paint all", id=second, newNumber="6", newLinesColour="white")
    done = yield
    lines = done.one("orders", first)["lines"]
    assert [[one["v"] for one in line["specs"] if one["k"] == "colour"] for line in lines] == [["white"]] * 3
    assert done.one("orders", second) == {"_id": second, "number": "6"}


@replay(shop)
def test_attributes_two_arrays_deep(play: Play) -> Steps:
    first, second = begin(play)
    play.call("polish", lineColour="red", sort="$bolt", newFinish="gloss")
    done = yield
    assert done.one("orders", first)["lines"] == LINES[0]
    changed = done.one("orders", second)["lines"][0]["parts"]
    assert changed == [LINES[1][0]["parts"][0], part("$bolt", grade="a", finish="gloss")]


@replay(shop)
def test_lines_go_by_their_attributes(play: Play) -> Steps:
    begin(play)
    play.call("throw out", colour="red")
    play.call("throw plain")
    done = yield
    left = [[line["sku"] for line in one["lines"]] for one in done.all("orders", 0)]
    assert left == [["b.2", "c.3"], ["a.5"]]
    assert [[line["sku"] for line in one["lines"]] for one in done.all("orders")] == [["b.2"], []]


@replay(shop)
def test_one_attribute_of_one_line_is_changed_or_added(play: Play) -> Steps:
    first, second = begin(play)
    play.call("lines.attribute", orderId=first, lineId=2, newColour="$green")
    play.call("lines.attribute", orderId=second, lineId=5, newColour="$green")
    play.call("lines.attribute", orderId=first, lineId=5, newColour="none")
    play.call("lines.attribute", orderId=first, lineId=3, newColour="$white")
    done = yield
    changed = {**LINES[0][1], "specs": specs(colour="$green", weight=5)}
    bare = {**LINES[0][2], "specs": specs(colour="$white")}
    assert done.one("orders", first)["lines"] == [LINES[0][0], changed, bare]
    added = {**LINES[1][1], "specs": specs(weight=7, colour="$green")}
    assert done.one("orders", second)["lines"] == [LINES[1][0], added]
