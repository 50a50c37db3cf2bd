"""Prices of strategies on a workload: whose reads count where, and what each form changes."""

from __future__ import annotations

import json
from typing import Any

import pytest
from bson import ObjectId, encode

from designs.compiler import read
from designs.compiler.cost.model import READS
from designs.compiler.cost.pricing import frequencies, price, sizes_of
from designs.compiler.model.conceptual import Model, given
from designs.compiler.model.constants import WEIGHTS, constants_of
from designs.compiler.names.naming import Names
from designs.compiler.rules import deciding
from designs.compiler.strategies.table import strategies_of
from designs.compiler.workload.inputs import DecisionInputs
from tests.compiler import small

BLOG: dict[str, Any] = {
    "format": "nestlink/1",
    "name": "Blog",
    "database": "blog",
    "entities": [
        {"name": "Post", "count": 1000, "fields": [{"name": "title", "type": "string", "average_bytes": 40}]},
        {
            "name": "Comment",
            "fields": [
                {"name": "text", "type": "string", "average_bytes": 100},
                {"name": "number", "type": "int", "unique": True},
            ],
        },
    ],
    "relationships": [
        {
            "name": "comments",
            "kind": "one-to-many",
            "from": {"entity": "Post", "field": "comments", "has": {"average": 20, "max": 100}},
            "to": {"entity": "Comment", "field": "post", "has": {"min": 1, "max": 1}},
        }
    ],
    "operations": [
        {"name": "page", "kind": "read", "entity": "Post", "includes": ["comments"], "per_day": 100},
        {"name": "list", "kind": "read", "entity": "Post", "per_day": 30},
        {"name": "of a post", "kind": "read", "entity": "Comment", "filter": [{"field": "post"}], "per_day": 7},
        {"name": "first", "kind": "read", "entity": "Comment", "filter": [{"field": "post"}], "limit": 5, "per_day": 11},
        {"name": "alone", "kind": "read", "entity": "Comment", "filter": [{"field": "number"}], "per_day": 13},
        {"name": "write", "kind": "insert", "entity": "Comment", "per_day": 17},
        {"name": "edit", "kind": "update", "entity": "Comment", "changes": ["text"], "per_day": 3},
        {"name": "move", "kind": "update", "entity": "Comment", "changes": ["post"], "per_day": 2},
        {"name": "drop", "kind": "delete", "entity": "Comment", "per_day": 1},
    ],
}  # fmt: skip


def case(changes: dict[str, Any] | None = None, **design: Any) -> DecisionInputs:
    raw = json.loads(json.dumps(BLOG)) | design
    raw["relationships"][0] |= changes or {}
    report = read(json.dumps(raw))
    assert report.value is not None, report.findings
    model = report.value
    return deciding.survey(model, Names(model), constants_of(given(model.constants, None))).case("comments")


def amplified(case: DecisionInputs, strategy: str) -> dict[str, float | None]:
    found = price(case, strategy, WEIGHTS)
    assert found is not None
    return {one.operation: one.amplification for one in found.parts}


def score(case: DecisionInputs, strategy: str) -> float:
    found = price(case, strategy, WEIGHTS)
    assert found is not None
    return found.total


def test_every_operation_counts_once_and_where_it_belongs() -> None:
    assert frequencies(case()) == {
        "P": 30, "PA": 107, "PN": 11, "C": 13, "ADD": 17, "UPD": 3, "DEL": 1, "REASSIGN": 2, "OWN": 0,
    }  # fmt: skip


@pytest.mark.parametrize("needs", ["page", "recent", "summary"])
def test_what_needs_a_slice_reads_a_page(needs: str) -> None:
    often = frequencies(case({"together_needs": needs}))
    assert (often["PA"], often["PN"]) == (7, 111)


