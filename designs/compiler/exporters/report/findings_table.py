"""The findings in the reference: each in a line, those that say the same of several places in one."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from difflib import SequenceMatcher
from typing import NamedTuple

from ...emit.dictionary import NOTHING
from ...emit.markdown import Document, Inline, code, joined
from ...plan_model.findings import Finding
from .page_one import SEVERITIES
from .wording import brief, sentence

_BRIEF, _BRIEF_REMEDY = 110, 80
"""Letters of what is found and of its remedy, of which plan.json has the rest; a first sentence is always whole."""
_SHARED = 0.65
"""The share of its words that a message has in common with others for them to be told together."""


def findings(page: Document, every: tuple[Finding, ...]) -> None:
    """Write the section: errors first, and of each severity in the order in which they were found."""
    if not every:
        return
    page.heading(2, "Findings")
    rows: list[tuple[Inline, ...]] = []
    for (severity, rule), each in _by_kind(every).items():
        above = ""
        for row in _together(each):
            shown = "as above" if row.remedy and row.remedy == above else sentence(row.remedy) or NOTHING
            rows.append(
                (
                    "suggestion" if severity == "info" else severity,
                    rule,
                    joined(code(name) for name in row.subjects),
                    _message_of(row),
                    shown,
                )
            )
            above = row.remedy
    page.table(("Severity", "Code", "Where", "What", "Fix"), rows)
    page.paragraph("plan.json lists all values.")


def _by_kind(every: Sequence[Finding]) -> dict[tuple[str, str], list[Finding]]:
    """The findings by severity and code."""
    kinds: dict[tuple[str, str], list[Finding]] = {}
    for finding in sorted(every, key=lambda finding: SEVERITIES.index(finding.severity)):
        kinds.setdefault((finding.severity, finding.code), []).append(finding)
    return kinds


class _FindingRow(NamedTuple):
    """What is found and its remedy, of the first of its subjects. about: the input that it is about, if any. others: how
    many say it with other values."""

    what: str
    remedy: str
    subjects: tuple[str, ...]
    about: str = ""
    others: int = 0


def _together(every: Sequence[Finding]) -> list[_FindingRow]:
    """The messages and remedies with their subjects: of those that differ in a few words the first, told whole."""
    rows: list[_FindingRow] = []
    places: defaultdict[tuple[str, str], list[int]] = defaultdict(list)
    for finding in every:
        what, remedy = brief(finding.message, _BRIEF), brief(finding.hint, _BRIEF_REMEDY)
        fresh = _FindingRow(what, remedy, (finding.subject,), str(finding.params.get("input", "")))
        near = places[fresh.remedy, fresh.about]
        for place in near:
            if _is_alike(row := rows[place], fresh):
                others = row.others + (fresh.what != row.what)
                rows[place] = row._replace(subjects=(*row.subjects, finding.subject), others=others)
                break
        else:
            near.append(len(rows))
            rows.append(fresh)
    return rows


def _is_alike(row: _FindingRow, other: _FindingRow) -> bool:
    """Whether two that have one remedy and are about one input have most words. What is found twice of one thing is
    told twice."""
    if not {*row.subjects}.isdisjoint(other.subjects):
        return False
    words, others = row.what.split(), other.what.split()
    blocks = SequenceMatcher(None, words, others, autojunk=False).get_matching_blocks()
    return sum(block.size for block in blocks) >= _SHARED * max(len(words), len(others))


def _message_of(row: _FindingRow) -> str:
    """The message of the first, and that others differ from it in their values alone."""
    if not row.others:
        return row.what
    rest = (
        "The other one is similar."
        if len(row.subjects) == 2
        else f"The other {len(row.subjects) - 1} are similar."
    )
    return f"{row.what.removesuffix('.')}. {rest}"
