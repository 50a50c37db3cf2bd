"""The errors of a design on top of its downloads: a file that is first in every archive.

Files of the contract stay byte for byte what the command line writes, so errors have a file of their own.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from designs.compiler import Finding

NAME = "ERRORS.txt"
"""Capitals sort before every name of the contract."""


def of_findings(findings: Sequence[dict[str, Any]]) -> list[dict[str, Any]]:
    """Those of a plan's findings that are errors."""
    return [finding for finding in findings if finding["severity"] == "error"]


def as_text(errors: Sequence[dict[str, Any]]) -> str:
    """A plan's errors as text; "" if there are none."""
    lines = [_line(error["code"], error["subject"], error["message"], error["hint"]) for error in errors]
    head = "This design compiles but has errors. Fix them before you run the scripts."
    return _text(head, lines) if lines else ""


def faults_as_text(faults: Sequence[Finding]) -> str:
    """The faults of a text that was refused: nothing but the design file could be made."""
    lines = [_line("", fault.place or fault.subject, fault.message, fault.hint) for fault in faults]
    return _text("This design couldn't be compiled, so only the design file is included. Errors:", lines)


def _line(code: str, subject: str, message: str, hint: str) -> str:
    """As the command line says it, on one line."""
    text = ": ".join(part for part in (code, subject, message) if part) + (f" {hint}" if hint else "")
    return " ".join(text.split())


def _text(head: str, lines: list[str]) -> str:
    return "\n".join([head, "", *(f"- {line}" for line in lines), ""])
