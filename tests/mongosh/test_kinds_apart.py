"""References to what has several kinds: the same calls where the kinds share a collection and where each
has its own leave the same documents, and the audit finds the same."""

from __future__ import annotations

from collections.abc import Callable, Generator
from typing import Any, NamedTuple

import pytest
from bson import ObjectId

from tests.mongosh.cases import build
from tests.mongosh.expected import Reader, reads, recipes, writes
from tests.mongosh.odd import end, entity, field, link
from tests.mongosh.replay import Play, Played, replay
from tests.mongosh.runs import calls, jobs
from tests.mongosh.shell import run

Steps = Generator[None, Played, None]
Json = dict[str, Any]
SIDES = ("POLY_SINGLE", "POLY_SPLIT")
CARD, WIRE, NEW, GONE, ONE, OTHER = (ObjectId(f"{number:024x}") for number in range(1, 7))
MANY = "many-to-many"


def copied(policy: str = "eventual", of: str = "to") -> Json:
    more = {"reads_per_day": 1e6, "updates_per_day": 1}
    return {"copies": [{"field": "amount", "of": of, "policy": policy, **more}]}


def pays(strategy: str, poly: str, kind: str = "one-to-many", *, turned: bool = False, **more: Any) -> Json:
    """Orders and their pays, or pays and their orders (turned); a pay is a card or a wire."""
    known = {"EMBED_LINK": {"link_owner": "from"}, "ONE_WAY_EMBED": {"link_owner": "from"}}.get(strategy, {})
    ends = [end("Order", 9), end("Pay", 9 if kind == MANY else 1)]
    if turned:
        ends = [end("Pay", 9), end("Order", 9 if kind == MANY else 1)]
    operations = more.pop("operations", [])
    return {
        "format": "nestlink/1", "name": "Pays", "database": "shop", "operations": operations,
        "entities": [
            entity("Pay", field("amount", "int", required=True)),
            entity("Card", field("no")), entity("Wire", field("iban")), entity("Order", field("number", "int")),
        ],
        "relationships": [
            link("card", "is-a", {"entity": "Pay"}, {"entity": "Card"}, strategy=poly),
            link("wire", "is-a", {"entity": "Pay"}, {"entity": "Wire"}, strategy=poly),
            link("pays", kind, *ends, strategy=strategy, **known, **more),
        ],
    }  # fmt: skip


class Side(NamedTuple):
    """How a side calls its things."""

    poly: str

    def of(self, kind: str) -> str:
        """The collection of a kind."""
        return f"{kind}s" if self.poly == "POLY_SPLIT" else "pays"

    def call(self, recipe: str, kind: str) -> str:
        """The recipe for one kind."""
        return f"{recipe}.{kind}" if self.poly == "POLY_SPLIT" else recipe

    def pay(self, kind: str, id: ObjectId, amount: int, **more: Any) -> Json:
        """A document of a kind."""
        told = {} if self.poly == "POLY_SPLIT" else {"pay_type": kind}
        return {"_id": id, **told, "amount": amount, **more}

    def fill(self, play: Play, held: list[Json], /, *more: Json, **fields: Any) -> None:
        """A card of 1 and a wire of 2, the orders, and the further cards."""
        play.documents = {self.of("card"): [], self.of("wire"): [], "orders": held}
        play.documents[self.of("card")] += [self.pay("card", CARD, 1, **fields), *more]
        play.documents[self.of("wire")].append(self.pay("wire", WIRE, 2, **fields))


Scenario = Callable[[Play, Side], Steps]


def on_both_sides(strategy: str, kind: str = "one-to-many", **more: Any) -> Callable[[Scenario], Any]:
    """A test of a scenario with the kinds in one collection, and one with a collection for each."""

    def decorate(scenario: Scenario) -> Any:
        def side(poly: str) -> Callable[[], None]:
            def one(play: Play) -> Steps:
                yield from scenario(play, Side(poly))

            one.__name__ = f"{scenario.__name__}_{poly}"
            return replay(lambda: pays(strategy, poly, kind, **more))(one)

        tests = {poly: side(poly) for poly in SIDES}

        def test(poly: str) -> None:
            tests[poly]()

        test.__name__ = scenario.__name__
        return pytest.mark.parametrize("poly", SIDES)(test)

    return decorate


