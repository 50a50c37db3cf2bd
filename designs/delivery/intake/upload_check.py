"""An uploaded design file: read, checked as `check_design` does, and told for a page."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from functools import cached_property

from designs.compiler import Finding, read

from ..compiled.compiled_design import Refused, compile_text
from .fault_listing import Listing, listing, text_of
from .sources import MOST_BYTES

MOST_COMPILED = 1024 * 1024
"""Larger ones are read only: compiling them takes its time when their page is opened."""
MOST_FINDINGS = 30


@dataclass(frozen=True)
class Checked:
    """What a check found. faults: None for a valid design. findings: None where nothing was compiled."""

    content: bytes
    faults: Listing | None
    findings: tuple[Finding, ...] | None = None

    @cached_property
    def text(self) -> str:
        """What can be repaired; nothing of a file that is too large to be read."""
        return "" if len(self.content) > MOST_BYTES else text_of(self.content)

    @property
    def severities(self) -> dict[str, int]:
        """How many findings of each severity."""
        return dict(Counter(finding.severity for finding in self.findings or ()))

    @property
    def first_findings(self) -> tuple[Finding, ...]:
        """The gravest, as many as a page shows."""
        order = ("error", "warning", "info")
        return tuple(
            sorted(self.findings or (), key=lambda finding: order.index(finding.severity))[:MOST_FINDINGS]
        )

    @property
    def more_findings(self) -> int:
        """How many are left."""
        return max(0, len(self.findings or ()) - MOST_FINDINGS)


def check(content: bytes) -> Checked:
    """The faults of a design file at their lines, or what the rules find in it."""
    if len(content) > MOST_COMPILED:
        report = read(content)
        return Checked(content, listing(content, report.findings) if report.value is None else None)
    result = compile_text(content, ())
    if isinstance(result, Refused):
        return Checked(content, listing(content, result.faults))
    return Checked(content, None, result.compilation.findings)


def refused(content: bytes, faults: tuple[Finding, ...]) -> Checked:
    """What a check would have said of a file that the store refused."""
    return Checked(content, listing(content, faults))
