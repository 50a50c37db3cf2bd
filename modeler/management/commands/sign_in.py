"""Print a one-time address that signs someone in: the owner, or who lost a password."""

from __future__ import annotations

from argparse import ArgumentParser
from typing import Any

from django.contrib.auth.models import User
from django.core.management.base import BaseCommand, CommandError
from django.db import OperationalError, ProgrammingError

from modeler.sign_in.address import base_address, sign_in_address
from modeler.sign_in.owner import owner


class Command(BaseCommand):
    help = "Print a link that signs in the owner (or --user NAME). It works once and expires in 10 minutes."
    requires_system_checks = ()

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--user", metavar="NAME", help="an account's name; without it, the owner")

    def handle(self, *args: Any, **options: Any) -> None:
        base = base_address()
        if not base:
            raise CommandError("Nestlink isn't running. Start it with `make run` or `nestlink run`.")
        try:
            address = sign_in_address(base, _account(options["user"]))
        except (OperationalError, ProgrammingError) as error:
            raise CommandError(
                f"Can't query the database ({error}). Check that it exists and is migrated."
            ) from error
        self.stdout.write(address)


def _account(name: str | None) -> User:
    if not name:
        return owner()
    account = User.objects.filter(username=name).first()
    if account is None:
        raise CommandError(f"No account named {name!r}.")
    if not account.is_active:
        raise CommandError(f"Account {name!r} is inactive. Activate it in the admin.")
    return account
