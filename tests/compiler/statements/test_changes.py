"""What updates do, as typed changes, and how MongoDB writes it."""

from __future__ import annotations

import json
from typing import Any

import pytest

from designs.compiler.operations.ir.changes import (
    AddToSet,
    Compute,
    CurrentDate,
    EveryElement,
    FirstElement,
    Inc,
    Max,
    Min,
    Mul,
    NamedElement,
    Pull,
    PullAll,
    Push,
    Put,
    SetOnInsert,
    Unset,
    Update,
    UpdatePath,
)  # fmt: skip
from designs.compiler.operations.ir.conditions import Filter, any_of, filter_of
from designs.compiler.operations.ir.predicates import above
from designs.compiler.operations.ir.rendering import (
    array_filters,
    markers_of,
    rendered,
    rendered_path,
    rendered_update,
)
from designs.compiler.operations.parameters import retold
from designs.compiler.plan_model.physical import Param, Statement

A, B = UpdatePath("a"), UpdatePath("b.c")
LINE = NamedElement("lines", "line", filter_of({"sku": 1}))
DEEP = UpdatePath("lines.parts.n", (LINE, EveryElement("lines.parts")))


@pytest.mark.parametrize(
    ("update", "written"),
    [
        (Update.of(Put(A, 1), Inc(B, 2), Put(B, 3)), {"$set": {"a": 1, "b.c": 3}, "$inc": {"b.c": 2}}),
        (Update.of(Unset(A), CurrentDate(B)), {"$unset": {"a": ""}, "$currentDate": {"b.c": True}}),
        (
            Update.of(Mul(A, 2), Min(A, 3), Max(A, 4), SetOnInsert(B, None)),
            {"$mul": {"a": 2}, "$min": {"a": 3}, "$max": {"a": 4}, "$setOnInsert": {"b.c": None}},
        ),
        (Update.of(Push(A, {"$each": 1})), {"$push": {"a": {"$each": 1}}}),
        (
            Update.of(Push(A, 1, {"n": -1}, -5)),
            {"$push": {"a": {"$each": [1], "$sort": {"n": -1}, "$slice": -5}}},
        ),
        (
            Update.of(AddToSet(A, 1), Pull(B, filter_of({"_id": 2})), PullAll(A, [3])),
            {"$addToSet": {"a": 1}, "$pull": {"b.c": {"_id": 2}}, "$pullAll": {"a": [3]}},
        ),
        (Update.of(Compute(A, "$b.c")), [{"$set": {"a": "$b.c"}}]),
        (Update.of(Put(A, "$b")).then(Unset(B)), [{"$set": {"a": {"$literal": "$b"}}}, {"$unset": ["b.c"]}]),
        (Update.of(Compute(A, 1)).then(Unset(A), Unset(B)), [{"$set": {"a": 1}}, {"$unset": ["a", "b.c"]}]),
        (Update.of(Inc(DEEP, 1)), {"$inc": {"lines.$[line].parts.$[].n": 1}}),
    ],
)
def test_each_update_in_the_form_that_it_needs(update: Update, written: Any) -> None:
    assert json.dumps(rendered_update(update)) == json.dumps(written)  # in that order


def test_no_stage_adds_up() -> None:
    with pytest.raises(TypeError):
        rendered_update(Update.of(Inc(A, 1)).then(Compute(B, "$a")))


def test_marks_say_which_elements_are_meant() -> None:
    nested = UpdatePath(
        "a.b.c", (FirstElement("a"), EveryElement("a.b"), NamedElement("a.b", "row", Filter()))
    )
    assert rendered_path(nested) == "a.$.b.$[].$[row].c" and rendered_path(B) == "b.c"
    assert rendered_path(B.element("row", {"": 1}).down("d")) == "b.c.$[row].d"


def test_an_element_of_an_outer_array_stands_elsewhere() -> None:
    moved = DEEP.moved("lines", "element")
    assert rendered_path(moved) == "element.parts.$[].n" and moved.path == "element.parts.n"
    assert DEEP.below("lines") == "parts.n" and DEEP.outermost == LINE and A.outermost is None


def test_named_elements_have_filters_once_and_from_the_outermost_in() -> None:
    inner = NamedElement("lines.parts", "part", any_of([filter_of({"": 1}), filter_of({"n": above(2)})]))
    place = UpdatePath("lines.parts", (LINE, inner))
    update = Update.of(
        Put(place, 1), Inc(UpdatePath("lines.n", (LINE,)), 1), Put(UpdatePath("x", (FirstElement("x"),)), 1)
    )
    assert array_filters(update) == [{"line.sku": 1}, {"$or": [{"part": 1}, {"part.n": {"$gt": 2}}]}]


def test_what_an_update_says_of_itself() -> None:
    update = Update.of(Put(A, 1), Unset(B))
    assert update.paths == ["a", "b.c"] and update.removed == ["b.c"] and update.values == {"a": 1}
    assert update.is_repeatable and not update.is_computed and not update.is_marked and not update.only(Put)
    assert not update.also(Inc(A, 1)).is_repeatable and not update.then(Compute(A, 1)).is_repeatable
    assert Update.of(Push(A, 1)).only(Push) and Update.of(Inc(DEEP, 1)).is_marked
    assert Push(A, 1).added == AddToSet(A, 1).added == 1 and Put(A, 1).added is None


def test_a_statement_is_written_once_it_is_done() -> None:
    value = Param(name="value")
    condition = filter_of({"sku": Param(name="sku")})
    place = UpdatePath("lines.n", (NamedElement("lines", "line", condition),))
    parts: Any = {"id": "", "subject": "", "purpose": "", "op": "updateOne", "collection": "c", "script": ""}
    statement = Statement(**parts, update=Update.of(Put(place, value)), options={"upsert": True})
    done = rendered(statement)
    assert done.written == (("lines.n", "set"),)
    assert done.update == {"$set": {"lines.$[line].n": value}} and rendered(done) == done
    assert done.options == {"upsert": True, "arrayFilters": [{"line.sku": Param(name="sku")}]}
    assert [one.name for one in markers_of(statement) if isinstance(one, Param)] == ["sku", "value"]
    renamed = rendered(retold(statement, lambda param: Param(name=param.name.upper())))
    assert [one.name for one in markers_of(renamed) if isinstance(one, Param)] == ["SKU", "VALUE"]
