"""Real drivers write to a stand-in for a server: the handbook's table says what they send, and validators take it."""

from __future__ import annotations

import json
import os
import subprocess
from collections.abc import Iterator
from datetime import UTC, datetime
from decimal import Decimal
from pathlib import Path
from typing import Any

import pytest
from bson import Decimal128
from pymongo import MongoClient

from designs.compiler import compile_design, read
from designs.delivery.handbook.driver_values import BY_NAME, RECORDED, VALUES
from tests.compiler.bson_schema import bson_type, complaints
from tests.drivers.stand_in import StandIn, standing_in
from tests.mongosh.shell import MONGOSH, node

HERE = Path(__file__).parent
PYTHON: dict[str, Any] = {
    "whole": 5, "large": 3_000_000_000, "whole as a fraction": 5.0, "fraction": 19.99, "decimal": Decimal128("19.99"),
    "absent": None,
}  # fmt: skip
SHELL = """
const values = {
  whole: 5, large: 3000000000, "whole as a fraction": 5.0, fraction: 19.99, decimal: NumberDecimal("19.99"), absent: undefined
};
db.getSiblingDB("shop").mongosh.insertMany(Object.entries(values).map(([name, value]) => ({ name, value })));
"""


@pytest.fixture(scope="module")
def recorded(tmp_path_factory: pytest.TempPathFactory) -> Iterator[StandIn]:
    """The stand-in, after Node's driver, mongosh and PyMongo have written the values that the table lists."""
    home = {**os.environ, "HOME": str(tmp_path_factory.mktemp("home"))}
    with standing_in() as server:
        shell = [str(MONGOSH), server.address, "--quiet", "--norc", "--eval", SHELL]
        for command in ([str(HERE / "write.cjs"), server.address], shell):
            subprocess.run([node(), *command], check=True, timeout=120, capture_output=True, env=home)
        with MongoClient[dict[str, Any]](server.address) as client:
            client.shop.PyMongo.insert_many(
                [{"name": name, "value": value} for name, value in PYTHON.items()]
            )
        server.inserted["Node"] = server.inserted.pop("values")
        yield server


@pytest.mark.parametrize("driver", RECORDED)
@pytest.mark.parametrize("name", [value.name for value in VALUES])
def test_a_driver_sends_what_the_table_says(recorded: StandIn, driver: str, name: str) -> None:
    (sent,) = [each["value"] for each in recorded.inserted[driver] if each["name"] == name]
    assert bson_type(sent) == BY_NAME[name].sent[RECORDED.index(driver)]


def test_node_leaves_out_what_is_undefined_where_it_is_told_to(recorded: StandIn) -> None:
    assert [set(each) for each in recorded.inserted["careful"]] == [{"_id", "name"}]


# --- typical documents, by the drivers' own types ---------------------------------------------------

