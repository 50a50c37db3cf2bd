"""What a new element of an array repeats of the document that it names is read there, and none is added twice by its
unique value, which no index refuses inside one document."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from tests.mongosh.odd import end, entity, field, link
from tests.mongosh.replay import Play, replay
from tests.mongosh.test_trees import Steps

Json = dict[str, Any]
NUMBER = field("_id", "int")
TITLE = [{"field": "title", "of": "from", "as": "training_title", "policy": "strong"}]


def brigade(*, counted: bool) -> Callable[[], Json]:
    """Members with their certificates of trainings, whose titles stand in them; counted: a member stores their points."""
    points = {"formula": "sum(certificates.points)", "refresh": "on-write"}
    return lambda: {
        "format": "nestlink/1", "name": "Brigade", "database": "brigade", "topology": "replica-set",
        "entities": [
            entity("Member", NUMBER, *([field("points", "int", computed=points)] if counted else [])),
            entity("Training", NUMBER, field("title", required=True)),
            entity("Certificate", field("number", required=True, unique=True), field("points", "int", required=True)),
        ],
        "relationships": [
            link("certificates", "one-to-many", end("Member", 60, field="certificates"), end("Certificate", 1, field="member"), strategy="EMBED_ARRAY"),
            link("of", "one-to-many", end("Training", 90, field="certificates"),
                 {"entity": "Certificate", "field": "training", "has": {"min": 1, "max": 1}}, copies=TITLE),
        ],
        "operations": [{"name": "issue", "kind": "insert", "entity": "Certificate", "per_day": 3}],
    }  # fmt: skip


def issue(play: Play) -> None:
    play.documents = {"members": [{"_id": 1}], "trainings": [{"_id": 7, "title": "First aid"}]}
    for number, training in (("A1", 7), ("A2", 9), ("A1", 7), ("A3", 7)):
        certificate = {"number": number, "points": 5, "training": training, "training_title": "forged"}
        play.call("issue", memberId=1, certificate=certificate)


def refused(results: list[Any]) -> list[bool]:
    return [isinstance(result, dict) and "refused" in result for result in results]


def held(documents: list[Json]) -> list[tuple[str, str]]:
    (member,) = documents
    return [(each["number"], each["training_title"]) for each in member["certificates"]]


@replay(brigade(counted=False))
def test_an_element_takes_its_copy_from_what_it_names(play: Play) -> Steps:
    issue(play)
    done = yield
    assert refused(done.results)[1], "training not found"
    assert held(done.all("members", 3)) == [("A1", "First aid"), ("A3", "First aid")]


@replay(brigade(counted=True))
def test_a_total_counts_each_element_once(play: Play) -> Steps:
    issue(play)
    done = yield
    assert refused(done.results)[1], "training not found"
    assert held(done.all("members", 3)) == [("A1", "First aid"), ("A3", "First aid")]
    assert done.all("members", 3)[0]["points"] == 10


def tour() -> Json:
    """Shows, each with the actors who play in it and their parts."""
    return {
        "format": "nestlink/1", "name": "Tour", "database": "tour",
        "entities": [entity("Show", NUMBER), entity("Actor", NUMBER, field("name"))],
        "relationships": [
            link("cast", "many-to-many", end("Show", 30, field="cast"), end("Actor", 90, field="shows"),
                 strategy="EMBED_LINK", link_owner="from", link_fields=[field("part")]),
        ],
        "operations": [{"name": "plan", "kind": "insert", "entity": "Show", "per_day": 3}],
    }  # fmt: skip


@replay(tour)
def test_a_new_document_links_what_is_there(play: Play) -> Steps:
    play.documents = {"shows": [], "actors": [{"_id": 7, "name": "Ada"}]}
    for number, actor in ((1, 7), (2, 9)):
        play.call("plan", show={"_id": number, "cast": [{"actor_id": actor, "part": "Nora"}]})
    play.call("plan", show={"_id": 3})
    done = yield
    assert refused(done.results) == [False, True, False]
    assert [each["_id"] for each in done.all("shows", 2)] == [1, 3]
    assert done.all("shows", 2)[0]["cast"] == [{"actor_id": 7, "part": "Nora"}]


@replay(tour)
def test_a_new_document_links_nothing_twice(play: Play) -> Steps:
    play.documents = {"shows": [], "actors": [{"_id": 7, "name": "Ada"}, {"_id": 8, "name": "Bo"}]}
    for number, actors in ((1, (7, 7)), (2, (7, 8))):
        cast = [{"actor_id": actor, "part": f"part {place}"} for place, actor in enumerate(actors)]
        play.call("plan", show={"_id": number, "cast": cast})
    done = yield
    said = "the same actor is given twice, but can be linked only once"
    assert [result.get("refused") for result in done.results] == [said, None]
    assert [show["_id"] for show in done.all("shows")] == [2]


def court() -> Json:
    """Cases with the steps of their states, each by a clerk, whose name stands in it."""
    name = [{"field": "name", "of": "from", "as": "by_name", "policy": "snapshot"}]
    return {
        "format": "nestlink/1", "name": "Court", "database": "court",
        "entities": [entity("Case", NUMBER, field("state")), entity("Clerk", NUMBER, field("name", required=True)),
                     entity("Step", field("state", required=True), kind="event")],
        "relationships": [
            link("steps", "one-to-many", end("Case", 30, field="steps"), end("Step", 1, field="case"), strategy="EMBED_ARRAY",
                 exclusive_owner=True),
            link("made by", "one-to-many", end("Clerk", 900, field="made"), end("Step", 1, field="by"), copies=name),
        ],
        "operations": [{"name": "decide", "kind": "update", "entity": "Case", "filter": [{"field": "_id"}], "per_day": 3,
                        "effects": [{"field": "state", "do": "set"}, {"field": "steps", "do": "push"}]}],
    }  # fmt: skip


@replay(court)
def test_an_element_that_an_update_pushes_takes_its_copy_too(play: Play) -> Steps:
    """The caller gives the id alone; what it names must be there, and an element that names nothing has no copy."""
    play.documents = {"cases": [{"_id": 1, "state": "new"}], "clerks": [{"_id": 7, "name": "Ines"}]}
    for step in ({"by": 7, "by_name": "forged"}, {"by": 9}, {}):
        play.call("decide", id=1, newState="open", newStep={"state": "open", **step})
    done = yield
    assert refused(done.results) == [False, True, False]
    steps = done.one("cases", 1, 2)["steps"]
    assert steps == [{"state": "open", "by": 7, "by_name": "Ines"}, {"state": "open"}]
