"""Serve on this machine alone, with the server that production uses."""

from __future__ import annotations

import os
import socket
import sys
from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError

HOST = "127.0.0.1"
TRIES = 20


class Command(BaseCommand):
    help = "Serve on 127.0.0.1; a busy port gets the next one."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--port", type=int, default=8000)

    def handle(self, *args: Any, **options: Any) -> None:
        port = free_port(options["port"])
        self.stdout.write(f"Nestlink is at http://{HOST}:{port}/  (Ctrl+C stops it)")
        self.stdout.flush()
        arguments = ["--interface", "wsgi", "--host", HOST, "--port", str(port), "--log-level", "warning"]
        # One process, so that compiled designs are kept once; threads serve what waits.
        arguments += ["--workers", "1", "--blocking-threads", "4", "modeler.wsgi:application"]
        os.execv(sys.executable, [sys.executable, "-m", "granian", *arguments])  # noqa: S606


def free_port(first: int) -> int:
    """The first port from this one that nobody listens on."""
    for port in range(first, first + TRIES):
        with socket.socket() as probe:
            probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            try:
                probe.bind((HOST, port))
            except OSError:
                continue
            return port
    raise CommandError(f"Ports {first} to {first + TRIES - 1} are busy: name another with --port.")
