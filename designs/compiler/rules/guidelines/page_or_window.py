"""One document stores one page, or everything within a time window. Reading a page reads one document, and no document
grows without limit.

Data that expires isn't stored in buckets: MongoDB deletes whole documents, so a bucket would expire with its oldest
item, or stay for its newest (G7).
"""

from ...workload.inputs import DEFAULT, DecisionInputs
from ..gates import Bars
from .base import Guideline, alone, hardly_any, inserts, large, not_large, without_parent

_WINDOW = "BUCKET_TIME"
_PAGE = "BUCKET"


def not_paged(case: DecisionInputs) -> bool:
    """Whether nobody reads it in pages one after another or by a window."""
    return not case.read("time_window") and case.read("pagination") != "sequential"


def refuse(case: DecisionInputs, bars: Bars) -> str:
    """Why a bucket does not fit the reads."""
    if not large(case):
        return not_large(case)
    if alone(case):
        return without_parent(case)
    if not_paged(case):
        return "the design states neither sequential pages nor a fixed time window for it"
    if not _deletes_rare(case):
        return "items are deleted too often, which leaves gaps"
    strategy = choose(case)
    is_assumed = strategy == _WINDOW and case.quantity("time_window").origin == DEFAULT
    few = hardly_any(case) if is_assumed else ""
    if few:
        return few
    return bars[strategy].because if strategy in bars else ""


def _deletes_rare(case: DecisionInputs) -> bool:
    if not case.look("deletes_per_day"):
        return True
    most = case.constants.delete_share * inserts(case)
    return bool(case.read("deletes_per_day") <= most)


def choose(case: DecisionInputs) -> str:
    """BUCKET_TIME where there is a window, else BUCKET."""
    if not case.read("time_window"):
        return _PAGE
    case.read("adds_per_day")  # how many stand in a window
    return _WINDOW


GUIDELINE = Guideline(
    code="B4",
    slug="page-or-window",
    title="Is the list read by page or by time range?",
    docs=__doc__,
    kinds=("one-to-many",),
    strategies=(_WINDOW, _PAGE),
    reason="one document per page or time window, read in one go",
    sources=("S3", "S2", "DOC:bucket"),
    refuse=refuse,
    choose=choose,
    unfit=(not_paged,),
    caveats=(
        "a unique key and a retry prevent duplicate buckets",
        "only one sort order is possible",
        "deletes leave gaps: pages aren't refilled",
        "a full page or window continues in the next one",
    ),
)
