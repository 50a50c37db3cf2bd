"""L40: field names that paths cannot reach."""

from __future__ import annotations

from typing import Any

import pytest

from designs.compiler.lints.name_field import LINT
from tests.compiler.composed import field
from tests.compiler.planned import found, pair, things


@pytest.mark.parametrize(
    ("fields", "expected"),
    [
        ([field("a_b"), field("a$b")], []),
        ([field("a.b")], [("Thing.a.b", "warning")]),
        ([field("$a")], [("Thing.$a", "warning")]),
        ([field("a.b"), field("a", "object", fields=[field("b")])], [("Thing.a.b", "error")]),
        ([field("a.b"), field("a", "object", fields=[field("c")])], [("Thing.a.b", "warning")]),
        ([field("stars", "object", fields=[field("1"), field("2")])], [("Thing.stars", "info")]),
        ([field("x" * 1024)], []),
        ([field("x" * 1025)], [("Thing", "warning")]),
        ([field("o", "object", fields=[field("$in")])], [("Thing.o.$in", "warning")]),
        (
            [field("o", "array", items={"type": "object", "fields": [field("a.b")]})],
            [("Thing.o.a.b", "warning")],
        ),
    ],
)
def test_names(fields: list[Any], expected: list[tuple[str, str]]) -> None:
    assert found(LINT, things(*fields)) == expected


def test_fields_of_links_are_looked_at() -> None:
    plan = pair("LINK_COLL", None, None, kind="many-to-many", link_fields=[field("$since", "date")])
    assert found(LINT, plan) == [("kids.$since", "warning")]
