"""A small design with two relationships to store otherwise, and ways to ask what that means."""

from __future__ import annotations

import json
from typing import Any

from designs.delivery.compiled.compiled_design import Compiled
from designs.delivery.pages.variants import MOST_WAYS, Side, Variant, offered, parameters, query_of, variant
from designs.delivery.pages.what_if import Comparison, compared
from designs.models import Design

from .conftest import small_design

OP = "0123456789abcdef"
PAGE, KEEP = "/designs/small/what-if/", "/designs/small/what-if/keep/"


def read_students(**more: Any) -> dict[str, Any]:
    one = {"name": "page", "kind": "read", "entity": "Student", "includes": ["emails"], "per_day": 100}
    return one | {"filter": [{"field": "_id", "match": "eq"}]} | more


def two_relationships() -> dict[str, Any]:
    """A student with e-mails and an address, and a page that shows all of it."""
    design = small_design(operations=[read_students(includes=["emails", "home"])])
    design["entities"].append({"name": "Home", "fields": [{"name": "street", "type": "string"}]})
    home = {"name": "home", "kind": "one-to-one", "from": {"entity": "Student", "has": {"min": 0, "max": 1}}}
    design["relationships"].append(home | {"to": {"entity": "Home", "has": {"min": 1, "max": 1}}})
    return design


def key(design: Design, name: str) -> str:
    links = json.loads(design.text)["relationships"]
    return str(next(one["id"] for one in links if one["name"] == name))


def side(design: Design, base: str = "now", **ways: str) -> Side:
    return Side(base, tuple((key(design, name), way) for name, way in ways.items()))


def worked(design: Design, base: str = "now", version: bytes | None = None, **ways: str) -> Variant:
    return variant(side(design, base, **ways), design.text.encode(), version)


def beside(one: Variant, other: Variant) -> Comparison:
    assert isinstance(one.result, Compiled) and isinstance(other.result, Compiled)
    return compared(one.result, other.result, (one.without, other.without))


def asked(design: Design, **ways: str) -> dict[str, str]:
    return dict(parameters((Side(), side(design, **ways))))


def otherwise(design: Design) -> str:
    """What every relationship that can be is stored otherwise by, on one side of a comparison."""
    ways = [(one.key, one.open[0].strategy) for one in offered(design.text.encode()) if one.open]
    return query_of((Side(), Side(ways=tuple(ways[:MOST_WAYS]))))
