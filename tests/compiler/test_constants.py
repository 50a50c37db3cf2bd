"""The rulebook's numbers, each as it is written there."""

from __future__ import annotations

import msgspec

from designs.compiler.model.constants import DEFAULTS

PINNED: dict[str, float] = {
    "doc_max": 16 * 2**20, "nest_max": 100, "doc_error": 8 * 2**20, "doc_warn": 2**20, "doc_soft": 64 * 1024,
    "embed_max": 200, "embed_warn": 100, "ref_array_max": 2000, "ref_array_warn": 1000, "two_way_max": 200,
    "imbalance": 50, "bucket_size": 50, "bucket_items": 1000, "bucket_bytes": 128_000, "subset_n": 10, "recent_n": 10,
    "in_sort_max": 200, "denorm_ratio": 10, "subset_rw": 2, "indep_min": 0.2, "together_min": 0.5,
    "together_low": 0.2, "outlier_share": 0.01, "fold_fields": 4, "fold_bytes": 128, "cold_bytes": 4096,
    "reassign_share": 0.1, "delete_share": 0.1, "poly_shared": 0.5, "attr_min": 5, "tree_depth": 5,
    "compute_ratio": 10, "compute_scan": 100, "approx_per_sec": 100, "nest_warn": 8, "lookup_warn": 2,
    "split_min": 0.8, "u11_min": 7, "shard_freq": 0.1, "shard_targeted": 0.5, "flag_diff": 0.2, "horizon": 3,
    "idx_max": 64, "idx_warn": 16, "idx_warn_write": 8, "keys_max": 32, "coll_warn": 10_000, "shard_min": 100 * 2**30, "unsharded_max": 2**40,
    "memory_gib": 32, "state_days": 7, "search_min": 100_000, "compression": 3,
}  # fmt: skip


def test_the_numbers_are_the_rulebooks() -> None:
    assert msgspec.structs.asdict(DEFAULTS) == PINNED
