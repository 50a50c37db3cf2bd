"""A text is of the kind that its field means, or is called like the field: never an unrelated word."""

from __future__ import annotations

import json
import random
import re
from collections import Counter
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path
from typing import Any

import msgspec
import pytest

from designs.compiler.model.conceptual import Field
from designs.compiler.sampling.values.kinds import ROOMS, codes, every_kind, kind_of
from designs.compiler.sampling.values.kinds.writing import saying_of
from designs.compiler.sampling.values.measures import MEASURES
from designs.compiler.sampling.values.numbers import measure_of
from designs.compiler.sampling.values.specs import Specs
from designs.compiler.sampling.values.states import is_past
from designs.compiler.sampling.values.texts import kind_for
from tests.compiler.sampling.common_fields import TABLE, declared, lines, things
from tests.compiler.sampling.test_values import made

ROOT = Path(__file__).parents[3]
DESIGNS = [
    *sorted((ROOT / "designs/library").glob("*.json")), *sorted((ROOT / "designs/handbook").glob("*.json")),
    *sorted((ROOT / "tests/oracle/designs").glob("*.json")),
]  # fmt: skip
# What a field of no kind gets: its name or its thing's with a number, a code with one, or letters where there is no room.
_LABEL = re.compile(r"What .+ is about[.]|.*[0-9]{3,}|[A-Z].* ([0-9]+|[A-Z])|[A-Z]{1,3}-?[0-9]{3,}")


def test_common_fields_have_the_values_that_were_read() -> None:
    assert TABLE.read_text().splitlines() == lines(TABLE.read_text())


def test_a_name_means_one_kind_alone() -> None:
    claims: Counter[str] = Counter()
    for room in ROOMS:
        keys = {
            (kind.name, key)
            for kind in room.KINDS
            for field in kind.fields
            for key in [f"{entity}.{field}" for entity in kind.of] or [field]
        }
        claims.update(key for _, key in keys)
    assert [key for key, count in claims.items() if count > 1] == []


def test_what_a_kind_makes_is_of_the_kind() -> None:
    place = made_place()
    for kind in every_kind():
        for number in range(60):
            for text in kind.make(msgspec.structs.replace(place, number=number), number):
                assert kind.check(text), (kind.name, text)


def test_things_that_go_by_a_word_of_a_list_have_a_list_without_repeats() -> None:
    listed = [kind for kind in every_kind() if kind.names and kind.count]
    assert [kind.name for kind in listed if len(kind.words) < kind.count] == []


def made_place() -> Any:
    """A place of nothing in particular."""
    from designs.compiler.sampling.values import texts

    return texts._ANYWHERE


# --- check digits, by numbers that their registers print as examples -----------------------------


@pytest.mark.parametrize(
    ("right", "check"),
    [
        ("GB82WEST12345698765432", codes.is_iban), ("DE89370400440532013000", codes.is_iban),
        ("1M8GDM9AXKP042788", codes.is_vin), ("11111111111111111", codes.is_vin),
    ],
)  # fmt: skip
def test_ibans_and_vins_are_checked_as_their_registers_do(right: str, check: Any) -> None:
    assert check(right)
    wrong = right[:-1] + str((int(right[-1]) + 1) % 10)
    assert not check(wrong)


@pytest.mark.parametrize(
    ("body", "digit", "of"),
    [
        ("978030640615", "7", codes.gs1), ("400638133393", "1", codes.gs1), ("030640615", "2", codes.isbn10),
        ("411111111111111", "1", codes.luhn), ("CSQU305438", "3", codes.container), ("907472", "9", codes.imo),
        ("080442957", "X", codes.isbn10),
    ],
)  # fmt: skip
def test_check_digits_are_those_of_the_standards(body: str, digit: str, of: Any) -> None:
    assert of(body) == digit


@pytest.mark.parametrize("name", ["isbn", "ean", "iban", "vin", "card_number", "imei", "upc"])
def test_numbers_with_check_digits_are_right_and_differ(name: str) -> None:
    kind = kind_of("Thing", name)
    values = [made(name, number) for number in range(200)]
    assert kind is not None and all(map(kind.check, values)) and len(set(values)) == 200


# --- unknown fields and examples ---------------------------------------------------------------


def test_an_unknown_text_is_called_like_its_field() -> None:
    assert [made("wobble_factor", number) for number in range(2)] == [
        "Wobble factor A",
        "Wobble factor B",
    ]
    assert made("name", 0, entity="BalanceWheel") == "Balance wheel 1"
    assert made("text", 0, entity="Wobble") == "Text of wobble 1"
    assert made("wobble_factor", 4, max_length=12) == "Wobble E"
    assert made("wobble_factor", 4, max_length=3) == "005"
    assert re.fullmatch("[A-Z]{3}", made("wobble_factor", 4, pattern="^[A-Z]{3}$"))


