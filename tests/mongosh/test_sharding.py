"""A database is told that it is sharded before its collections are, where the server wants that (manual,
"sh.enableSharding()": not required from 6.0 on)."""

from __future__ import annotations

import pytest

from designs.compiler import compile_design
from designs.compiler.exporters import EXPORTERS
from tests.compiler.composed import design, entity, field
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
