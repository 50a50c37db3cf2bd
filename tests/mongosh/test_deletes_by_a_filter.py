"""Documents that a filter finds are deleted with all that names them, and what others store about them follows,
however they are stored."""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterator
from typing import Any

import pytest

from tests.mongosh.kinds_apart import ONE, OTHER, Side, on_both_sides
from tests.mongosh.odd import end, entity, field, link
from tests.mongosh.replay import Play, Played, replay
from tests.mongosh.test_results_of_kinds import bills, fill, result, stored

Steps = Generator[None, Played, None]
Json = dict[str, Any]
MANY = {"LINK_COLL", "ONE_WAY_EMBED", "TWO_WAY_EMBED"}
LISTS = {"CHILD_REFS", "TWO_WAY_REFS", *MANY}
FORMS = (
    "CHILD_REFS",
    "TWO_WAY_REFS",
    "PARENT_REF",
    "SUBSET",
    "EMBED_ARRAY",
    "OUTLIER",
    "BUCKET",
    *sorted(MANY),
)


def parts(form: str, copied: bool) -> Json:
    """Pays that store how many parts they have and what these cost, and parts that go by their colour. copied: with
    the amount beside each id."""
    kind = "many-to-many" if form in MANY else "one-to-many"
    more: Json = {"link_owner": "from"} if form == "ONE_WAY_EMBED" else {}
    if copied:
        more["copies"] = [
            {"field": "amount", "of": "to", "policy": "eventual", "reads_per_day": 1e6, "updates_per_day": 1}
        ]
    operations = [
        {"name": "drop some", "kind": "delete", "entity": "Part", "filter": [{"field": "color"}]},
        {"name": "drop one", "kind": "delete", "entity": "Part", "filter": [{"field": "code"}]},
        {"name": "drop cheap", "kind": "delete", "entity": "Part", "filter": [{"field": "color"}, {"field": "amount", "match": "range"}]},
    ]  # fmt: skip
    return {
        "format": "nestlink/1", "name": "Bills", "database": "bills", "operations": operations,
        "entities": [
            entity("Pay", field("fee", "int"), result("total", "sum(parts.amount)"), result("count", "count(parts)")),
            entity("Part", field("_id", "objectId"), field("amount", "int", required=True), field("color"), field("code", unique=True), field("at", "date")),
        ],
        "relationships": [
            link("parts", kind, end("Pay", 9), end("Part", 9 if kind == "many-to-many" else 1), strategy=form, **more),
        ],
    }  # fmt: skip


def each(value: Any) -> Iterator[Json]:
    """Every object in some documents."""
    if isinstance(value, dict):
        yield value
    for one in value.values() if isinstance(value, dict) else value if isinstance(value, list) else ():
        yield from each(one)


def coloured(play: Play) -> tuple[Any, int]:
    """The examples: all parts white, but for one of the first pay, which is black. Its id and amount."""
    parts = [one for one in each([*play.documents.values()]) if "color" in one]
    first = next(one for one in parts if "_id" in one)
    for one in parts:
        is_first = first["_id"] in (one.get("_id"), one.get("part_id"))
        one["color"] = "black" if is_first else "white"
        one |= {"code": "black"} if is_first else {}
    return first["_id"], first["amount"]


def pay(done: Played, step: int = -1) -> tuple[int, int]:
    first = done.all("pays", step)[0]
    return first["total"], first["count"]


def one_goes(play: Play, call: str, **values: Any) -> Steps:
    id, amount = coloured(play)
    total, count = (play.first("pays")[name] for name in ("total", "count"))
    for _ in range(2):
        play.call(call, **(values or {"color": "black"}))
    play.audit()
    done = yield
    assert pay(done, 0) == pay(done) == (total - amount, count - 1)
    assert str(id) not in repr(done.states[0])
    lists = {name: found for name, found in done.found.items() if isinstance(found, list)}
    assert not any(found for name, found in lists.items() if not name.endswith(".largest"))


def replayed(scenario: Callable[[Play], Steps], name: str, form: str, copied: bool) -> Callable[[], None]:
    def one(play: Play) -> Steps:
        yield from scenario(play)

    one.__name__ = f"{name}_{form}_{copied}"
    return replay(lambda: parts(form, copied))(one)


CASES = [(form, copied) for form in FORMS for copied in (False, True) if not copied or form in LISTS]
SOME = {case: replayed(lambda play: one_goes(play, "drop some"), "some", *case) for case in CASES}
CHEAP = {case: replayed(lambda play: one_goes(play, "drop cheap", color="black", leastAmount=1, mostAmount=1000), "cheap", *case) for case in CASES}  # fmt: skip


ALONE = {case: replayed(lambda play: one_goes(play, "drop one", code="black"), "alone", *case) for case in CASES}  # fmt: skip


@pytest.mark.parametrize("case", CASES, ids=str)
def test_a_unique_value_deletes_one_with_all_that_names_it(case: tuple[str, bool]) -> None:
    ALONE[case]()


@pytest.mark.parametrize("case", CASES, ids=str)
def test_what_names_and_counts_a_deleted_document_follows(case: tuple[str, bool]) -> None:
    SOME[case]()


@pytest.mark.parametrize("case", CASES, ids=str)
def test_two_conditions_delete_what_meets_both(case: tuple[str, bool]) -> None:
    CHEAP[case]()


def priced(strategy: str, poly: str, kind: str) -> Json:
    """Bills of which parts go by their amount."""
    made = bills(strategy, poly, kind)
    cheap = {
        "name": "drop cheap",
        "kind": "delete",
        "entity": "Part",
        "filter": [{"field": "amount", "match": "range"}],
    }
    return {**made, "operations": [*made["operations"], cheap]}


def followed(play: Play, side: Side) -> Steps:
    fill(play, side)
    play.documents["parts"][1]["amount"] = 50
    play.call("drop cheap", leastAmount=1, mostAmount=9)
    play.audit()
    done = yield
    card, wire = stored(done, side, 0)
    assert card == {"total": 0, "count": 0, "double": 2, "sum": 2}
    assert wire["total"] == 5 and [one["_id"] for one in done.all("parts")] == [OTHER]
    assert repr(ONE) not in repr(done.states[0])


@on_both_sides("CHILD_REFS", design=priced)
def test_lists_of_kinds_let_go_of_what_a_filter_deletes(play: Play, side: Side) -> Steps:
    yield from followed(play, side)


@on_both_sides("PARENT_REF", design=priced)
def test_kinds_that_are_named_follow_what_a_filter_deletes(play: Play, side: Side) -> Steps:
    yield from followed(play, side)