def ids(found: Any) -> list[ObjectId]:
    return sorted(one["_id"] for one in found)


def listed(*pairs: tuple[ObjectId, int]) -> list[Json]:
    return [{"pay_id": id, "amount": amount} for id, amount in pairs]


# --- lists of ids ---------------------------------------------------------------------------------


@on_both_sides("CHILD_REFS", **copied())
def test_listed_kinds_are_read_added_handed_over_and_deleted(play: Play, side: Side) -> Steps:
    orders = [{"_id": ONE, "pays": listed((CARD, 1), (WIRE, 2))}, {"_id": OTHER, "pays": []}]
    side.fill(play, orders)
    play.call("pays.read", orderId=ONE)
    play.call(side.call("pays.reassign", "wire"), payId=WIRE, oldOrderId=ONE, newOrderId=OTHER)
    play.call(side.call("pays.add", "wire"), pay=side.pay("wire", NEW, 7), orderId=ONE)
    play.call(side.call("pays.reassign", "card"), payId=GONE, oldOrderId=ONE, newOrderId=OTHER)
    play.call("pays.remove", payId=WIRE)
    done = yield
    assert ids(done.results[0]["payList"]) == [CARD, WIRE]
    assert done.one("orders", ONE, 1)["pays"] == listed((CARD, 1))
    assert done.one("orders", OTHER, 1)["pays"] == listed((WIRE, 2))
    assert done.one("orders", ONE, 2)["pays"] == listed((CARD, 1), (NEW, 7))
    assert NEW in ids(done.all(side.of("wire"), 2))
    assert done.results[3] == {"refused": "there is no such pay"} and done.states[3] == done.states[2]
    assert done.one("orders", OTHER)["pays"] == []
    assert WIRE not in ids(done.all(side.of("wire"))) and ids(done.all(side.of("card")))[0] == CARD


@on_both_sides("CHILD_REFS", **copied())
def test_only_what_no_kind_has_dangles_and_only_stale_copies_differ(play: Play, side: Side) -> Steps:
    pairs = [(CARD, 1), (WIRE, 3), (GONE, 4)]
    side.fill(play, [{"_id": ONE, "pays": listed(*pairs)}])
    play.audit()
    done = yield
    assert [one["pays"]["pay_id"] for one in done.found["pays.orphans.from"]] == [GONE]
    assert [one["pays"]["pay_id"] for one in done.found["pays.copies.amount"]] == [WIRE, GONE]


@pytest.mark.parametrize("poly", SIDES)
@pytest.mark.parametrize("policy", ["eventual", "batch", "strong"])
def test_the_copies_of_every_kind_are_kept_true(policy: str, poly: str) -> None:
    plan = build(pays("CHILD_REFS", poly, **copied(policy))).compilation.plan
    made = [one for one in plan.statements if one.purpose in ("sync", "watch")]
    sources = {one.collection for one in made if one.op in ("watch", "find", "updateOne")}
    assert sources == ({"cards", "wires"} if poly == "POLY_SPLIT" else {"pays"})
    assert all(
        any(one.collection == "orders" for one in made if one.recipe == each.recipe) or each.op == "watch"
        for each in made
    )


@on_both_sides("CHILD_REFS", **copied("batch"))
def test_a_job_writes_the_copies_of_all_kinds(play: Play, side: Side) -> Steps:
    side.fill(play, [{"_id": ONE, "pays": listed((CARD, 0), (WIRE, 0))}])
    play.call("pays.sync.from")
    if side.poly == "POLY_SPLIT":
        play.call("pays.sync.from.2")
    done = yield
    assert done.one("orders", ONE)["pays"] == listed((CARD, 1), (WIRE, 2))


@on_both_sides("ONE_WAY_EMBED", MANY)
def test_a_deleted_document_leaves_every_list_whatever_its_kind(play: Play, side: Side) -> Steps:
    side.fill(play, [{"_id": ONE, "pays": [CARD, WIRE]}, {"_id": OTHER, "pays": [WIRE]}])
    play.call("pays.read", orderId=ONE)
    play.call("pays.delete", payId=WIRE)
    done = yield
    assert ids(done.results[0]["payList"]) == [CARD, WIRE]
    assert [one["pays"] for one in done.all("orders")] == [[CARD], []]
    assert WIRE not in ids(done.all(side.of("wire"))) and CARD in ids(done.all(side.of("card")))
    answer = done.results[1]
    if side.poly == "POLY_SPLIT":
        assert {name: one["deletedCount"] for name, one in answer.items()} == {"cards": 0, "wires": 1}
    else:
        assert answer["deletedCount"] == 1


