"""A link that says how much, in which role, or from when until when, is a record of the document that it is a line of: what it
leads to is not deleted while one does, in the archive either. One that says only since when it is there, or need not say
more, goes, and the function's comment says with what."""

from __future__ import annotations

from typing import Any

import pytest
from bson import ObjectId

from tests.mongosh.cases import build
from tests.mongosh.odd import end, entity, field, link
from tests.mongosh.replay import Play, replay
from tests.mongosh.test_archives import ARCHIVE, AT, Steps, design
from tests.oracle.test_reads import judged

Json = dict[str, Any]


def events(said: Json, strategy: str, **more: Any) -> Json:
    """Events that go to an archive with what was hired for them. said: what each line says."""
    event = entity("Event", field("at", "date", required=True), retention=ARCHIVE)
    hires = link(
        "hires", "many-to-many", end("Event", 90, field="hires"), end("Tent", field="hired_for"),
        strategy=strategy, link_fields=[said], **more,
    )  # fmt: skip
    drops = [
        {"name": f"drop {name}", "kind": "delete", "entity": name, "filter": [{"field": "_id"}]}
        for name in ("Tent", "Event")
    ]
    return design(event, entity("Tent", field("colour")), links=[hires]) | {"operations": drops}


RATE = field("rate", "decimal", required=True, money=True)
COUNT = field("count", "int", required=True)
WORDS = field("remark", required=True)
MAYBE = field("count", "int")
SINCE = field("since", "date", required=True)


def _one_hired(play: Play, **line: Any) -> tuple[ObjectId, ObjectId, ObjectId]:
    """Put one event with a line into the collection, and one into the archive; return the ids of the tents of both, and of
    one that nobody hires."""
    used, old, free = ObjectId(), ObjectId(), ObjectId()
    play.documents["tents"] = [{"_id": id} for id in (used, old, free)]
    play.documents["events"] = [{"_id": ObjectId(), "at": AT, "hires": [{"tent_id": used, **line}]}]
    play.documents["events_archive"] = [{"_id": ObjectId(), "at": AT, "hires": [{"tent_id": old, **line}]}]
    return used, old, free


@replay(lambda: events(COUNT, "ONE_WAY_EMBED", link_owner="from"))
def test_a_line_with_a_count_holds_back_what_it_counts(play: Play) -> Steps:
    used, old, free = _one_hired(play, count=3)
    for id in (used, old, free):
        play.call("drop Tent", tentId=id)
    play.call("drop Event", id=play.first("events")["_id"])
    done = yield
    before = play.documents
    assert [str((each or {}).get("refused", "")) for each in done.results[:3]] == [
        "tent is in use: events.hires.tent_id references it",
        "tent is in use: events_archive.hires.tent_id references it",
        "",
    ]
    assert [each["_id"] for each in done.all("tents")] == [used, old]
    assert done.all("events_archive") == before["events_archive"] and done.all("events") == []


@replay(lambda: events(WORDS, "ONE_WAY_EMBED", link_owner="from"))
def test_a_line_that_says_words_holds_back_what_it_leads_to(play: Play) -> Steps:
    used, old, _ = _one_hired(play, remark="x")
    for id in (used, old):
        play.call("drop Tent", tentId=id)
    done = yield
    assert ["in use" in str((each or {}).get("refused")) for each in done.results] == [True, True]


@replay(lambda: events(SINCE, "ONE_WAY_EMBED", link_owner="from"))
def test_a_line_that_says_only_since_when_goes(play: Play) -> Steps:
    used, old, _ = _one_hired(play, since=AT)
    for id in (used, old):
        play.call("drop Tent", tentId=id)
    done = yield
    assert [each["hires"] for name in ("events", "events_archive") for each in done.all(name)] == [[], []]


@pytest.mark.parametrize("said", [MAYBE, SINCE, None], ids=["amount", "date", "nothing"])
def test_the_comment_of_a_delete_says_which_links_go_with_what_they_say(said: Json | None) -> None:
    made = events(MAYBE, "ONE_WAY_EMBED", link_owner="from")
    made["relationships"][-1]["link_fields"] = [said] if said else []
    statements = build(made).compilation.plan.statements
    comment = next(each.comment for each in statements if "drop Tent" in each.recipe and each.comment)
    assert ("events.hires are deleted first, with their fields" in comment) == bool(said)
    assert ("Optional references" in comment) != bool(said)


@pytest.mark.parametrize("said", [RATE, COUNT, WORDS, MAYBE, SINCE], ids=lambda said: said["name"])
@pytest.mark.parametrize(
    ("strategy", "more"),
    [
        ("ONE_WAY_EMBED", {"link_owner": "from"}),
        ("EMBED_LINK", {"link_owner": "from"}),
        ("LINK_COLL", {}),
        ("LINK_COLL", {"link_owner": "to"}),
        ("TWO_WAY_EMBED", {}),
    ],
)
def test_deletes_mean_the_same_wherever_links_stand(strategy: str, more: Json, said: Json) -> None:
    names = ("dropTent", "dropEvent", "deleteTent", "deleteEvent")
    found = judged(events(said, strategy, **more), *names)
    assert found and not any(found.values()), found
