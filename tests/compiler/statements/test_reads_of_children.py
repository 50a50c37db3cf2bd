"""What the note of a list of children says of its index."""

from __future__ import annotations

import pytest

from tests.compiler.in_parts import compile_design
from tests.compiler.small import design, entity, link, op

UNSORTED = "No index supports this sort, so it runs in memory."


@pytest.mark.parametrize("by_kind", [True, False])
def test_a_sort_that_no_index_gives_is_told_of_each_list(by_kind: bool) -> None:
    """The next page told it, and the first one spoke of the index on the reference alone."""
    scan = entity(
        "GateScan",
        {"name": "scanned_at", "type": "date", "required": True},
        {"name": "granted", "type": "bool", "required": True},
        count=9_000,
    )
    scans = link(
        "scans",
        "one-to-many",
        "Lift",
        "GateScan",
        field="scans",
        strategy="PARENT_REF",
        has={"growth": "unbounded"},
    )
    granted = ["granted"] if by_kind else []
    sort = [{"field": "scanned_at", "direction": -1}]
    read = op("read", "GateScan", "lift._id", *granted, sort=sort, limit=20)
    scans["to"]["field"] = "lift"
    compilation = compile_design(design([entity("Lift", count=9), scan], [scans], (read,)))
    notes = {each.recipe: each.comment for each in compilation.plan.statements}
    assert "Returns the first page of gate scans of a lift" in notes["scans.read"]
    assert ("sorts them in memory" in notes["scans.read"]) is by_kind
    for name in ("scans.page", "scans.join"):
        assert (UNSORTED in notes[name]) is by_kind, name


def test_a_list_by_id_without_an_index_of_its_parents_goes_along_the_index_on_id() -> None:
    """The server needs no sort in memory for it: what it costs is the zones of all other parents."""
    reads = {"depth": 4, "reads": "ancestors"}
    zones = link("zones", "tree", "Zone", "Zone", strategy="TREE_ANCESTORS", tree=reads, has={"max": 40})
    page = op("read", "Zone", "code", limit=1, includes=["zones"])
    made = compile_design(
        design([entity("Zone", {"name": "code", "type": "string"}, count=90)], [zones], (page,))
    )
    notes = {each.recipe: each.comment for each in made.plan.statements}
    indexed = {path for each in made.plan.collections for index in each.indexes for path, _ in index.keys}
    assert "parent" not in indexed
    assert "Scans the index on _id, with the zones of all others." in notes["zones.page"]
