"""A parent keeps the children, and a document the links, that the design says it has at least; more links than it says at
most are refused."""

from __future__ import annotations

from typing import Any

import pytest

from tests.mongosh.odd import end, entity, field, link
from tests.mongosh.replay import Play, replay
from tests.mongosh.test_arrays_keep_their_least import refused
from tests.mongosh.test_trees import Steps
from tests.oracle.test_reads import judged

Json = dict[str, Any]


def crews(fewest: int = 1) -> Json:
    """Boats with so many sailors at least, each of one boat; sailors know one knot at least, and two at most."""
    crew = {"entity": "Boat", "field": "crew", "has": {"min": fewest, "average": 3, "max": 900}}
    knots = {"entity": "Sailor", "field": "knots", "has": {"min": 1, "average": 2, "max": 2}}
    boat = {"entity": "Sailor", "field": "boat", "has": {"min": 1, "max": 1}}
    return {
        "format": "nestlink/1", "name": "Crews", "database": "crews",
        "entities": [entity(name, field("_id", "int"), field("name")) for name in ("Boat", "Sailor", "Knot")],
        "relationships": [
            link("crew", "one-to-many", crew, boat, strategy="PARENT_REF"),
            link("knows", "many-to-many", knots, end("Knot", 90, field="sailors"), strategy="LINK_COLL"),
        ],
        "operations": [
            {"name": "sign off", "kind": "delete", "entity": "Sailor", "filter": [{"field": "_id"}], "per_day": 1},
            {"name": "change boat", "kind": "update", "entity": "Sailor", "filter": [{"field": "_id"}], "changes": ["boat"], "per_day": 1},
            {"name": "crew of a boat", "kind": "read", "entity": "Sailor", "filter": [{"field": "boat"}], "per_day": 900},
        ],
    }  # fmt: skip


def of_two() -> Json:
    return crews(2)


def aboard(play: Play) -> None:
    play.documents = {
        "boats": [{"_id": 1, "name": "Ina"}, {"_id": 2, "name": "Ulla"}],
        "sailors": [{"_id": 7, "boat": 1}, {"_id": 8, "boat": 1}, {"_id": 9, "boat": 2}],
        "knots": [{"_id": 3}, {"_id": 4}, {"_id": 5}],
        "knows": [{"_id": 100 * sailor + knot, "sailor_id": sailor, "knot_id": knot} for sailor, knot in ((7, 3), (7, 4), (8, 3))],
    }  # fmt: skip


@replay(crews)
def test_the_last_child_stays(play: Play) -> Steps:
    aboard(play)
    play.call("sign off", sailorId=7)
    play.call("sign off", sailorId=8)
    done = yield
    assert refused(done.results) == [False, True]
    assert "the boat must keep at least 1 sailor" in done.results[1]["refused"]
    assert done.one("sailors", 8, 1)["boat"] == 1


@replay(of_two)
def test_two_children_stay(play: Play) -> Steps:
    aboard(play)
    play.call("sign off", sailorId=7)
    done = yield
    assert "the boat must keep at least 2 sailors" in done.results[0]["refused"]


@replay(crews)
def test_the_last_child_is_given_to_nobody_else(play: Play) -> Steps:
    """A child that is given to the parent that it has stays there, which is no fault."""
    aboard(play)
    play.call("change boat", sailorId=7, newBoatId=2)
    play.call("change boat", sailorId=8, newBoatId=2)
    play.call("change boat", sailorId=8, newBoatId=1)
    done = yield
    assert refused(done.results) == [False, True, False]
    assert done.one("sailors", 8, 2)["boat"] == 1


@replay(crews)
def test_the_last_link_stays(play: Play) -> Steps:
    aboard(play)
    play.call("knows.remove", sailorId=7, knotId=3)
    play.call("knows.remove", sailorId=8, knotId=3)
    play.call("knows.remove", sailorId=7, knotId=5)
    done = yield
    assert refused(done.results) == [False, True, True]
    assert "the sailor must keep at least 1 knot" in done.results[1]["refused"]


@replay(crews)
def test_no_link_beyond_the_most(play: Play) -> Steps:
    aboard(play)
    play.call("knows.add", sailorId=8, knotId=5)
    play.call("knows.add", sailorId=7, knotId=5)
    done = yield
    assert refused(done.results) == [False, True]
    assert "the sailor already has 2 knots" in done.results[1]["refused"]


@pytest.mark.parametrize("fewest", [1, 2])
def test_all_functions_keep_what_must_stay(fewest: int) -> None:
    names = ("signOff", "changeBoat", "knowsRemove", "knowsAdd", "deleteSailor", "crewReassign")
    verdicts = judged(crews(fewest), *names)
    assert verdicts == dict.fromkeys(verdicts, "")
    assert verdicts.keys() >= {"signOff", "changeBoat", "knowsRemove", "knowsAdd"}


def test_one_that_lets_the_last_go_is_found() -> None:
    planted = (
        "function signOff(id) { db.knows.deleteMany({ sailor_id: id }); db.sailors.deleteOne({ _id: id }); }"
    )
    assert judged(crews(), "signOff", planted=planted)["signOff"]


def test_links_of_an_entity_with_itself_stay_too() -> None:
    source = crews()
    heeds = {"entity": "Sailor", "field": "heeds", "has": {"min": 1, "average": 2, "max": 900}}
    source["relationships"].append(
        link("obeys", "graph", heeds, end("Sailor", field="commands"), strategy="LINK_COLL")
    )
    assert judged(source, "obeysRemove") == {"obeysRemove": ""}


