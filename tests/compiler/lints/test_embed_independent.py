"""L09: embedded documents that live alone."""

from __future__ import annotations

import pytest

from designs.compiler.lints.embedding.embed_independent import LINT
from tests.compiler.planned import found, planned
from tests.compiler.small import pair


def alone(share: float, strategy: str = "EMBED_ARRAY", **rel: object) -> list[tuple[str, str]]:
    rel = {"strategy": strategy, "independent_access": share, "exclusive_owner": True, **rel}
    return found(LINT, planned(pair(has={"max": 5}, rel=rel)))


@pytest.mark.parametrize(("share", "count"), [(0.19, 0), (0.2, 1)])
def test_a_fifth_of_the_operations_alone_is_a_life_of_its_own(share: float, count: int) -> None:
    assert alone(share) == [("Parent.children", "warning")] * count


def test_buckets_hold_their_elements_too() -> None:
    assert len(alone(0.5, "BUCKET")) == 1
    assert len(alone(0.5, "BUCKET_TIME", time_window="day")) == 1


def test_a_collection_of_its_own_is_what_it_wants() -> None:
    assert alone(0.9, "PARENT_REF") == []