FIELDS = [
    {"name": "stock", "type": "int", "required": True, "minimum": 0},
    {"name": "views", "type": "long", "required": True},
    {"name": "weight", "type": "double", "required": True},
    {"name": "price", "type": "decimal", "required": True},
    {"name": "on", "type": "date", "required": True},
    {"name": "note", "type": "string"},
    {"name": "place", "type": "object", "fields": [
        {"name": "type", "type": "string"}, {"name": "coordinates", "type": "array", "items": {"type": "double"}},
    ]},
]  # fmt: skip
PARTS = {
    "name": "parts", "kind": "tree", "from": {"entity": "Product", "has": {"min": 0, "max": 9}},
    "to": {"entity": "Product", "field": "part_of", "has": {"min": 0, "max": 1}}, "strategy": "TREE_PARENT",
}  # fmt: skip
PRODUCT: dict[str, Any] = {
    "stock": 5, "views": 3_000_000_000, "weight": 5.0, "price": Decimal128("19.99"), "on": datetime(2024, 5, 1, tzinfo=UTC),
}  # fmt: skip
NODE = """
const { Decimal128, MongoClient } = require(process.argv[2]);
const base = { stock: 5, views: 3000000000, weight: 5.0, price: Decimal128.fromString("19.99"), on: new Date() };
const client = new MongoClient(process.argv[1]);
const documents = Object.entries(JSON.parse(process.argv[3])).map(([label, change]) => ({ ...base, ...change, label }));
documents.push({ ...base, note: undefined, label: "undefined" });
client.db("shop").collection("products").insertMany(documents).then(() => client.close());
"""
CHANGES: dict[str, dict[str, Any]] = {
    "typical": {},
    "with a note": {"note": "fragile"},
    "a price as a double": {"price": 19.99},
    "a sum of no prices": {"price": 0},
    "a fraction of a view": {"views": 1.5},
    "half a piece": {"stock": 1.5},
    "less than none": {"stock": -1},
    "an absent note": {"note": None},
    "no part of another": {"part_of": None},
    "a place": {"place": {"type": "Point", "coordinates": [7, 50.9]}},
    "a place of no kind": {"place": {"type": "banana", "coordinates": [7, 50.9]}},
    "half a place": {"place": {"type": "Point", "coordinates": [7]}},
    "a place off the globe": {"place": {"type": "Point", "coordinates": [50.9, 107]}},
}
PASSES = {"typical", "with a note", "a sum of no prices", "a place"}
TAKES_NULL = PASSES | {"an absent note", "no part of another"}


def schema(**more: Any) -> dict[str, Any]:
    """The validator of the collection that the documents are for."""
    design = {
        "format": "nestlink/1", "name": "Shop", "database": "shop",
        "entities": [{"name": "Product", "fields": FIELDS}], "relationships": [PARTS], **more,
    }  # fmt: skip
    plan = compile_design(read(json.dumps(design)).value, advised=False).plan
    found: dict[str, Any] = (plan.collections[0].validator or {})["$jsonSchema"]
    return found


@pytest.fixture(scope="module")
def written() -> dict[str, dict[str, Any]]:
    """By driver, what arrives of each document, by its label."""
    with standing_in() as server:
        place = str(MONGOSH.parents[2] / "mongodb")
        command = [node(), "--eval", NODE, server.address, place, json.dumps(CHANGES)]
        subprocess.run(command, check=True, timeout=120, capture_output=True)
        node_sent = server.inserted.pop("products")
        with MongoClient[dict[str, Any]](server.address) as client:
            client.shop.products.insert_many(
                [{**PRODUCT, **change, "label": label} for label, change in CHANGES.items()]
            )
        sent = {"Node": node_sent, "PyMongo": server.inserted["products"]}
    return {driver: {each.pop("label"): each for each in documents} for driver, documents in sent.items()}


@pytest.mark.parametrize("label", CHANGES)
@pytest.mark.parametrize("driver", ["Node", "PyMongo"])
def test_what_drivers_send_passes_where_it_is_meant_to(
    written: dict[str, dict[str, Any]], driver: str, label: str
) -> None:
    document = written[driver][label]
    assert (complaints(schema(), document) == []) is (label in PASSES), document
    assert (complaints(schema(absent="either"), document) == []) is (label in TAKES_NULL)


def test_undefined_arrives_as_null(written: dict[str, dict[str, Any]]) -> None:
    document = written["Node"]["undefined"]
    assert document["note"] is None
    assert complaints(schema(), document) and not complaints(schema(absent="either"), document)


def test_an_exact_design_refuses_what_node_sends_for_a_long(written: dict[str, dict[str, Any]]) -> None:
    assert complaints(schema(exact=True), written["Node"]["typical"])


def test_pymongo_refuses_a_decimal_of_python(recorded: StandIn) -> None:
    """What an application must not send: it is told at once, and not by the validator."""
    with (
        MongoClient[dict[str, Any]](recorded.address) as client,
        pytest.raises(Exception, match="cannot encode object"),
    ):
        client.shop.products.insert_one({"price": Decimal("19.99")})
