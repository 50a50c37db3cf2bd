"""References of what has a collection for each of its kinds to its own: the same calls leave the same
documents, and the audit finds the same, as where the kinds share a collection."""

from __future__ import annotations

from functools import partial
from typing import Any

from bson import ObjectId

from tests.mongosh.kinds_apart import CARD, GONE, MANY, NEW, WIRE, Json, Side, Steps
from tests.mongosh.kinds_apart import on_both_sides as on_both_sides_of
from tests.mongosh.odd import end, entity, field, link
from tests.mongosh.replay import Play

FAR = ObjectId(f"{9:024x}")
BY_ID = [{"field": "_id"}]
OPS: list[Json] = [
    {"name": "one", "kind": "read", "entity": "Pay", "filter": BY_ID, "includes": ["chain"], "per_day": 9},
    {"name": "all", "kind": "read", "entity": "Pay", "sort": BY_ID, "includes": ["chain"], "limit": 9, "per_day": 9},
    {"name": "walk", "kind": "read", "entity": "Pay", "sort": BY_ID, "includes": ["chain", "chain"], "limit": 9, "per_day": 9},
    {"name": "go", "kind": "delete", "entity": "Pay", "filter": BY_ID, "per_day": 1},
]  # fmt: skip
MOVE: Json = {
    "name": "move",
    "kind": "update",
    "entity": "Pay",
    "filter": BY_ID,
    "changes": ["origin"],
    "per_day": 1,
}


def own(strategy: str, poly: str, kind: str = "one-to-many", **more: Any) -> Json:
    """Pays that refer to pays; a pay is a card or a wire."""
    many = kind == MANY
    ends = end("Pay", 9, field="nexts"), end("Pay", 9 if many else 1, field="origins" if many else "origin")
    operations = more.pop("operations", [])
    return {
        "format": "nestlink/1", "name": "Pays", "database": "shop", "operations": operations,
        "entities": [entity("Pay", field("amount", "int", required=True)), entity("Card", field("no")), entity("Wire", field("iban"))],
        "relationships": [
            link("card", "is-a", {"entity": "Pay"}, {"entity": "Card"}, strategy=poly),
            link("wire", "is-a", {"entity": "Pay"}, {"entity": "Wire"}, strategy=poly),
            link("chain", kind, *ends, strategy=strategy, **more),
        ],
    }  # fmt: skip


on_both_sides = partial(on_both_sides_of, design=own)


def fill(play: Play, side: Side, cards: Json, wires: Json) -> None:
    """A card of 1 and a wire of 2 with further fields, and a second card of 3 with none."""
    play.documents = {side.of("card"): [], side.of("wire"): []}
    play.documents[side.of("card")] += [side.pay("card", CARD, 1, **cards), side.pay("card", FAR, 3)]
    play.documents[side.of("wire")].append(side.pay("wire", WIRE, 2, **wires))


def ids(found: Any) -> list[ObjectId]:
    return sorted(one["_id"] for one in found)


def linked(done: Any, side: Side, array: str, step: int = -1) -> dict[ObjectId, Any]:
    """What each pay that is left says under a name."""
    names = dict.fromkeys((side.of("card"), side.of("wire")))
    return {one["_id"]: one[array] for name in names for one in done.all(name, step) if one.get(array)}


@on_both_sides("PARENT_REF", operations=OPS)
def test_children_of_any_kind_have_parents_of_any_kind(play: Play, side: Side) -> Steps:
    fill(play, side, {"origin": WIRE}, {"origin": FAR})
    play.call("chain.read", originId=WIRE)
    play.call("chain.join", originId=FAR)
    play.call("chain.reassign", nextId=CARD, newOriginId=FAR)
    play.call("chain.remove", nextId=CARD)
    play.audit()
    done = yield
    assert ids(done.results[0]) == [CARD] and ids(done.results[1][0]["nexts"]) == [WIRE]
    assert linked(done, side, "origin", 2) == {CARD: FAR, WIRE: FAR}
    assert linked(done, side, "origin") == {WIRE: FAR}
    assert not any(found for name, found in done.found.items() if "orphans" in name)


