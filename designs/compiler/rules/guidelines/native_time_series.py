"""Measurements with a time belong in a time series collection if they never change and need no validator, unique
index, text search, change stream, or transaction.

Buckets help if each source has many measurements. With only a few per source, they compress nothing: fewer than 30 on
average, if the stated numbers say that old sources get no new ones.
"""

from ...workload.inputs import DecisionInputs
from ...workload.time_series import resists_time_series
from ..gates import Bars, never_folds
from .base import Guideline, hardly_any, read_alone


def refuse(case: DecisionInputs, bars: Bars) -> str:
    """Why a native time series will not do."""
    is_lookup = case.parent.kind_or_default == "lookup" and not read_alone(case, case.parent.name)
    if is_lookup and "FOLD_ONE" not in bars and not never_folds(case):
        return f"{case.parent.name} is a lookup, which is merged into each measurement"
    case.read("child_kind")
    if "TIME_SERIES" in bars:
        return bars["TIME_SERIES"].because
    return resists_time_series(case) or hardly_any(case)


GUIDELINE = Guideline(
    code="B1",
    slug="native-time-series",
    title="Does a time series collection fit?",
    docs=__doc__,
    kinds=("one-to-many",),
    strategies=("TIME_SERIES",),
    reason="MongoDB buckets and compresses the measurements for you",
    sources=("DOC:time-series",),
    refuse=refuse,
    caveats=(
        "no validator, unique index, or change stream; updates can only filter by and change the metaField, and before 7.0 deletes can only filter by it",
    ),
)
