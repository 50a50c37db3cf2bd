"""L16: two-way links with a long side."""

from __future__ import annotations

import pytest

from designs.compiler.lints.references.two_way_unbalanced import LINT
from tests.compiler.planned import found, pair


@pytest.mark.parametrize(("most", "severities"), [(200, []), (201, ["warning"]), (None, ["error"])])
def test_the_limits_of_two_way_links(most: int | None, severities: list[str]) -> None:
    both = pair("TWO_WAY_EMBED", most, 5, kind="many-to-many")
    assert found(LINT, both) == [("Parent.children", severity) for severity in severities]
    assert found(LINT, pair("ONE_WAY_EMBED", most, 5, kind="many-to-many")) == []
