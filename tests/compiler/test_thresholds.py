"""The numbers that decide do so exactly where they stand: on either side of each threshold the smallest
design decides otherwise."""

from __future__ import annotations

from typing import Any

import pytest

from tests.compiler.small import (
    MANY,
    NM,
    ONE,
    Json,
    case,
    composition,
    decide,
    design,
    entity,
    link,
    op,
    text,
)
from tests.compiler.test_constants import PINNED

ENDLESS = {"growth": "unbounded"}
OWNED = {"exclusive_owner": True}
HOT = {"independent_access": 0.5, "accessed_together": 0.5}


def chosen(kind: str = MANY, **parts: Any) -> str:
    return decide(kind, **parts).strategy


def bound(**parts: Any) -> int | None:
    return decide(MANY, **parts).bound


def few(size: int = 20, **parts: Any) -> str:
    """One child in its parent, of a text of so many bytes."""
    return chosen(has={"average": 1, "max": 1}, child={"fields": [text(size)]}, rel=OWNED, **parts)


def read_twice(reads: float) -> str:
    """A slice that is read so often for ten inserts."""
    ops = (op("read", "Parent", per_day=reads, includes=["r"]), op("insert", "Child", per_day=10))
    return chosen(has=ENDLESS, rel={"together_needs": "recent"}, ops=ops)


def moved(often: float) -> str:
    navigation = {"from_to_per_day": 50, "to_from_per_day": 50}
    ids = {"navigation": navigation, "together_needs": "ids"}
    return chosen(has={"max": 50}, rel={**HOT, **ids, "reassigned_per_day": often})


def deleted(often: float) -> str:
    ops = (op("insert", "Child", per_day=100), op("delete", "Child", per_day=often))
    return chosen(has=ENDLESS, rel={"pagination": "sequential", "independent_access": 0}, ops=ops)


def folded(fields: int = 1, size: int = 5) -> str:
    parent = {"fields": [text(size, f"f{number}") for number in range(fields)]}
    return chosen(parent=parent, has=ENDLESS, ops=(op("read", "Child", includes=["r"]),))


def kinds(general: int, special: int) -> str:
    fields = [
        [text(5, f"{name}{number}") for number in range(count)]
        for name, count in (("g", general), ("s", special))
    ]
    parts = [entity("Thing", *fields[0]), entity("Kind", *fields[1])]
    reads = (op("read", "Kind", per_day=9), op("read", "Thing", per_day=1))
    return composition(design(parts, [link("r", "is-a", "Thing", "Kind")], reads)).decisions["r"].strategy


def tree(depth: int) -> str:
    node = entity("Node", count=10)
    shape = link("r", "tree", "Node", "Node", tree={"reads": "whole", "depth": depth})
    return composition(design([node], [shape])).decisions["r"].strategy


def tails(p95: float) -> str:
    counts = {"p95": p95, "max": 5000, "share_over": 0.01, "adds_per_day": 0.1}
    return chosen(has=counts, rel={**OWNED, "accessed_together": 0.5})


def over(share: float) -> str:
    return chosen(has={"p95": 50, "max": 5000, "share_over": share}, rel={**OWNED, "accessed_together": 0.5})


def projected(spare: int) -> str:
    """An embedding that leaves so many bytes of the limit of a projected document."""
    own = case(has={"average": 1, "max": 1}, child={"fields": [text(0)]}, rel=OWNED)
    rest = PINNED["doc_error"] - own.survey.own_bytes("Parent") - own.element
    return few(int(rest) - spare)


