"""What an operation asks of a document before it writes: the same of links that stand elsewhere, said where it does not hold, and
not left out by the functions of relationships without a word."""

from __future__ import annotations

from typing import Any

import pytest

from designs.compiler import compile_design
from designs.compiler.plan_model.compilation import Compilation
from designs.compiler.plan_model.physical import Statement, parameters
from tests.compiler.composed import design, entity, field, link

Json = dict[str, Any]
BY_ID = {"field": "_id"}
RUNNING = {"field": "state", "value": "running"}
STATE = field("state", required=True, enum=["running", "closed"])
SET = {"field": "lots.price", "do": "set"}


def _auctions(*operations: Json, strategy: str = "LINK_COLL", owner: str = "from") -> Compilation:
    """Auctions of pledges, whose lots say at which price they go, with the lots and the bids in them."""
    ends = [("Auction", {"field": "lots", "has": {"max": 600}}), ("Pledge", {"field": "auctions", "has": {"max": 3}})]  # fmt: skip
    fields = [field("price", "int"), field("state", enum=["offered", "sold"])]
    lots = link("lots", "many-to-many", *ends, strategy=strategy, link_owner=owner, link_fields=fields)
    bids = link("bids", "one-to-many", ("Auction", {"field": "bids", "has": {"max": 9}}), "Bid", strategy="EMBED_ARRAY", exclusive_owner=True)  # fmt: skip
    room = link("room", "one-to-many", ("Room", {"field": "auctions", "has": {"growth": "unbounded"}}), ("Auction", {"field": "room", "has": {"max": 1}}), strategy="PARENT_REF")  # fmt: skip
    entities = [
        entity("Auction", STATE),
        entity("Pledge", field("ticket")),
        entity("Bid", field("sum", "int")),
    ]
    entities.append(entity("Room", field("name")))
    return compile_design(design(entities, [lots, bids, room], operations=list(operations)))


def _operation(kind: str, *filter: Json, **more: Any) -> Json:
    return {"name": "do", "kind": kind, "entity": "Auction", "filter": [BY_ID, *filter], "per_day": 1, **more}


def _own(compilation: Compilation, recipe: str = "do") -> list[Statement]:
    return [each for each in compilation.plan.statements if each.recipe == recipe]


def _errors(compilation: Compilation) -> list[str]:
    return [text for each in _own(compilation) for text in (each.must_match, each.must_miss) if text]


def test_a_guarded_change_of_one_link_says_what_keeps_it() -> None:
    """A price was given to a lot of an auction that was not running, or to none, without a word: nothing was changed."""
    lot = [{"field": "lots"}, {"field": "lots.state", "value": "offered"}]
    plan = _auctions(_operation("update", RUNNING, *lot, effects=[SET]))
    assert _errors(plan) == [
        "auction not found", 'auction found, but its state isn\'t "running"',
        "link not found", 'link found, but its state isn\'t "offered"',
    ]  # fmt: skip
    (written,) = [each for each in _own(plan) if each.writes]
    assert written.op == "updateOne" and written.transaction
    assert [each.name for each in parameters(_own(plan))] == ["id", "pledgeId", "newLotsPrice"]


@pytest.mark.parametrize("asks", [True, False])
def test_a_delete_says_that_a_document_is_in_another_state(asks: bool) -> None:
    plan = _auctions(_operation("delete", *([RUNNING] if asks else [])))
    said = [each for each in _errors(plan) if each.startswith("auction")]
    assert said == ["auction not found", *(['auction found, but its state isn\'t "running"'] if asks else [])]


@pytest.mark.parametrize("returns", ["nothing", "after"])
def test_an_item_is_added_where_there_is_room_for_it(returns: str) -> None:
    """The validator said no more than that the document failed it."""
    push = [{"field": "bids", "do": "push"}]
    plan = _auctions(_operation("update", RUNNING, effects=push, returns=returns))
    assert "its bids limit is reached" in _errors(plan)[-1]


@pytest.mark.parametrize(
    ("operation", "twin"),
    [
        (_operation("delete", RUNNING), "room.remove"),
        (
            _operation("update", RUNNING, effects=[{"field": "bids", "do": "push"}], returns="after"),
            "bids.add",
        ),
        (_operation("update", RUNNING, effects=[{"field": "lots", "do": "push"}]), "lots.add"),
        (_operation("update", RUNNING, changes=["room"]), "room.reassign"),
    ],
    ids=["delete", "push", "link", "move"],
)
def test_what_a_guarded_operation_does_no_function_does_without_its_guard(operation: Json, twin: str) -> None:
    (first, *_) = _own(_auctions(operation), twin)
    assert first.extra and "Doesn't check the auction's state, unlike \"do\"." in first.comment
    unguarded = {**operation, "filter": [BY_ID]}
    assert "Doesn't check the auction's state" not in _own(_auctions(unguarded), twin)[0].comment


@pytest.mark.parametrize(
    ("strategy", "owner"), [("LINK_COLL", "from"), ("EMBED_LINK", "from"), ("ONE_WAY_EMBED", "to")]
)
def test_the_functions_of_links_take_their_ends_in_one_order(strategy: str, owner: str) -> None:
    """Of two ids of one type, nothing tells that they are swapped but that it isn't linked."""
    plan = _auctions(strategy=strategy, owner=owner)
    ends = [_own(plan, f"lots.{does}")[0].leads for does in ("add", "edit", "remove")]
    assert ends[0] and ends == [ends[0]] * 3


@pytest.mark.parametrize(("strategy", "owner"), [("LINK_COLL", "from"), ("ONE_WAY_EMBED", "to")])
@pytest.mark.parametrize("sells", [True, False])
def test_what_is_set_beside_a_state_has_to_be_given(strategy: str, owner: str, sells: bool) -> None:
    """A lot was sold without its price, where the caller left that out."""
    effects = [SET, *([{"field": "lots.state", "do": "set", "value": "sold"}] if sells else [])]
    plan = _auctions(_operation("update", {"field": "lots"}, effects=effects), strategy=strategy, owner=owner)
    (price,) = [each for each in parameters(_own(plan)) if each.name == "newLotsPrice"]
    assert price.needed is sells