def test_a_child_that_is_found_before_it_goes_stays_too() -> None:
    """A slice of its parent needs to know which one goes, so it is read first, and deleted by what was read."""
    squad = {"entity": "Team", "has": {"min": 2, "average": 20, "max": None, "growth": "unbounded"}}
    recent = {"count": 2, "sort": "joined", "direction": -1, "fields": ["name", "joined"]}
    source = {
        "format": "nestlink/1", "name": "League", "database": "league",
        "entities": [
            entity("Team", field("name", required=True)),
            entity("Player", field("name", required=True), field("joined", "date", required=True)),
        ],
        "relationships": [
            link("squad", "one-to-many", squad, end("Player", 1, field="team"), strategy="SUBSET",
                 together_needs="recent", recent=recent),
        ],
        "operations": [
            {"name": "dismiss", "kind": "delete", "entity": "Player", "filter": [{"field": "_id"}, {"field": "joined"}]},
            {"name": "roster", "kind": "read", "entity": "Player", "filter": [{"field": "team"}], "per_day": 900},
        ],
    }  # fmt: skip
    assert judged(source, "dismiss") == {"dismiss": ""}


@pytest.mark.parametrize("owned", [False, True])
def test_a_child_of_the_same_entity_stays_too(owned: bool) -> None:
    """The collection of the parents is that of the child: that something is deleted there said that the parent goes."""
    team = {"entity": "Person", "field": "team", "has": {"min": 2, "average": 3, "max": 900}}
    lead = end("Person", 1, field="lead")
    by_id = {"filter": [{"field": "_id"}], "per_day": 1}
    source = {
        "format": "nestlink/1", "name": "Staff", "database": "staff",
        "entities": [entity("Person", field("name", required=True), count=1000)],
        "relationships": [link("leads", "one-to-many", team, lead, strategy="PARENT_REF", exclusive_owner=owned)],
        "operations": [
            {"name": "leave", "kind": "delete", "entity": "Person", **by_id},
            {"name": "team of", "kind": "read", "entity": "Person", "filter": [{"field": "lead"}], "per_day": 900},
        ],
    }  # fmt: skip
    more = ("deletePersonWithPeople",) if owned else ()
    names = ("leave", "leadsReassign", "deletePerson", *more)
    assert judged(source, *names) == dict.fromkeys(names, "")


def staff() -> Json:
    """Teams of one worker at least; workers lead others, and a manager may have a team of managers."""
    team = {"entity": "Team", "field": "workers", "has": {"min": 1, "average": 3, "max": 900}}
    board = {"entity": "Worker", "field": "board", "has": {"min": 1, "average": 3, "max": 900}}
    tree = link("leads", "tree", end("Worker"), end("Worker", 1, field="boss"), strategy="TREE_ANCESTORS")
    return {
        "format": "nestlink/1", "name": "Staff", "database": "staff",
        "entities": [
            entity("Team", field("_id", "int"), field("name")),
            entity("Worker", field("_id", "int"), field("email", required=True, unique=True)),
        ],
        "relationships": [
            tree | {"tree": {"reads": "descendants"}},
            link("works", "one-to-many", team, end("Worker", 1, field="team"), strategy="PARENT_REF"),
            link("heads", "one-to-many", board, end("Worker", 1, field="chair"), strategy="PARENT_REF"),
        ],
        "operations": [
            {"name": "dismiss", "kind": "delete", "entity": "Worker", "filter": [{"field": "email"}], "per_day": 1},
            {"name": "team", "kind": "read", "entity": "Worker", "filter": [{"field": "team"}], "per_day": 900},
            {"name": "board", "kind": "read", "entity": "Worker", "filter": [{"field": "chair"}], "per_day": 900},
        ],
    }  # fmt: skip


def at_work(play: Play) -> None:
    def worker(number: int, team: int, *ancestors: int, **more: int) -> Json:
        boss = {"ancestors": list(ancestors), **({"boss": ancestors[-1]} if ancestors else {})}
        return {"_id": number, "email": f"w{number}@example.org", "team": team, **boss, **more}

    play.documents = {
        "teams": [{"_id": 1}, {"_id": 2}],
        "workers": [worker(7, 1), worker(8, 1, 7, chair=7), worker(9, 2), worker(10, 2)],
    }


@replay(staff)
def test_the_last_child_that_is_named_by_another_field_stays(play: Play) -> Steps:
    """What refers to it is looked for by its id, which is read before."""
    at_work(play)
    play.call("dismiss", email="w9@example.org")
    play.call("dismiss", email="w10@example.org")
    done = yield
    assert refused(done.results) == [False, True]
    assert "the team must keep at least 1 worker" in done.results[1]["refused"]


@replay(staff)
def test_one_that_is_its_own_parent_goes(play: Play) -> Steps:
    """Its parent goes with it, and needs to keep no child."""
    at_work(play)
    play.documents["workers"].append(
        {"_id": 11, "email": "w11@example.org", "team": 1, "ancestors": [], "chair": 11}
    )
    play.call("dismiss", email="w11@example.org")
    done = yield
    assert refused(done.results) == [False]
    assert done.one("workers", 11) is None


@replay(staff)
def test_what_goes_with_a_branch_does_not_stay(play: Play) -> Steps:
    at_work(play)
    play.call("leads.cascade", workerId=7)
    play.call("leads.cascade", workerId=8)
    done = yield
    assert "the team must keep at least 1 worker" in done.results[0]["refused"]
    assert "the worker must keep at least 1 worker" in done.results[1]["refused"]


def test_the_conceptual_model_keeps_the_same_workers() -> None:
    names = ("dismiss", "leadsCascade")
    assert judged(staff(), *names) == dict.fromkeys(names, "")
