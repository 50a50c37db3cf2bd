"""The queue in front of the workers is fair."""

from __future__ import annotations

from dataclasses import dataclass

from modeler.workers.fair_queue import FairQueue


@dataclass(eq=False)
class One:
    who: str
    number: int = 0

    def __repr__(self) -> str:
        return f"{self.who}{self.number}"


def line(*names: str) -> FairQueue[One]:
    made: FairQueue[One] = FairQueue()
    for name in names:
        made.add(One(name, made.of(name) + 1))
    return made


def taken(made: FairQueue[One]) -> list[str]:
    found = []
    while (one := made.take(lambda _: True)) is not None:
        found.append(repr(one))
    return found


def test_visitors_take_turns() -> None:
    assert taken(line("a", "a", "a", "b", "c", "b")) == ["a1", "b1", "c1", "a2", "b2", "a3"]


def test_the_order_shown_is_the_order_served() -> None:
    made = line("a", "a", "a", "b", "c", "b")
    assert [repr(one) for one in made] == taken(made)


def test_who_had_a_turn_goes_behind_the_others() -> None:
    made = line("a", "a", "b")
    assert repr(made.take(lambda _: True)) == "a1"
    assert [repr(one) for one in made] == ["b1", "a2"]


def test_one_that_cannot_start_holds_nobody_up() -> None:
    made = line("a", "b")
    assert repr(made.take(lambda one: one.who == "b")) == "b1"
    assert made.take(lambda one: one.who == "b") is None
    assert len(made) == made.of("a") == 1


def test_one_that_left_is_counted_no_more() -> None:
    made = line("a", "b")
    first = next(iter(made))
    assert made.remove(first) and not made.remove(first)
    assert len(made) == 1 and made.of("a") == 0
