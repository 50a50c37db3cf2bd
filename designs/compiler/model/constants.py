"""The rulebook's numbers, in one object; a design's ``constants`` override them by name.

Units are in the names or the comments. Sources: the MongoDB manual's limits where it has one,
else the guideline named in the rulebook, else our own default.
"""

from __future__ import annotations

from collections.abc import Mapping

import msgspec

WITHOUT_SERIES_INDEX = frozenset({"5.0", "6.0"})
"""Versions of servers that make no index of a new time series by themselves."""
PAGE = 50
"""Documents that a read of a list gives at most, where the design states neither a limit nor how many there are."""


class Constants(msgspec.Struct, frozen=True, kw_only=True):
    """Every tunable number; bytes, counts, shares (0 to 1) and ratios."""

    doc_max: float = 16 * 1024 * 1024  # bytes, MongoDB's own limit of a document
    nest_max: float = 100  # levels, MongoDB's own limit
    doc_error: float = 8 * 1024 * 1024  # bytes of the projected document
    doc_warn: float = 1024 * 1024
    doc_soft: float = 64 * 1024
    embed_max: float = 200  # elements of embedded documents
    embed_warn: float = 100
    ref_array_max: float = 2000  # ids in one array
    ref_array_warn: float = 1000
    two_way_max: float = 200
    imbalance: float = 50
    bucket_size: float = 50
    bucket_items: float = 1000
    bucket_bytes: float = 128_000
    subset_n: float = 10
    recent_n: float = 10
    in_sort_max: float = 200
    denorm_ratio: float = 10
    subset_rw: float = 2
    indep_min: float = 0.20
    together_min: float = 0.50
    together_low: float = 0.20
    outlier_share: float = 0.01
    fold_fields: float = 4
    fold_bytes: float = 128
    cold_bytes: float = 4096
    reassign_share: float = 0.1
    delete_share: float = 0.1
    poly_shared: float = 0.5
    attr_min: float = 5
    tree_depth: float = 5
    compute_ratio: float = 10
    compute_scan: float = 100
    approx_per_sec: float = 100
    nest_warn: float = 8
    lookup_warn: float = 2
    split_min: float = 0.80
    u11_min: float = 7
    shard_freq: float = 0.10
    shard_targeted: float = 0.50
    shard_min: float = 100 * 1024**3  # bytes from where on a collection of a sharded design needs a key
    unsharded_max: float = 1024**4  # bytes of a collection on one server
    search_min: float = 100_000  # searches for words a day
    memory_gib: float = 32  # of a server
    state_days: float = 7  # that a document stays in a state which it leaves
    compression: float = 3  # bytes of BSON to one on disk
    flag_diff: float = 0.2
    horizon: float = 3  # years of 365 days
    idx_max: float = 64
    idx_warn: float = 16
    idx_warn_write: float = 8
    keys_max: float = 32
    coll_warn: float = 10_000


DEFAULTS = Constants()
NAMES = frozenset(Constants.__struct_fields__)
# The cost model's weights (R round trips, D documents, B KiB read, I seeks, W writes,
# WB KiB written, X index entries, T transactions).
WEIGHTS: dict[str, float] = {
    "R": 1.0, "D": 0.02, "B": 0.005, "I": 0.02, "W": 0.3, "WB": 0.01, "X": 0.1, "T": 1.0,
}  # fmt: skip
_PROFILES = {"write-heavy": ("W", "WB", "X"), "read-heavy": ("R", "D", "B")}


def constants_of(overrides: dict[str, float] | None) -> Constants:
    """The numbers in force for a design; the reader has refused unknown names before."""
    if not overrides:
        return DEFAULTS
    return msgspec.structs.replace(DEFAULTS, **overrides)


def weights_of(overrides: Mapping[str, float], profile: str) -> dict[str, float]:
    """The weights in force: a write-heavy design counts writes double, a read-heavy one reads;
    what the design states stays as stated."""
    doubled = _PROFILES.get(profile, ())
    usual = {letter: weight * (2 if letter in doubled else 1) for letter, weight in WEIGHTS.items()}
    return usual | dict(overrides)