@on_both_sides("CHILD_REFS", turned=True)
def test_a_holder_of_any_kind_lists_a_new_document(play: Play, side: Side) -> Steps:
    side.fill(play, [{"_id": ONE}], orders=[ONE])
    play.call("pays.add", order={"_id": NEW, "number": 1}, payId=WIRE)
    play.call("pays.reverse", orderId=ONE)
    play.call(side.call("pays.read", "wire"), payId=WIRE)
    play.call(side.call("pays.reassign", "card"), oldPayId=WIRE, newPayId=CARD, orderId=NEW)
    play.call("pays.remove", orderId=ONE)
    done = yield
    assert done.one(side.of("wire"), WIRE, 0)["orders"] == [ONE, NEW]
    assert done.one(side.of("card"), CARD, 0)["orders"] == [ONE]
    assert [one["_id"] for one in done.results[1]] == [CARD, WIRE]
    assert ids(done.results[2]["orderList"]) == [NEW, ONE]
    assert done.one(side.of("card"), CARD, 3)["orders"] == [ONE, NEW]
    assert done.one(side.of("wire"), WIRE)["orders"] == [] and done.one("orders", ONE) is None


@on_both_sides("TWO_WAY_REFS")
def test_both_ends_agree_whatever_the_kind(play: Play, side: Side) -> Steps:
    side.fill(play, [{"_id": ONE, "pays": [CARD, WIRE]}, {"_id": OTHER, "pays": []}], order_id=ONE)
    play.call(side.call("pays.reassign", "wire"), payId=WIRE, oldOrderId=ONE, newOrderId=OTHER)
    play.call("pays.listed", orderId=OTHER)
    play.call("pays.remove", payId=CARD, orderId=ONE)
    play.audit()
    done = yield
    assert done.one(side.of("wire"), WIRE)["order_id"] == OTHER and done.one("orders", OTHER)["pays"] == [
        WIRE
    ]
    assert ids(done.results[1]["payList"]) == [WIRE] and done.one("orders", ONE)["pays"] == []
    assert CARD not in ids(done.all(side.of("card")))
    assert not any(found for name, found in done.found.items() if "disagreements" in name)


@on_both_sides("TWO_WAY_REFS")
def test_the_audit_tells_which_end_is_wrong_whatever_the_kind(play: Play, side: Side) -> Steps:
    side.fill(play, [{"_id": ONE, "pays": [CARD]}], order_id=ONE)
    play.audit()
    done = yield
    found = [one["_id"] for name, some in done.found.items() if "disagreements.to" in name for one in some]
    assert found == [WIRE] and done.found["pays.disagreements.from"] == []


# --- single references ----------------------------------------------------------------------------


@on_both_sides("PARENT_REF", turned=True, exclusive_owner=True)
def test_a_parent_of_any_kind_comes_with_its_children_and_goes_with_them(play: Play, side: Side) -> Steps:
    side.fill(play, [{"_id": ONE, "pay_id": WIRE}, {"_id": OTHER, "pay_id": CARD}])
    play.call("pays.join", payId=WIRE)
    play.call("pays.cascade", payId=WIRE)
    done = yield
    assert [(one["_id"], ids(one["orders"])) for one in done.results[0]] == [(WIRE, [ONE])]
    assert ids(done.all("orders")) == [OTHER]
    assert CARD in ids(done.all(side.of("card"))) and WIRE not in ids(done.all(side.of("wire")))


@on_both_sides("PARENT_REF", page_size=2)
def test_children_of_all_kinds_come_in_one_order(play: Play, side: Side) -> Steps:
    side.fill(play, [{"_id": ONE}, {"_id": OTHER}], side.pay("card", NEW, 3, order_id=ONE), order_id=ONE)
    play.call("pays.read", orderId=ONE)
    play.call("pays.page", orderId=ONE, lastId=WIRE)
    play.call("pays.join", orderId=ONE)
    play.call("pays.reassign", payId=WIRE, newOrderId=OTHER)
    play.call("pays.remove", payId=CARD)
    done = yield
    assert [one["_id"] for one in done.results[0]] == [NEW, WIRE]
    assert [one["_id"] for one in done.results[1]] == [CARD]
    assert ids(done.results[2][0]["pays"]) == [CARD, WIRE, NEW]
    assert set(done.results[2][0]) == {"_id", "pays"}
    assert done.one(side.of("wire"), WIRE)["order_id"] == OTHER
    assert ids(done.all(side.of("card")))[-1] == NEW and CARD not in ids(done.all(side.of("card")))


