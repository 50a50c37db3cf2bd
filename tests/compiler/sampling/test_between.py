"""Things that are linked agree: in a pedigree, in the states of both ends, in numbers that are made of others."""

from __future__ import annotations

import json
from datetime import datetime
from typing import Any

from designs.compiler import compile_design, read
from designs.compiler.exporters.mongosh.expiring import clock_of
from designs.compiler.sampling import samples
from designs.compiler.sampling.records import Records
from tests.compiler.sampling import coherence

Json = dict[str, Any]


def _read(entities: Json, relationships: list[Json], operations: list[Json] | None = None) -> Any:
    """The compilation of a design. entities: their fields, by name."""
    source = {
        "format": "nestlink/1",
        "name": "Some",
        "database": "some",
        "entities": [
            {"name": name, "fields": [{"required": True, **field} for field in fields]}
            for name, fields in entities.items()
        ],
        "relationships": relationships,
        "operations": operations or [],
    }
    outcome = read(json.dumps(source))
    assert outcome.value is not None, outcome.findings
    return compile_design(outcome.value)


def _records(*design: Any) -> Records:
    return coherence.world_of(_read(*design))


def _field(name: str, kind: str = "string", **more: Any) -> Json:
    return {"name": name, "type": kind, **more}


def _states(*options: str) -> Json:
    return _field("state", enum=[*options])


def _link(
    name: str, kind: str, start: tuple[str, str, Json], end: tuple[str, str, Json], **more: Any
) -> Json:
    ends = [{"entity": entity, "field": field, "has": has} for entity, field, has in (start, end)]
    return {"name": name, "kind": kind, "from": ends[0], "to": ends[1], **more}


def _update(name: str, entity: str, state: str, *effects: Json) -> Json:
    asked = [{"field": "_id"}, {"field": "state", "match": "eq", "value": state}]
    return {
        "name": name,
        "kind": "update",
        "entity": entity,
        "filter": asked,
        "per_day": 5,
        "effects": [*effects],
    }


FREE = {"min": 0, "average": 3}


def test_nobody_is_their_own_ancestor_and_a_sire_is_male_and_older() -> None:
    dog = [
        _field("chip", example="K-26-0117"),
        _field("whelped_year", "int", example=2026),
        _field("sex", enum=["male", "female"]),
    ]
    side = _field("side", enum=["sire", "dam"], required=True)
    pedigree = _link(
        "pedigree",
        "graph",
        ("Dog", "parents", {"min": 0, "average": 1.8, "max": 2}),
        ("Dog", "pups", {"min": 0, "average": 1.8, "max": 90}),
        link_fields=[side],
    )
    records = _records({"Dog": dog}, [pedigree])
    world = records.world
    pairs = [pair for dog in world.things["Dog"] for pair in world.links("pedigree", "from", dog)]
    assert pairs
    for pair in pairs:
        young, elder = records.of(pair.source), records.of(pair.target)
        assert elder["whelped_year"] < young["whelped_year"]
        assert (elder["sex"], records.of(pair)["side"]) in (("male", "sire"), ("female", "dam"))
        assert pair.target.number > pair.source.number  # so that no way leads back
        assert elder["chip"].split("-")[1] == str(elder["whelped_year"])[2:]


def test_the_two_parents_of_a_foal_are_two_and_of_their_sexes() -> None:
    horse = [_field("name"), _field("sex", enum=["mare", "stallion"]), _field("foaled_on", "date")]
    links = [
        _link(role, "one-to-many", ("Horse", f"{role}_of", FREE), ("Horse", role, {"min": 0, "max": 1}))
        for role in ("sire", "dam")
    ]
    records = _records({"Horse": horse, "Ride": [_field("title")]}, links)
    world = records.world
    first = world.things["Horse"][0]
    parents = [
        world.links(role, "to", first)[0].source for role in ("sire", "dam") if world.links(role, "to", first)
    ]
    assert parents and len({*parents}) == len(parents)
    for parent, sex in zip(parents, ("stallion", "mare"), strict=False):
        assert records.of(parent)["sex"] == sex
        assert records.of(parent)["foaled_on"] < records.of(first)["foaled_on"]


HEAT = [
    _field("title"),
    _field("rows_on", "date"),
    _states("drawn", "started", "finished"),
    _field("started_at", "date", required=False),
    _field("finished_at", "date", required=False),
]


