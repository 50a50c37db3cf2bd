"""What an example says of others than its own field: whom a name is of, where things are, what a copy of a price costs."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

from designs.compiler.model.values import plain
from designs.compiler.sampling import samples
from designs.compiler.sampling.values.kinds import is_company, kind_of
from tests.compiler.in_parts import compile_design
from tests.compiler.sampling.test_coherence import model_of
from tests.compiler.sampling.test_lives_agree import _field, _has

Json = dict[str, Any]


def _samples(*entities: Json, links: tuple[Json, ...] = (), **more: Any) -> dict[str, list[Json]]:
    source = {"format": "nestlink/1", "name": "Examples", "database": "examples", **more}
    return samples(compile_design(model_of({**source, "entities": [*entities], "relationships": [*links]})))


def test_what_somebody_needs_is_no_name_of_a_person() -> None:
    assert kind_of("party", "needs_interpreter") is None
    interpreter = kind_of("party", "interpreter")
    assert interpreter is not None and interpreter.name == "person's name"
    people = _samples({"name": "Person", "count": 9, "fields": [_field("name", "string"), _field("needs_interpreter", "string", example="Polish")]})["people"]  # fmt: skip
    assert not {each["needs_interpreter"] for each in people} & {"Indian", "Dutch 2"}
    assert all(each["name"].split()[0] != each.get("needs_interpreter") for each in people)


def test_the_example_of_a_company_is_of_the_kind_that_is_one() -> None:
    kinds = ("person", "organisation")
    party = {
        "name": "Party",
        "fields": [
            _field("kind", "string", required=True, enum=[*kinds]),
            _field("name", "string", required=True, example="Bramhall Roofing Ltd"),
        ],
    }
    links = tuple(
        {
            "name": f"is {kind}",
            "kind": "is-a",
            "from": {"entity": "Party"},
            "to": {"entity": kind.capitalize()},
            "discriminator": {"field": "kind", "value": kind},
        }
        for kind in kinds
    )
    subtypes = [
        {"name": "Person", "fields": [_field("born_on")]},
        {"name": "Organisation", "fields": [_field("company_number", "string")]},
    ]
    shown = [
        each
        for each in _samples(party, *subtypes, links=links)["parties"]
        if each["name"] == "Bramhall Roofing Ltd"
    ]
    assert [each["kind"] for each in shown] == ["organisation"]


def test_those_beside_a_company_are_companies() -> None:
    agent = {
        "name": "Agent",
        "count": 5000,
        "fields": [_field("name", "string", required=True, example="Van Doorn Shipping BV")],
    }
    agents = _samples(agent, {"name": "Port"}, links=(_has("Port", "Agent"),))["agents"]
    assert len(agents) > 1 and all(is_company(each["name"]) for each in agents)


def test_things_are_in_the_town_that_an_example_names() -> None:
    pair = _field("coordinates", "array", items={"type": "double"})
    place = _field("location", "object", fields=[_field("type", "string"), pair])
    site = {"name": "Site", "fields": [_field("name", "string", example="Leeds Donor Centre"), place]}
    longitude, latitude = _samples(site)["sites"][0]["location"]["coordinates"]
    assert abs(longitude + 1.55) < 0.3 and abs(latitude - 53.8) < 0.3


ORDERS = (
    {"name": "Order", "fields": [_field("placed_at", required=True)]},
    {
        "name": "Product",
        "history": "point-in-time",
        "fields": [_field("title", "string", required=True, unique=True), _field("price", "decimal", required=True, example=133.44)],
    },
)  # fmt: skip
LINES = {
    "name": "lines",
    "kind": "many-to-many",
    "from": {"entity": "Order", "field": "lines", "has": {"min": 1, "average": 3}},
    "to": {"entity": "Product", "field": "orders"},
    "link_owner": "from",
    "link_fields": [_field("quantity", "int", required=True), _field("unit_price", "decimal", required=True, example=133.44)],
}  # fmt: skip


def test_a_line_costs_what_its_product_does_though_both_have_examples() -> None:
    documents = _samples(*ORDERS, links=(LINES,))
    prices = {each["_id"]: plain(each["price"]) for each in documents["products"]}
    lines = [line for order in documents["orders"] for line in order["lines"]]
    assert len(lines) > 3
    assert all(plain(line["unit_price"]) == prices[line["product_id"]] for line in lines[1:])


def test_a_version_is_valid_before_what_holds_it() -> None:
    documents = _samples(*ORDERS, links=(LINES,))
    since = {each["_id"]: each["valid_from"] for each in documents["products"]}
    used = [
        (order["placed_at"], since[line["product_id"]])
        for order in documents["orders"]
        for line in order["lines"]
    ]
    assert all(since < placed for placed, since in used)
    first, before = (
        next(
            each
            for each in documents["products"]
            if (each["valid_to"] is None) == now
            and each["product_id"] == documents["products"][0]["product_id"]
        )
        for now in (True, False)
    )
    assert before["valid_to"] == first["valid_from"] > before["valid_from"] + timedelta(days=1)


def test_what_a_text_is_of_goes_by_its_own_number() -> None:
    judgment = {
        "name": "Judgment",
        "fields": [
            _field("citation", "string", required=True, unique=True, example="[2026] EWCC 112"),
            _field("text", "string"),
        ],
    }
    documents = _samples(judgment, {"name": "Court"}, links=(_has("Court", "Judgment"),))["judgments"]
    assert [each["text"] for each in documents] == [
        f"Text of judgment {each['citation']}" for each in documents
    ]
    summary = _field("summary", "string", example="Application to extend time for service of the defence")
    filings = _samples(
        {"name": "Filing", "fields": [summary]}, {"name": "Court"}, links=(_has("Court", "Filing"),)
    )["filings"]
    assert not any(each["summary"].startswith("Summary 0") for each in filings)
