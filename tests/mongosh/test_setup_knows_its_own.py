"""Setup calls no collection a stranger that the scripts themselves make."""

from __future__ import annotations

from designs.compiler.exporters.mongosh.scripts import fragment
from tests.mongosh.shell import run, script_of


def test_where_the_change_stream_keeps_its_place_is_known() -> None:
    """A reader took the line for an invitation to drop it."""
    names = ("nestlink_sync_tokens", "nestlink_sync_refused", "other")
    made = "".join(f"db.createCollection('{name}'); " for name in names) + "listOtherCollections([]);"
    done = run([script_of("own", fragment("collections") + made)])["own"]
    assert done["error"] is None, done["error"]
    printed = [line for each in done["printed"] for line in each if "NOT IN THE DESIGN" in str(line)]
    assert printed == ["NOT IN THE DESIGN other: not changed"]
