"""PARTIAL_KEY: numbers that tell a thing apart only within its owner, which nothing keeps apart."""

from __future__ import annotations

from typing import Any

import pytest

from designs.compiler import Compilation
from designs.compiler.lints.indexes.partial_key import LINT
from tests.compiler.composed import design, entity, field, link
from tests.compiler.in_parts import compile_design

AUCTION, NO = {"field": "auction"}, {"field": "lot_no"}
EACH = {"min": 1, "max": 1}


def compiled(
    *matches: dict[str, Any], kind: str = "weak", number: dict[str, Any] | None = None, has: Any = EACH,
    strategy: str = "PARENT_REF", **more: Any,
) -> Compilation:  # fmt: skip
    """Auctions with lots, and a read of a lot with this filter. more: keys of the entity Lot."""
    fields = [number or field("lot_no", "int"), field("title"), field("at", "date")]
    parts = [
        entity("Auction", field("code", unique=True)),
        entity("Lot", *fields, kind=kind, **({"id": "lot"} | more)),
    ]
    lots = link(
        "lots", "one-to-many", ("Auction", {"has": {"max": 100}}), ("Lot", {"field": "auction", "has": has}), strategy=strategy
    )  # fmt: skip
    read = {"name": "lot", "kind": "read", "entity": "Lot", "filter": list(matches)}
    return compile_design(design(parts, [lots], operations=[read]))


def subjects(compilation: Compilation) -> list[str]:
    return [each.subject for each in compilation.findings if each.code == LINT.code]


def test_a_number_within_its_owner_should_be_unique_there() -> None:
    (finding,) = (each for each in compiled(AUCTION, NO).findings if each.code == LINT.code)
    assert (finding.subject, finding.severity) == ("Lot.lot_no", "info")
    assert (
        finding.message
        == "“lot” finds a lot by its auction and lot_no, but no unique index prevents a second one."
    )
    index = {"keys": [["auction", 1], ["lot_no", 1]], "unique": True}
    assert finding.fix == {"edit": "set", "id": "lot", "path": ["indexes"], "value": [index]}


def test_what_the_fix_states_is_made_and_tells_one() -> None:
    keyed = compiled(AUCTION, NO, indexes=[{"keys": [["auction", 1], ["lot_no", 1]], "unique": True}])
    assert subjects(keyed) == []
    (lots,) = (each for each in keyed.plan.collections if each.name == "lots")
    unique = [index.keys for index in lots.indexes if index.options.get("unique")]
    assert unique == [(("auction", 1), ("lot_no", 1))]
    (read,) = (each for each in keyed.plan.statements if each.subject == "operation:lot")
    assert read.op == "findOne"


@pytest.mark.parametrize(
    ("matches", "more"),
    [
        ((NO,), {}),
        ((AUCTION,), {}),
        ((AUCTION, {"field": "title"}), {}),
        ((AUCTION, {"field": "at"}), {}),
        ((AUCTION, {"field": "lot_no", "match": "range"}), {}),
        ((AUCTION, {"field": "lot_no", "value": 1}), {}),
        ((AUCTION, NO, {"field": "title"}), {}),
        ((AUCTION, NO), {"kind": "entity"}),
        ((AUCTION, NO), {"has": {"min": 0, "max": 1}}),
        ((AUCTION, NO), {"number": field("lot_no", "int", unique=True)}),
        ((AUCTION, NO), {"number": field("lot_no", "int", enum=[1, 2])}),
        ((AUCTION, NO), {"strategy": "EMBED_ARRAY"}),
    ],
)
def test_what_is_no_key_of_a_part(matches: tuple[dict[str, Any], ...], more: dict[str, Any]) -> None:
    assert subjects(compiled(*matches, **more)) == []


def test_the_owner_may_be_named_by_its_own_key() -> None:
    assert subjects(compiled({"field": "auction.code"}, NO)) == ["Lot.lot_no"]
