"""Serve with the server that production uses: in local mode on this machine alone."""

from __future__ import annotations

import signal
import socket
import subprocess
import sys
import time
from argparse import ArgumentParser
from contextlib import suppress
from types import FrameType
from typing import Any, NoReturn

from django.conf import settings
from django.core.management import call_command
from django.core.management.base import BaseCommand, CommandError
from django.db import OperationalError

from modeler import loopback, preparing
from modeler.sign_in import address
from modeler.sign_in.owner import owner

HOST = address.HOST
TRIES = 20


class Command(BaseCommand):
    help = "Prepare the database and the static files, then serve. Local mode prints a sign-in address."
    requires_system_checks = ()  # they run while the server starts

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--port", type=int, default=8000, help="in local mode a busy one gets the next")
        parser.add_argument("--host", default=HOST, help="an address to listen on; in local mode loopback")

    def handle(self, *args: Any, **options: Any) -> None:
        host = options["host"]
        refuse_strangers(host)
        try:
            preparing.database()
            preparing.static_files()
        except OperationalError as error:
            raise CommandError(
                f"The database can't be opened: {error}. Is it running, and its disk not full?"
            ) from error
        port = free_port(options["port"], host, TRIES if settings.LOCAL else 1)
        signal.signal(signal.SIGTERM, _interrupt)
        with subprocess.Popen(server(host, port)) as process:  # noqa: S603  (our own words only)
            try:
                self._beside(process, host, port)
            except KeyboardInterrupt:
                pass
            finally:
                _end(process)
                address.forget(address.of_port(port))
        sys.exit(max(process.returncode, 0))

    def _beside(self, process: subprocess.Popen[bytes], host: str, port: int) -> None:
        """What is done while the server starts and runs."""
        self.check()
        call_command("load_library", verbosity=0)
        if answers(port, process):
            self._say(port)
        process.wait()

    def _say(self, port: int) -> None:
        base = address.of_port(port)
        if settings.LOCAL:
            address.note(base)
            self.stdout.write(f"Nestlink is at {address.sign_in_address(base, owner())}")
            self.stdout.write(
                f"(This signs you in: once, within 10 minutes. Then {base} is enough. Ctrl+C stops.)"
            )
        else:
            self.stdout.write(f"Nestlink listens on port {port} for a proxy that speaks TLS.")
        self.stdout.flush()


def refuse_strangers(host: str) -> None:
    """Raises CommandError for a local copy that would be reached from other machines."""
    if settings.LOCAL and not settings.PUBLISHED_ON_LOOPBACK and not loopback.is_loopback(host):
        raise CommandError(
            f"--host {host} would open this copy to other machines, but .env says NESTLINK_LOCAL=1. For a"
            " server write NESTLINK_LOCAL=0 and ALLOWED_HOSTS, and put TLS in front; else leave out --host."
        )


def server(host: str, port: int) -> list[str]:
    """The command line of the server: one process, so that compiled designs are kept once."""
    place = ["--interface", "wsgi", "--host", host, "--port", str(port), "--log-level", "warning"]
    threads = ["--workers", "1", "--blocking-threads", "4"]
    return [sys.executable, "-m", "granian", *place, *threads, "modeler.wsgi:application"]


def answers(port: int, process: subprocess.Popen[bytes]) -> bool:
    """Wait until the server takes connections; False if it ended instead."""
    while process.poll() is None:
        with socket.socket() as probe:
            if probe.connect_ex((HOST, port)) == 0:
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
    raise CommandError(f"{busy} busy: name another with --port.")


def _interrupt(number: int, frame: FrameType | None) -> NoReturn:
    raise KeyboardInterrupt


def _end(process: subprocess.Popen[bytes]) -> None:
    """Let the server finish what it is doing; a second Ctrl+C meanwhile changes nothing."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    with suppress(ProcessLookupError):
        process.terminate()
    process.wait()