def _regatta() -> Records:
    entered = [
        _field("entered_at", "date", required=True),
        _field("timed_at", "date"),
        _field("seconds", "double"),
        _field("position", "int"),
    ]
    links = [
        _link(
            "entries", "many-to-many", ("Heat", "entries", FREE), ("Boat", "heats", FREE), link_fields=entered
        ),
        _link(
            "prizes of heat", "one-to-many", ("Heat", "prizes", FREE), ("Prize", "heat", {"min": 1, "max": 1})
        ),
        _link(
            "prizes of boat", "one-to-many", ("Boat", "prizes", FREE), ("Prize", "boat", {"min": 1, "max": 1})
        ),
    ]
    operations = [
        _update("enter boat", "Heat", "drawn", {"field": "entries", "do": "push"}),
        _update(
            "start heat", "Heat", "drawn",
            {"field": "state", "do": "set", "value": "started"}, {"field": "started_at", "do": "current-date"},
        ),
        _update(
            "time boat", "Heat", "started",
            {"field": "entries.timed_at", "do": "set"}, {"field": "entries.seconds", "do": "set"},
        ),
        _update(
            "finish heat", "Heat", "started",
            {"field": "state", "do": "set", "value": "finished"}, {"field": "finished_at", "do": "current-date"},
        ),
    ]  # fmt: skip
    boat, prize = [_field("hull")], [_field("rank", "int"), _field("awarded_at", "date")]
    return _records({"Heat": HEAT, "Boat": boat, "Prize": prize}, links, operations)


def test_a_link_has_what_operations_set_in_a_state_once_its_end_has_come_to_it() -> None:
    records = _regatta()
    world = records.world
    seen = set()
    for heat in world.things["Heat"]:
        above = records.of(heat)
        for pair in world.links("entries", "from", heat):
            entry = records.of(pair)
            has_begun = above["state"] != "drawn"
            seen.add(has_begun)
            assert ("timed_at" in entry) == ("seconds" in entry) == ("position" in entry) == has_begun
            if has_begun:
                last = above.get("finished_at", datetime.max.replace(tzinfo=entry["timed_at"].tzinfo))
                assert entry["entered_at"] < above["started_at"] < entry["timed_at"] < last
    assert seen == {False, True}


def test_what_belongs_to_both_ends_of_a_link_belongs_to_two_that_are_linked() -> None:
    records = _regatta()
    world = records.world
    entries = {
        (pair.source, pair.target): records.of(pair)
        for heat in world.things["Heat"]
        for pair in world.links("entries", "from", heat)
    }
    prizes = world.things["Prize"]
    pairs = [
        (
            world.links("prizes of heat", "to", prize)[0].source,
            world.links("prizes of boat", "to", prize)[0].source,
        )
        for prize in prizes
    ]
    assert len({*pairs}) == len(pairs) and {*pairs} <= entries.keys()
    ranks = [
        (records.of(prize)["rank"], entries[pair].get("position"))
        for prize, pair in zip(prizes, pairs, strict=True)
    ]
    assert all(place in (None, rank) for rank, place in ranks)


def test_what_is_in_few_is_in_one_whose_state_is_like_its_own() -> None:
    parcel = [
        _field("code", example="P-771"),
        _states("stored", "sorted", "delivered"),
        _field("delivered_at", "date", required=False),
        _field("weight_kg", "double", example=3.5),
    ]
    tour = [
        _field("number"),
        _states("planned", "under_way", "delivered"),
        _field("delivered_on", "date", required=False),
    ]
    loads = _link(
        "loads",
        "many-to-many",
        ("Tour", "parcels", {"min": 0, "average": 30}),
        ("Parcel", "tours", {"min": 0, "average": 0.9, "max": 3}),
        link_fields=[_field("kilos", "double", required=True)],
    )
    operations = [
        _update("deliver", "Parcel", "sorted", {"field": "state", "do": "set", "value": "delivered"}, {"field": "delivered_at", "do": "current-date"}),
        _update("end tour", "Tour", "under_way", {"field": "state", "do": "set", "value": "delivered"}, {"field": "delivered_on", "do": "set"}),
    ]  # fmt: skip
    records = _records({"Parcel": parcel, "Tour": tour}, [loads], operations)
    world = records.world
    pairs = [(pair, tour) for tour in world.things["Tour"] for pair in world.links("loads", "from", tour)]
    assert pairs and len({pair.target for pair, _ in pairs}) == len(pairs)
    for pair, tour in pairs:
        parcel_of, above = records.of(pair.target), records.of(tour)
        assert (parcel_of["state"] == "delivered") == (above["state"] == "delivered")
        assert parcel_of["state"] != "stored"
        assert records.of(pair)["kilos"] == parcel_of["weight_kg"]
        if "delivered_at" in parcel_of:
            assert parcel_of["delivered_at"].date() == above["delivered_on"].date()


def test_a_number_begins_with_that_of_what_the_thing_belongs_to_and_has_the_year_of_its_date() -> None:
    cask = [_field("number", example="2026-0931", unique=True), _field("filled_on", "date")]
    bottle = [_field("mark", example="2026-0931-07", unique=True)]
    link = _link(
        "bottles", "one-to-many", ("Cask", "bottles", FREE), ("Bottle", "cask", {"min": 1, "max": 1})
    )
    records = _records({"Cask": cask, "Bottle": bottle}, [link])
    world = records.world
    numbers = [records.of(each)["number"] for each in world.things["Cask"]]
    for bottle_of in world.things["Bottle"]:
        above = records.of(world.links("bottles", "to", bottle_of)[0].source)
        assert records.of(bottle_of)["mark"].startswith(f"{above['number']}-")
    assert len({*numbers}) > 1
    assert all(
        number[:4] == str(records.of(each)["filled_on"].year)
        for number, each in zip(numbers, world.things["Cask"], strict=True)
    )


