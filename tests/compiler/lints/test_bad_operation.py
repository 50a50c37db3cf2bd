"""BAD_OPERATION: operations that contradict the fields that they filter by or write."""

from __future__ import annotations

from typing import Any

import pytest

from designs.compiler.lints.types.bad_operation import LINT
from designs.compiler.lints.workload.operation_unwritten import LINT as UNWRITTEN
from designs.compiler.plan_model.findings import Finding
from tests.compiler.in_parts import compile_design
from tests.compiler.planned import findings, planned
from tests.compiler.small import design, entity, link

Json = dict[str, Any]
BUS = entity(
    "Bus",
    {"name": "plate", "type": "string", "required": True, "max_length": 8, "id": "plate"},
    {"name": "state", "type": "string", "enum": ["running", "parked"]},
    {"name": "km", "type": "int", "minimum": 0},
    {"name": "fuel", "type": "decimal", "maximum": 100},
    {"name": "bought_on", "type": "date", "immutable": True},
    {"name": "marks", "type": "array", "items": {"type": "int", "maximum": 5}},
    {"name": "home", "type": "object", "fields": [{"name": "city", "type": "string"}]},
    id="bus",
)
DEPOT = entity("Depot", {"name": "bays", "type": "int", "maximum": 40})


def told(**operation: Any) -> list[Finding]:
    """What is said of an operation on buses."""
    work = {"id": "work", "name": "work", "entity": "Bus", "per_day": 1, **operation}
    least = {"min": 1, "max": 1}
    buses = link(
        "buses", "one-to-many", "Depot", "Bus", field="buses", back_field="depot", back=least, id="r"
    )
    return findings(LINT, planned(design([DEPOT, BUS], [buses], operations=[work])))


def read(*filters: Json, **more: Any) -> list[Finding]:
    return told(kind="read", filter=list(filters), **more)


def update(*effects: Json, **more: Any) -> list[Finding]:
    return told(kind="update", filter=[{"field": "plate"}], effects=list(effects), **more)


@pytest.mark.parametrize(
    ("match", "count"),
    [
        ({"field": "state", "value": "parked"}, 0),
        ({"field": "state", "value": "flying"}, 1),
        ({"field": "state", "match": "in", "value": ["parked", "flying"]}, 1),
        ({"field": "state", "match": "in", "value": "parked"}, 1),
        ({"field": "km", "value": 0}, 0),
        ({"field": "km", "value": -1}, 1),
        ({"field": "fuel", "value": 100}, 0),
        ({"field": "fuel", "value": 100.5}, 1),
        ({"field": "plate", "value": "12345678"}, 0),
        ({"field": "plate", "value": "123456789"}, 1),
        ({"field": "marks", "value": 5}, 0),
        ({"field": "marks", "value": 6}, 1),
        ({"field": "depot.bays", "value": 40}, 0),
        ({"field": "depot.bays", "value": 41}, 1),
        ({"field": "km", "match": "range", "at_least": 3, "at_most": 3}, 0),
        ({"field": "km", "match": "range", "at_least": 4, "at_most": 3}, 1),
        ({"field": "fuel", "match": "range", "at_least": 100}, 0),
        ({"field": "fuel", "match": "range", "at_least": 101}, 1),
        ({"field": "km", "match": "range", "at_most": 0}, 0),
        ({"field": "km", "match": "range", "at_most": -1}, 1),
        ({"field": "plate", "match": "prefix", "value": "B"}, 0),
        ({"field": "plate", "match": "prefix", "value": 5}, 1),
        ({"field": "km", "match": "prefix"}, 1),
        ({"field": "plate", "match": "regex", "value": "^a"}, 0),
        ({"field": "plate", "match": "regex", "value": "^(a"}, 1),
        ({"field": "plate", "match": "exists", "value": False}, 0),
        ({"field": "plate", "match": "exists", "value": "no"}, 1),
    ],
)  # fmt: skip
def test_a_filter_asks_for_what_can_be(match: Json, count: int) -> None:
    assert [(one.subject, one.severity) for one in read(match)] == [("work", "error")] * count


def test_a_value_is_asked_for_that_the_other_condition_excludes() -> None:
    parked = {"field": "state", "value": "parked"}
    assert len(read(parked, {"field": "state", "value": "running"})) == 1
    assert len(read(parked, always_filter={"state": "running"})) == 1
    assert len(read({"field": "plate"}, always_filter={"$or": [{"state": {"$in": ["flying"]}}]})) == 1
    assert not read(parked, {"field": "state", "value": "parked"}, always_filter={"state": "parked"})
    assert not read(parked, always_filter={"$or": [{"state": "running"}, {"km": 3}]})


