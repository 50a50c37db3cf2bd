"""B2: a parent with next to no data is written into its children."""

import pytest

from designs.compiler.rules.guidelines.fold_parent import unfoldable
from tests.compiler.small import MANY, barred, case, chosen, decide, op, text

FOLD = ("B2", "FOLD_ONE")
HOST = {"fields": [text(10, "name"), text(10, "address")]}
LOG = {"kind": "event", "fields": [{"name": "at", "type": "date"}, text()]}
TAIL = (op("read", "Child", per_day=10, includes=["r"]),)


def fold(parent: dict = HOST, **more: object) -> tuple[str, str]:
    return chosen(MANY, **{"parent": parent, "child": LOG, "ops": TAIL, **more})


def test_a_small_quiet_parent_of_thousands_is_folded_away() -> None:
    decision = decide(MANY, parent=HOST, child=LOG, ops=TAIL)
    assert (decision.rule, decision.strategy, decision.side) == (*FOLD, "to")


@pytest.mark.parametrize(("most", "rule"), [(2000, "B10"), (2001, "B2")])
def test_only_thousands_pay_for_it(most: int, rule: str) -> None:
    assert fold(has={"growth": "bounded", "max": most})[0] == rule


@pytest.mark.parametrize(("count", "rule"), [(4, "B2"), (5, "B5")])
def test_how_many_fields(count: int, rule: str) -> None:
    fields = [{"name": f"f{place}", "type": "int"} for place in range(count)]
    assert fold({"fields": fields})[0] == rule
    assert fold({"fields": [{"name": "_id", "type": "int"}, *fields]})[0] == rule


@pytest.mark.parametrize(
    ("formula", "is_folded"), [("name", True), ("count(r)", False), ("sum(r.text)", False)]
)
@pytest.mark.parametrize("kind", ["entity", "lookup"])
def test_a_parent_with_a_result_over_others_keeps_its_collection(
    kind: str, formula: str, is_folded: bool
) -> None:
    """Each order stored the total over all orders of its wagon, and no function kept it."""
    result = {"name": "result", "type": "int", "computed": {"formula": formula}}
    assert (fold({"kind": kind, "fields": [text(10, "name"), result]}) == FOLD) is is_folded


# 5 + 17 + (2 + 4 + n + 5) bytes are 128.
@pytest.mark.parametrize(("size", "rule"), [(95, "B2"), (96, "B5")])
def test_how_many_bytes(size: int, rule: str) -> None:
    assert fold({"fields": [text(size)]})[0] == rule


@pytest.mark.parametrize(("count", "is_folded"), [(2000, True), (2001, False)])
@pytest.mark.parametrize("kind", ["entity", "lookup"])
def test_a_parent_of_thousands_is_no_small_list_of_values(kind: str, count: int, is_folded: bool) -> None:
    """95,000 suppliers, called a lookup, had no collection, and no place for what is corrected of one of them."""
    assert (fold({**HOST, "kind": kind, "count": count}) == FOLD) is is_folded
    assert fold({**HOST, "kind": kind}) == FOLD


def test_a_parent_that_changes_or_is_read_keeps_its_collection() -> None:
    assert fold({"fields": [{**text(), "updates_per_day": 0}]}) == FOLD
    assert fold({"fields": [{**text(), "updates_per_day": 0.1}]})[0] == "B5"
    for kind in ("read", "update", "delete", "insert"):
        assert fold(ops=(*TAIL, op(kind, "Parent")))[0] == "B5"


@pytest.mark.parametrize(("inserts", "is_folded"), [(0, True), (0.1, False)])
def test_a_parent_that_is_inserted_on_its_own_keeps_its_collection(inserts: float, is_folded: bool) -> None:
    assert (fold({**HOST, "inserts_per_day": inserts}) == FOLD) is is_folded
    assert fold({**HOST, "inserts_per_day": inserts, "kind": "lookup"}) == FOLD


@pytest.mark.parametrize(("least", "per_day", "is_folded"), [(1, 9, True), (0, 0, True), (0, 0.1, False)])
def test_a_parent_that_a_child_is_given_later_keeps_its_collection(
    least: int, per_day: float, is_folded: bool
) -> None:
    """It is there without the child."""
    sets = {"effects": [{"field": "parent_id", "do": "set"}], "per_day": per_day}
    asked = (*TAIL, op("update", "Child", **sets))
    assert (fold(back={"min": least, "max": 1}, ops=asked) == FOLD) is is_folded


