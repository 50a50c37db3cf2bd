"""Put the example designs into the database; a second time changes nothing."""

from __future__ import annotations

from argparse import ArgumentParser
from typing import Any

from django.core.management import call_command
from django.core.management.base import BaseCommand

from designs import outcomes, store
from designs.delivery.intake.examples import examples
from designs.delivery.output.console import plain


class Command(BaseCommand):
    help = "Load the example designs into the database. Adds new ones, and updates unchanged ones."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--migrate", action="store_true", help="migrate first, in the same process")

    def handle(self, *args: Any, **options: Any) -> None:
        if options["migrate"]:
            call_command("migrate", verbosity=0)
        for example in examples():
            done = store.load_example(example.slug, example.text)
            if done != "edited":  # what people made of an example is compiled when it is opened
                outcomes.bring_up_to_date(example.slug)
            if done != "unchanged" and options["verbosity"]:
                self.stdout.write(plain(f"{example.slug}: {done}"))
