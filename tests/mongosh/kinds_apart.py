"""Designs whose pays are of several kinds, and scenarios that hold where these share a collection and where
each has its own."""

from __future__ import annotations

from collections.abc import Callable, Generator
from typing import Any, NamedTuple

import pytest
from bson import ObjectId

from tests.mongosh.odd import end, entity, field, link
from tests.mongosh.replay import Play, Played, replay

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
    results = [
        field(f"result{number}", "double", computed={"formula": formula, "refresh": "on-write"})
        for number, formula in enumerate(more.pop("results", ()), 1)
    ]
    operations, pay = more.pop("operations", []), {"history": more.pop("history", "none")}
    return {
        "format": "nestlink/1", "name": "Pays", "database": "shop", "operations": operations,
        "entities": [
            entity("Pay", field("amount", "int", required=True), **pay),
            entity("Card", field("no")), entity("Wire", field("iban")), entity("Order", field("number", "int"), *results),
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


def on_both_sides(
    strategy: str, kind: str = "one-to-many", *, design: Callable[..., Json] = pays, **more: Any
) -> Callable[[Scenario], Any]:
    """A test of a scenario with the kinds in one collection, and one with a collection for each."""

    def decorate(scenario: Scenario) -> Any:
        def side(poly: str) -> Callable[[], None]:
            def one(play: Play) -> Steps:
                yield from scenario(play, Side(poly))

            one.__name__ = f"{scenario.__name__}_{poly}"
            return replay(lambda: design(strategy, poly, kind, **more))(one)

        tests = {poly: side(poly) for poly in SIDES}

        def test(poly: str) -> None:
            tests[poly]()

        test.__name__ = scenario.__name__
        return pytest.mark.parametrize("poly", SIDES)(test)

    return decorate
