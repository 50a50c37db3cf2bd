"""A result that a later version of a shape brings is worked out as documents move to that version, and kept from then on."""

from __future__ import annotations

import pytest

from tests.compiler.composed import field
from tests.oracle.state import Json
from tests.oracle.test_reads import judged

MOVES = ("itemUpgrade1", "itemUpgradeAll1")
KEEPS = (*MOVES, "reprice", "itemCompute")
EMBEDDED = (*KEEPS, "linesAdd", "linesEdit")


def _total(formula: str, **more: object) -> Json:
    return field("total", "int", computed={"formula": formula}, since_version=2, **more)


def _design(*brought: Json, **link: str) -> Json:
    """Items with a price and an amount, whose second version tells what these come to. link: how carts hold them."""
    item = {
        "name": "Item", "schema_version": 2,
        "fields": [field("price", "int", required=True), field("amount", "int", required=True), *brought],
    }  # fmt: skip
    lines = {
        "name": "lines", "from": {"entity": "Cart", "field": "items"}, "to": {"entity": "Item", "has": {"min": 1}},
        **link,
    }  # fmt: skip
    return {
        "format": "nestlink/1", "name": "Carts", "database": "carts",
        "entities": [item, {"name": "Cart", "fields": [field("owner", required=True)]}],
        "relationships": [lines] if link else [],
        "operations": [
            {"name": "reprice", "kind": "update", "entity": "Item", "filter": [{"field": "_id"}], "changes": ["price"]},
        ],
    }  # fmt: skip


TOTAL = _total("price * amount")
OF_WHAT_IS_BROUGHT = (field("fee", "int", required=True, since_version=2), _total("price * amount + fee"))


@pytest.mark.parametrize(
    ("design", "functions"),
    [
        pytest.param(_design(TOTAL), KEEPS, id="of its own documents"),
        pytest.param(_design(*OF_WHAT_IS_BROUGHT), KEEPS, id="of what the version brings, too"),
        pytest.param(_design(TOTAL, kind="one-to-one", strategy="EMBED_ONE"), KEEPS, id="in an object"),
        pytest.param(_design(TOTAL, kind="one-to-many", strategy="EMBED_ARRAY"), EMBEDDED, id="in elements"),
    ],
)
def test_results_are_brought_and_kept(design: Json, functions: tuple[str, ...]) -> None:
    assert judged(design, *functions) == dict.fromkeys(functions, "")
