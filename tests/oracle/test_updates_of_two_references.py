"""An update that leads a thing to two others asks for both, takes the copies of both from where they stand, and lets lists
follow; so does a move between two parents that list their children."""

from __future__ import annotations

from typing import Any

import pytest

from tests.mongosh.odd import end, entity, field, link
from tests.mongosh.replay import Play, replay
from tests.mongosh.test_trees import Steps
from tests.oracle.test_declared_operations import _script
from tests.oracle.test_reads import judged

Json = dict[str, Any]
NUMBER = field("_id", "int")


def lockers(strategy: str = "PARENT_REF", *, copied: bool = False, **name: Any) -> Json:
    """Parcels in boxes, carried by couriers. copied: whether a parcel repeats the name of its courier."""
    copy = {
        "field": "name",
        "of": "from",
        "as": "courier_name",
        "policy": "strong",
        "reads_per_day": 1e6,
        "updates_per_day": 1,
    }
    place: Json = {"kind": "update", "entity": "Parcel", "per_day": 9, "changes": ["box", "courier", "note"]}
    return {
        "format": "nestlink/1", "name": "Lockers", "database": "lockers",
        "entities": [
            entity("Parcel", NUMBER, field("number", required=True, unique=True), field("note"), field("placed", "date")),
            entity("Box", NUMBER),
            entity("Courier", NUMBER, field("name", **name)),
        ],
        "relationships": [
            link("occupies", "one-to-one", end("Box", 1, field="parcel"), end("Parcel", 1, field="box"), strategy="LINK_ONE"),
            link(
                "carried", "one-to-many", end("Courier", 50, field="parcels"), end("Parcel", 1, field="courier"),
                strategy=strategy, **({"copies": [copy]} if copied else {}),
            ),
        ],
        "operations": [
            {"name": "place", **place, "filter": [{"field": "_id"}], "effects": [{"field": "placed", "do": "current-date"}]},
            {"name": "place by number", **place, "filter": [{"field": "number"}]},
        ],
    }  # fmt: skip


def _start(play: Play) -> None:
    play.documents = {
        "boxes": [{"_id": 1}],
        "couriers": [{"_id": 5, "name": "Ada"}, {"_id": 6, "name": "Bo"}],
        "parcels": [{"_id": 11, "number": "p"}],
    }


@replay(lockers)
def test_both_must_be_there(play: Play) -> Steps:
    _start(play)
    play.call("place", parcelId=11, newBoxId=1, newCourierId=9, newNote="n")
    play.call("place", parcelId=11, newBoxId=9, newCourierId=5, newNote="n")
    play.call("place", parcelId=11, newBoxId=1, newCourierId=5, newNote="n")
    done = yield
    refused = ["courier not found", "box not found", None]
    assert [each.get("refused") for each in done.results] == refused
    assert [("courier" in each["parcels"][0]) for each in done.states] == [False, False, True]


@replay(lambda: lockers(copied=True, required=True))
def test_what_is_copied_is_read(play: Play) -> Steps:
    _start(play)
    play.call("place", parcelId=11, newBoxId=1, newCourierId=6, newNote="n")
    play.call("place by number", number="p", newBoxId=1, newCourierId=5, newNote="m")
    done = yield
    assert [each["parcels"][0]["courier_name"] for each in done.states] == ["Bo", "Ada"]


@replay(lambda: lockers("TWO_WAY_REFS", copied=True))
def test_lists_follow_whichever_is_written_first(play: Play) -> Steps:
    _start(play)
    play.documents["couriers"][0]["parcels"] = [11]
    play.documents["parcels"][0] |= {"courier": 5, "courier_name": "Ada"}
    play.call("place by number", number="p", newBoxId=1, newCourierId=6, newNote="n")
    play.call("carried.reassign", parcelId=11, oldCourierId=6, newCourierId=5)
    play.call("carried.reassign", parcelId=11, oldCourierId=5, newCourierId=9)
    play.call("place by number", number="p", newBoxId=9, newCourierId=6, newNote="n")
    done = yield
    refused = [each["refused"] for each in done.results if isinstance(each, dict) and "refused" in each]
    assert refused == ["courier not found", "box not found"]
    parcels = [state["parcels"][0] for state in done.states[:2]]
    assert [each["courier_name"] for each in parcels] == ["Bo", "Ada"]
    lists = [[each.get("parcels", []) for each in state["couriers"]] for state in done.states]
    assert lists == [[[], [11]], [[11], []], [[11], []], [[11], []]]


@pytest.mark.parametrize("strategy", ["PARENT_REF", "TWO_WAY_REFS"])
@pytest.mark.parametrize("copied", [False, True])
def test_the_conceptual_model_says_the_same(strategy: str, copied: bool) -> None:
    names = ("place", "placeByNumber", "carriedReassign")
    source = lockers(strategy, copied=copied)
    boxes = link(
        "kept",
        "one-to-many",
        end("Box", field="parcels"),
        end("Parcel", 1, field="box"),
        strategy="PARENT_REF",
    )
    source["relationships"][0] = boxes  # of one-to-one links the sample parcels take all boxes
    assert not {name: why for name, why in judged(source, *names).items() if why}


def test_no_caller_types_a_copy() -> None:
    script = _script(lockers("TWO_WAY_REFS", copied=True, required=True))
    assert "newCourierName" not in script and "newName" not in script