def test_what_the_relationship_states_wins_over_the_operations() -> None:
    often = frequencies(
        case({"navigation": {"from_to_per_day": 500}, "reassigned_per_day": 9, "child_updates_per_day": 40})
    )
    assert (often["PA"], often["REASSIGN"], often["UPD"]) == (489, 9, 40)


@pytest.mark.parametrize(("includes", "alone"), [([], 30), (["comments"], 30)])
def test_a_list_by_key_that_brings_its_parent_counts_once(includes: list[str], alone: float) -> None:
    ops = [{**one, "includes": includes} if one["name"] == "of a post" else one for one in BLOG["operations"]]
    often = frequencies(case(operations=ops))
    assert (often["P"], often["PA"], often["PN"]) == (alone, 107, 11)


def test_seen_from_the_other_end_reads_turn_round() -> None:
    back = {"name": "with post", "kind": "read", "entity": "Comment", "includes": ["comments"], "per_day": 50}
    often = frequencies(case(operations=[*BLOG["operations"], back]), "to")
    assert (often["PA"], often["C"]) == (50, 130)


def test_a_price_is_its_parts() -> None:
    found = price(case(), "EMBED_ARRAY", WEIGHTS)
    assert found is not None
    assert found.total == pytest.approx(sum(part.score for part in found.parts))
    assert {part.operation: part.per_day for part in found.parts} == {
        name: times for name, times in frequencies(case()).items() if times
    }


@pytest.mark.parametrize("kind", ["one-to-one", "one-to-many", "many-to-many", "graph", "tree"])
def test_every_strategy_of_the_blocks_has_a_price(kind: str) -> None:
    end = "Post" if kind in ("graph", "tree") else "Comment"
    one = {"min": 0, "max": 1}
    sides = {
        "kind": kind,
        "from": {"entity": "Post", "field": "a", "has": one if kind == "one-to-one" else {"max": 9}},
        "to": {"entity": end, "field": "b", "has": {"max": 9} if kind in ("many-to-many", "graph") else one},
    }
    tried = case(sides, operations=[])
    for strategy in strategies_of(kind):
        found = price(tried, strategy, WEIGHTS)
        assert found is not None and found.total >= 0, strategy


@pytest.mark.parametrize("kinds", [1, 2, 3])
def test_kinds_apart_cost_a_round_trip_each_where_all_are_read(kinds: int) -> None:
    names = "BCD"[:kinds]
    links = [small.link(name, "is-a", "A", name) for name in names]
    parts = [small.entity(name) for name in ("A", *names)]
    one = small.surveyed(small.design(parts, links, (small.op("read", "A", per_day=10),))).case("B")
    more = score(one, "POLY_SPLIT") - score(one, "POLY_SINGLE")
    assert more >= (kinds - 1) * 10 * WEIGHTS["R"] and (more > 0) is (kinds > 1)


def test_a_unique_field_costs_an_entry_on_adding() -> None:
    plain = json.loads(json.dumps(BLOG["entities"]))
    del plain[1]["fields"][1]["unique"]
    saved = score(case(), "PARENT_REF") - score(case(entities=plain), "PARENT_REF")
    assert saved == pytest.approx((17 + 1) * WEIGHTS["X"])  # each addition and each deletion


def test_two_way_lists_cost_more_than_one_on_moving_only() -> None:
    one, two = price(case(), "CHILD_REFS", WEIGHTS), price(case(), "TWO_WAY_REFS", WEIGHTS)
    assert one is not None and two is not None
    differing = [a.operation for a, b in zip(one.parts, two.parts, strict=True) if a.letters != b.letters]
    assert differing == ["REASSIGN"]


def test_few_outliers_cost_little_more_than_none() -> None:
    shares = [
        score(case({"from": BLOG["relationships"][0]["from"] | {"has": {"average": 20, "max": 500, "share_over": share}}}), "OUTLIER")
        for share in (0, 0.01, 0.5)
    ]  # fmt: skip
    assert shares == sorted(shares) and shares[0] == pytest.approx(score(case(), "EMBED_ARRAY"))