@on_both_sides("CHILD_REFS", operations=OPS)
def test_a_list_of_any_kind_has_ids_of_any_kind(play: Play, side: Side) -> Steps:
    fill(play, side, {"nexts": [WIRE]}, {"nexts": [FAR]})
    play.call(side.call("chain.read", "card"), originId=CARD)
    play.call("chain.reverse", nextId=FAR)
    play.call(side.call("chain.add", "wire"), originId=CARD, next=side.pay("wire", NEW, 4))
    play.call("chain.reassign", nextId=NEW, newOriginId=WIRE)
    play.call("chain.reassign", nextId=NEW, newOriginId=GONE)
    play.call("go", payId=FAR)
    play.audit()
    done = yield
    assert ids(done.results[0]["nextList"]) == [WIRE] and ids(done.results[1]) == [WIRE]
    assert linked(done, side, "nexts", 2) == {CARD: [WIRE, NEW], WIRE: [FAR]}
    assert linked(done, side, "nexts", 3) == {CARD: [WIRE], WIRE: [FAR, NEW]}
    assert "refused" in done.results[4] and done.states[4] == done.states[3]
    assert (
        linked(done, side, "nexts") == {CARD: [WIRE], WIRE: [NEW]} and done.one(side.of("card"), FAR) is None
    )
    assert not any(found for name, found in done.found.items() if "orphans" in name)


@on_both_sides("CHILD_REFS", operations=OPS)
def test_the_workload_reads_and_walks_through_all_kinds(play: Play, side: Side) -> Steps:
    fill(play, side, {"nexts": [WIRE]}, {"nexts": [FAR]})
    play.call("one.2" if side.poly == "POLY_SPLIT" else "one", id=WIRE)
    play.call("all")
    play.call("walk")
    done = yield
    assert ids(done.results[0]["pays"]) == [FAR]
    reached = {one["_id"]: ids(one["pays"]) for one in done.results[1]}
    assert reached[CARD] == [WIRE] and reached[FAR] == []
    walked = {one["_id"]: {(each["_id"], each["hops"]) for each in one["pays"]} for one in done.results[2]}
    assert walked[CARD] == {(WIRE, 0), (FAR, 1)} and walked[FAR] == set()


@on_both_sides("TWO_WAY_REFS", operations=[MOVE])
def test_both_ends_agree_whatever_the_kinds(play: Play, side: Side) -> Steps:
    fill(play, side, {"nexts": [WIRE]}, {"origin": CARD})
    play.call("move", nextId=WIRE, oldOriginId=CARD, newOriginId=FAR)
    play.call(side.call("chain.add", "card"), next=side.pay("card", NEW, 4, origin=WIRE))
    play.call(side.call("chain.add", "card"), next=side.pay("card", ObjectId(), 5, origin=GONE))
    play.audit()
    done = yield
    assert linked(done, side, "nexts", 0) == {FAR: [WIRE]} and linked(done, side, "origin", 0) == {WIRE: FAR}
    assert linked(done, side, "nexts") == {FAR: [WIRE], WIRE: [NEW]}
    assert "refused" in done.results[2] and done.states[2] == done.states[1]
    assert not any(found for name, found in done.found.items() if "disagreements" in name)


@on_both_sides("TWO_WAY_EMBED", MANY, operations=OPS)
def test_links_of_any_two_kinds_stand_on_both_sides(play: Play, side: Side) -> Steps:
    fill(play, side, {"nexts": [FAR]}, {})
    play.documents[side.of("card")][1]["origins"] = [CARD]
    play.call("chain.add", originId=CARD, nextId=WIRE)
    play.call("chain.replace", originId=WIRE, newNexts=[FAR])
    play.call("chain.replace_back", nextId=FAR, newOrigins=[WIRE])
    play.call("go", payId=FAR)
    play.audit()
    done = yield
    assert linked(done, side, "nexts", 0) == {CARD: [FAR, WIRE]}
    assert linked(done, side, "origins", 1) == {WIRE: [CARD], FAR: [CARD, WIRE]}
    assert linked(done, side, "nexts", 2) == {CARD: [WIRE], WIRE: [FAR]}
    assert linked(done, side, "nexts") == {CARD: [WIRE]} and linked(done, side, "origins") == {WIRE: [CARD]}
    assert not any(
        found for name, found in done.found.items() if "disagreements" in name or "orphans" in name
    )


@on_both_sides("LINK_COLL", MANY, operations=OPS)
def test_link_documents_lead_to_any_two_kinds(play: Play, side: Side) -> Steps:
    fill(play, side, {}, {})
    links = play.design.compilation.plan.collections[-1].name
    play.documents[links] = []
    play.call("chain.add", originId=CARD, nextId=WIRE)
    play.call("chain.add", originId=WIRE, nextId=FAR)
    play.call("chain.read", originId=CARD)
    play.call("walk")
    play.call("go", payId=WIRE)
    play.audit()
    done = yield
    assert [one["next"]["_id"] for one in done.results[2]] == [WIRE]
    walked = {one["_id"]: ids(one["pays"]) for one in done.results[3]}
    assert walked[CARD] == [WIRE, FAR] and walked[FAR] == []
    assert done.one(side.of("wire"), WIRE) is None
    assert [(one["origin_id"], one["next_id"]) for one in done.all(links)] == []
