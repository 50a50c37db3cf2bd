"""Compile a design file into a folder: the contract's `python manage.py compile_design`."""

from __future__ import annotations

import sys
from argparse import ArgumentParser
from collections import Counter
from pathlib import Path
from typing import Any, NoReturn

from django.core.management.base import BaseCommand

from designs.delivery.compiled import Compiled, Refused, compile_text, outputs
from designs.delivery.console import plain, table
from designs.delivery.files import FolderRefused, write_folder
from designs.delivery.pictures import pictures
from designs.delivery.sources import UnreadableSource, read_source

REFUSED = 2


class Command(BaseCommand):
    help = "Compile a design file: documents, schemas, mongosh scripts, diagrams, a report and the plan."
    requires_system_checks = ()

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("file", metavar="FILE", help="a design file (JSON); - reads standard input")
        parser.add_argument(
            "--out", required=True, metavar="DIR", help="a new, empty or earlier output folder"
        )
        parser.add_argument(
            "--only",
            action="append",
            choices=outputs(),
            metavar="OUTPUT",
            help=f"write this output alone ({', '.join(outputs())}); repeat it for several",
        )
        parser.add_argument("--strict", action="store_true", help="exit 1 if a finding is an error")

    def handle(self, *args: Any, **options: Any) -> None:
        asked = frozenset(options["only"] or outputs())
        try:
            result = compile_text(read_source(options["file"]), asked | {"plan"})
            if isinstance(result, Refused):
                self._refuse(*map(str, result.faults))
            self._write(result, Path(options["out"]), asked)
        except (UnreadableSource, FolderRefused) as error:
            self._refuse(str(error))
        self._report(result)
        if options["strict"] and any(finding.severity == "error" for finding in result.compilation.findings):
            sys.exit(1)

    def _write(self, result: Compiled, folder: Path, asked: frozenset[str]) -> None:
        drawn = pictures(result.files)
        texts = {file.path: file.text.encode() for file in result.files}
        write_folder(folder, texts | drawn.files, asked)
        for warning in drawn.warnings:
            self.stderr.write(f"warning: {plain(warning)}")

    def _report(self, result: Compiled) -> None:
        self.stdout.write(table([("RELATIONSHIP", "STRATEGY", "RULE", "WHERE", "WHY"), *_rows(result)]))
        counts = Counter(finding.severity for finding in result.compilation.findings)
        numbers = ", ".join(f"{name} {counts[name]}" for name in ("error", "warning", "info"))
        self.stdout.write(f"\nfindings: {numbers}")

    def _refuse(self, *lines: str) -> NoReturn:
        for line in lines:
            self.stderr.write(plain(line))
        sys.exit(REFUSED)


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
