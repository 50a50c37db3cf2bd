"""Buckets of a child that is the only kind of its parent, and embedded in it too: no document of the parent is left
to repeat anything of."""

from __future__ import annotations

import json
from typing import Any

import pytest

from designs.compiler import compile_design, read

ORDER, PARCEL = ({"name": name, "fields": [{"name": f"{name}_on", "type": "date"}]} for name in ("Order", "Parcel"))  # fmt: skip
ENDS = {"from": {"entity": "Order"}, "to": {"entity": "Parcel"}}
INSIDE = {"name": "inside", "kind": "one-to-one", "strategy": "EMBED_ONE", **ENDS}
IS_A = {"name": "is_a", "kind": "is-a", **ENDS}
PAGES = {
    "name": "pages",
    "kind": "one-to-many",
    "strategy": "BUCKET_TIME",
    "time_window": "day",
    "copies": [{"field": "Order_on", "of": "from", "as": "ordered_on", "policy": "snapshot"}],
    **ENDS,
}


def adding(*relationships: dict[str, Any]) -> list[str]:
    design = {"format": "nestlink/1", "name": "t", "database": "t", "entities": [ORDER, PARCEL]}
    model = read(json.dumps({**design, "relationships": relationships}).encode()).value
    assert model is not None
    made = compile_design(model).plan.statements
    return [one.op for one in made if one.id.startswith("pages.add")]


@pytest.mark.parametrize(
    ("relationships", "ops"),
    [((PAGES, INSIDE, IS_A), ["updateOne"]), ((PAGES, INSIDE), ["findOne", "updateOne"])],
    ids=["no document of the parent", "documents of the parent"],
)
def test_an_addition_reads_the_parent_where_there_is_one(
    relationships: tuple[dict[str, Any], ...], ops: list[str]
) -> None:
    assert adding(*relationships) == ops