def test_no_two_texts_of_many_are_called_alike() -> None:
    """Lists count on over all that hold them: Purpose 027."""
    texts = [made("wobble_factor", number) for number in range(800)]
    assert len(set(texts)) == 800 and not any(map(str.isdigit, "".join(texts)))
    assert [texts[25], texts[26], texts[702]] == ["Wobble factor Z", "Wobble factor AA", "Wobble factor AAA"]


@pytest.mark.parametrize(
    ("name", "example", "following"),
    [
        ("number", "ORD-099", ["ORD-100", "ORD-101"]), ("code", "CEN", ["CEN-2", "CEN-3"]),
        ("policy_number", "PP-9", ["PP-10", "PP-11"]), ("phone", "0113 496 0000", ["0113 496 0001", "0113 496 0002"]),
        ("capacity", "300 mm", ["310 mm", "320 mm"]), ("currency", "EUR", ["EUR", "EUR"]),
        ("motive", "travel", ["Motive B", "Motive C"]), ("about_it", "A long sentence of some words.", ["About it B", "About it C"]),
    ],
)  # fmt: skip
def test_an_example_leads(name: str, example: str, following: list[str]) -> None:
    assert [made(name, number, example=example) for number in range(3)] == [example, *following]


def test_an_example_that_a_list_does_not_have_leads_to_no_word_of_it() -> None:
    names = [made("name", number, entity="Category", example="Mini excavators") for number in range(3)]
    assert names == ["Mini excavators", "Category 2", "Category 3"]
    assert made("name", 1, entity="Category", example="drama") in kind_of("Genre", "name").words  # type: ignore[union-attr]


def test_an_example_tells_the_kind_where_the_name_does_not() -> None:
    assert made("who_did", 1, example="Ada Byron") == "Maya Lindqvist"
    assert made("box", 1, example="ada@example.com").endswith("@example.com")
    assert codes.is_iban(made("box", 1, example="DE89370400440532013000"))
    assert made("target", 2, example="https://shop.example.com/a").startswith("https://shop.example.com/")


def test_a_description_tells_the_kind_where_the_name_does_not() -> None:
    assert codes.is_iban(made("box", 1, description="IBAN of the account that is paid into"))
    assert made("box", 1, description="What is in it") == "Box B"


def test_prices_end_as_their_example_does() -> None:
    found = [made("price", number, type="double", example=149.99) for number in range(1, 5)]
    assert all(round(price * 100) % 100 == 99 for price in found)


def test_unique_initials_of_people_with_the_same_letters_differ() -> None:
    initials = [made("initials", number, unique=True, example="ML") for number in range(20)]
    assert len(set(initials)) == 20


def test_somebody_else_of_a_person_is_somebody_else() -> None:
    fields = [{"name": "name", "type": "string"}, {"name": "emergency_contact", "type": "string"}]
    patient = things("Patient", [msgspec.convert(field, Field) for field in fields], 1)[0]
    assert patient["name"] != patient["emergency_contact"]


# --- numbers ------------------------------------------------------------------------------------


def test_every_range_of_numbers_has_room_for_its_step() -> None:
    assert [name for name, row in MEASURES.items() if not row.low <= row.high or row.step <= 0] == []


@pytest.mark.parametrize(
    ("entity", "name", "low", "high"),
    [
        ("Patient", "weight_kg", 50, 100), ("Cat", "weight_kg", 3, 34), ("Truck", "payload_kg", 500, 12000),
        ("Fridge", "celsius", 2, 6), ("Employee", "salary", 38000, 92000), ("Film", "runtime", 84, 148),
        ("Upload", "size_bytes", 4000, 4_800_000), ("Visit", "wait_min", 15, 120), ("Thing", "goal_count", 0, 60),
    ],
)  # fmt: skip
def test_numbers_are_as_large_as_their_name_says(entity: str, name: str, low: float, high: float) -> None:
    assert measure_of(entity, name) is not None
    assert all(low <= made(name, n, entity=entity, type="double") <= high for n in range(30))


def test_a_series_moves_little_from_one_to_the_next() -> None:
    series = [made("temperature", number, entity="Reading", type="double") for number in range(40)]
    assert max(abs(one - next_) for one, next_ in pairwise(series)) < 3


def test_numbers_of_things_count_on() -> None:
    assert [made("number", n, entity="Order", type="int") for n in range(3)] == [1001, 1002, 1003]
    assert [made("number", n, entity="Round", type="int") for n in range(3)] == [1, 2, 3]


# --- the measure --------------------------------------------------------------------------------


def texts_of(entity: str, fields: list[dict[str, Any]]) -> Iterator[tuple[str, Field, list[str]]]:
    """The plain texts that the first things of an entity have, without those of an enumeration or a formula."""
    plain = [msgspec.convert(field, Field) for field in fields if "computed" not in field]
    made = things(entity, plain, 5)
    for field in plain:
        if field.type == "string" and isinstance(field.enum, msgspec.UnsetType):
            yield (
                field.name,
                field,
                [thing[field.name] for thing in made if isinstance(thing[field.name], str)],
            )


