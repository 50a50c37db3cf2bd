"""A change of a document with revisions says whether the document isn't there, or somebody else was faster."""

from __future__ import annotations

from tests.mongosh.odd import Json, entity, field
from tests.mongosh.replay import Play, replay
from tests.mongosh.test_trees import Steps


def papers(topology: str) -> Json:
    """Papers that keep their revisions."""
    paper = entity("Paper", field("_id", "int"), field("title", required=True), history="revisions")
    return {
        "format": "nestlink/1", "name": "Papers", "database": "papers", "topology": topology, "entities": [paper],
        "relationships": [], "operations": [],
    }  # fmt: skip


def _overtaken(play: Play) -> Steps:
    play.documents = {"papers": [{"_id": 1, "title": "A", "revision": 2}]}
    play.call("Paper.change", paperId=1, revision=1, changes={"title": "B"})
    play.call("Paper.change", paperId=2, revision=1, changes={"title": "B"})
    play.call("Paper.change", paperId=1, revision=2, changes={"title": "C"})
    done = yield
    assert [(each or {}).get("refused") for each in done.results] == [
        "paper found, but changed by someone else: read it again",
        "paper not found",
        None,
    ]
    assert done.all("papers") == [{"_id": 1, "title": "C", "revision": 3}]
    assert [each["revision"] for each in done.all("paper_revisions")] == [2]


@replay(lambda: papers("replica-set"))
def test_each_cause_has_its_words(play: Play) -> Steps:
    yield from _overtaken(play)


@replay(lambda: papers("standalone"))
def test_also_without_transactions(play: Play) -> Steps:
    yield from _overtaken(play)
