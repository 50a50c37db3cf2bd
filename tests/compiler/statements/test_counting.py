"""Parents that store something about their children: each write of a child moves it, together where asked."""

from __future__ import annotations

from typing import Any

import pytest

from designs.compiler.model.conceptual import Model
from designs.compiler.plan_model.physical import Statement
from tests.compiler.composed import design, entity, field, link
from tests.compiler.in_parts import compile_design

Json = dict[str, Any]
ONE = {"has": {"min": 1, "max": 1}}
MANY = {"has": {"min": 0, "max": None, "growth": "unbounded"}}
ALTOGETHER = "in the same transaction"


def bank(*atomic: str, **more: Any) -> Model:
    """Accounts that sum up what goes out and comes in, and what is left of that."""
    sums = [
        field(f"paid_{way}", "decimal", computed={"formula": f"sum({end}.amount)", "refresh": "on-write"})
        for way, end in (("in", "incoming"), ("out", "outgoing"))
    ]
    left = field("balance", "decimal", computed={"formula": "paid_in - paid_out", "refresh": "on-write"})
    links = [
        link(
            end,
            "one-to-many",
            ("Account", {"field": end, **MANY}),
            ("Transfer", {"field": reference, **ONE}),
            strategy="PARENT_REF",
            **({"atomic": True} if end in atomic else {}),
        )
        for end, reference in (("outgoing", "from_account"), ("incoming", "to_account"))
    ]
    entities = [
        entity("Account", field("number", unique=True), *sums, left),
        entity("Transfer", field("amount", "decimal", required=True), field("booked", "date", required=True)),
    ]
    moves = [{"name": "move", "kind": "insert", "entity": "Transfer"}]
    return design(entities, links, operations=moves, **more)


def written(model: Model, recipe: str) -> list[Statement]:
    return [one for one in compile_design(model).plan.statements if one.recipe == recipe]


def test_what_follows_from_a_sum_follows_in_the_same_write() -> None:
    _, *moved = written(bank(), "move")
    for one, path in zip(moved, ("paid_out", "paid_in"), strict=True):
        amount, left = one.update
        assert list(amount["$set"]) == [path]
        assert left == {
            "$set": {"balance": {"$subtract": [{"$ifNull": ["$paid_in", 0]}, {"$ifNull": ["$paid_out", 0]}]}}
        }


@pytest.mark.parametrize("recipe", ["move", "outgoing.add", "outgoing.remove", "outgoing.reassign"])
def test_ends_that_change_together_are_written_in_one_transaction(recipe: str) -> None:
    together = written(bank("outgoing", "incoming"), recipe)
    first, moved = together[0], [one for one in together if one.writes][1:]
    assert len(moved) == 2 and all(one.transaction for one in together)
    assert ALTOGETHER in first.comment and "separate write" not in first.comment
    assert {one.must_match for one in moved} == {"account not found"}
    alone = written(bank(topology="standalone"), recipe)
    moved = [one for one in alone if one.writes and not one.op.startswith("delete")][
        recipe != "outgoing.remove" :
    ]
    assert moved and not any(one.transaction or one.must_match for one in moved)
    assert "separate write" in alone[0].comment


@pytest.mark.parametrize("recipe", ["move", "outgoing.add", "outgoing.remove", "outgoing.reassign"])
def test_a_count_moves_with_its_child_though_nobody_asks_for_it(recipe: str) -> None:
    """The parent of what goes may be missing: no write refuses that unless the design says that both change together.
    That of something new must be there."""
    together = written(bank(), recipe)
    first, moved = together[0], [one for one in together if one.writes][1:]
    is_new = recipe in ("move", "outgoing.add")
    assert first.transaction and all(one.transaction and bool(one.must_match) is is_new for one in moved)
    assert ALTOGETHER in first.comment and "separate write" not in first.comment


def test_one_that_does_so_takes_the_other_with_it() -> None:
    for end in ("outgoing", "incoming"):
        together = written(bank(end), "move")
        assert all(one.transaction for one in together) and len(together) == 3
        assert "separate write" not in together[0].comment


def test_a_server_without_transactions_is_asked_for_none() -> None:
    model = bank("outgoing", "incoming", topology="standalone")
    assert not any(one.transaction for one in written(model, "move"))
    assert "L17" in {one.code for one in compile_design(model).findings}


@pytest.mark.parametrize(
    ("formula", "path", "is_moved"),
    [
        ("count(passengers)", "passengers.seat", False),
        ("count(passengers) * 2", "passengers.fare", False),
        ("count(passengers.seat)", "passengers.seat", True),  # only those that have one
        ("sum(passengers.fare) / count(passengers)", "passengers.fare", True),
    ],
)
def test_a_count_of_items_depends_on_no_field_of_them(formula: str, path: str, *, is_moved: bool) -> None:
    """A change of a seat counted the passengers anew, in a transaction with what adds up the bookings."""
    figure = field("figure", "double", computed={"formula": formula, "refresh": "on-write"})
    entities = [
        entity("Booking", field("code"), figure),
        entity("Passenger", field("seat"), field("fare", "double"), kind="weak"),
    ]
    passengers = link(
        "on board", "one-to-many", ("Booking", {"field": "passengers", "has": {"min": 0, "max": 9}}),
        ("Passenger", ONE), strategy="EMBED_ARRAY",
    )  # fmt: skip
    changes: list[Json] = [
        {"name": "change", "changes": [path]},
        {"name": "add", "effects": [{"field": "passengers", "do": "push"}]},
        {"name": "take off", "effects": [{"field": "passengers", "do": "pull"}]},
    ]
    by_id = {"kind": "update", "entity": "Booking", "filter": [{"field": "_id"}]}
    plan = compile_design(design(entities, [passengers], operations=[by_id | each for each in changes])).plan
    moved = {each.recipe for each in plan.statements if "figure" in str(each.update)}
    assert {"add", "take off"} <= moved
    assert ("change" in moved) is is_moved
