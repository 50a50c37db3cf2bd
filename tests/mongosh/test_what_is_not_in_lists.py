"""What one write adds to a full array, or changes in an element that is not there, ends with a word about it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from tests.mongosh.odd import end, entity, field, link
from tests.mongosh.replay import Play, replay
from tests.mongosh.test_lost_additions import _refusals
from tests.mongosh.test_trees import Steps

Json = dict[str, Any]
NUMBER = field("_id", "int")


def crates(*, unique: bool = False) -> Callable[[], Json]:
    """Crates of two bottles at most, and shelves that list them. unique: whether bottles have marks."""
    mark = {"unique": True, "required": True} if unique else {}
    return lambda: {
        "format": "nestlink/1", "name": "Crates", "database": "crates",
        "entities": [entity("Crate", NUMBER), entity("Bottle", field("mark", **mark), field("grams", "int"))],
        "relationships": [
            link("bottles", "one-to-many", end("Crate", 2, field="bottles"), end("Bottle", 1, field="crate"), strategy="EMBED_ARRAY"),
        ],
    }  # fmt: skip


FULL = "crate not found, or bottles limit reached"


@replay(crates())
def test_a_full_array_refuses_an_element(play: Play) -> Steps:
    play.documents = {"crates": [{"_id": 1, "bottles": [{"mark": "a"}]}]}
    for crate, mark in ((1, "b"), (1, "c"), (9, "d")):
        play.call("bottles.add", crateId=crate, bottle={"mark": mark})
    done = yield
    assert _refusals(done.results) == [None, FULL, FULL]
    assert done.all("crates", 2) == [{"_id": 1, "bottles": [{"mark": "a"}, {"mark": "b"}]}]


@replay(crates(unique=True))
def test_an_element_that_is_not_there_is_not_changed_in_silence(play: Play) -> Steps:
    play.documents = {"crates": [{"_id": 1, "bottles": [{"mark": "a", "grams": 1}]}]}
    for mark in ("a", "b"):
        play.call("bottles.edit", crateId=1, bottleMark=mark, changes={"grams": 2})
    done = yield
    assert _refusals(done.results) == [None, "bottle not found"]
    assert done.all("crates", 1) == [{"_id": 1, "bottles": [{"mark": "a", "grams": 2}]}]


def teams(strategy: str, *said: Json) -> Callable[[], Json]:
    """Players who list two teams at most. said: what a link says of itself."""
    return lambda: {
        "format": "nestlink/1", "name": "Teams", "database": "teams",
        "entities": [entity("Player", NUMBER), entity("Team", NUMBER)],
        "relationships": [
            link("plays", "many-to-many", end("Player", 2, field="teams"), end("Team", 99, field="players"), strategy=strategy,
                 link_fields=list(said)),
        ],
    }  # fmt: skip


ROLE = field("role")
TEAMS = [{"_id": 1}, {"_id": 2}, {"_id": 3}]


def _edit(play: Play) -> None:
    linked = [{"team_id": 1, "role": "keeper"}]
    play.documents = {"players": [{"_id": 1, "teams": linked}], "teams": TEAMS}
    for player, team in ((1, 1), (1, 2), (9, 1)):
        play.call("plays.edit", playerId=player, teamId=team, changes={"role": "wing"})


@replay(teams("ONE_WAY_EMBED", ROLE))
def test_a_link_that_is_not_there_is_not_changed_in_silence(play: Play) -> Steps:
    _edit(play)
    done = yield
    assert _refusals(done.results) == [None, "link not found", "link not found"]
    assert done.all("players", 2) == [{"_id": 1, "teams": [{"team_id": 1, "role": "wing"}]}]


@replay(teams("TWO_WAY_EMBED", ROLE))
def test_nor_one_that_both_ends_list(play: Play) -> Steps:
    play.documents = {
        "players": [{"_id": 1, "teams": [{"team_id": 1, "role": "keeper"}]}],
        "teams": [{"_id": 1, "players": [{"player_id": 1, "role": "keeper"}]}, {"_id": 2}],
    }
    for team in (1, 2):
        play.call("plays.edit", playerId=1, teamId=team, changes={"role": "wing"})
    done = yield
    assert _refusals(done.results) == [None, "link not found"]
    assert done.all("teams", 1)[0]["players"] == [{"player_id": 1, "role": "wing"}]


@replay(teams("ONE_WAY_EMBED"))
def test_what_is_in_a_full_list_may_be_added_again(play: Play) -> Steps:
    play.documents = {"players": [{"_id": 1, "teams": [1]}], "teams": TEAMS}
    for team in (2, 2, 3):
        play.call("plays.add", playerId=1, teamId=team)
    done = yield
    assert _refusals(done.results) == [None, None, "player not found, or teams limit reached"]
    assert done.all("players", 2) == [{"_id": 1, "teams": [1, 2]}]
