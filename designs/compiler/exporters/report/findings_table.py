"""The findings in the reference: each in a line, those that say the same of several places in one."""

from __future__ import annotations

from collections.abc import Sequence
from difflib import SequenceMatcher
from typing import NamedTuple

from ...emit.dictionary import NOTHING
from ...emit.markdown import Document, Inline, code, joined
from ...plan_model.findings import Finding
from .page_one import SEVERITIES
from .wording import brief, sentence

_BRIEF = 110
"""Letters of what is found and of its remedy; plan.json has the rest."""
_SHARED = 0.4
"""The share of its words that a message has in common with others for them to be told together."""
_GAP = "…"


def findings(page: Document, every: tuple[Finding, ...]) -> None:
    """Write the section: errors first, and of each severity in the order in which they were found."""
    if not every:
        return
    page.heading(2, "Findings")
    rows: list[tuple[Inline, ...]] = []
    for (severity, rule), each in _by_kind(every).items():
        above = ""
        for what, remedy, subjects in _together(each):
            shown = "as above" if remedy and remedy == above else sentence(remedy) or NOTHING
            rows.append((severity, rule, joined(code(name) for name in subjects), what, shown))
            above = remedy
    page.table(("Severity", "Code", "Where", "What", "Remedy"), rows)
    page.paragraph("Each is told in full in plan.json, and on the page of the design.")


def _by_kind(every: Sequence[Finding]) -> dict[tuple[str, str], list[Finding]]:
    """The findings by severity and code."""
    kinds: dict[tuple[str, str], list[Finding]] = {}
    for finding in sorted(every, key=lambda finding: SEVERITIES.index(finding.severity)):
        kinds.setdefault((finding.severity, finding.code), []).append(finding)
    return kinds


class _FindingRow(NamedTuple):
    """Words of what is found and of its remedy, and of what it is found."""

    what: list[str]
    remedy: list[str]
    subjects: list[str]


def _together(every: Sequence[Finding]) -> list[tuple[str, str, list[str]]]:
    """The messages and remedies with their subjects: one for all where they have most words in common, gaps for the
    others."""
    rows: list[_FindingRow] = []
    for finding in every:
        fresh = _FindingRow(
            brief(finding.message, _BRIEF).split(), brief(finding.hint, _BRIEF).split(), [finding.subject]
        )
        for place, row in enumerate(rows):
            if (both := _both(row, fresh)) is not None:
                rows[place] = both
                break
        else:
            rows.append(fresh)
    return [(" ".join(row.what), " ".join(row.remedy), list(dict.fromkeys(row.subjects))) for row in rows]


def _both(row: _FindingRow, other: _FindingRow) -> _FindingRow | None:
    """Both in one, None where too little is left of them, or of a remedy what one would have to type."""
    what, remedy = _common(row.what, other.what), _common(row.remedy, other.remedy)
    is_same = remedy == row.remedy == other.remedy
    typed = [word for each in (row, other) for word in (*each.what, *each.remedy) if "{" in word]
    if not is_same and any(word not in (*what, *remedy) for word in typed):
        return None
    if not _is_most(what, other.what) or not _is_most(remedy, other.remedy):
        return None
    return _FindingRow(what, remedy, [*row.subjects, *other.subjects])


def _is_most(shared: Sequence[str], words: Sequence[str]) -> bool:
    return sum(word != _GAP for word in shared) >= _SHARED * len(words)


def _common(words: Sequence[str], others: Sequence[str]) -> list[str]:
    """What two texts share, a gap for each run that they don't."""
    shared: list[str] = []
    for same, start, end, _, _ in SequenceMatcher(None, words, others, autojunk=False).get_opcodes():
        shared += words[start:end] if same == "equal" else [] if shared[-1:] == [_GAP] else [_GAP]
    return shared
