"""Read what the scripts show of designs: ``python -m tests.mongosh.empty_reads FILE ... | --library | --handbook | --brought | --random FROM TO``.

showReads() of 04_queries.js runs every read once on the sample documents. One line for each whose answer is nothing: an empty list, null, or
an object whose fields are all so. The summary, on standard error, counts them and all reads.
"""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator
from typing import NamedTuple

from tests.mongosh.demonstrating import SCRIPTS, Json, Named, asked_for, journals, loading


class Read(NamedTuple):
    """What a read of 04_queries.js printed. answer: None where it printed null."""

    design: str
    function: str
    answer: object

    @property
    def is_empty(self) -> bool:
        """Whether nothing was found: a list without elements, or an object of such."""
        return not _has_any(self.answer)

    def __str__(self) -> str:
        return f"{self.design}: {self.function}"


def _has_any(answer: object) -> bool:
    if isinstance(answer, dict):
        return any(map(_has_any, answer.values()))
    return answer is not None and answer != [] and answer != ""


def reads(name: str, journal: Json) -> Iterator[Read]:
    """Yield what showReads() printed, called after the scripts: a label and an answer each."""
    if journal["error"]:  # a server refuses the design
        return
    lines = journal["printed"][journal["prints"][len(SCRIPTS) - 1] :]
    for label, answer in zip(lines[::2], lines[1::2], strict=False):
        yield Read(name, label[0], answer[0] if answer else None)


def shown(designs: Iterable[Named]) -> Iterator[Read]:
    """Yield all reads of these designs, in their order."""
    for name, journal in journals(designs, loading):
        yield from reads(name, journal)


def main(given: list[str] | None = None) -> int:
    """Run the reads of the designs that the command line names; return the exit code."""
    count = empty = 0
    for read in shown(asked_for(given)):
        count += 1
        if read.is_empty:
            empty += 1
            print(read, flush=True)
    print(f"{empty} of {count} reads find nothing", file=sys.stderr)
    return 1 if empty else 0


if __name__ == "__main__":
    sys.exit(main())
