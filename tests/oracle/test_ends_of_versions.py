"""What keeps its versions ends, and is not deleted: what referred to it still leads there."""

from __future__ import annotations

from typing import Any

import pytest

from tests.mongosh.odd import end, entity, field, link
from tests.oracle.test_declared_operations import _script
from tests.oracle.test_reads import judged

Json = dict[str, Any]


def _court(strategy: str, needs: int, history: str) -> Json:
    """Return a design whose hearings say who sat, and whose cases say whose they are."""
    return {
        "format": "nestlink/1", "name": "Court", "database": "court",
        "entities": [
            entity("Judge", field("name", required=True), field("room"), history="point-in-time"),
            entity("Hearing", field("place"), history=history), entity("Case", field("title"), history=history),
        ],
        "relationships": [
            link("judges", "many-to-many", end("Hearing", has={"min": needs, "max": 5}, field="judges"),
                 end("Judge", has={"min": 0, "max": 40}, field="hearings"), strategy=strategy),
            link("cases", "one-to-many", end("Judge", field="cases"), end("Case", has={"min": needs, "max": 1}, field="judge"),
                 strategy="PARENT_REF", copies=[{"field": "name", "of": "from", "policy": "eventual"}]),
        ],
        "operations": [
            {"name": "retire", "kind": "delete", "entity": "Judge", "filter": [{"field": "_id"}]},
            {"name": "clear room", "kind": "delete", "entity": "Judge", "filter": [{"field": "room"}]},
        ],
    }  # fmt: skip


@pytest.mark.parametrize("history", ["none", "revisions"])
@pytest.mark.parametrize("needs", [0, 1])
@pytest.mark.parametrize("strategy", ["ONE_WAY_EMBED", "EMBED_LINK", "TWO_WAY_EMBED", "LINK_COLL"])
def test_what_ends_is_still_referred_to(strategy: str, needs: int, history: str) -> None:
    design = _court(strategy, needs, history)
    names = ("retire", "clearRoom", "judgesDelete", "casesDelete", "deleteJudge")
    names = tuple(name for name in names if f"function {name}(" in _script(design))
    assert "retire" in names
    assert judged(design, *names) == dict.fromkeys(names, "")


def test_links_of_either_end_stay() -> None:
    """A document of a link goes on naming what ended, at whichever end that is."""
    design = _court("LINK_COLL", 0, "none")
    judges = design["relationships"][0]
    judges["from"], judges["to"] = judges["to"], judges["from"]
    assert judged(design, "retire", "judgesDeleteBack") == {"retire": "", "judgesDeleteBack": ""}


def test_a_function_that_ends_says_so_and_leaves_the_past_alone() -> None:
    design = {**_court("ONE_WAY_EMBED", 1, "none"), "operations": []}
    script = _script(design)
    note, _, body = script.partition("function judgesDelete(")
    note, body = note.rpartition("\n}\n")[2].replace("\n// ", " "), body.partition("\n}\n")[0]
    assert "Ends the current version of a judge." in note
    assert "hearings.judges and cases.judge still point to its last version" in note
    assert "hearings" not in body and "cases" not in body


def test_a_function_that_takes_a_past_reference_away_is_found() -> None:
    """The oracle knows that what ended is still referred to."""
    body = (
        "db.hearings.updateMany({ judges: id }, { $pull: { judges: id } }); "
        "db.judges.updateOne({ _id: id, valid_to: null }, { $set: { valid_to: now } });"
    )
    planted = f"function retire(id, now) {{ {body} }}"
    assert judged(_court("ONE_WAY_EMBED", 0, "none"), "retire", planted=planted)["retire"]


def test_an_element_is_taken_out_of_what_goes_on() -> None:
    """The earlier versions of its firm tell of a worker who left; no document of theirs stays."""
    design = {
        "format": "nestlink/1", "name": "Firm", "database": "firm",
        "entities": [
            entity("Firm", field("name", required=True), history="point-in-time"), entity("Worker", field("name")),
        ],
        "relationships": [
            link("workers", "one-to-many", end("Firm"), end("Worker", 1), strategy="EMBED_ARRAY"),
            link("mentors", "many-to-many", end("Worker", field="mentors"), end("Worker", field="pupils"), strategy="LINK_COLL"),
        ],
    }  # fmt: skip
    assert judged(design, "workersRemove") == {"workersRemove": ""}
