"""Updates and deletes with a limit change the first so many of what they find, and no other document."""

from __future__ import annotations

import json
from typing import Any

import pytest

from designs.compiler import read
from designs.compiler.exporters.mongosh import render
from tests.compiler.composed import field
from tests.compiler.in_parts import compile_design
from tests.oracle.test_reads import judged

Json = dict[str, Any]
SORT = [{"field": "at", "direction": 1}]
OPEN = [{"field": "state", "value": "open"}]
CLOSES = [{"field": "state", "do": "set", "value": "done"}]


def _design(*operations: Json, topology: str = "replica-set", **relationship: Any) -> Json:
    state = field("state", required=True, enum=["open", "done"])
    fields = [field("at", "date", required=True), state, field("tries", "int")]
    many = {"formula": "count(vouchers)", "sources": ["vouchers"], "refresh": "on-write"}
    fields_of_shop = [field("name", required=True, unique=True), field("many", "int", computed=many)]
    shop = {"name": "Shop", "fields": fields_of_shop}
    link = {
        "name": "vouchers", "kind": "one-to-many", "strategy": "PARENT_REF",
        "from": {"entity": "Shop", "field": "vouchers"}, "to": {"entity": "Voucher", "field": "shop"},
    }  # fmt: skip
    return {
        "format": "nestlink/1", "name": "Vouchers", "database": "vouchers", "topology": topology,
        "entities": [{"name": "Voucher", "fields": fields, "count": 1000}, *([shop] if relationship else [])],
        "relationships": [link | relationship] if relationship else [], "operations": list(operations),
    }  # fmt: skip


def _write(kind: str, *filter: Json, **more: Any) -> Json:
    effects = {"effects": CLOSES} if kind == "update" else {}
    filters = {"filter": list(filter)} if filter else {}
    return {"name": "few", "kind": kind, "entity": "Voucher", "per_day": 5, **filters, **effects, **more}


@pytest.mark.parametrize("limit", [1, 2])
@pytest.mark.parametrize("filter", [[], OPEN])
@pytest.mark.parametrize("kind", ["delete", "update"])
def test_the_first_so_many_alone_change(kind: str, filter: list[Json], limit: int) -> None:
    assert judged(_design(_write(kind, *filter, sort=SORT, limit=limit)), "few") == {"few": ""}


@pytest.mark.parametrize("limit", [1, 2])
@pytest.mark.parametrize("kind", ["delete", "update"])
def test_what_follows_from_them_follows_from_those_alone(kind: str, limit: int) -> None:
    design = _design(_write(kind, *OPEN, sort=SORT, limit=limit), strategy="PARENT_REF")
    assert judged(design, "few") == {"few": ""}


def test_lists_let_go_of_those_alone() -> None:
    design = _design(_write("delete", *OPEN, sort=SORT, limit=2), strategy="CHILD_REFS")
    assert judged(design, "few") == {"few": ""}


def test_on_a_standalone_server_others_may_take_them_meanwhile() -> None:
    design = _design(_write("update", *OPEN, sort=SORT, limit=2), topology="standalone")
    assert judged(design, "few") == {"few": ""}


def test_a_range_may_be_open_in_the_read_and_the_write() -> None:
    renew = _write("update", {"field": "at", "match": "range"}, limit=3)
    renew["effects"] = [{"field": "tries", "do": "increment"}]
    calls = _script(_design(renew)).partition("function few(")[2]
    assert calls.partition("\n}\n")[0].count("openEnded({") == 2


def test_a_unique_value_needs_neither() -> None:
    source = _design(_write("delete", {"field": "code"}, sort=SORT, limit=1))
    source["entities"][0]["fields"].append(field("code", required=True, unique=True))
    assert "db.vouchers.deleteOne({ code })" in _script(source)


@pytest.mark.parametrize(
    ("write", "more", "why"),
    [
        (_write("delete", sort=SORT), {}, "it has a sort without a limit"),
        (_write("update", *OPEN, limit=5, returns="after"), {}, "it returns one document"),
        (
            _write("delete", *OPEN, limit=1),
            {"strategy": "EMBED_ARRAY"},
            "a voucher has no document of its own",
        ),
        (_write("update", {"field": "_id", "match": "in"}, limit=2), {}, "it filters by _id"),
    ],
)
def test_what_no_write_can_take_alone_gets_no_function(write: Json, more: Json, why: str) -> None:
    compilation = compile_design(_read(_design(write, **more)))
    said = [each.message for each in compilation.findings if each.code == "OPERATION_UNWRITTEN"]
    assert len(said) == 1
    assert why in said[0]


def _script(source: Json) -> str:
    return next(
        each.text for each in render(compile_design(_read(source))) if each.path.endswith("04_queries.js")
    )


def _read(source: Json) -> Any:
    design = read(json.dumps(source)).value
    assert design is not None
    return design
