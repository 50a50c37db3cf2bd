"""Places in a grid of seats: what is none is refused by name, with what to give instead, and nothing is written."""

from __future__ import annotations

from collections.abc import Generator
from typing import Any

from tests.mongosh.replay import Play, Played, replay
from tests.mongosh.test_kinds_and_histories import shows

Steps = Generator[None, Played, None]
ROW, COLUMN = "use a whole number from 0 to 1", "use a whole number from 0 to 2"
WRONG: list[tuple[dict[str, Any], str, str]] = [
    ({"row": -1}, "row: -1", ROW), ({"row": 2}, "row: 2", ROW), ({"row": 0.5}, "row: 0.5", ROW),
    ({"row": "1"}, 'row: "1"', ROW), ({"row": None}, "row: null", ROW), ({"row": [0]}, "row: [0]", ROW),
    ({"columns": [-1]}, "columns: -1", COLUMN), ({"columns": [0, 3]}, "columns: 3", COLUMN),
    ({"columns": [1.5]}, "columns: 1.5", COLUMN), ({"columns": ["0"]}, 'columns: "0"', COLUMN),
    ({"columns": []}, "columns: ", "pass a list"), ({"columns": 1}, "columns: ", "pass a list"),
    ({"columns": [1, 1]}, "columns: [1,1]", "use each one once"),
]  # fmt: skip


def refused(play: Play, verb: str, cells: list[list[int]], free: int) -> Steps:
    show = play.first("shows")
    show |= {"seats": cells, "seats_available": free}
    for changed, _, _ in WRONG:
        play.call(f"Show.{verb}.seats", **{"showId": show["_id"], "row": 0, "columns": [0], **changed})
    done = yield
    for (_, given, remedy), answer in zip(WRONG, done.results, strict=True):
        assert answer["refused"].startswith(given) and remedy in answer["refused"], answer
    assert {str(done.one("shows", show["_id"], step)) for step in range(len(WRONG))} == {str(show)}


@replay(shows)
def test_no_seat_is_taken_that_is_none(play: Play) -> Steps:
    yield from refused(play, "take", [[0, 0, 0], [0, 0, 0]], 6)


@replay(shows)
def test_no_seat_is_given_back_that_is_none(play: Play) -> Steps:
    yield from refused(play, "give_back", [[1, 1, 1], [1, 1, 1]], 0)


@replay(shows)
def test_the_first_and_the_last_place_are_taken(play: Play) -> Steps:
    show = play.first("shows")
    show |= {"seats": [[0, 0, 0], [0, 0, 0]], "seats_available": 6}
    play.call("Show.take.seats", showId=show["_id"], row=0, columns=[0])
    play.call("Show.take.seats", showId=show["_id"], row=1, columns=[2])
    done = yield
    found = done.one("shows", show["_id"])
    assert found is not None
    assert (found["seats"], found["seats_available"]) == ([[1, 0, 0], [0, 0, 1]], 4)
