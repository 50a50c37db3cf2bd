"""A document that is read by its _id is found wherever it stands: to who asks for it, an archived one has not gone."""

from __future__ import annotations

from datetime import UTC, datetime

from tests.mongosh.odd import Json, end, entity, field, link
from tests.mongosh.replay import Play, replay
from tests.mongosh.test_trees import Steps

NUMBER = field("_id", "int")
ARCHIVE = {"policy": "archive", "field": "at", "after_days": 30}
AT = datetime(2024, 1, 1, tzinfo=UTC)


def lots() -> Json:
    """Lots, which are archived, and their sales, which are not."""
    by_id = {"kind": "read", "filter": [{"field": "_id"}], "per_day": 9}
    return {
        "format": "nestlink/1", "name": "Lots", "database": "lots",
        "entities": [
            entity("Lot", NUMBER, field("at", "date", required=True), field("number", "int", unique=True), retention=ARCHIVE),
            entity("Sale", NUMBER, field("price", "int", required=True)),
        ],
        "relationships": [
            link("sales of lots", "one-to-many", end("Lot", 9, field="sales"), {"entity": "Sale", "field": "lot", "has": {"min": 1, "max": 1}}, strategy="PARENT_REF"),
        ],
        "operations": [
            {"name": "sheet", **by_id, "entity": "Lot", "includes": ["sales of lots"]},
            {"name": "receipt", **by_id, "entity": "Sale", "includes": ["sales of lots"]},
            {"name": "by number", "kind": "read", "entity": "Lot", "filter": [{"field": "number"}], "per_day": 9},
        ],
    }  # fmt: skip


@replay(lots)
def test_what_was_moved_is_found_by_its_id(play: Play) -> Steps:
    """Alone, and behind a reference. A number that another lot may have by now finds none."""
    play.documents = {
        "lots": [{"_id": 2, "at": AT, "number": 72}],
        "lots_archive": [{"_id": 1, "at": AT, "number": 71}],
        "sales": [{"_id": 8, "lot": 1, "price": 3}, {"_id": 9, "lot": 2, "price": 4}],
    }
    for number in (1, 2, 3):
        play.call("sheet", id=number)
    play.call("receipt", id=8)
    play.call("by number", number=71)
    done = yield
    old, new, none, receipt, by_number = done.results
    assert [old["found"]["_id"], new["found"]["_id"], none, by_number] == [1, 2, None, None]
    assert [each["_id"] for each in old["sales"]] == [8]
    assert receipt["lot"] == {"_id": 1, "at": AT, "number": 71}
    script = next(text for path, text in play.design.scripts.items() if "04_queries" in path)
    assert script.count("Also finds documents by _id in lots_archive.") == 2
    assert (
        "// Lot, read: 9 per day. Excludes documents archived in lots_archive.\nfunction byNumber(" in script
    )
