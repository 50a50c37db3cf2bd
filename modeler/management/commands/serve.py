"""Serve with the server that production uses: in local mode on this machine alone."""

from __future__ import annotations

import http.client
import signal
import socket
import sys
import time
from argparse import ArgumentParser
from collections.abc import Callable
from contextlib import closing, suppress
from types import FrameType
from typing import Any, NoReturn

from django.conf import settings
from django.core.exceptions import ImproperlyConfigured
from django.core.management import call_command
from django.core.management.base import BaseCommand, CommandError
from django.db import DatabaseError, OperationalError, connection

from modeler import VERSION, events, loopback, preparing, private_files
from modeler.sign_in import address
from modeler.sign_in.owner import owner
from modeler.supervising import PATIENCE, CannotStart, Supervisor, forget_interrupt

HOST = address.HOST
TRIES = 20
HEADERS = 10
"""Seconds in which the head of a request must have come."""
HEAD_BYTES = 65_536
"""Of the head of a request, and of a piece of its body."""
CONNECTIONS = 4096
"""Open at once. One that sends nothing costs little, and is closed after HEADERS."""

_ENDS = {"SIGTERM", "SIGHUP"}  # the second one where there are terminals that close


class Command(BaseCommand):
    help = "Prepare the database and static files, then serve. Local mode prints a sign-in link."
    requires_system_checks = ()  # they run while the server starts

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument(
            "--port", type=int, default=8000, help="in local mode, the next free port is used if it is busy"
        )
        parser.add_argument("--host", default=HOST, help="an address to listen on; in local mode loopback")

    def handle(self, *args: Any, **options: Any) -> None:
        host = options["host"]
        refuse_strangers(host)
        try:
            private_files.protect()
        except ImproperlyConfigured as error:
            raise CommandError(str(error)) from error
        try:
            migrated = preparing.database()
            preparing.static_files()
        except OperationalError as error:
            raise CommandError(
                f"Can't open the database: {error}. Check that it's running and has free disk space."
            ) from error
        except DatabaseError as error:
            raise CommandError(
                f"The database can't be read: {error} ({connection.settings_dict['NAME']}). Restore a backup:"
                " see docs/back-up.md."
            ) from error
        port = free_port(options["port"], host, TRIES if settings.LOCAL else 1)
        for name in _ENDS & {member.name for member in signal.Signals}:
            signal.signal(signal.Signals[name], _interrupt)
        # Ctrl+C ends it, also while all of it begins or ends.
        with suppress(KeyboardInterrupt), Supervisor(server(host, port)) as running:
            try:
                self._beside(running, port, migrated)
            except CannotStart as error:
                raise CommandError(str(error)) from error
            finally:
                address.forget(address.of_port(port))
        forget_interrupt()
        events.log("stopped", port=port)

    def _beside(self, running: Supervisor, port: int, migrated: bool) -> None:
        """What is done while the server starts and runs. A library that was there before can wait."""
        if migrated:
            self._load()
        if answers(port, running.is_serving):
            events.log("started", version=VERSION, port=port, local=settings.LOCAL)
            self._say(port)
        if not migrated:
            try:
                self._load()
            except OperationalError as error:  # it serves, and what is stored already can be read
                self.stderr.write(f"The examples were not loaded: {error}. The next start tries again.")
        running.watch()

    def _load(self) -> None:
        self.check()
        call_command("load_library", verbosity=0)

    def _say(self, port: int) -> None:
        base = address.of_port(port)
        address.note(base)
        if settings.LOCAL:
            self.stdout.write(f"Nestlink is at {address.sign_in_address(base, owner())}")
            self.stdout.write(
                f"This link signs you in once and expires in 10 minutes. After that, use {base}. Press Ctrl+C to stop."
            )
        else:
            self.stdout.write(f"Listening on port {port} behind a TLS proxy.")
        self.stdout.flush()


def refuse_strangers(host: str) -> None:
    """Raises CommandError for a local copy that would be reached from other machines."""
    if settings.LOCAL and not settings.PUBLISHED_ON_LOOPBACK and not loopback.is_loopback(host):
        raise CommandError(
            f"--host {host} would open this copy to other machines, but .env says NESTLINK_LOCAL=1. For a"
            " server write NESTLINK_LOCAL=0 and ALLOWED_HOSTS, and put TLS in front. Otherwise, omit --host."
        )


def server(host: str, port: int) -> list[str]:
    """The command line of the server. Half a request holds no thread of it: see `modeler.server`."""
    place = ["--interface", "asgi", "--host", host, "--port", str(port), "--log-level", "warning"]
    place += ["--no-ws", "--http", "1", "--http1-header-read-timeout", str(HEADERS * 1000)]
    place += ["--http1-buffer-size", str(HEAD_BYTES)]
    place += ["--backlog", str(CONNECTIONS), "--backpressure", str(CONNECTIONS)]
    processes = ["--workers", str(settings.PROCESSES), "--workers-kill-timeout", str(PATIENCE)]
    again = ["--respawn-failed-workers"]
    return [sys.executable, "-m", "granian", *place, *processes, *again, "modeler.server.front:application"]


def answers(port: int, is_alive: Callable[[], bool]) -> bool:
    """Wait until a page comes; False if the server ended instead. Its socket is open long before."""
    while is_alive():
        asking = http.client.HTTPConnection(HOST, port, timeout=1)
        with suppress(OSError, http.client.HTTPException), closing(asking):
            asking.request(
                "HEAD", f"/{address.PATH}", headers={"Host": settings.ALLOWED_HOSTS[0].lstrip(".")}
            )
            asking.getresponse()
            return True
        time.sleep(0.05)
    return False


def free_port(first: int, host: str = HOST, tries: int = TRIES) -> int:
    """The first port from this one that nobody listens on."""
    for port in range(first, first + tries):
        with socket.socket() as probe:
            probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            try:
                probe.bind((host, port))
            except OSError:
                continue
            return port
    busy = f"Ports {first} to {first + tries - 1} are" if tries > 1 else f"Port {first} is"
    raise CommandError(f"{busy} in use. Choose another with --port, or make run PORT={first + 100}.")


def _interrupt(number: int, frame: FrameType | None) -> NoReturn:
    raise KeyboardInterrupt
