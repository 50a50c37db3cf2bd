"""What is near is found as far as the caller says (manual, "$near" and "$geoNear", maxDistance)."""

from __future__ import annotations

import json

import pytest

from tests.mongosh.cases import extended
from tests.mongosh.shell import run, script_of

PROGRAM = """
db = db.getSiblingDB("town");
db.a.createIndex({ at: "2dsphere" });
const here = { type: "Point", coordinates: [9, 48] };

function near(most) {
  return db.a.find({ at: { $near: { $geometry: here, $maxDistance: most } } }).toArray().map((each) => each._id);
}

function gathered(most) {
  const first = { near: here, key: "at", spherical: true, distanceField: "far", maxDistance: most };
  return db.a.aggregate([{ $geoNear: first }]).toArray().map((each) => each._id);
}
"""
PLACES = [[9.1, 48.0], [9.0, 48.0], [9.01, 48.0]]  # 7.4 kilometres, none, and 744 metres away


@pytest.mark.parametrize("call", ["near", "gathered"])
@pytest.mark.parametrize(("most", "ids"), [(10_000, [1, 2, 0]), (1000, [1, 2]), (700, [1]), (0, [1])])
def test_nothing_farther_is_found(call: str, most: int, ids: list[int]) -> None:
    documents = [
        {"_id": place, "at": {"type": "Point", "coordinates": pair}} for place, pair in enumerate(PLACES)
    ]
    job = script_of("near", PROGRAM, live=True, documents=json.loads(extended({"a": documents})))
    journal = run([{**job, "steps": [*job["steps"], {"call": call, "arguments": [most]}]}])["near"]
    assert journal["error"] is None, journal["error"]
    assert [int(one["$numberInt"]) for one in journal["returned"][-1]] == ids
