"""An operation takes entities and fields as they stand on the canvas, for what the design calls them."""

from __future__ import annotations

import json
from typing import Any

import pytest

from designs.compiler import ends_of, plan_design, read

from .test_workload import asked

ONE, MANY = {"min": 1, "max": 1}, {"min": 0, "max": None}


def _linked(name: str, one: str, other: str) -> dict[str, Any]:
    ends = {"from": {"entity": one, "has": MANY}, "to": {"entity": other, "has": ONE}}
    return {"name": name, "kind": "one-to-many", **ends}


DESIGN: dict[str, Any] = {
    "format": "nestlink/1",
    "name": "Vets",
    "database": "vets",
    "entities": [
        {"name": one, "fields": [{"name": "name", "type": "string"}, {"name": "startsAt", "type": "date"}]}
        for one in ("clinic", "vet", "owner", "pet", "appointment", "invoice", "island")
    ],
    "relationships": [
        _linked("pets", "owner", "pet"),
        _linked("appointments", "pet", "appointment"),
        _linked("vet_appointments", "vet", "appointment"),
        _linked("assisted", "vet", "invoice"),
        _linked("signed", "vet", "invoice"),
        _linked("clinic_appointments", "clinic", "appointment"),
    ],
}
DESIGN["entities"][1]["fields"].append({"name": "phoneNumber", "type": "string"})  # of a vet alone


def ends() -> dict[str, Any]:
    model = read(json.dumps(DESIGN)).value
    assert model
    return {name: [list(end) for end in all_] for name, all_ in ends_of(plan_design(model).paths).items()}


@pytest.mark.parametrize(
    ("texts", "names"),
    [
        (["pet", "owner"], ["appointments", "pets"]),
        (["owner"], ["appointments", "pets"]),
        (["Clinic", "Vets"], ["clinic_appointments", "vet_appointments"]),
        (["pets"], ["appointments"]),
        (["appointments", "pets"], ["appointments", "pets"]),
        (["Clinic appointments"], ["clinic_appointments"]),
    ],
)
def test_what_a_read_includes(texts: list[str], names: list[str]) -> None:
    assert asked(["includesNamed", DESIGN, ends(), "appointment", texts]) == [{"made": names}]


@pytest.mark.parametrize(
    ("entity", "names", "said"),
    [
        ("appointment", ["appointments", "pets"], ["pet", "owner"]),
        ("appointment", ["clinic_appointments"], ["clinic"]),
        ("owner", ["pets", "appointments"], ["pets", "appointments"]),
        ("invoice", ["signed"], ["signed"]),
        ("island", ["nothing"], ["nothing"]),
    ],
)
def test_what_is_included_is_said_by_where_it_leads(entity: str, names: list[str], said: list[str]) -> None:
    assert asked(["includesSaid", DESIGN, ends(), entity, names]) == [{"made": said}]
    if names != ["nothing"]:
        assert asked(["includesNamed", DESIGN, ends(), entity, said]) == [{"made": names}]


@pytest.mark.parametrize(
    ("path", "named"),
    [
        ("vet", "vet_id"),
        ("clinic", "clinic_id"),
        ("Clinic.Name", "clinic_id.name"),
        ("starts at", "startsAt"),
        ("STARTS_AT", "startsAt"),
        ("id", "_id"),
        ("name", "name"),
        ("phone number", "vet_id.phoneNumber"),
        ("nothing", "nothing"),
    ],
)
def test_paths(path: str, named: str) -> None:
    assert asked(["pathNamed", DESIGN, ends(), "appointment", path]) == [{"made": named}]


def test_what_several_could_mean_is_asked() -> None:
    told = asked(
        ["includesNamed", DESIGN, ends(), "invoice", ["vet"]], ["pathNamed", DESIGN, ends(), "invoice", "vet"]
    )
    assert told == [{"misread": "misread_which"}, {"misread": "misread_which"}]
    assert asked(["pathNamed", DESIGN, ends(), "invoice", "phoneNumber"]) == [{"misread": "misread_which"}]
    assert asked(["includesNamed", DESIGN, ends(), "appointment", ["island"]]) == [
        {"misread": "misread_include"}
    ]


@pytest.mark.parametrize(
    ("kind", "entity", "name", "meant"),
    [
        ("read", "owner", "read owner with pets", {"includes": ["pets"]}),
        ("read", "owner", "read owner with pets and appointments", {"includes": ["pets", "appointments"]}),
        ("read", "owner", "owner with islands", {}),
        ("read", "vet", "find vets by phone number", {"filter": [{"field": "phoneNumber"}]}),
        ("read", "pet", "pets by owner with appointments", {"filter": [{"field": "owner_id"}], "includes": ["appointments"]}),
        ("read", "vet", "vets by name, phone number", {"filter": [{"field": "name"}, {"field": "phoneNumber"}]}),
        ("read", "vet", "vets by magic", {}),
        ("update", "vet", "rename vet by name with care", {"filter": [{"field": "name"}]}),
        ("insert", "pet", "add pet by owner with appointments", {}),
    ],
)  # fmt: skip
def test_what_a_name_says_besides(kind: str, entity: str, name: str, meant: dict[str, Any]) -> None:
    operation = {"kind": kind, "entity": entity}
    assert asked(["saidInName", DESIGN, ends(), operation, name]) == [{"made": meant}]
