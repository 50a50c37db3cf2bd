"""Operations that fix a value: partial indexes where things pass through it, and declared ones that serve them."""

from __future__ import annotations

import json
from typing import Any

import pytest

from designs.compiler import read
from designs.compiler.lints.indexes.idx_missing import LINT as IDX_MISSING
from designs.compiler.lints.indexes.partial_mismatch import LINT
from designs.compiler.plan_model.compilation import Compilation
from designs.compiler.workload.states import leaving, moves_of
from tests.compiler.composed import field
from tests.compiler.in_parts import compile_design
from tests.compiler.planned import findings, index_of, keys
from tests.compiler.random_wild import wild
from tests.compiler.test_indexes import asks, match

OPEN = match("state", value="open")
NEWEST = [{"field": "made_on", "direction": -1}]
FIELDS = [
    field("state", enum=["open", "paid", "gone"]),
    field("kind"),
    field("made_on", "date"),
    field("paid_on", "date"),
]
QUEUE = asks("queue", filter=[match("kind"), OPEN], sort=NEWEST, per_day=100)
PAY = asks(
    "pay", "update", filter=[match("_id"), OPEN], effects=[{"field": "state", "do": "set", "value": "paid"}],
    per_day=10,
)  # fmt: skip


def reopen(**more: Any) -> dict[str, Any]:
    back = {"field": "state", "do": "set", "value": "open"}
    return asks("reopen", "update", filter=[match("_id")], effects=[back], per_day=1, **more)


def things(*operations: dict[str, Any], **more: Any) -> Compilation:
    from tests.compiler.test_indexes import things as planned_things

    return planned_things(*operations, fields=FIELDS, **more)


def conditions(plan: Compilation) -> list[Any]:
    (collection,) = plan.plan.collections
    return [index.options.get("partialFilterExpression") for index in collection.indexes]


# --- states that are left ---------------------------------------------------------------------


def test_a_state_that_things_leave_makes_the_index_partial() -> None:
    plan = things(QUEUE, PAY)
    assert keys(plan, "things") == ["kind:1,made_on:-1"]
    assert conditions(plan) == [{"state": "open"}]
    assert (
        "partial: only documents matching its constant filter"
        in index_of(plan, "things", "kind:1,made_on:-1").reason
    )


@pytest.mark.parametrize(
    "others",
    [
        (),  # nothing leaves it
        (PAY, reopen()),  # things come back
        (
            asks("change", "update", filter=[match("_id")], changes=["state"], per_day=1),
        ),  # to any state, from any
        (
            asks(
                "close",
                "update",
                filter=[match("_id"), OPEN],
                effects=[{"field": "kind", "do": "set"}],
                per_day=1,
            ),
        ),
    ],
    ids=["kept", "reopened", "any", "another field"],
)
def test_a_state_that_may_be_kept_leaves_it_whole(others: tuple[Any, ...]) -> None:
    plan = things(QUEUE, *others)
    assert conditions(plan)[0] is None and keys(plan, "things")[0] == "kind:1,state:1,made_on:-1"


def test_a_value_that_callers_give_leaves_it_whole() -> None:
    plan = things(asks("queue", filter=[match("kind"), match("state")], sort=NEWEST), PAY)
    assert conditions(plan) == [None]


def test_what_is_absent_until_an_operation_sets_it_is_left_too() -> None:
    waiting = asks(
        "waiting", filter=[match("paid_on", "exists", value=False)], sort=[{"field": "made_on"}], per_day=50
    )
    stamp = asks(
        "stamp",
        "update",
        filter=[match("_id")],
        effects=[{"field": "paid_on", "do": "current-date"}],
        per_day=5,
    )
    clear = asks(
        "clear", "update", filter=[match("_id")], effects=[{"field": "paid_on", "do": "unset"}], per_day=5
    )
    assert conditions(things(waiting, stamp)) == [{"paid_on": None}]
    assert keys(things(waiting, stamp), "things") == ["made_on:1"]
    assert conditions(things(waiting, stamp, clear)) == [None]


