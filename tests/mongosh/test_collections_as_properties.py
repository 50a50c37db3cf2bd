"""Which collections the scripts write as ``db.orders``: those that mongosh takes so, and no member of its own."""

from __future__ import annotations

import json
import subprocess

import pytest

from designs.compiler.exporters.mongosh.functions import MEMBERS, call, is_property
from designs.compiler.plan_model.physical import Statement
from tests.mongosh.shell import HERE, node

MEMBERS_OF_MONGOSH = """
const { Database } = require("./node_modules/@mongosh/shell-api/lib/database.js");
const names = new Set();
for (let owner = Database.prototype; owner; owner = Object.getPrototypeOf(owner)) {
  for (const name of Object.getOwnPropertyNames(owner)) names.add(name);
}
console.log(JSON.stringify([...names].filter((name) => !name.startsWith("_"))));
"""


def test_each_member_of_mongoshs_database_is_listed() -> None:
    done = subprocess.run(
        [node(), "-e", MEMBERS_OF_MONGOSH], cwd=HERE, capture_output=True, text=True, check=True
    )
    names = set(json.loads(done.stdout))
    assert {"stats", "watch", "getSiblingDB"} <= names
    assert names <= MEMBERS


@pytest.mark.parametrize(
    ("collection", "text"),
    [
        ("orders", "db.orders.findOne()"),
        ("orderItems2", "db.orderItems2.findOne()"),
        ("stats", 'db.getCollection("stats").findOne()'),
        ("_private", 'db.getCollection("_private").findOne()'),
        ("order items", 'db.getCollection("order items").findOne()'),
        ("2024", 'db.getCollection("2024").findOne()'),
        ("fs.files", 'db.getCollection("fs.files").findOne()'),
        ("__proto__", 'db.getCollection("__proto__").findOne()'),
    ],
)
def test_a_name_that_is_no_property_is_asked_for(collection: str, text: str) -> None:
    made = Statement(
        id="a", subject="entity:A", purpose="read", op="findOne", collection=collection, script="04_queries"
    )
    assert call(made).text(0) == text
    assert is_property(collection) == ("getCollection" not in text)
