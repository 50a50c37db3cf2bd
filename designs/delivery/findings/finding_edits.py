"""The edits that findings lead to: their fix, setting one aside with a reason, taking that back."""

from __future__ import annotations

from typing import Any

import msgspec

from designs.compiler import Compilation, Model
from designs.compiler.edits import ABSENT, DESIGN, Edit, Set, Several

LONGEST_REASON = 500
_EDIT = msgspec.json.Decoder(Edit)


def fix_in(compilation: Compilation, code: str) -> Several | None:
    """The edit that the first finding of this code offers, None where none does."""
    findings = [
        {"code": finding.code, "subject": "", "fix": finding.fix}
        for finding in compilation.findings
        if finding.fix
    ]
    return fix_of(findings, code, "")


def fix_of(findings: list[dict[str, Any]], code: str, subject: str) -> Several | None:
    """The edit that the plan's finding of this code and subject offers, None where there is none."""
    for finding in findings:
        if (finding["code"], finding["subject"]) == (code, subject) and finding["fix"]:
            edit = _EDIT.decode(msgspec.json.encode(finding["fix"]))
            return edit if isinstance(edit, Several) else Several(edits=(edit,))
    return None


def set_aside(model: Model, code: str, subject: str, reason: str) -> Several:
    """The edit after which a finding is silent; said again, it changes the reason."""
    kept = _without(model, code, subject)
    return _listed([*kept, {"code": code, "subject": subject, "reason": reason[:LONGEST_REASON]}])


def taken_back(model: Model, code: str, subject: str) -> Several:
    """The edit after which a finding speaks again."""
    return _listed(_without(model, code, subject))


def aside(model: Model) -> list[dict[str, str]]:
    """What the design sets aside: code, subject and reason of each."""
    return [msgspec.to_builtins(entry) for entry in model.ignored or ()]


def _without(model: Model, code: str, subject: str) -> list[dict[str, str]]:
    return [entry for entry in aside(model) if (entry["code"], entry["subject"]) != (code, subject)]


def _listed(ignored: list[dict[str, str]]) -> Several:
    return Several(edits=(Set(id=DESIGN, path=("ignored",), value=ignored or ABSENT),))
