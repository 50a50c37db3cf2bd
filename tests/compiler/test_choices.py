"""What a strategy means for one relationship: the side that holds it, its bound, its window."""

from __future__ import annotations

import pytest

from designs.compiler.model.conceptual import Field
from designs.compiler.rules.choices import Choice, array_side, balance, choice, holder, unbalanced, value_side
from designs.compiler.rules.guidelines import one_side_explodes
from designs.compiler.strategies.table import STRATEGIES
from designs.compiler.workload.list_order import first_date
from tests.compiler.small import MANY, NM, Json, case, text

LOOKUP = {"kind": "lookup"}


def test_every_strategy_has_a_side() -> None:
    sides = {name: holder(name, case(traits.kinds[0])) for name, traits in STRATEGIES.items()}
    assert set(sides.values()) == {"from", "to"}
    decided = {name for name, traits in STRATEGIES.items() if traits.holder_is_decided}
    assert decided == {"ONE_WAY_EMBED", "EMBED_LINK", "VALUE_ARRAY"}


BOUNDS = [
    ("EMBED_ARRAY", {"max": 9}, Choice("EMBED_ARRAY", "from", 9)),
    ("EMBED_ARRAY", {"growth": "unbounded"}, Choice("EMBED_ARRAY", "from", None)),
    ("CHILD_REFS", {"max": 9}, Choice("CHILD_REFS", "from", 9)),
    ("TWO_WAY_REFS", {"max": 9}, Choice("TWO_WAY_REFS", "from", 9)),
    ("PARENT_REF", {"max": 9}, Choice("PARENT_REF", "to", None)),
    ("SUBSET", {"max": 9}, Choice("SUBSET", "from", 10)),
    ("OUTLIER", {"max": 9}, Choice("OUTLIER", "from", 200)),
    ("BUCKET", {"max": 9}, Choice("BUCKET", "to", 50)),
    ("BUCKET_TIME", {"max": 9}, Choice("BUCKET_TIME", "to", 1000, "day")),
    ("VALUE_ARRAY", {"max": 9}, Choice("VALUE_ARRAY", "from", 9)),
]


@pytest.mark.parametrize(("strategy", "has", "expected"), BOUNDS, ids=str)
def test_bounds(strategy: str, has: Json, expected: Choice) -> None:
    assert choice(strategy, case(MANY, has=has)) == expected


def test_a_window_that_overflows_in_its_smallest_form_says_how_many() -> None:
    busy = case(MANY, has={"growth": "unbounded", "adds_per_day": 48_000}, rel={"time_window": "hour"})
    assert choice("BUCKET_TIME", busy) == Choice("BUCKET_TIME", "to", 2000, "hour")


def test_values_stand_in_the_end_that_is_no_lookup() -> None:
    assert value_side(case(NM, child=LOOKUP)) == "from"
    assert value_side(case(NM, parent=LOOKUP)) == "to"
    assert value_side(case(NM, parent=LOOKUP, child=LOOKUP)) == "from"
    assert value_side(case(NM)) == "from"
    assert value_side(case(MANY, parent=LOOKUP)) == "from"


@pytest.mark.parametrize(
    ("sides", "expected"),
    [((3, 5), (3, 5, 5 / 3)), ((0, 5), (0, 5, 5)), ((0, 0), (0, 0, 1)), ((4, 200), (4, 200, 50))],
)
def test_balance(sides: tuple[int, int], expected: tuple[float, float, float]) -> None:
    assert balance(case(NM, has={"max": sides[0]}, back={"max": sides[1]})) == expected


def test_two_endless_sides_are_alike() -> None:
    endless = case(NM, has={"growth": "unbounded"}, back={"growth": "unbounded"})
    assert balance(endless)[2] == 1
    assert unbalanced(endless)


READS = {"navigation": {"from_to_per_day": 9, "to_from_per_day": 5}}


@pytest.mark.parametrize(
    ("has", "back", "rel", "side"),
    [
        (3, 5, {}, "from"),
        (5, 3, {}, "to"),
        (5, 5, {}, "from"),
        (5, 3, READS, "from"),
        (2001, 1999, READS, "to"),
        (150, 3, READS, "to"),
    ],
)
def test_which_end_holds_the_array(has: int, back: int, rel: Json, side: str) -> None:
    assert array_side(case(NM, has={"max": has}, back={"max": back}, rel=rel)) == side


def test_only_the_designers_own_choice_follows_the_links_owner() -> None:
    rel = {"link_owner": "from"}
    sides = {"has": {"growth": "unbounded"}, "back": {"max": 3}}
    assert choice("ONE_WAY_EMBED", case(NM, rel=rel, **sides)).side == "to"
    forced = {**rel, "strategy": "ONE_WAY_EMBED"}
    assert choice("ONE_WAY_EMBED", case(NM, rel=forced, **sides)) == Choice("ONE_WAY_EMBED", "from", None)
    assert choice("ONE_WAY_EMBED", case(NM, rel={"strategy": "ONE_WAY_EMBED"}, **sides)).side == "to"


def test_links_stand_in_their_owner_or_the_smaller_side() -> None:
    sides = {"has": {"max": 9}, "back": {"max": 3}}
    assert choice("EMBED_LINK", case(NM, rel={"link_owner": "from"}, **sides)) == Choice(
        "EMBED_LINK", "from", 9
    )
    assert choice("EMBED_LINK", case(NM, **sides)) == Choice("EMBED_LINK", "to", 3)


def test_links_with_fields_fill_an_array_sooner() -> None:
    rel = {"link_fields": [text(name="role")]}
    sides = {"has": {"max": 201}, "back": {"max": 100}}
    assert unbalanced(case(NM, rel=rel, **sides))
    assert not unbalanced(case(NM, **sides))


@pytest.mark.parametrize(
    ("most", "fields", "expected"),
    [
        (2000, [], False),
        (2001, [], True),
        (200, [text(name="role")], False),
        (201, [text(name="role")], True),
    ],
)
def test_an_array_may_be_just_as_long_as_its_limit(most: int, fields: list[Json], expected: bool) -> None:
    sides = {"has": {"max": most}, "back": {"max": 100}}
    assert unbalanced(case(NM, rel={"link_fields": fields}, **sides)) is expected


@pytest.mark.parametrize("name", ["made.at", "$made"])
def test_a_name_that_can_not_stand_in_a_path_orders_nothing(name: str) -> None:
    dates = [Field(name=name, type="date", required=True), Field(name="sent", type="date")]
    assert first_date(dates) == "sent" and first_date(dates[:1]) == ""


@pytest.mark.parametrize(
    ("owner", "sides", "side", "explodes"),
    [
        ({}, (40, 12), "to", False),
        ({"link_owner": "from"}, (40, 12), "from", False),
        ({"link_owner": "from"}, (2000, 12), "from", False),
        ({"link_owner": "from"}, (2001, 12), "to", True),
        ({"link_owner": "to"}, (40, 12), "to", False),
        ({"link_owner": "to"}, (2000, 12), "to", True),
    ],
)
def test_links_stand_with_the_end_that_the_design_names_while_it_can_hold_them(
    owner: Json, sides: tuple[int, int], side: str, explodes: bool
) -> None:
    ends = case(NM, has={"max": sides[0]}, back={"max": sides[1]}, rel=owner)
    assert holder("ONE_WAY_EMBED", ends) == side
    assert (one_side_explodes.GUIDELINE.refuse(ends, {}) == "") is explodes