def test_it_never_holds_on_missing_data() -> None:
    assert fold(ops=())[0] == "B5"


@pytest.mark.parametrize(
    ("asked", "rule"),
    [
        ({}, "B5"),
        ({"sort": [{"field": "at"}]}, "B5"),
        ({"includes": ["r"]}, "B2"),
        ({"sort": [{"field": "parent_id.name"}]}, "B2"),
        ({"projection": ["at", "parent_name"]}, "B2"),
    ],
    ids=str,
)
def test_some_operation_must_come_to_the_parent(asked: dict, rule: str) -> None:
    """One that reads the children alone says nothing about it."""
    assert fold(ops=(op("read", "Child", **asked),))[0] == rule


@pytest.mark.parametrize("kind", ["entity", "lookup"])
@pytest.mark.parametrize(("fields", "folded"), [(4, True), (5, False)])
def test_more_than_four_fields_are_never_folded(kind: str, fields: int, folded: bool) -> None:
    parent = {"kind": kind, "fields": [{"name": f"f{place}", "type": "int"} for place in range(fields)]}
    assert (fold(parent) == FOLD) is folded


@pytest.mark.parametrize("kind", ["entity", "lookup"])
def test_a_unique_key_is_never_folded(kind: str) -> None:
    """In the children nothing would hold it."""
    plain, unique = text(10, "code"), {**text(10, "code"), "unique": True}
    index = {"keys": [["code", 1]], "unique": True}
    assert fold({"kind": kind, "fields": [plain]}) == FOLD
    assert fold({"kind": kind, "fields": [unique]})[1] == "PARENT_REF"
    assert fold({"kind": kind, "fields": [plain], "indexes": [index]})[1] == "PARENT_REF"
    assert fold({"kind": kind, "fields": [plain], "indexes": [{**index, "unique": False}]}) == FOLD


def test_a_parent_with_other_relationships_keeps_its_collection() -> None:
    other = {"name": "s", "kind": MANY, "from": {"entity": "Parent"}, "to": {"entity": "Other"}}
    assert fold(entities=[{"name": "Other", "fields": []}], links=[other])[0] == "B5"


def test_a_lookup_is_folded_however_few_its_children() -> None:
    decision = decide(MANY, parent={"kind": "lookup"}, has={"max": 3})
    assert (decision.rule, decision.strategy) == FOLD
    read = op("read", "Parent")
    assert chosen(MANY, parent={"kind": "lookup"}, has={"max": 1000}, ops=(read,))[0] == "B10"
    assert chosen(MANY, parent={"kind": "lookup"}, ops=(read,))[0] == "B5"
    assert chosen(MANY, parent={"kind": "lookup"}, ops=(op("read", "Parent", includes=["r"]),)) == FOLD


@pytest.mark.parametrize(
    ("size", "kind", "too_much"), [(95, "entity", False), (500, "entity", True), (500, "lookup", False)]
)
def test_no_lookup_is_too_much_to_be_repeated(size: int, kind: str, too_much: bool) -> None:
    made = {"parent": {"kind": kind, "fields": [text(size)]}, "child": LOG, "ops": TAIL}
    assert (chosen(MANY, **made) != FOLD) is too_much
    assert unfoldable(case(MANY, **made)) is too_much


def test_a_lookup_that_something_refers_to_keeps_its_collection() -> None:
    other = {"name": "s", "kind": MANY, "from": {"entity": "Parent"}, "to": {"entity": "Other"}}
    other["strategy"] = "PARENT_REF"
    decision = decide(
        MANY, parent={"kind": "lookup"}, entities=[{"name": "Other", "fields": []}], links=[other]
    )
    assert barred(decision)["FOLD_ONE"] == "G9"
    assert decision.strategy == "PARENT_REF"


def test_nobody_says_how_many_is_not_many() -> None:
    """An unstated maximum is no reason to repeat the parent in each of its children."""
    child = {key: value for key, value in LOG.items() if key != "kind"}
    assert fold(child=child)[0] == "B5"
    assert fold(child=child, has={"growth": "unbounded"}) == FOLD
