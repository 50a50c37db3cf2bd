"""Prove that the rows and the text of every stored design are equal."""

from __future__ import annotations

import sys
from typing import Any

from django.core.management.base import BaseCommand

from designs import store
from designs.delivery.output.console import plain


class Command(BaseCommand):
    help = "Verify that the rows of every stored design match its text. Exits 1 if not."

    def handle(self, *args: Any, **options: Any) -> None:
        differences = list(store.differences())
        for design, problem in differences:
            self.stderr.write(plain(f"{design.slug}: {problem}"))
        if differences:
            sys.exit(1)
        self.stdout.write("All designs match")
