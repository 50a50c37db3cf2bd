"""What is worked out of the fields of links is kept from the end that does not store them, too."""

from __future__ import annotations

import pytest

from designs.compiler.lints.copies.formula_unkept import LINT
from tests.compiler.planned import found
from tests.mongosh.cases import built_once
from tests.mongosh.odd import Json, end, entity, field, link
from tests.mongosh.replay import Play, replay
from tests.mongosh.test_trees import Steps


def pools(formula: str = "sum(bags.volume) / 1000", strategy: str = "ONE_WAY_EMBED") -> Json:
    """Bags list the pools that they went into, each with how much of them did."""
    pooling = link(
        "pooling", "many-to-many", end("Pool", field="bags"), end("Bag", 3, field="pools"), strategy=strategy, link_owner="to",
        link_fields=[field("volume", "int", required=True)],
    )  # fmt: skip
    return {
        "format": "nestlink/1", "name": "Blood bank", "database": "bank",
        "entities": [
            entity("Pool", field("name"), field("litres", "double", computed={"formula": formula, "refresh": "on-write"})),
            entity("Bag", field("code")),
        ],
        "relationships": [pooling], "operations": [],
    }  # fmt: skip


@replay(pools)
def test_a_sum_over_links_follows_them(play: Play) -> Steps:
    pool, bag, other = play.first("pools"), play.first("bags", 0), play.first("bags", 1)
    play.documents = {
        "pools": [{"_id": pool["_id"], "name": "P1", "litres": 0.2}],
        "bags": [
            {"_id": bag["_id"], "code": "A", "pools": []},
            {"_id": other["_id"], "code": "B", "pools": [{"pool_id": pool["_id"], "volume": 200}]},
        ],
    }
    play.call("pooling.add", bagId=bag["_id"], poolId=pool["_id"], volume=300)
    play.call("pooling.edit", bagId=bag["_id"], poolId=pool["_id"], changes={"volume": 500})
    play.call("pooling.remove", bagId=other["_id"], poolId=pool["_id"])
    play.audit()
    done = yield
    assert [done.all("pools", call)[0]["litres"] for call in range(3)] == [0.5, 0.7, 0.5]
    assert not any(done.found.values())


@pytest.mark.parametrize("strategy", ["ONE_WAY_EMBED", "TWO_WAY_EMBED", "LINK_COLL"])
@pytest.mark.parametrize("formula", ["sum(bags.volume)", "sum(bags.volume) / 1000", "max(bags.volume)"])
def test_nothing_says_that_nobody_keeps_it(strategy: str, formula: str) -> None:
    assert found(LINT, built_once(pools(formula, strategy)).compilation) == []
