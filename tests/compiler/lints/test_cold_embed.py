"""L10: large embedded content that is seldom read."""

from __future__ import annotations

import pytest

from designs.compiler.lints.embedding.cold_embed import LINT
from tests.compiler.planned import found, planned
from tests.compiler.small import MANY, ONE, pair, text


def cold(together: float, size: int, kind: str = MANY) -> list[tuple[str, str]]:
    strategy = "EMBED_ARRAY" if kind == MANY else "EMBED_ONE"
    rel = {"strategy": strategy, "accessed_together": together}
    child = {"fields": [text(size)]}
    return found(
        LINT, planned(pair(kind, has={"average": 4, "max": 8} if kind == MANY else {}, child=child, rel=rel))
    )


# An element: 5 for the document, 6 for the field's name and type, size + 5, and 3 for its place.
@pytest.mark.parametrize(("size", "count"), [(1005, 0), (1006, 1)])
def test_four_elements_of_a_kilobyte_are_large(size: int, count: int) -> None:
    assert cold(0.1, size) == [("Parent.children", "warning")] * count


@pytest.mark.parametrize(("together", "count"), [(0.2, 0), (0.19, 1)])
def test_a_fifth_of_the_reads_need_it(together: float, count: int) -> None:
    assert len(cold(together, 5000)) == count


@pytest.mark.parametrize(("size", "count"), [(4080, 0), (4081, 1)])
def test_one_part_counts_whole(size: int, count: int) -> None:
    assert cold(0.1, size, ONE) == [("Parent.child", "warning")] * count
