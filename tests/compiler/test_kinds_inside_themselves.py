"""A special that stands inside of what it is a kind of: the general has documents of its own, else both would
have no place but in one another. A special that stands elsewhere takes the general along, as ever."""

from __future__ import annotations

import json
from typing import Any

import pytest

from designs.compiler import compile_design, read

NAMES = ("Order", "Parcel", "Van")
ENTITIES = [{"name": name, "fields": [{"name": f"{name}_on", "type": "date"}]} for name in NAMES]
IS_A = {"name": "is_a", "kind": "is-a", "from": {"entity": "Order"}, "to": {"entity": "Parcel"}}
TREE = {"name": "below", "kind": "tree", "from": {"entity": "Order"}, "to": {"entity": "Order"}}
ONE, MANY = "one-to-one", "one-to-many"


def inside(holder: str, kind: str, strategy: str, **more: Any) -> dict[str, Any]:
    ends = {"from": {"entity": holder}, "to": {"entity": "Parcel"}}
    return {"name": f"{holder}_{strategy}", "kind": kind, "strategy": strategy, **ends, **more}


COPY = {"field": "Order_on", "of": "from", "as": "ordered_on", "policy": "snapshot"}
PAGES = inside("Order", MANY, "BUCKET_TIME", time_window="day", copies=[COPY])


@pytest.mark.parametrize(
    ("links", "has_own"),
    [
        ([inside("Order", ONE, "EMBED_ONE"), PAGES], True),
        ([inside("Order", MANY, "OUTLIER"), TREE], True),
        ([inside("Order", MANY, "EMBED_ARRAY")], True),
        ([inside("Van", MANY, "EMBED_ARRAY")], False),
    ],
)
def test_what_holds_its_own_kind_has_documents(links: list[dict[str, Any]], has_own: bool) -> None:
    design = {"format": "nestlink/1", "name": "t", "database": "t", "entities": ENTITIES}
    model = read(json.dumps({**design, "relationships": [*links, IS_A]}).encode()).value
    assert model is not None
    names = [one.name for one in compile_design(model).plan.collections]
    assert ("orders" in names) is has_own