def test_a_folded_parent_is_never_read() -> None:
    found = price(case(), "FOLD_ONE", WEIGHTS)
    assert found is not None
    reads = {part.operation: part for part in found.parts if part.operation in READS}
    assert reads["P"].score == 0
    assert reads["PA"].letters["R"] == 107


def test_a_bucket_holds_a_page_or_what_a_window_brings() -> None:
    small, large = (score(case({"page_size": size}), "BUCKET") for size in (5, 500))
    assert small != large
    hosts = {"from": BLOG["relationships"][0]["from"] | {"has": {"average": 20, "adds_per_day": 48}}}
    hour, day = (score(case(hosts | {"time_window": window}), "BUCKET_TIME") for window in ("hour", "day"))
    assert hour != day


def test_a_buckets_header_weighs_what_its_document_does() -> None:
    header = {"_id": ObjectId(), "post": ObjectId(), "page": 1, "count": 1, "comments": []}
    assert sizes_of(case(), "BUCKET", "from").header == len(encode(header))


@pytest.mark.parametrize(("changes", "page"), [({}, 5), ({"page_size": 7}, 7), ({"recent": {"count": 3}}, 3)])
def test_a_page_is_as_long_as_the_design_says(changes: dict[str, Any], page: int) -> None:
    assert sizes_of(case(changes), "PARENT_REF", "from").page == page
    assert sizes_of(case(operations=[]), "PARENT_REF", "from").page == 10


@pytest.mark.parametrize(
    ("strategy", "reads", "trips"),
    [
        ("TREE_PARENT", "children", 1),
        ("TREE_PARENT", "subtree", 4),
        ("TREE_CHILD", "subtree", 4),
        ("TREE_PATH", "subtree", 1),
    ],
)
def test_a_tree_of_neighbours_is_read_level_by_level(strategy: str, reads: str, trips: int) -> None:
    tree = small.link("t", "tree", "A", "A", has={"average": 3}, tree={"depth": 4, "reads": reads})
    asked = small.op("read", "A", includes=["t"], per_day=10)
    found = price(_of(small.design([small.entity("A")], [tree], (asked,)), "t"), strategy, WEIGHTS)
    assert found is not None
    assert [part.effort.R for part in found.parts if part.operation == "PA"] == [trips]


def test_writes_say_how_many_bytes_they_rewrite_for_each_that_changes() -> None:
    apart, inside = amplified(case(), "PARENT_REF"), amplified(case(), "EMBED_ARRAY")
    assert {name for name, times in apart.items() if times is None} == READS
    assert (apart["ADD"], apart["UPD"], apart["DEL"]) == (1, 1, 0)
    assert inside["ADD"] is not None and inside["ADD"] > 15  # about twenty comments and their post


def test_of_a_kind_what_both_say_of_it_changes() -> None:
    ops = (small.op("insert", "B", per_day=4), small.op("insert", "A", per_day=4))
    kinds = small.design([small.entity("A"), small.entity("B")], [small.link("r", "is-a", "A", "B")], ops)
    assert amplified(_of(kinds, "r"), "POLY_SINGLE")["ADD"] == 1


def _lines(**more: Any) -> DecisionInputs:
    """Orders with lines, each of a batch from which is taken often."""
    entities = [small.entity("Order", count=9000), small.entity("Batch", small.text(9, "number"), count=400)]
    lines = small.link(
        "r", "many-to-many", "Order", "Batch", has={"average": 9, "max": 120}, back={"average": 200},
        link_owner="from", **more,
    )  # fmt: skip
    ops = (
        small.op("read", "Order", includes=["r"], per_day=100),
        small.op("read", "Batch", per_day=70),
        small.op("update", "Batch", changes=["number"], per_day=12_600),
    )
    return _of(small.design(entities, [lines], ops), "r")


_QUANTITY = [{"name": "quantity", "type": "int"}]
_NUMBER = [{"field": "number", "of": "to", "policy": "snapshot"}]


