"""Compile a design file into a folder: the contract's `python manage.py compile_design`."""

from __future__ import annotations

import gc
import sys
from argparse import ArgumentParser
from collections import Counter
from pathlib import Path
from typing import Any, NoReturn

from django.core.management.base import BaseCommand

from designs.delivery.compiled.compiled_design import Compiled, Refused, compile_text, outputs
from designs.delivery.intake.sources import UnreadableSource, read_source
from designs.delivery.output.console import plain, table
from designs.delivery.output.files import FolderRefused, write_folder
from designs.delivery.output.pictures import pictures
from designs.limits import BadLimit, Budget, Exceeded, within

REFUSED = 2
_WRITING = 0.2
"""The share of the time that diagrams leave to writing."""


class Command(BaseCommand):
    help = "Compile a design file to documents, schemas, mongosh scripts, diagrams, a report, and a plan."
    requires_system_checks = ()

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("file", metavar="FILE", help="a design file (JSON); - reads standard input")
        parser.add_argument(
            "--out", required=True, metavar="DIR", help="output folder: new, empty, or from an earlier run"
        )
        parser.add_argument(
            "--only",
            action="append",
            choices=outputs(),
            metavar="OUTPUT",
            help=f"write only this output ({', '.join(outputs())}); repeatable",
        )
        parser.add_argument(
            "--all-functions",
            action="store_true",
            help="write every function of each relationship, including those that your operations already cover",
        )
        parser.add_argument("--strict", action="store_true", help="exit 1 if a finding is an error")

    def handle(self, *args: Any, **options: Any) -> None:
        asked = frozenset(options["only"] or outputs())
        try:
            budget = Budget.of()
            writing = budget.seconds * _WRITING
            with within(budget) as allowance:
                result = compile_text(
                    read_source(options["file"]), asked | {"plan"}, all_functions=options["all_functions"]
                )
                if isinstance(result, Refused):
                    self._refuse(*map(str, result.faults))
                drawn = pictures(result.files, left=lambda: allowance.left() - writing)
                allowance.left()  # without what the diagrams took
                files = {file.path: file.text.encode() for file in result.files} | drawn.files
                report = _report(result)
                write_folder(Path(options["out"]), files, asked, settled=allowance.lift)
        except (UnreadableSource, FolderRefused, BadLimit) as error:
            self._refuse(str(error))
        except Exceeded as error:
            gc.freeze()  # or the end of the process would go through all that there was too much of
            self._refuse(f"{options['file']}: {error}; {error.remedy}")
        for warning in drawn.warnings:
            self.stderr.write(f"warning: {plain(warning)}")
        self.stdout.write(report)
        if options["strict"] and any(finding.severity == "error" for finding in result.compilation.findings):
            sys.exit(1)

    def _refuse(self, *lines: str) -> NoReturn:
        for line in lines:
            self.stderr.write(plain(line))
        sys.exit(REFUSED)


def _report(result: Compiled) -> str:
    counts = Counter(finding.severity for finding in result.compilation.findings)
    numbers = ", ".join(f"{name} {counts[name]}" for name in ("error", "warning", "info"))
    decisions = table([("RELATIONSHIP", "STRATEGY", "RULE", "WHERE", "WHY"), *_rows(result)])
    return f"{decisions}\n\nfindings: {numbers}"


def _rows(result: Compiled) -> list[tuple[str, ...]]:
    return [
        (
            decision.relationship,
            decision.strategy,
            decision.rule,
            ", ".join(f"{holder.collection}.{holder.path}".rstrip(".") for holder in decision.holders),
            decision.reason,
        )
        for decision in result.compilation.decisions
    ]