@pytest.mark.parametrize(
    ("effect", "count"),
    [
        ({"field": "state", "do": "set", "value": "parked"}, 0),
        ({"field": "state", "do": "set", "value": "flying"}, 1),
        ({"field": "km", "do": "set", "value": 0}, 0),
        ({"field": "km", "do": "set", "value": -1}, 1),
        ({"field": "fuel", "do": "maximum", "value": 101}, 1),
        ({"field": "plate", "do": "set", "value": "123456789"}, 1),
        ({"field": "km", "do": "increment", "by": 2}, 0),
        ({"field": "km", "do": "increment", "by": 0.5}, 1),
        ({"field": "fuel", "do": "increment", "by": 0.5}, 0),
        ({"field": "plate", "do": "increment", "by": 1}, 1),
        ({"field": "km", "do": "current-date"}, 1),
        ({"field": "marks", "do": "push", "value": 5}, 0),
        ({"field": "marks", "do": "push", "value": 6}, 1),
        ({"field": "marks", "do": "push", "value": "x"}, 1),
        ({"field": "state", "do": "unset"}, 0),
        ({"field": "plate", "do": "unset"}, 1),
        ({"field": "depot", "do": "unset"}, 1),
        ({"field": "bought_on", "do": "set"}, 1),
    ],
)  # fmt: skip
def test_an_effect_does_what_the_field_takes(effect: Json, count: int) -> None:
    assert [(one.subject, one.severity) for one in update(effect)] == [("work", "error")] * count


def test_one_update_writes_a_path_once() -> None:
    km = {"field": "km", "do": "increment", "by": 1}
    (twice,) = update(km, {"field": "km", "do": "set", "value": 1})
    assert twice.fix is not None and twice.fix["value"] == [km]
    (again,) = update(km, changes=["km", "state"])
    assert again.fix == {"edit": "set", "id": "work", "path": ["changes"], "value": ["state"]}
    assert len(told(kind="update", changes=["home", "home.city"])) == 1
    assert not update(km, changes=["state", "home.city"])


def test_an_immutable_field_is_in_no_change() -> None:
    (one,) = told(kind="update", filter=[{"field": "plate"}], changes=["km", "bought_on"])
    assert "bought_on is immutable" in one.message
    assert not told(kind="update", filter=[{"field": "plate"}], changes=["km"])


def test_the_nearest_value_is_offered() -> None:
    (one,) = read({"field": "state", "value": "park"})
    assert one.hint.startswith('Did you mean "parked"?') and one.fix is not None
    assert one.fix["value"] == [{"field": "state", "value": "parked"}]
    (other,) = read({"field": "state", "value": "flying"})
    assert other.fix is None and "did you mean" not in other.hint


@pytest.mark.parametrize(
    "operation",
    [
        {"kind": "read", "effects": [{"field": "km", "do": "set"}]},
        {"kind": "read", "returns": "before"},
        {"kind": "insert", "filter": [{"field": "km"}]},
        {"kind": "delete", "filter": [{"field": "km"}], "changes": ["km"]},
        {"kind": "update", "effects": [{"field": "km", "do": "set", "by": 3}]},
        {"kind": "update", "effects": [{"field": "km", "do": "increment", "value": 3}]},
        {"kind": "read", "filter": [{"field": "km", "at_least": 3}]},
    ],
)
def test_what_nothing_looks_at_is_told(operation: Json) -> None:
    (one,) = told(**operation)
    assert one.severity == "warning" and one.fix is not None


def test_the_first_of_an_order_may_be_changed() -> None:
    first = {"kind": "update", "changes": ["km"], "sort": [{"field": "km"}], "limit": 1}
    assert not told(**first, returns="after") and not told(**first)


def test_a_path_is_sorted_by_once() -> None:
    sort = [{"field": "km", "direction": 1}, {"field": "state"}, {"field": "km", "direction": -1}]
    (one,) = read({"field": "plate"}, sort=sort)
    assert one.fix is not None and one.fix["value"] == sort[:2]


def test_a_push_that_is_not_written_says_why() -> None:
    work = {"name": "work", "kind": "update", "entity": "Bus", "effects": [{"field": "plate", "do": "push"}]}
    (one,) = findings(UNWRITTEN, planned(design([BUS], [], operations=[work])))
    assert "push needs an array, but plate is string" in one.message