@pytest.mark.parametrize("more", [{"link_fields": _QUANTITY}, {"link_fields": _QUANTITY, "copies": _NUMBER}])
def test_what_is_stored_alike_costs_the_same(more: dict[str, Any]) -> None:
    case = _lines(**more)
    assert score(case, "EMBED_LINK") == score(case, "ONE_WAY_EMBED")
    assert amplified(case, "EMBED_LINK")["UPD"] == 1  # the order stays as it is when its batch changes


def test_what_is_copied_saves_the_second_read() -> None:
    bare, copied = _lines(link_fields=_QUANTITY), _lines(link_fields=_QUANTITY, copies=_NUMBER)
    assert score(copied, "EMBED_LINK") < score(bare, "EMBED_LINK")


def test_bare_ids_cost_less_than_objects() -> None:
    assert score(_lines(), "ONE_WAY_EMBED") < score(_lines(link_fields=_QUANTITY), "ONE_WAY_EMBED")


@pytest.mark.parametrize("kind", ["update", "insert", "delete"])
@pytest.mark.parametrize("entity", ["Order", "Batch"])
def test_writes_of_either_end_of_links_count_whichever_end_holds_them(kind: str, entity: str) -> None:
    """400,000 updates a day of wagons counted where contracts held the links, and not where wagons did: another form
    "could cost 100% less"."""
    more = {"changes": ["number" if entity == "Batch" else "note"]} if kind == "update" else {}
    writes = small.op(kind, entity, per_day=400_000, **more)
    entities = [small.entity("Order", small.text(9, "note"), count=9000), small.entity("Batch", small.text(9, "number"), count=400)]  # fmt: skip
    costs = []
    for owner in ("from", "to"):
        lines = small.link("r", "many-to-many", "Order", "Batch", has={"average": 1}, back={"average": 1}, link_owner=owner)  # fmt: skip
        case = _of(small.design(entities, [lines], (writes,)), "r")
        costs += [score(case, name) for name in ("LINK_COLL", "ONE_WAY_EMBED")]
    assert min(costs) > 0 and max(costs) < 3 * min(costs)


def _of(model: Model, name: str) -> DecisionInputs:
    return deciding.survey(model, Names(model), constants_of({})).case(name)


@pytest.mark.parametrize(
    ("more", "shown", "alone"),
    [
        ([{"field": "number"}], 100, 20),  # one of them has that number
        ([{"field": "text"}], 100, 20),
        ([{"field": "author"}], 100, 20),
        ([{"field": "state"}], 107, 13),  # half of them are open
        ([{"field": "pinned"}], 107, 13),
        ([{"field": "number", "match": "range"}], 107, 13),
        ([], 107, 13),
    ],
)
def test_a_read_of_few_of_the_children_is_no_read_of_them_all(
    more: list[dict[str, Any]], shown: int, alone: int
) -> None:
    raw = json.loads(json.dumps(BLOG))
    raw["entities"][1]["fields"] += [
        {"name": "state", "type": "string", "enum": ["open", "closed"]}, {"name": "pinned", "type": "bool"},
    ]  # fmt: skip
    ends = {"from": {"entity": "Author", "field": "comments"}, "to": {"entity": "Comment", "field": "author"}}
    raw["operations"][2]["filter"] += more
    often = frequencies(
        case(
            entities=[*raw["entities"], {"name": "Author", "fields": [{"name": "name", "type": "string"}]}],
            relationships=[*raw["relationships"], {"name": "written", "kind": "one-to-many", **ends}],
            operations=raw["operations"],
        )
    )
    assert (often["PA"], often["PN"], often["C"]) == (shown, 11, alone)


