"""Show where each fact of a design is stored: every field and link, with its copies, subsets and results."""

from __future__ import annotations

import json
import sys
from argparse import ArgumentParser
from typing import Any, NoReturn

from django.core.management.base import BaseCommand

from designs.compiler import StorageMap, storage_groups, storage_rows
from designs.delivery.compiled.compiled_design import Refused, compile_text
from designs.delivery.intake.sources import UnreadableSource, read_source
from designs.delivery.output.console import plain, table
from designs.limits import BadLimit, Budget, Exceeded, within

REFUSED = 2
HEAD = ("FIELD OR LINK", "STORED IN", "ROLE", "FOUND BY", "UPDATED")


class Command(BaseCommand):
    help = "Show where each field and link of a design is stored. Exits 2 if the file isn't a valid design."
    requires_system_checks = ()

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("file", metavar="DESIGN", help="a design file (JSON); - reads standard input")
        parser.add_argument("--json", action="store_true", help="as JSON, for programs")

    def handle(self, *args: Any, **options: Any) -> None:
        try:
            with within(Budget.of()):
                result = compile_text(read_source(options["file"]), ())
                if isinstance(result, Refused):
                    self._refuse(*map(str, result.faults))
                storage_map = StorageMap(result.compilation)
                text = _as_json(storage_map) if options["json"] else _as_tables(storage_map)
        except (UnreadableSource, BadLimit) as error:
            self._refuse(str(error))
        except Exceeded as error:
            self._refuse(f"{options['file']}: {error}; {error.remedy}")
        self.stdout.write(text)

    def _refuse(self, *lines: str) -> NoReturn:
        for line in lines:
            self.stderr.write(plain(line))
        sys.exit(REFUSED)


def _as_json(storage_map: StorageMap) -> str:
    return json.dumps(storage_rows(storage_map), ensure_ascii=False, indent=2)


def _as_tables(storage_map: StorageMap) -> str:
    sections: list[str] = []
    for group in storage_groups(storage_map):
        rows = [
            (row.fact if row.first else "", row.place, row.role, row.locator, row.updated)
            for row in group.rows
        ]
        sections.append(f"{plain(group.name)}\n{table([HEAD, *rows], widest=72)}")
    return "\n\n".join(sections) if sections else "nothing is stored: the design has no entities"
