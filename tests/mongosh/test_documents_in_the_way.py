"""A document of a user that has the _id of a sample stays as it is, whatever is done with the samples."""

from __future__ import annotations

import json
from typing import Any

import pytest

from tests.mongosh.cases import build, extended
from tests.mongosh.expected import decoded
from tests.mongosh.shell import run, sources

Json = dict[str, Any]
COUNTRIES: Json = {
    "format": "nestlink/1", "name": "Shipping zones", "database": "zones",
    "entities": [
        {"name": "Country", "fields": [{"name": "_id", "type": "string", "example": "DE"}, {"name": "name", "type": "string"}]},
        {"name": "Depot", "fields": [{"name": "name", "type": "string"}]},
        {"name": "Carrier", "fields": [{"name": "_id", "type": "int"}, {"name": "name", "type": "string"}]},
    ],
    "relationships": [
        {"name": "depots", "kind": "one-to-many", "from": {"entity": "Country"}, "to": {"entity": "Depot", "has": {"min": 1, "max": 1}},
         "independent_access": 1},
        {"name": "serves", "kind": "many-to-many", "from": {"entity": "Carrier"}, "to": {"entity": "Country"},
         "link_fields": [{"name": "days", "type": "int"}], "strategy": "LINK_COLL"},
    ],
    "operations": [
        {"name": "rename", "entity": "Country", "kind": "update", "filter": [{"field": "_id"}],
         "changes": ["name"], "per_day": 1},
    ],
}  # fmt: skip
BUILT = build(COUNTRIES)
MINE: Json = {"_id": "DE", "name": "Germany"}
DEMO = ("03_sample_data", "04_queries")


def _journal(name: str, documents: Json, *steps: Json) -> Json:
    paths = sources(BUILT.scripts, "in the way")
    loads = [{"load": paths[each["load"]]} if "load" in each else each for each in steps]
    (journal,) = run(
        [
            {
                "id": name,
                "live": True,
                "direct": True,
                "documents": json.loads(extended(documents)),
                "steps": loads,
            }
        ]
    ).values()
    return dict(journal)


def test_samples_have_ids_that_people_give() -> None:
    assert BUILT.samples["countries"][0]["_id"] == MINE["_id"]


@pytest.mark.parametrize("calls", [["removeSampleData"], ["resetSampleData", "removeSampleData"]])
def test_a_document_that_was_there_stays_and_the_samples_go(calls: list[str]) -> None:
    link = {"_id": 1, "country_id": "DE", "carrier_id": 77, "days": 2}
    links = next(each for each in BUILT.compilation.plan.collections if each.kind == "link").name
    steps = [{"load": "03_sample_data"}, *({"call": each} for each in calls)]
    journal = _journal("-".join(calls), {"countries": [MINE], links: [link]}, *steps)
    assert journal["error"] is None
    left = decoded(journal["documents"])
    assert left.pop("countries") == [MINE] and left.pop(links) == [link]
    assert not any(left.values())


def test_demo_stops_where_it_would_change_one() -> None:
    steps = [*({"load": each} for each in DEMO), {"call": "demo"}]
    journal = _journal("demo", {"countries": [MINE]}, *steps)
    assert (
        'your own document has the _id of a sample, and demo() would change it: countries "DE"'
        in journal["error"]
    )
    assert MINE in decoded(journal["documents"])["countries"]


def test_demo_runs_twice_where_there_is_none() -> None:
    steps = [
        *({"load": each} for each in DEMO),
        {"call": "demo"},
        {"call": "demo"},
        {"call": "removeSampleData"},
    ]
    journal = _journal("free", {}, *steps)
    assert journal["error"] is None and not any(decoded(journal["documents"]).values())