@pytest.mark.parametrize(
    ("version", "condition"), [("6.0", {"state": {"$in": ["open", "paid"]}}), ("5.0", None)]
)
def test_several_states_are_a_list_where_the_server_takes_one(version: str, condition: Any) -> None:
    both = asks("both", filter=[match("kind"), match("state", "in", value=["open", "paid"])], sort=NEWEST)
    drop = asks(
        "drop",
        "update",
        filter=[match("_id")],
        effects=[{"field": "state", "do": "set", "value": "gone"}],
        per_day=1,
    )
    raw = {
        "name": "x",
        "database": "x",
        "format": "nestlink/1",
        "server_version": version,
        "relationships": [],
    }
    thing = {"name": "Thing", "fields": FIELDS}
    report = read(json.dumps({**raw, "entities": [thing], "operations": [both, drop]}))
    assert report.value is not None, report.findings
    assert conditions(compile_design(report.value)) == [condition]


def test_a_longer_way_back_counts() -> None:
    chain = [
        asks(f"to {to}", "update", filter=[match("_id"), match("state", value=of)],
             effects=[{"field": "state", "do": "set", "value": to}])
        for of, to in (("open", "paid"), ("paid", "gone"), ("gone", "open"))
    ]  # fmt: skip
    model = read(json.dumps({
        "format": "nestlink/1", "name": "x", "database": "x", "relationships": [],
        "entities": [{"name": "Thing", "fields": FIELDS}], "operations": chain,
    })).value  # fmt: skip
    assert model is not None
    moves = moves_of(model.workload, ["Thing"], "state")
    assert leaving(moves, ["open"]) == []
    assert leaving(moves[:2], ["open"]) == [moves[0]]


# --- one index where one does -----------------------------------------------------------------


def test_queries_of_several_states_share_a_whole_index() -> None:
    """Two partial indexes would be one more, and so would one beside that of any state."""
    drop = asks("drop", "update", filter=[match("_id"), match("state", value="paid")],
                effects=[{"field": "state", "do": "set", "value": "gone"}], per_day=10)  # fmt: skip
    paid = asks("paid", filter=[match("kind"), match("state", value="paid")], sort=NEWEST)
    by_state = asks("by state", filter=[match("kind"), match("state")], sort=NEWEST)
    for other in (paid, by_state):
        plan = things(QUEUE, other, PAY, drop)
        assert keys(plan, "things") == ["kind:1,state:1,made_on:-1"] and conditions(plan) == [None]


def test_what_the_whole_index_alone_would_serve_keeps_it() -> None:
    of_kind = asks("of kind", filter=[match("kind")])
    assert conditions(things(QUEUE, of_kind, PAY)) == [None]
    sorted_too = asks("newest of kind", filter=[match("kind")], sort=NEWEST)
    plan = things(QUEUE, of_kind, sorted_too, PAY)  # another one serves it
    assert sorted(map(str, conditions(plan))) == ["None", "{'state': 'open'}"]


# --- declared partial indexes -----------------------------------------------------------------


def declared(condition: dict[str, Any], *operations: dict[str, Any], name: str = "of_open") -> Compilation:
    index = {"keys": [["kind", 1], ["made_on", -1]], "name": name, "partial": condition}
    return things(*operations, indexes=[index])


@pytest.mark.parametrize("others", [(), (PAY,)], ids=["kept", "left"])
def test_a_declared_index_that_serves_an_operation_stands_alone(others: tuple[Any, ...]) -> None:
    plan = declared({"state": "open"}, QUEUE, *others)
    assert keys(plan, "things") == ["kind:1,made_on:-1"]
    (index,) = plan.plan.collections[0].indexes
    assert index.declared and "operation:queue" in index.serves


