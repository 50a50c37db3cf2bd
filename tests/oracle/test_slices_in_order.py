"""A slice whose copies change with their source, or keep what they say, holds the first children of its order all the
same, whatever changes what it is sorted by."""

from __future__ import annotations

from typing import Any

import pytest

from tests.mongosh.odd import end, entity, field, link
from tests.oracle.test_reads import judged

Json = dict[str, Any]
NAMES = ("rerank", "playsSyncFrom")


def _plays(copy: Json, count: int, *, are_alike: bool = False) -> Json:
    """Return a design with the songs of a play that rank first. are_alike: whether a play is a song as well."""
    recent = {"count": count, "sort": "rank", "direction": -1, "fields": ["text", "rank"]}
    plays = link(
        "plays", "one-to-many", end("Song" if are_alike else "Play"), end("Song", 1, field="play_id"), strategy="SUBSET",
        together_needs="recent", recent=recent, copies=[{"of": "to", "reads_per_day": 1e6, **copy}],
    )  # fmt: skip
    rerank = {"kind": "update", "entity": "Song", "filter": [{"field": "_id"}], "changes": ["rank"]}
    return {
        "format": "nestlink/1", "name": "Plays", "database": "plays", "relationships": [plays],
        "entities": [
            entity("Play", field("name", required=True)),
            entity("Song", field("at", "date", required=True), field("text"), field("rank", "int", updates_per_day=5)),
        ],
        "operations": [{"name": "rerank", "per_day": 4, **rerank}],
    }  # fmt: skip


@pytest.mark.parametrize("are_alike", [False, True])
@pytest.mark.parametrize("count", [3, 30])
@pytest.mark.parametrize(
    "copy",
    [{"field": "rank", "policy": "strong"}, {"field": "text", "policy": "snapshot"}],
    ids=["strong", "snapshot"],
)
def test_a_slice_follows_what_it_is_sorted_by(copy: Json, count: int, are_alike: bool) -> None:
    assert judged(_plays(copy, count, are_alike=are_alike), *NAMES) == dict.fromkeys(NAMES, "")


def test_a_slice_of_no_parent_in_particular_is_put_in_order() -> None:
    """All songs of a text change together: the slices of whichever plays they are of stay sorted."""
    design = _plays({"field": "rank", "policy": "strong"}, 30)
    design["operations"][0] |= {"filter": [{"field": "text"}]}
    assert judged(design, "rerank") == {"rerank": ""}


def test_a_slice_is_not_sorted_by_a_list() -> None:
    """No one mark says where a song stands, and an update would sort by the whole list: songs go by their date."""
    design = _plays({"field": "text", "policy": "strong"}, 3)
    marks = field("marks", "array", items={"type": "object", "fields": [field("n", "int")]})
    design["entities"][1]["fields"].append(marks)
    design["relationships"][0]["recent"] |= {"sort": "marks.n", "fields": ["text"]}
    design["operations"] = [{"name": "record", "kind": "insert", "entity": "Song", "per_day": 4}]
    names = ("record", "playsReassign", "playsAll")
    assert judged(design, *names) == dict.fromkeys(names, "")


@pytest.mark.parametrize("name", ["first_rank", "copies.rank"])
def test_a_slice_follows_the_value_and_not_the_copy_that_keeps_it(name: str) -> None:
    """A song of the older version has no rank: its first one brings it into the slice, where its snapshot begins."""
    rank = field("rank", "object", fields=[field("n", "int")], since_version=2)
    snapshot = {"field": "rank", "of": "to", "policy": "snapshot", "as": name}
    recent = {"count": 1, "sort": "rank.n", "direction": -1, "fields": ["rank.n"]}
    plays = link(
        "plays", "one-to-many", end("Play"), end("Song", 1, field="play_id"), strategy="SUBSET",
        together_needs="recent", recent=recent, copies=[snapshot],
    )  # fmt: skip
    design = {
        "format": "nestlink/1", "name": "Plays", "database": "plays", "relationships": [plays],
        "entities": [
            entity("Play", field("name", required=True)),
            entity("Song", field("at", "date", required=True), rank, schema_version=2),
        ],
    }  # fmt: skip
    names = ("songUpgrade1", "songUpgradeAll1")
    assert judged(design, *names) == dict.fromkeys(names, "")
