"""L04: long arrays of ids."""

from __future__ import annotations

import pytest

from designs.compiler.lints.refs_too_many import LINT
from tests.compiler.composed import field
from tests.compiler.planned import found, pair, things

STEPS = [(1000, []), (1001, ["warning"]), (2000, ["warning"]), (2001, ["error"])]


@pytest.mark.parametrize(("most", "severities"), STEPS)
def test_the_limits_of_id_arrays(most: int, severities: list[str]) -> None:
    assert found(LINT, pair("CHILD_REFS", most)) == [("Parent.children", severity) for severity in severities]
    ids = field("ids", "array", max_items=most, items={"type": "objectId"})
    assert found(LINT, things(ids)) == [("Thing.ids", severity) for severity in severities]


def test_a_reference_in_the_child_has_no_limit() -> None:
    assert found(LINT, pair("PARENT_REF", 100_000)) == []
