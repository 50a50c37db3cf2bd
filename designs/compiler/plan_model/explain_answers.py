"""What a person pastes back of 07_explain.js, beside what the plan forecasts."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any, NamedTuple

import msgspec

from .compilation import Compilation
from .expected_scans import BOUND, ExpectedScan, expected_scans

MOST_LETTERS = 500_000
"""Letters of a paste that are read."""
_FIRST, _LAST = "--- explain of ", "--- end of explain ---"
_COLLECTION_SCANS = frozenset({"COLLSCAN"})
_JOINS = frozenset({"EQ_LOOKUP"})
"""Stages that join within the plan: what that examined is of both collections."""


class ExplainAnswer(msgspec.Struct, frozen=True, kw_only=True):
    """One line of the paste. join_docs: documents that its joins examined, where the server tells them apart."""

    operation: str
    indexes: list[str] = []
    stages: list[str] = []
    keys_examined: int = msgspec.field(name="keysExamined", default=0)
    docs_examined: int = msgspec.field(name="docsExamined", default=0)
    returned: int = 0
    milliseconds: int = 0
    join_scans: int = msgspec.field(name="joinScans", default=0)
    join_docs: int = msgspec.field(name="joinDocs", default=0)
    refused: str = ""

    @property
    def all_examined(self) -> int:
        """Documents that were examined, those of joins among them."""
        return self.docs_examined + self.join_docs


class ForecastRow(NamedTuple):
    """A forecast and what came of it. verdict: held, unforeseen (a whole collection was expected and an index answers it),
    scans, other_index, examines_more, joins_scan, finds_nothing, refused, or missing (the paste has no such line)."""

    scan: ExpectedScan
    answer: ExplainAnswer | None
    verdict: str

    @property
    def ratio(self) -> float | None:
        """Documents examined for each that was returned, None where none was."""
        answer = self.answer
        return answer.docs_examined / answer.returned if answer is not None and answer.returned else None


class PasteRefused(ValueError):
    """A text in which no answer of the script is found. code: empty, long, none, cut, other_design or broken; detail: the
    other design's name, or the number of the line."""

    def __init__(self, code: str, detail: str = "") -> None:
        super().__init__(code, detail)
        self.code, self.detail = code, detail


def compared_forecasts(compilation: Compilation, text: str) -> tuple[ForecastRow, ...]:
    """Return each forecast with what the paste says. Raises PasteRefused."""
    answers = {each.operation: each for each in _answers(compilation.plan.design, text)}
    rows = []
    for scan in expected_scans(compilation):
        answer = answers.get(scan.name)
        rows.append(ForecastRow(scan, answer, _verdict(scan, answer)))
    return tuple(rows)


def forecast_rows(compilation: Compilation) -> tuple[ForecastRow, ...]:
    """Return each forecast before anything is known about it."""
    return tuple(ForecastRow(scan, None, "missing") for scan in expected_scans(compilation))


def _answers(design: str, text: str) -> Iterator[ExplainAnswer]:
    for number, line in _lines(design, text):
        try:
            yield msgspec.json.decode(line, type=ExplainAnswer)
        except msgspec.DecodeError:
            raise PasteRefused("broken", str(number)) from None


def _lines(design: str, text: str) -> list[tuple[int, str]]:
    """Return the lines of the answers with their numbers in the paste."""
    if not text.strip():
        raise PasteRefused("empty")
    if len(text) > MOST_LETTERS:
        raise PasteRefused("long")
    lines = [(number, line.strip()) for number, line in enumerate(text.splitlines(), start=1)]
    starts = [place for place, (_, line) in enumerate(lines) if line.startswith(_FIRST)]
    if not starts:
        raise PasteRefused("none")
    said = _said(lines[starts[-1]][1].removeprefix(_FIRST).removesuffix("---").strip())
    if said != design:
        raise PasteRefused("other_design", said)
    within = lines[starts[-1] + 1 :]
    ends = [place for place, (_, line) in enumerate(within) if line == _LAST]
    if not ends:
        raise PasteRefused("cut")
    return [(number, line) for number, line in within[: ends[0]] if line]


def _said(name: str) -> str:
    try:
        value: Any = json.loads(name)
    except ValueError:
        return name
    return value if isinstance(value, str) else name


def _verdict(scan: ExpectedScan, answer: ExplainAnswer | None) -> str:
    if answer is None:
        return "missing"
    if answer.refused:
        return "refused"
    if _COLLECTION_SCANS.intersection(answer.stages):
        return "scans" if scan.indexes else "held"
    if not scan.indexes:
        return "unforeseen"
    if not set(answer.indexes).intersection(scan.indexes):
        return "other_index"
    if answer.join_scans:
        return "joins_scan"
    if not answer.returned:
        return "finds_nothing"
    is_joined = not _JOINS.isdisjoint(answer.stages)
    is_within = is_joined or answer.docs_examined <= BOUND * answer.returned
    return "held" if is_within else "examines_more"