@on_both_sides("LINK_COLL", MANY, **copied())
def test_links_lead_to_every_kind(play: Play, side: Side) -> Steps:
    side.fill(play, [{"_id": ONE}])
    links = play.design.compilation.plan.collections[-1].name
    play.documents[links] = [{"_id": OTHER, "order_id": ONE, "pay_id": CARD, "pay_amount": 1}]
    play.call(side.call("pays.add", "wire"), orderId=ONE, payId=WIRE)
    play.call("pays.read", orderId=ONE)
    done = yield
    assert [(one["pay_id"], one["pay_amount"], one["pay"]["_id"]) for one in done.results[1]] == [
        (CARD, 1, CARD), (WIRE, 2, WIRE),
    ]  # fmt: skip


# --- the workload ---------------------------------------------------------------------------------

WORK = [
    {"name": "all", "kind": "read", "entity": "Order", "includes": ["pays"], "limit": 5, "per_day": 9},
    {"name": "one", "kind": "read", "entity": "Order", "filter": [{"field": "_id"}], "includes": ["pays"], "per_day": 9},
    {"name": "pay", "kind": "insert", "entity": "Wire", "per_day": 1},
]  # fmt: skip


@on_both_sides("CHILD_REFS", operations=WORK)
def test_the_workload_reads_and_inserts_the_kinds_that_are_meant(play: Play, side: Side) -> Steps:
    side.fill(play, [{"_id": ONE, "pays": [CARD, WIRE]}])
    play.call("all")
    play.call("one", id=ONE)
    play.call("pay", pay=side.pay("wire", NEW, 5), orderId=ONE)
    done = yield
    assert ids(done.results[0][0]["pays2"]) == [CARD, WIRE]
    assert set(done.results[0][0]) == {"_id", "pays", "pays2"}
    assert ids(done.results[1]["pays2"]) == [CARD, WIRE]
    assert NEW in ids(done.all(side.of("wire"))) and done.one("orders", ONE)["pays"] == [CARD, WIRE, NEW]


# --- whole scripts --------------------------------------------------------------------------------

SHAPES = {
    "lists": ("CHILD_REFS", "one-to-many", {}), "lists with copies": ("CHILD_REFS", "one-to-many", copied()),
    "holders": ("CHILD_REFS", "one-to-many", {"turned": True}), "both ends": ("TWO_WAY_REFS", "one-to-many", {}),
    "children": ("PARENT_REF", "one-to-many", {}), "parents": ("PARENT_REF", "one-to-many", {"turned": True}),
    "one way": ("ONE_WAY_EMBED", MANY, {}), "both ways": ("TWO_WAY_EMBED", MANY, {}),
    "links": ("LINK_COLL", MANY, copied()), "links inside": ("EMBED_LINK", MANY, copied("strong")),
}  # fmt: skip


def test_whole_scripts_of_split_kinds_call_the_plan() -> None:
    made = {
        name: build(pays(strategy, SIDES[1], kind, **more)) for name, (strategy, kind, more) in SHAPES.items()
    }
    journals = run(job for name, one in made.items() for job in jobs(f"apart {name}", one))
    for name, design in made.items():
        for script in ("queries", "sync", "audit"):
            found = journals[f"apart {name}/{script}"]
            assert found["error"] is None, (name, found["error"])
            assert not [line for line in found["printed"] if "was refused" in str(line)], (
                name,
                found["printed"],
            )
        asked = journals[f"apart {name}/queries"]
        for step, some in (("04_queries", reads), ("demo", writes)):
            reader = Reader(design, calls(asked, step))
            for recipe in some(design, "04_queries"):
                reader.follow(recipe)
            reader.end()
        reader = Reader(design, journals[f"apart {name}/sync"]["calls"])
        for recipe in recipes(design, "05_sync"):
            if recipe[0].purpose != "watch":
                reader.follow(recipe)
        reader.end()