def test_what_was_called_off_has_nothing_that_operations_set_on_the_way() -> None:
    sale = [
        _field("offered_at", "date"),
        _states("offered", "reserved", "sold", "withdrawn", "barred"),
        _field("reserved_at", "date", required=False),
    ]
    link = _link(
        "buyer", "one-to-many", ("Member", "purchases", FREE), ("Sale", "buyer", {"min": 0, "max": 1})
    )
    operations = [
        _update(
            "reserve", "Sale", "offered", {"field": "state", "do": "set", "value": "reserved"},
            {"field": "buyer", "do": "set"}, {"field": "reserved_at", "do": "current-date"},
        ),
        {"name": "withdrawn ones", "kind": "read", "entity": "Sale", "filter": [{"field": "state", "match": "eq", "value": "withdrawn"}]},
    ]  # fmt: skip
    records = _records({"Sale": sale, "Member": [_field("name")]}, [link], operations)
    world = records.world
    sales = [
        (records.of(each)["state"], bool(world.links("buyer", "to", each)), "reserved_at" in records.of(each))
        for each in world.things["Sale"]
    ]
    assert ("withdrawn", False, False) in sales
    assert not [each for each in sales if each[0] == "withdrawn" and (each[1] or each[2])]


def test_what_closes_a_thing_is_there_in_states_that_say_what_was_done() -> None:
    loan = [_states("open", "repaid", "at_court", "written_off"), _field("closed_at", "date", required=False)]
    operations = [
        _update("repay", "Loan", "open", {"field": "state", "do": "set", "value": "repaid"}, {"field": "closed_at", "do": "current-date"}),
        {"name": "at court", "kind": "read", "entity": "Loan", "filter": [{"field": "state", "match": "eq", "value": "at_court"}]},
    ]  # fmt: skip
    records = _records({"Loan": loan}, [], operations)
    loans = [records.of(each) for each in records.world.things["Loan"]]
    assert [each for each in loans if each["state"] == "at_court"]
    assert all(("closed_at" in each) == (each["state"] in ("repaid", "written_off")) for each in loans)


def test_a_person_is_told_by_mail_to_their_name_and_a_document_by_its_number() -> None:
    fields = [
        _field("name", example="Jonas Feld"),
        _field("email", example="feld@example.org"),
        _field("iban"),
        _field("id_document", example="X4471902"),
    ]
    compilation = _read({"Whittler": fields, "Stool": [_field("wood")]}, [])
    first, second = samples(compilation)["whittlers"][:2]
    assert first["name"] == "Jonas Feld" and not second["name"].startswith("Jonas Feld")
    assert second["id_document"] == "X4471903"


def test_the_newest_date_is_the_last_of_all_that_has_happened() -> None:
    """No sample of what happened lies in the future once the scripts have moved it; what is planned may."""
    visit = [
        _field("due_on", "date", example="2026-12-01T00:00:00Z", required=True),
        _field("closed_at", "date", example="2026-07-01T00:00:00Z", required=True),
        _field("seen_at", "date", example="2026-03-01T00:00:00Z", required=True),
    ]
    entity = {
        "name": "Visit",
        "fields": visit,
        "retention": {"policy": "ttl", "field": "seen_at", "seconds": 315360000},
    }
    source = {
        "format": "nestlink/1",
        "name": "Some",
        "database": "some",
        "relationships": [],
        "entities": [entity],
    }
    outcome = read(json.dumps(source))
    assert outcome.value is not None, outcome.findings
    compilation = compile_design(outcome.value)
    visits = samples(compilation)["visits"]
    clock = clock_of(compilation.plan.collections, {"visits": visits})
    assert clock is not None
    assert max(each["closed_at"] for each in visits) <= clock.newest < min(each["due_on"] for each in visits)


def test_what_needs_links_has_them_though_few_are_usual_at_the_other_end() -> None:
    """The third recipe got no ingredient, since each lot was in one already, and its validator refused it."""
    parts = {
        "Recipe": [_field("name"), _states("draft", "sold", "retired")],
        "Lot": [_field("code"), _field("bags", "int")],
    }
    needs = {"min": 1, "average": 3, "max": 6}, {"min": 0, "average": 0.46, "max": 12}
    ends = ("Recipe", "ingredients", needs[0]), ("Lot", "recipes", needs[1])
    asks = [
        _update(f"from {state}", "Recipe", state, {"field": "state", "do": "set", "value": then})
        for state, then in (("draft", "sold"), ("sold", "retired"), ("retired", "draft"))
    ]
    records = _records(parts, [_link("ingredients", "many-to-many", *ends)], asks)
    world = records.world
    held = [len(list(world.links("ingredients", "from", recipe))) for recipe in world.things["Recipe"]]
    assert len(held) > 2 and all(held)
