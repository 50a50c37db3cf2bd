"""The dates of a sample world are solved at once: what contradicts something stronger gives way, and time runs forward along all
references."""

from __future__ import annotations

import json
from datetime import UTC, datetime, timedelta
from itertools import pairwise
from typing import Any

from designs.compiler.sampling.laws.times import Times
from designs.compiler.sampling.laws.windows import NOW, Constraint, DateOf
from designs.compiler.sampling.records import Records
from designs.compiler.sampling.world import Thing
from tests.compiler.in_parts import compile_design
from tests.compiler.sampling.coherence import ROOT, world_of
from tests.compiler.sampling.test_coherence import model_of, samples_of

DAY, HOUR = timedelta(days=1), timedelta(hours=1)
START = datetime(2024, 3, 1, 9, 30, tzinfo=UTC)


def _dates(*after: timedelta) -> tuple[Times, list[DateOf]]:
    """As many dates as there are distances from the start, each where it is wished."""
    thing = Thing("Thing", 0, START, timedelta(0))
    variables = [DateOf(thing, f"date_{at}") for at in range(len(after))]
    return Times({variable: START + by for variable, by in zip(variables, after, strict=True)}), variables


def test_a_date_is_where_it_is_wished_unless_something_bounds_it() -> None:
    times, (early, late) = _dates(2 * DAY, DAY)
    times.require(Constraint(early, late, HOUR))
    assert times.settle(early, times.wished[early], 0.5) == START + 2 * DAY
    assert times.settle(late, times.wished[late], 0.5) >= START + 2 * DAY + HOUR


def test_what_comes_first_is_early_enough_for_what_the_designer_says() -> None:
    times, (first, second, shown) = _dates(5 * DAY, 6 * DAY, 0 * DAY)
    times.fix(shown, START)
    times.require(Constraint(first, second, DAY))
    times.require(Constraint(second, shown, DAY))
    assert times.settle(first, times.wished[first], 0.5) <= START - 2 * DAY


def test_the_weakest_of_a_contradiction_gives_way() -> None:
    for strong in (0, 1):
        times, (first, second) = _dates(0 * DAY, 0 * DAY)
        times.fix(first, START)
        times.require(Constraint(first, second, DAY, weakness=1 - strong))
        times.require(Constraint(second, first, DAY, weakness=strong))
        date = times.settle(second, START, 0.5)
        assert date >= START + DAY if strong else date <= START - DAY


def test_a_circle_of_constraints_ends() -> None:
    times, (first, second) = _dates(0 * DAY, 0 * DAY)
    times.fix(NOW, START)
    for weakness, pair in enumerate(((first, second), (second, first), (NOW, first))):
        times.require(Constraint(*pair, gap=DAY, weakness=weakness))
    assert times.settle(first, START, 0.5) + DAY <= times.settle(second, START, 0.5)


def test_a_long_way_round_is_no_circle() -> None:
    """Dates that follow one another by the hour, and something else by two hours more each, can all be met: the whole
    row was followed first, and a constraint gave way."""
    for is_row_last in (True, False):
        times, (first, week, *row) = _dates(*(0 * DAY for _ in range(100)))
        constraints = [Constraint(first, week, 7 * DAY), Constraint(first, row[0], HOUR)]
        constraints += [Constraint(week, each, 7 * DAY + 2 * at * HOUR) for at, each in enumerate(row)]
        constraints += [Constraint(sooner, each, HOUR, weakness=1) for sooner, each in pairwise(row)]
        for constraint in constraints if is_row_last else reversed(constraints):
            times.require(constraint)
        times.settle(first, START, 0.5)
        middle = times.settle(row[50], START + 90 * DAY, 0.5)
        assert [times.bounds(each)[0] for each in row[50:]] == [middle + at * HOUR for at in range(48)]


def test_a_whole_day_stays_one_and_lasts_until_it_is_over() -> None:
    midnight = datetime(2024, 3, 1, tzinfo=UTC)
    times, (moment, day) = _dates(0 * DAY, midnight - START)
    times.require(Constraint(moment, day, within_day=True))
    assert times.settle(moment, START, 0.5) == START
    assert times.settle(day, midnight, 0.5) == midnight


def test_no_bid_comes_before_its_bidder_or_outside_of_its_sale() -> None:
    house = samples_of("auction_rooms")
    clients, lots, sales, consignments = (
        {each["_id"]: each for each in house[name]} for name in ("clients", "lots", "sales", "consignments")
    )
    assert house["bids"]
    for bid in house["bids"]:
        lot = lots[bid["lot"]]
        opens = sales[lot["sale"]]["starts_at"]
        assert clients[bid["bidder"]]["registered_at"] < bid["placed_at"]
        assert opens <= bid["placed_at"] <= opens + 12 * HOUR
    for lot in lots.values():
        consignment = consignments[lot["consignment"]]
        assert clients[consignment["consignor"]]["registered_at"] <= consignment["signed_on"]
        assert consignment["signed_on"] <= sales[lot["sale"]]["starts_at"]
        assert all(clients[owner["client_id"]]["registered_at"] <= owner["since"] for owner in lot["owners"])


def test_invoices_and_payments_follow_one_another() -> None:
    house = samples_of("auction_rooms")
    invoices: dict[Any, Any] = {each["_id"]: each for each in house["invoices"]}
    for payment in house["payments"]:
        assert invoices[payment["invoice"]]["issued_on"] <= payment["received_at"]


def _world(name: str) -> Records:
    file = ROOT / "tests" / "oracle" / "designs" / "at_length" / f"{name}.json"
    return world_of(compile_design(model_of(json.loads(file.read_text(encoding="utf-8")))))


def test_what_is_settled_when_something_is_closed_comes_afterwards() -> None:
    records = _world("auction_house")
    world = records.world
    closings = [
        (records.of(pair.target)["closed_at"], records.of(settlement)["issued_on"])
        for settlement in world.things["Settlement"]
        for link in world.relationships_from("Settlement")
        for pair in world.links(link.name, "from", settlement)
        if "closed_at" in records.of(pair.target)
    ]
    assert closings and all(closed <= issued for closed, issued in closings)


def test_who_teaches_is_not_only_there_for_hours() -> None:
    records = _world("language_school")
    joined = [records.of(tutor)["joined_at"] for tutor in records.world.things["Tutor"]]
    assert max(joined) - min(joined) < 30 * DAY