@pytest.mark.parametrize(
    ("count", "limit", "paged"),
    [
        ({"average": 51}, None, 7.0),
        ({"average": 50}, None, 0.0),
        ({"average": 51, "max": 60}, None, 0.0),
        ({"average": 50}, 20, 7.0),
    ],
)
def test_a_list_without_a_limit_is_priced_with_that_of_its_function(
    count: dict[str, int], limit: int | None, paged: float
) -> None:
    """The roster of a site was priced with all shifts of its history, and a bucket recommended; its function reads 50."""
    more = {} if limit is None else {"limit": limit}
    listed = small.op("read", "Child", "parent_id", per_day=7, **more)
    lists = small.case(has=count, ops=(listed,))
    assert frequencies(lists)["PN"] == paged
    assert frequencies(lists)["PA"] == 7 - paged


@pytest.mark.parametrize("history", ["revisions", "point-in-time"])
def test_what_keeps_its_past_copies_all_it_holds_with_each_change_of_a_child(history: str) -> None:
    """Comments of a post that keeps its revisions: each of the day's 17 + 3 + 1 changes stores the post once more."""
    kept = json.loads(json.dumps(BLOG["entities"]))
    kept[0]["history"] = history
    plain, past = price(case(), "EMBED_ARRAY", WEIGHTS), price(case(entities=kept), "EMBED_ARRAY", WEIGHTS)
    assert plain is not None and past is not None
    costs = {
        part.operation: {letter: other.letters[letter] - score for letter, score in part.letters.items()}
        for part, other in zip(plain.parts, past.parts, strict=True)
    }
    assert [name for name, letters in costs.items() if any(letters.values())] == [
        "ADD",
        "UPD",
        "DEL",
        "REASSIGN",
    ]
    sizes = sizes_of(case(), "EMBED_ARRAY", "from")
    whole = (sizes.parent + 20 * sizes.element) / 1024
    counts = {"R": 17, "D": 0, "B": 0, "I": 0, "W": 17, "WB": 17 * whole, "X": 34, "T": 17}
    assert costs["ADD"] == pytest.approx(
        {letter: count * WEIGHTS[letter] for letter, count in counts.items()}
    )
    apart = [price(case(**more), "PARENT_REF", WEIGHTS) for more in ({}, {"entities": kept})]
    assert apart[0] == apart[1]


# --- updates of the owner -----------------------------------------------------------------------


def renamed(often: float, *paths: str) -> dict[str, Any]:
    """The blog with an update of its posts."""
    change = {"name": "rename", "kind": "update", "entity": "Post", "changes": list(paths), "per_day": often}
    return {"operations": [*BLOG["operations"], change]}


@pytest.mark.parametrize("often", [1, 1_400_000])
def test_an_update_of_the_owner_rewrites_what_it_carries(often: int) -> None:
    """Twenty comments inside, twenty ids, or nothing."""
    for strategy, carried in (("EMBED_ARRAY", "element"), ("CHILD_REFS", "reference"), ("PARENT_REF", "")):
        before, after = (score(case(**more), strategy) for more in ({}, renamed(often, "title")))
        sizes = sizes_of(case(), strategy, "from")
        rewritten = 20 * getattr(sizes, carried) / 1024 if carried else 0
        assert after - before == pytest.approx(often * rewritten * WEIGHTS["WB"]), strategy


def test_an_update_of_the_children_by_their_owner_is_none_of_the_owner_alone() -> None:
    assert frequencies(case(**renamed(9, "title")))["OWN"] == 9
    assert frequencies(case(**renamed(9, "comments")))["OWN"] == 0
    assert frequencies(case(**renamed(9, "title", "comments")))["OWN"] == 0


def test_an_owner_that_keeps_its_past_rewrites_and_copies_what_it_carries() -> None:
    kept = json.loads(json.dumps(BLOG["entities"]))
    kept[0]["history"] = "revisions"
    costs = [
        score(case(**renamed(10, "title"), **more), "EMBED_ARRAY") - score(case(**more), "EMBED_ARRAY")
        for more in ({}, {"entities": kept})
    ]
    assert costs[1] == pytest.approx(2 * costs[0])
