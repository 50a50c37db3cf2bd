"""Say what is wrong or worth knowing about a design file, and write nothing."""

from __future__ import annotations

import sys
from argparse import ArgumentParser
from typing import Any, NoReturn

from django.core.management.base import BaseCommand

from designs.compiler import STRATEGIES, OpenQuestion, open_questions
from designs.delivery.compiled.compiled_design import Refused, compile_text
from designs.delivery.findings.question_answers import shown
from designs.delivery.intake.sources import UnreadableSource, read_source
from designs.delivery.output.console import plain, table
from designs.limits import BadLimit, Budget, Exceeded, within

REFUSED = 2
HEAD = ("QUESTION", "ASSUMED", "ANSWER", "CHANGES", "COST DIFFERENCE", "WHERE")


class Command(BaseCommand):
    help = "Check a design file. Exits 2 on errors in the file, 1 with --strict if a finding is an error, otherwise 0."
    requires_system_checks = ()

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("file", metavar="FILE", help="a design file (JSON); - reads standard input")
        parser.add_argument(
            "--questions", action="store_true",
            help="list the open questions instead: missing values that could change a decision, biggest effect first",
        )  # fmt: skip
        parser.add_argument("--strict", action="store_true", help="exit 1 if a finding is an error")

    def handle(self, *args: Any, **options: Any) -> None:
        try:
            with within(Budget.of()):
                result = compile_text(read_source(options["file"]), ())
                if isinstance(result, Refused):
                    self._refuse(*map(str, result.faults))
                findings = result.compilation.findings
                rows = [(finding.severity, finding.code, str(finding)) for finding in findings]
                text = table(rows) if rows else "No findings"
                if options["questions"]:
                    text = _as_table(open_questions(result.compilation.model))
        except (UnreadableSource, BadLimit) as error:
            self._refuse(str(error))
        except Exceeded as error:
            self._refuse(f"{options['file']}: {error}; {error.remedy}")
        self.stdout.write(text)
        if options["strict"] and any(finding.severity == "error" for finding in findings):
            sys.exit(1)

    def _refuse(self, *lines: str) -> NoReturn:
        for line in lines:
            self.stderr.write(plain(line))
        sys.exit(REFUSED)


def _as_table(questions: tuple[OpenQuestion, ...]) -> str:
    """A row for each answer: what is asked, what is assumed, the answer, what it changes, and what is at stake."""
    rows = [
        (
            question["ask"],
            question["assumed"],
            change["when"],
            _change(change),
            question["stake"] or "-",
            question["place"],
        )
        for question in shown(questions, said=str)
        for change in question["changes"]
    ]
    return table([HEAD, *rows], widest=110) if rows else "No open question would change a decision."


def _change(change: dict[str, Any]) -> str:
    now, then = (STRATEGIES[change[key]].label for key in ("now", "then"))
    return f"{change['relationship']}: {now} -> {then}" + (
        f" in {change['holder']}" if change["holder"] else ""
    )