def outside(entity: str, field: Field, values: list[str]) -> list[str]:
    """The values that are neither of the field's kind nor called like it nor made of its example; a pattern or a
    length may leave no room for either."""
    spec = Specs().of(field, field.name)
    kind = kind_for(spec, entity, field.name)
    example = spec.example if isinstance(spec.example, str) else ""
    if spec.pattern or (spec.length is not None and spec.length < 12):
        return []
    start, form = example[:2].casefold(), re.sub("[0-9]+", "0", example)
    ending = example[-4:] if re.search(r"[.][a-z]{3}\Z", example) else None
    return [
        value
        for value in values
        if value != example
        and not (example and (value.casefold().startswith(start) or re.sub("[0-9]+", "0", value) == form))
        and not (ending and value.endswith(ending))
        and not (kind is not None and kind.check(value))
        and not (_is_of_somebody(field.name) and _is_persons(value))
        and not (kind is None and (_LABEL.fullmatch(value) or value in saying_of(field.name)))
    ]


def _is_persons(value: str) -> bool:
    kind = kind_of("person", "name")
    return kind is not None and kind.check(value)


def _is_of_somebody(name: str) -> bool:
    """Whether a name is that of somebody to whom something has happened: deceased_name."""
    before, _, last = name.rpartition("_")
    return last == "name" and is_past(before)


def test_no_value_of_a_design_is_outside_of_its_kind() -> None:
    found = []
    for file in DESIGNS:
        design = json.loads(file.read_text())
        for entity in design.get("entities", []):
            for _, field, values in texts_of(entity["name"], entity.get("fields") or []):
                found += [
                    (file.stem, entity["name"], field.name, bad)
                    for bad in outside(entity["name"], field, values)
                ]
    assert found == []


def test_no_value_of_a_random_design_is_outside_of_its_kind() -> None:
    dice, kinds = random.Random(2024), [*MEASURES, *(field for kind in every_kind() for field in kind.fields)]
    words = ["wobble", "flange", "inner", "second", "spare", "main", "old", "our"]
    for _ in range(400):
        entity = dice.choice(["Widget", "Customer", "Order", "Ship", "Recipe", "Exam", "Truck", "Blog"])
        name = "_".join([*dice.sample(words, dice.randint(0, 2)), dice.choice(kinds).rpartition(".")[2]])
        field = msgspec.convert({"name": name, "type": "string"}, Field)
        values = [thing[name] for thing in things(entity, [field], 4)]
        assert outside(entity, field, values) == [], (entity, name, values)


def test_the_measure_finds_an_unrelated_word() -> None:
    field = msgspec.convert({"name": "mrn", "type": "string"}, Field)
    assert outside("Patient", field, ["harbour", "MRN-100200"]) == ["harbour"]
    assert outside("Widget", msgspec.convert({"name": "flange", "type": "string"}, Field), ["kelp"]) == [
        "kelp"
    ]


# --- fields beside one another --------------------------------------------------------------------


def one(entity: str, words: str, number: int = 1) -> dict[str, Any]:
    """One thing of an entity with fields of these names."""
    return things(entity, declared(words.split()), number + 1)[number]


def test_the_two_ends_of_a_way_differ() -> None:
    for words in ("departure_icao arrival_icao", "origin_port destination_port", "from_station to_station"):
        assert all(len(set(one("Log", words, number).values())) == 2 for number in range(6)), words


def test_two_fields_that_name_people_name_two_people_and_a_mail_is_its_owners() -> None:
    order = one("Delivery", "sender receiver driver driver_email")
    assert len({order["sender"], order["receiver"], order["driver"]}) == 3
    assert order["driver_email"].startswith(order["driver"].lower().replace(" ", "."))


def test_what_stands_beside_a_name_is_of_the_same_line() -> None:
    drug = one("Drug", "name dose route atc_code")
    assert drug["dose"] in drug["name"] and drug["atc_code"][0].isalpha()
    city = {
        "Portland": "97204",
        "Boston": "02110",
        "Madison": "53703",
        "Denver": "80202",
        "Austin": "78701",
        "Seattle": "98101",
    }
    address = one("Site", "city zip")
    assert city[address["city"]] == address["zip"]


def test_a_number_of_a_thing_is_not_what_the_thing_is_called() -> None:
    assert made("stop_code", 0, entity="Stop") == "STO-1001"
    assert made("religion_no", 0) == "REL-1001"
    assert made("title", 0, entity="FareProduct") == "Fare product 1"


def test_a_name_of_signs_alone_tells_nothing() -> None:
    assert kind_of("|", "name") is None and kind_of("|!", "colour_of_it") is None