def largest(spare: int) -> str:
    """Three children at most, one on average: so many bytes are left of the server's limit."""
    counts, padding = {"average": 1, "max": 3}, 3
    own = case(has=counts, child={"fields": [text(0)]}, rel=OWNED, parent={"fields": [text(padding)]})
    rest = int(PINNED["doc_max"] - own.survey.own_bytes("Parent") - 3 * own.element) - spare
    parent = {"fields": [text(padding + rest % 3)]}
    return chosen(has=counts, child={"fields": [text(rest // 3)]}, rel=OWNED, parent=parent)


def sliced(needs: str, **more: Any) -> int | None:
    return bound(has=ENDLESS, rel={"together_needs": needs, "accessed_together": 0.5, **more})


def page(size: int = 20, wanted: int | None = None) -> int | None:
    rel: Json = {"pagination": "sequential"} | ({} if wanted is None else {"page_size": wanted})
    return bound(has=ENDLESS, rel=rel, child={"fields": [text(size)]})


# By constant: what is decided on this side of it, and on that.
SIDES: dict[str, tuple[Any, Any]] = {
    "embed_max": (chosen(has={"max": 200}, rel=OWNED), chosen(has={"max": 201}, rel=OWNED)),
    "ref_array_max": (chosen(has={"max": 2000}, rel=HOT), chosen(has={"max": 2001}, rel=HOT)),
    "two_way_max": (chosen(NM, has={"max": 200}, back={"max": 20}), chosen(NM, has={"max": 201}, back={"max": 20})),
    "imbalance": (chosen(NM, has={"max": 196}, back={"max": 4}), chosen(NM, has={"max": 200}, back={"max": 4})),
    "bucket_size": (page(), None),
    "bucket_items": (page(5, 999), page(5, 5000)),
    "bucket_bytes": (page(31_981), page(42_648)),
    "subset_n": (sliced("summary", recent={}), None),
    "recent_n": (sliced("recent"), None),
    "subset_rw": (read_twice(20), read_twice(19.9)),
    "indep_min": tuple(chosen(has={"max": 5}, rel={**OWNED, "independent_access": one}) for one in (0.199, 0.2)),
    "together_min": tuple(
        chosen(has=ENDLESS, rel={"together_needs": "recent", "accessed_together": one}) for one in (0.5, 0.499)
    ),
    "together_low": tuple(chosen(has={"max": 50}, rel=HOT | {"accessed_together": one}) for one in (0.2, 0.199)),
    "outlier_share": (over(0.01), over(0.0101)),
    "fold_fields": (folded(4), folded(5)),
    "fold_bytes": (folded(1, 97), folded(1, 98)),
    "cold_bytes": tuple(
        chosen(ONE, child={"fields": [text(size)]}, rel={"accessed_together": 0.1}) for size in (4080, 4081)
    ),
    "reassign_share": (moved(10), moved(10.5)),
    "delete_share": (deleted(10), deleted(10.5)),
    "poly_shared": (kinds(2, 2), kinds(47, 48)),
    "tree_depth": (tree(5), tree(6)),
    "horizon": (tails(90.5), tails(91)),
    "doc_error": (projected(0), projected(-1)),
    "doc_max": (largest(0), largest(-3)),
}  # fmt: skip
EXPECTED: dict[str, tuple[Any, Any]] = {
    "embed_max": ("EMBED_ARRAY", "PARENT_REF"),
    "ref_array_max": ("CHILD_REFS", "PARENT_REF"),
    "two_way_max": ("TWO_WAY_EMBED", "ONE_WAY_EMBED"),
    "imbalance": ("TWO_WAY_EMBED", "ONE_WAY_EMBED"),
    "bucket_size": (50, None),
    "bucket_items": (999, 1000),
    "bucket_bytes": (4, 2),
    "subset_n": (10, None),
    "recent_n": (10, None),
    "subset_rw": ("SUBSET", "PARENT_REF"),
    "indep_min": ("EMBED_ARRAY", "CHILD_REFS"),
    "together_min": ("SUBSET", "PARENT_REF"),
    "together_low": ("CHILD_REFS", "PARENT_REF"),
    "outlier_share": ("OUTLIER", "PARENT_REF"),
    "fold_fields": ("FOLD_ONE", "PARENT_REF"),
    "fold_bytes": ("FOLD_ONE", "PARENT_REF"),
    "cold_bytes": ("EMBED_ONE", "LINK_ONE"),
    "reassign_share": ("TWO_WAY_REFS", "PARENT_REF"),
    "delete_share": ("BUCKET", "PARENT_REF"),
    "poly_shared": ("POLY_SINGLE", "POLY_SPLIT"),
    "tree_depth": ("EMBED_TREE", "TREE_PATH"),
    "horizon": ("OUTLIER", "PARENT_REF"),
    "doc_error": ("EMBED_ARRAY", "PARENT_REF"),
    "doc_max": ("EMBED_ARRAY", "PARENT_REF"),
}


@pytest.mark.parametrize("name", EXPECTED)
def test_a_threshold_decides_exactly_where_it_stands(name: str) -> None:
    assert SIDES[name] == EXPECTED[name]
