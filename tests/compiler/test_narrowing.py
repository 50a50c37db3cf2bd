"""One place of what stands in several: chosen, and nothing else moved."""

from __future__ import annotations

from typing import Any

from designs.compiler.pipeline import plan_design
from designs.compiler.placement.path_locator import Placement
from designs.compiler.placement.views import Choice, choices, narrowed, reordered, together
from tests.compiler.composed import design, entity, field, link

Json = dict[str, Any]
ONE = {"has": {"min": 0, "max": 1}}
FEW = {"has": {"min": 0, "max": 5}}


def placed(entities: list[Json], links: list[Json]) -> Placement:
    return plan_design(design(entities, links)).placement


def things(*names: str) -> list[Json]:
    return [entity(name, field("title", required=True)) for name in names]


def part(name: str, holder: str, child: str, many: bool = False) -> Json:
    kind, strategy = ("one-to-many", "EMBED_ARRAY") if many else ("one-to-one", "EMBED_ONE")
    return link(
        name, kind, (holder, {"field": name, **(FEW if many else ONE)}), (child, ONE), strategy=strategy
    )


def named(found: list[Choice]) -> list[str]:
    return [".".join(place.name for place in one) for one in found]


def test_one_place_is_no_choice() -> None:
    placement = placed(things("Order", "Address"), [part("billing", "Order", "Address")])
    assert choices(placement, "Address") == choices(placement, "Order") == [()]


def test_each_home_is_a_choice_and_holders_are_told_first() -> None:
    placement = placed(
        things("Deal", "Contact", "Address", "Office"),
        [part("buyer", "Deal", "Contact"), part("sellers", "Deal", "Contact", many=True), part("at", "Contact", "Address"), part("seat", "Office", "Address")],
    )  # fmt: skip
    assert named(choices(placement, "Contact")) == ["buyer", "sellers"]
    assert named(choices(placement, "Address")) == ["buyer.at", "sellers.at", "seat"]
    paths = [
        [spot.path for spot in narrowed(placement, one).spots("Address")]
        for one in choices(placement, "Address")
    ]
    assert paths == [["buyer.at"], ["sellers.at"], ["seat"]]
    assert [spot.path for spot in placement.spots("Address")] == ["buyer.at", "sellers.at", "seat"]


def test_what_a_place_holds_stands_there_only_and_others_stay() -> None:
    placement = placed(
        things("Order", "Address", "Point", "Note"),
        [part("billing", "Order", "Address"), part("shipping", "Order", "Address"), part("geo", "Address", "Point"), part("notes", "Order", "Note", many=True)],
    )  # fmt: skip
    second = narrowed(placement, choices(placement, "Address")[1])
    assert [spot.path for spot in second.spots("Point")] == ["shipping.geo"]
    assert second.spots("Note") == placement.spots("Note") and second.spots("Order") == placement.spots(
        "Order"
    )
    assert choices(second, "Point") == [()]


def test_a_view_of_a_view_keeps_what_the_first_has_chosen() -> None:
    placement = placed(
        things("Order", "Address", "Point"),
        [part("billing", "Order", "Address"), part("shipping", "Order", "Address"), part("geo", "Address", "Point", many=True)],
    )  # fmt: skip
    second = narrowed(placement, choices(placement, "Address")[1])
    for view in (second, reordered(second, "Order", frozenset()), narrowed(second, ())):
        assert [spot.path for spot in view.spots("Point")] == ["shipping.geo"]
        assert [spot.path for spot in view.of_path("Point", "title")] == ["shipping.geo.title"]
        assert view.is_paired("Point") and view.storage.locations is view.locations
    assert [spot.path for spot in placement.spots("Point")] == ["billing.geo", "shipping.geo"]


def test_kinds_with_collections_of_their_own_are_places_of_their_general() -> None:
    kinds = [
        link(one, "is-a", ("Person", {}), (one, {}), strategy="POLY_SPLIT") for one in ("Student", "Teacher")
    ]
    people = things("Person", "Student", "Teacher", "Address")
    placement = placed(people, [*kinds, part("home", "Person", "Address")])
    assert (
        named(choices(placement, "Person")) == named(choices(placement, "Address")) == ["student", "teacher"]
    )
    first = narrowed(placement, choices(placement, "Address")[0])
    assert [spot.collection for spot in first.spots("Address")] == ["students"]
    shared = placed(
        people, [{**one, "strategy": "POLY_SINGLE"} for one in kinds] + [part("home", "Person", "Address")]
    )
    assert choices(shared, "Person") == choices(shared, "Address") == [()]


def test_two_choices_agree_or_there_is_none() -> None:
    placement = placed(
        things("Order", "Address", "Point"),
        [
            part("billing", "Order", "Address"),
            part("shipping", "Order", "Address"),
            part("geo", "Address", "Point"),
        ],
    )
    (billing, shipping), (near, far) = choices(placement, "Address"), choices(placement, "Point")
    assert together(billing, near) == billing and together(billing, ()) == billing
    assert together(billing, far) is together(shipping, near) is None
