"""A database is told that it is sharded before its collections are, where the server wants that (manual,
"sh.enableSharding()": not required from 6.0 on)."""

from __future__ import annotations

import pytest

from designs.compiler.exporters import EXPORTERS
from tests.compiler.composed import design, entity, field
from tests.compiler.in_parts import compile_design
from tests.mongosh.shell import run, script_of


@pytest.mark.parametrize("version", ["5.0", "6.0", "8.0"])
def test_setup_shards_on_each_server(version: str) -> None:
    thing = entity("Thing", field("city", required=True), shard_key=[["city", 1], ["_id", 1]])
    plan = compile_design(design([thing], [], topology="sharded", server_version=version))
    files = next(one for one in EXPORTERS if one.output == "mongosh").render(plan)
    text = next(file.text for file in files if file.path == "mongosh/setup.js")
    assert "sh.enableSharding(db.getName())" in text
    for script, refused in (
        (text, False),
        (text.replace("sh.enableSharding(db.getName());", ""), version == "5.0"),
    ):
        job = script_of(f"sharded-{version}-{refused}", script, live=True, sharded=True, version=version)
        error = run([job])[job["id"]]["error"]
        assert bool(error) == refused, error


@pytest.mark.parametrize(("topology", "server"), [("sharded", "a sharded cluster"), ("standalone", "a standalone server"), ("replica-set", "a replica set")])  # fmt: skip
def test_the_scripts_say_what_sets_shard_keys_and_what_server_they_want(topology: str, server: str) -> None:
    key = {"shard_key": [["city", 1], ["_id", 1]]} if topology == "sharded" else {}
    thing = entity("Thing", field("city", required=True), **key)
    plan = compile_design(design([thing], [], topology=topology))
    files = {
        file.path: file.text
        for exporter in EXPORTERS
        if exporter.output == "mongosh"
        for file in exporter.render(plan)
    }
    for script in ("01_collections", "02_indexes"):
        assert ("Only setup.js sets shard keys" in files[f"mongosh/{script}.js"]) is bool(key)
    assert f'"{server}, as set in the design' in files["mongosh/07_explain.js"]
    assert '"7.0 or later (assumed)."' in files["mongosh/07_explain.js"]


def test_a_read_says_whether_it_asks_every_shard() -> None:
    thing = entity(
        "Thing", field("city", required=True), field("at", "date"), shard_key=[["city", 1], ["_id", 1]]
    )
    reads = [
        {"name": name, "kind": "read", "entity": "Thing", "filter": [{"field": path, "match": match}], "per_day": 9}
        for name, path, match in (("of a city", "city", "eq"), ("from city to city", "city", "range"), ("of a time", "at", "range"), ("by id", "_id", "eq"))
    ]  # fmt: skip
    plan = compile_design(design([thing], [], topology="sharded", operations=reads)).plan
    said = {
        each.id: "Queries every shard of things: the filter doesn't include city." in each.comment
        for each in plan.statements
    }
    assert [said[read["name"]] for read in reads] == [False, False, True, True]


def test_an_update_of_several_does_not_change_their_shard_key() -> None:
    """Servers refuse it, so a script with it would always fail."""
    changes = {
        "name": "move all",
        "kind": "update",
        "entity": "Parcel",
        "filter": [{"field": "state"}],
        "changes": ["depot"],
    }
    of_one = changes | {"name": "move", "filter": [{"field": "_id"}]}
    parcel = entity("Parcel", field("depot", required=True), field("state"), shard_key=[["depot", 1]])
    source = design([parcel], [], topology="sharded", operations=[changes, of_one])
    compilation = compile_design(source)
    assert {each.recipe for each in compilation.plan.statements} & {"move", "move all"} == {"move"}
    (told,) = (each for each in compilation.findings if each.code == "OPERATION_UNWRITTEN")
    assert "depot, part of the shard key" in told.message and told.subject == "move all"


@pytest.mark.parametrize("strategy", ["TREE_ANCESTORS", "TREE_NESTED"])
def test_a_tree_is_built_anew_by_the_shard_key_of_its_nodes(strategy: str) -> None:
    """``on`` has to contain the shard key; without it, servers find by _id and shard key, which the nodes then have to have."""
    zone = entity("Zone", field("code", required=True), shard_key=[["code", 1]])
    tree = {
        "name": "zones",
        "kind": "tree",
        "from": {"entity": "Zone"},
        "to": {"entity": "Zone"},
        "strategy": strategy,
    }
    plan = compile_design(design([zone], [tree], topology="sharded")).plan
    (rebuild,) = (each for each in plan.statements if each.recipe == "zones.rebuild")
    *_, last = rebuild.pipeline or ()
    assert "on" not in last["$merge"]
    (group,) = (stage["$group"] for stage in rebuild.pipeline or () if "$group" in stage)
    assert "code" in group
