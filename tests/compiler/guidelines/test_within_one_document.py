"""B0: a reference between two parts of one document stays inside it."""

import pytest

from tests.compiler.small import MANY, ONE, barred, composition, design, entity, link, strategies

CUSTOMER = [entity("Customer"), entity("Address", kind="weak"), entity("Payment", kind="weak")]
HELD = [
    link("addresses", MANY, "Customer", "Address", has={"max": 5}),
    link("payments", MANY, "Customer", "Payment", has={"max": 5}),
]
BILLING = link("billing", MANY, "Address", "Payment", has={"max": 5}, exclusive_owner=False)


def test_an_element_refers_to_its_neighbour() -> None:
    decision = composition(design(CUSTOMER, [*HELD, BILLING])).decisions["billing"]
    assert (decision.rule, decision.strategy, decision.side) == ("B0", "ELEMENT_REF", "to")
    assert barred(decision)["PARENT_REF"] == "B0"


@pytest.mark.parametrize("place", [0, 1, 2])
def test_the_place_in_the_file_does_not_matter(place: int) -> None:
    links = [*HELD[:place], BILLING, *HELD[place:]]
    assert strategies(CUSTOMER, links)["billing"] == "ELEMENT_REF"


def test_a_neighbour_in_another_document_is_referred_to_outside() -> None:
    entities = [*CUSTOMER, entity("Shop")]
    elsewhere = link("payments", MANY, "Shop", "Payment", has={"max": 5})
    found = strategies(entities, [HELD[0], elsewhere, BILLING])
    assert found["billing"] != "ELEMENT_REF"


def test_an_end_with_a_collection_is_referred_to_outside() -> None:
    entities = [*CUSTOMER[:2], entity("Payment")]
    alone = link("payments", MANY, "Customer", "Payment", independent_access=0.9)
    assert strategies(entities, [HELD[0], alone, BILLING])["billing"] == "PARENT_REF"


def test_sub_documents_count_and_so_does_depth() -> None:
    entities = [*CUSTOMER, entity("Line", kind="weak")]
    links = [
        link("addresses", ONE, "Customer", "Address"),
        HELD[1],
        link("lines", MANY, "Payment", "Line", has={"max": 3}),
        link("ship", MANY, "Address", "Line", has={"max": 3}, exclusive_owner=False),
    ]
    assert strategies(entities, links)["ship"] == "ELEMENT_REF"


KINDS = [link(name.lower(), "is-a", "Payment", name) for name in ("Card", "Transfer")]


@pytest.mark.parametrize("ends", [("Address", "Card"), ("Card", "Address")])
def test_a_kind_stands_where_its_general_does(ends: tuple[str, str]) -> None:
    """A card is a payment, so it is an element of the customer too."""
    entities = [*CUSTOMER, entity("Card"), entity("Transfer")]
    billing = link("billing", MANY, *ends, has={"max": 5}, exclusive_owner=False)
    found = composition(design(entities, [*HELD, *KINDS, billing]))
    assert {name: one.strategy for name, one in found.decisions.items()} == {
        "addresses": "EMBED_ARRAY", "payments": "EMBED_ARRAY", "card": "POLY_SINGLE", "transfer": "POLY_SINGLE",
        "billing": "ELEMENT_REF",
    }  # fmt: skip
    assert found.keeps_id == {"Payment" if ends[0] == "Card" else "Address"}
    keyed = entity("Payment", {"name": "id", "type": "int"}, kind="weak")
    found = composition(design([*CUSTOMER[:2], keyed, *entities[3:]], [*HELD, *KINDS, billing]))
    assert found.keeps_id == (set() if ends[0] == "Card" else {"Address"})


@pytest.mark.parametrize("ends", [("Payment", "Payment"), ("Card", "Payment"), ("Card", "Transfer")])
def test_elements_of_one_array_are_no_neighbours(ends: tuple[str, str]) -> None:
    entities = [*CUSTOMER, entity("Card"), entity("Transfer")]
    backs = link("backs", MANY, *ends, has={"max": 5}, exclusive_owner=False)
    assert strategies(entities, [*HELD, *KINDS, backs])["backs"] != "ELEMENT_REF"


def test_the_designers_own_choice_stands() -> None:
    forced = {**BILLING, "strategy": "PARENT_REF"}
    assert strategies(CUSTOMER, [*HELD, forced])["billing"] == "PARENT_REF"


def test_it_is_taken_back_when_an_end_moves_out() -> None:
    """Something else stores the id of a payment, so payments need a collection."""
    entities = [*CUSTOMER, entity("Refund", {"name": "at", "type": "date"}, kind="event")]
    refers = link("refunds", MANY, "Payment", "Refund")
    found = composition(design(entities, [*HELD, BILLING, refers])).decisions
    assert found["payments"].strategy == "PARENT_REF"
    assert found["billing"].strategy != "ELEMENT_REF"
