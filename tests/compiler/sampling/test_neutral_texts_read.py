"""Texts that fit any trade where the design's own trade has none, and people and years as they may be: in designs of trades that
no library design has."""

from __future__ import annotations

from typing import Any

from designs.compiler.sampling import samples
from designs.compiler.sampling.values.kinds import kind_of
from tests.compiler.in_parts import compile_design, laid_out
from tests.compiler.sampling.coherence import world_of
from tests.compiler.sampling.coherent_values import weights_apart
from tests.compiler.sampling.test_coherence import model_of
from tests.compiler.sampling.test_trades import _texts, _values, _words_of


def _folded(values: set[str]) -> set[str]:
    return {value.casefold() for value in values}


def test_halls_cabins_and_parcels_of_lessons_are_called_like_none_of_an_office_or_of_software() -> None:
    for entity, path, kind in (
        ("Space", "name", "workspace"),
        ("Space", "features", "feature"),
        ("Package", "name", "repository"),
        ("Cabin", "features", "feature"),
    ):
        fields = _texts("name", "deck")
        if path == "features":
            fields = [
                {"name": path, "type": "array", "required": True, "min_items": 2, "items": {"type": "string"}}
            ]
            values = {each for listed in _lists(entity, fields, path) for each in listed}
        else:
            values = _values(entity, fields, path)
        assert values and not _folded(values) & _words_of(kind), (entity, values)


def _lists(entity: str, fields: list[dict[str, Any]], path: str) -> set[tuple[str, ...]]:
    entities = [{"name": entity, "count": 9, "fields": fields}]
    source = {"format": "nestlink/1", "name": "Any", "database": "any", "entities": entities}
    (documents,) = samples(laid_out(model_of(source))).values()
    return {tuple(document[path]) for document in documents}


def test_tasks_of_an_office_are_those_of_offices() -> None:
    fields = _texts("title", "description")
    for path, kind in (("title", "task"), ("description", "what a task asks for")):
        assert not _folded(_values("Task", [*fields, *_texts("vineyard_row")], path)) & _words_of(kind)
        assert _folded(_values("Task", [*fields, *_texts("meeting")], path)) <= _words_of(kind)


def test_none_known_stands_beside_no_allergy() -> None:
    fields = [
        {"name": "allergies", "type": "array", "required": True, "min_items": 2, "items": {"type": "string"}}
    ]
    assert not any("none known" in listed for listed in _lists("Lodger", fields, "allergies"))


def test_people_have_mail_of_their_own_name_written_without_signs() -> None:
    fields = [*_texts("name", example="Zoë Müller Núñez"), *_texts("email", unique=True)]
    mails = _values("Patient", fields, "email")
    assert "zoe.nunez@example.com" in mails
    assert not any(mail.startswith("office@") for mail in mails)


def test_what_is_so_since_a_year_was_so_before_today() -> None:
    for name, limits in (
        ("since", {"minimum": 1950}),
        ("keeps_bees_since", {}),
        ("tuned", {"minimum": 2001, "maximum": 2100}),
    ):
        years = _values("Falconer", [{"name": name, "type": "int", "required": True, **limits}], name)
        assert all(1950 <= year <= 2024 for year in years), (name, years)


def test_a_review_of_a_person_says_nothing_of_goods() -> None:
    words = _words_of("review")
    assert "came unprepared, and ended early." in words
    for who in ("tutor", "driver"):
        kind = kind_of(f"Review|{who}_review", "text")
        assert kind is not None and "came unprepared, and ended early." in kind.words
        assert "two attempts, and still not as described." not in kind.words


def test_who_was_referred_by_somebody_has_not_referred_that_one() -> None:
    ends = {side: {"entity": "Diver", "field": field, "has": {"min": 0, "average": 1, "max": 5}}
            for side, field in (("from", "referred"), ("to", "referred_by"))}  # fmt: skip
    source = {
        "format": "nestlink/1", "name": "Any", "database": "any",
        "entities": [{"name": "Diver", "count": 9, "fields": _texts("name")}],
        "relationships": [{"name": "referrals", "kind": "graph", **ends}],
    }  # fmt: skip
    world = world_of(compile_design(model_of(source))).world
    pairs = {
        (link.source.number, link.target.number)
        for diver in world.things["Diver"]
        for link in world.links("referrals", "from", diver)
    }
    assert pairs and not pairs & {pair[::-1] for pair in pairs}


def _weighings(fields: list[dict[str, Any]]) -> list[tuple[dict[str, Any], dict[str, Any]]]:
    """Each weighing of a jockey, beside what is known of him."""
    source = {
        "format": "nestlink/1", "name": "Any", "database": "any",
        "entities": [
            {"name": "Jockey", "count": 5, "fields": [*_texts("name"), *fields]},
            {"name": "Ride", "fields": _numbers("weight_before_kg", "weight_after_kg")},
        ],
        "relationships": [{
            "name": "rides", "kind": "one-to-many", "from": {"entity": "Jockey"},
            "to": {"entity": "Ride", "has": {"min": 1, "max": 1}}, "strategy": "PARENT_REF",
        }],
    }  # fmt: skip
    jockeys, rides = samples(laid_out(model_of(source))).values()
    known = {jockey["_id"]: jockey for jockey in jockeys}
    return [(ride, next(known[value] for value in ride.values() if value in known)) for ride in rides[1:]]


def _numbers(*names: str) -> list[dict[str, Any]]:
    return [{"name": name, "type": "double", "required": True, "minimum": 20} for name in names]


def test_one_body_weighs_before_and_after_as_much_as_it_does() -> None:
    for fields in (_numbers("dry_weight_kg"), []):
        weighed = _weighings(fields)
        assert weighed
        for ride, jockey in weighed:
            before, after = ride["weight_before_kg"], ride["weight_after_kg"]
            assert after <= before <= after * 1.06, ride
            assert abs(after - jockey.get("dry_weight_kg", after)) <= 0.06 * after, (ride, jockey)


def test_weights_of_one_body_that_are_far_apart_are_counted() -> None:
    assert list(weights_apart({"weight_before_kg": 23.0, "weight_after_kg": 70.0}, "Ride 1"))
    assert not list(weights_apart({"weight_before_kg": 72.0, "weight_after_kg": 70.0}, "Ride 1"))


def test_an_office_is_called_like_the_kind_whose_name_comes_after_its_mail() -> None:
    entities: list[dict[str, Any]] = [
        {"name": "Customer", "count": 9, "fields": _texts("email", "name")},
        {"name": "Company", "fields": _texts("vat")},
    ]
    firms = {
        "name": "firms", "kind": "is-a", "from": {"entity": "Customer"}, "to": {"entity": "Company"},
        "discriminator": {"field": "kind", "value": "company"},
    }  # fmt: skip
    source = {
        "format": "nestlink/1",
        "name": "Any",
        "database": "any",
        "entities": entities,
        "relationships": [firms],
    }
    (documents,) = samples(laid_out(model_of(source))).values()
    companies = [each for each in documents if each["kind"] == "company"]
    assert companies
    for each in companies:
        assert each["name"].split(" ")[0].lower() in each["email"], each
