"""A part that stands alone in its owner comes once: no insert writes over the one that is there, or takes it away."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from tests.mongosh.odd import end, entity, field, link
from tests.mongosh.replay import Play, replay
from tests.mongosh.test_trees import Steps

Json = dict[str, Any]
NUMBER = field("_id", "int")
THERE = "paper not found, or already has this verdict"


def journal(*, kept: str | None = None, topology: str = "replica-set", least: int = 0) -> Callable[[], Json]:
    """Papers with a verdict each, whose editor has a document. kept: how what papers were is kept."""
    history = {"history": kept} if kept else {}
    verdict = link(
        "verdict",
        "one-to-one",
        end("Paper", 1, field="verdict"),
        end("Verdict", 1, field="paper"),
        strategy="EMBED_ONE",
    )
    verdict["from"]["has"]["min"] = least
    verdict["to"]["has"]["min"] = 1
    return lambda: {
        "format": "nestlink/1", "name": "Journal", "database": "journal", "topology": topology,
        "entities": [
            entity("Paper", NUMBER, field("title"), **history),
            entity("Verdict", field("words"), field("grade", "int")),
            entity("Editor", NUMBER),
        ],
        "relationships": [
            verdict,
            link("judged", "one-to-many", end("Editor", field="judged"), end("Verdict", 1, field="editor"), strategy="PARENT_REF"),
        ],
        "operations": [{"name": "judge", "kind": "insert", "entity": "Verdict", "per_day": 8}],
    }  # fmt: skip


def _refusals(results: list[Any]) -> list[str | None]:
    return [result.get("refused") if isinstance(result, dict) else None for result in results]


def _judge(play: Play) -> None:
    play.documents = {"papers": [{"_id": 1}, {"_id": 2, "verdict": {"grade": 1}}], "editors": [{"_id": 1}]}
    for paper, verdict in (
        (1, {"grade": 2}),
        (1, {"grade": 3}),
        (2, {"grade": 3}),
        (9, {"grade": 3}),
        (2, None),
    ):
        play.call("judge", paperId=paper, verdict=verdict)


@replay(journal())
def test_no_insert_writes_over_the_part_that_is_there(play: Play) -> Steps:
    _judge(play)
    done = yield
    assert _refusals(done.results) == [None, THERE, THERE, THERE, "verdict must have a value"]
    assert done.all("papers", 4) == [{"_id": 1, "verdict": {"grade": 2}}, {"_id": 2, "verdict": {"grade": 1}}]


@replay(journal(kept="revisions", topology="standalone"))
def test_nor_where_revisions_are_kept_without_transactions(play: Play) -> Steps:
    _judge(play)
    done = yield
    assert [refused is None for refused in _refusals(done.results)] == [True, False, False, False, False]
    assert [each["verdict"]["grade"] for each in done.all("papers", 4)] == [2, 1]
    assert [each["paper_id"] for each in done.all("paper_revisions", 4)] == [1]


@replay(journal())
def test_a_part_names_what_there_is(play: Play) -> Steps:
    play.documents = {"papers": [{"_id": 1}, {"_id": 2}], "editors": [{"_id": 1}]}
    play.call("judge", paperId=1, verdict={"editor": 9})
    play.call("judge", paperId=1, verdict={"editor": 1})
    done = yield
    assert _refusals(done.results) == ["editor not found", None]
    assert done.all("papers", 1) == [{"_id": 1, "verdict": {"editor": 1}}, {"_id": 2}]


@replay(journal(least=1))
def test_what_is_never_without_its_part_gets_another(play: Play) -> Steps:
    _judge(play)
    done = yield
    refused = [None, None, None, "paper not found", "verdict must have a value"]
    assert _refusals(done.results) == refused
    assert [each["verdict"]["grade"] for each in done.all("papers", 4)] == [3, 3]


def hangar(**number: Any) -> Callable[[], Json]:
    """Hangars of aircraft, each with an engine. number: what the number of an aircraft is like."""
    return lambda: {
        "format": "nestlink/1", "name": "Hangar", "database": "hangar",
        "entities": [
            entity("Hangar", NUMBER), entity("Plane", field("number", "int", required=True, **number)), entity("Engine", field("power", "int")),
        ],
        "relationships": [
            link("planes", "one-to-many", end("Hangar", 9, field="planes"), end("Plane", 1, field="hangar"), strategy="EMBED_ARRAY"),
            link("engine", "one-to-one", end("Plane", 1, field="engine"), end("Engine", 1, field="plane"), strategy="EMBED_ONE"),
        ],
    }  # fmt: skip


PLANES = [{"number": 1}, {"number": 2, "engine": {"power": 9}}]


@replay(hangar(unique=True))
def test_a_part_of_an_element_comes_once(play: Play) -> Steps:
    play.documents = {"hangars": [{"_id": 1, "planes": PLANES}]}
    for plane in (1, 2, 3):
        play.call("engine.add", hangarId=1, planeNumber=plane, engine={"power": 5})
    done = yield
    there = "plane not found, or already has this engine"
    assert [refused and there for refused in _refusals(done.results)] == [None, there, there]
    planes = [{"number": 1, "engine": {"power": 5}}, {"number": 2, "engine": {"power": 9}}]
    assert done.all("hangars", 2) == [{"_id": 1, "planes": planes}]


@replay(hangar())
def test_a_part_of_an_element_that_is_given_whole_comes_once(play: Play) -> Steps:
    play.documents = {"hangars": [{"_id": 1, "planes": PLANES}]}
    for plane in PLANES:
        play.call("engine.add", hangarId=1, plane=plane, engine={"power": 5})
    done = yield
    assert [refused is None for refused in _refusals(done.results)] == [True, False]
    planes = [{"number": 1, "engine": {"power": 5}}, {"number": 2, "engine": {"power": 9}}]
    assert done.all("hangars", 1) == [{"_id": 1, "planes": planes}]
