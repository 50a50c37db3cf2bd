"""Put the example designs into the database; a second time changes nothing."""

from __future__ import annotations

from argparse import ArgumentParser
from typing import Any

from django.core.management import call_command
from django.core.management.base import BaseCommand

from designs import access, store
from designs.delivery.console import plain


class Command(BaseCommand):
    help = "Load the example designs into the database: new ones come, unchanged ones follow their file."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--migrate", action="store_true", help="migrate first, in the same process")

    def handle(self, *args: Any, **options: Any) -> None:
        if options["migrate"]:
            call_command("migrate", verbosity=0)
        outcomes = {design.name: store.load_example(design.slug, design.text) for design in access.library()}
        for name, outcome in outcomes.items():
            if outcome != "unchanged" and options["verbosity"]:
                self.stdout.write(plain(f"{name}: {outcome}"))