@pytest.mark.parametrize("others", [(), (PAY,)], ids=["kept", "left"])
@pytest.mark.parametrize(
    "index_keys",
    [
        [["state", 1], ["kind", 1], ["made_on", -1]],
        [["kind", 1], ["state", 1], ["made_on", -1]],
        [["kind", 1], ["made_on", -1], ["state", 1]],
    ],
)
def test_a_declared_index_may_have_its_constant_field_as_a_key(
    index_keys: list[Any], others: tuple[Any, ...]
) -> None:
    """One that served a query exactly was called unused, and a second one of all documents stood beside it."""
    plan = things(QUEUE, *others, indexes=[{"keys": index_keys, "partial": {"state": "open"}}])
    (index,) = plan.plan.collections[0].indexes
    assert index.declared and "operation:queue" in index.serves


@pytest.mark.parametrize(
    ("condition", "filter"),
    [
        ({"state": "paid"}, [match("kind"), OPEN]),
        ({"state": "open"}, [match("kind"), match("state")]),
        ({"state": "open"}, [match("kind")]),
        ({"state": "open", "paid_on": None}, [match("kind"), OPEN]),
        ({"state": "open"}, [match("kind"), match("state", "in", value=["open", "paid"])]),
    ],
)
def test_a_query_that_does_not_imply_the_condition_keeps_its_index(condition: Any, filter: Any) -> None:
    plan = declared(condition, asks("queue", filter=filter, sort=NEWEST), PAY)
    serving = [index for index in plan.plan.collections[0].indexes if "operation:queue" in index.serves]
    assert serving and not any(index.declared for index in serving)


def test_an_index_that_leaves_out_too_little_serves_no_state_beside_it() -> None:
    """Of things without a payment few may be open: the whole index finds them by their state."""
    unpaid = asks(
        "unpaid", filter=[match("kind"), OPEN, match("paid_on", "exists", value=False)], sort=NEWEST
    )
    plan = declared({"paid_on": None}, unpaid, PAY)
    assert not any(
        index.declared for index in plan.plan.collections[0].indexes if "operation:unpaid" in index.serves
    )
    plan = declared({"state": "open"}, unpaid, PAY)  # what is open is left behind, so it is few
    assert keys(plan, "things") == ["kind:1,made_on:-1"]


def test_no_finding_of_a_partial_index_that_another_operation_uses() -> None:
    recent = asks("recent", filter=[match("kind")], sort=NEWEST)
    assert findings(LINT, declared({"state": "open"}, QUEUE, recent)) == []
    (unused,) = findings(LINT, declared({"state": "paid"}, recent))
    assert unused.subject == "recent"


@pytest.mark.parametrize("is_left", [True, False])
def test_a_frequent_read_of_a_partial_index_scans_nothing(is_left: bool) -> None:
    waiting = asks("waiting", filter=[OPEN], sort=[{"field": "made_on"}], per_day=40_000)
    plan = things(waiting, *([PAY] if is_left else []))
    assert keys(plan, "things") == (["made_on:1"] if is_left else ["state:1,made_on:1"])
    assert findings(IDX_MISSING, plan) == []


# --- every query that an index serves implies its condition ----------------------------------


def test_random_queries_repeat_the_condition_of_their_index() -> None:
    seen = 0
    for number in range(60):
        report = read(json.dumps(wild(number)))
        if report.value is None:
            continue
        compilation = compile_design(report.value)
        for collection in compilation.plan.collections:
            for index in collection.indexes:
                condition = index.options.get("partialFilterExpression", {})
                values = {path: rule for path, rule in condition.items() if not isinstance(rule, dict)}
                for subject in index.serves if values and not index.declared else ():
                    texts = [
                        str(each.filter) + str(each.pipeline)
                        for each in compilation.plan.statements
                        if each.subject == subject and each.collection == collection.name
                    ]
                    if subject.startswith("operation:") and texts:
                        seen += 1
                        assert any(all(path in text for path in values) for text in texts), (number, subject)
    assert seen