def sorted_by(words: list[str], *filters: Json, direction: int = 1) -> list[str]:
    """What is said of a read that sorts by a field with these words."""
    level = {"name": "level", "type": "string", "enum": words}
    asked = {
        "name": "", "kind": "read", "entity": "Fault", "per_day": 1, "filter": list(filters),
        "sort": [{"field": "level", "direction": direction}],
    }  # fmt: skip
    model = design([entity("Fault", level)], [], (asked,))
    assert all(each.severity == "warning" for each in findings(LINT, planned(model)))
    return [each.message for each in findings(LINT, planned(model))]


@pytest.mark.parametrize(
    ("words", "count"),
    [
        (["low", "medium", "high"], 1),
        (["a", "b", "c"], 0),
        (["c", "b", "a"], 0),
        (["open", "closed"], 0),
        (["low", "high"], 0),
    ],
)
def test_words_are_sorted_by_their_letters(words: list[str], count: int) -> None:
    assert len(sorted_by(words)) == count
    assert sorted_by(words, {"field": "level"}) == []


def test_the_order_that_the_server_gives_is_told() -> None:
    listed = ["low", "medium", "high", "urgent"]
    assert sorted_by(listed, direction=-1) == [
        "Sorts by level as text: urgent, medium, low, high. The design lists low, medium, high, urgent."
    ]
    assert "as text: high, low, medium, urgent" in sorted_by(listed)[0]


@pytest.mark.parametrize(
    ("effect", "is_refused"),
    [
        ({"field": "plate", "do": "unset"}, True),
        ({"field": "km", "do": "current-date"}, True),
        ({"field": "km", "do": "increment", "by": 0.5}, True),
        ({"field": "bought_on", "do": "current-date"}, False),
    ],
)
def test_what_a_server_refuses_whatever_it_is_called_with_is_marked(effect: Json, is_refused: bool) -> None:
    (found,) = update(effect)
    assert (found.params.get("refused") is True) is is_refused


TRAM = entity(
    "Tram",
    {"name": "number", "type": "string", "required": True},
    {"name": "seats", "type": "int", "id": "seats"},
    {"name": "taken", "type": "int"},
    {"name": "stops", "type": "array", "items": {"type": "object", "fields": [{"name": "minutes", "type": "int"}]}},
    {"name": "free", "type": "int", "computed": {"formula": "seats - taken", "refresh": "on-write"}},
    {"name": "stop_count", "type": "int", "computed": {"formula": "count(stops)"}},
    {"name": "rides", "type": "int", "computed": {"formula": "rides + 1", "refresh": "approximate"}},
    {"name": "mood", "type": "string", "computed": {"formula": "how people feel"}},
    id="tram",
)  # fmt: skip


def one_of_trams(**operation: Any) -> Any:
    """A design of trams with one update of them."""
    work = {"id": "work", "name": "repaint", "kind": "update", "entity": "Tram", "per_day": 1, **operation}
    return design([TRAM], [], operations=[{"filter": [{"field": "_id"}], **work}])


@pytest.mark.parametrize(
    ("operation", "count"),
    [
        ({"changes": ["stop_count"]}, 1),
        ({"changes": ["number", "free"]}, 1),
        ({"effects": [{"field": "free", "do": "set", "value": 1}]}, 1),
        ({"effects": [{"field": "free", "do": "increment", "by": 1}]}, 1),
        ({"effects": [{"field": each, "do": "increment", "by": 1} for each in ("seats", "free")]}, 0),
        ({"effects": [{"field": "rides", "do": "increment", "by": 1}]}, 0),
        ({"changes": ["mood"]}, 0),
        ({"changes": ["number", "seats", "stops"]}, 0),
    ],
)
def test_an_update_leaves_alone_what_a_formula_keeps(operation: Json, count: int) -> None:
    trams = one_of_trams(**operation)
    assert [each.message.partition(",")[2] for each in findings(LINT, planned(trams))] == [
        f" but it's computed: {'count(stops)' if 'stop_count' in str(operation) else 'seats - taken'}. "
        "The function doesn't change it."
    ] * count
    statements = [
        each for each in compile_design(trams).plan.statements if each.subject == "operation:repaint"
    ]
    assert bool(statements) == (len([*operation.get("changes", []), *operation.get("effects", [])]) > count)
    if operation.get("changes") == ["number", "free"]:
        assert {path for each in statements for path, _ in each.written} == {"number"}


def test_the_rest_of_an_update_stays() -> None:
    (finding,) = findings(LINT, planned(one_of_trams(changes=["number", "free"])))
    assert finding.fix == {
        "edit": "several", "edits": [{"edit": "set", "id": "work", "path": ["changes"], "value": ["number"]}]
    }  # fmt: skip
    (finding,) = findings(LINT, planned(one_of_trams(changes=["free"])))
    assert finding.fix is None
