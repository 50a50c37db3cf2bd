"""Serve on this machine alone, with the server that production uses."""

from __future__ import annotations

import signal
import socket
import subprocess
import sys
import time
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
        with subprocess.Popen(server(port)) as process:  # noqa: S603  (our own words only)
            signal.signal(signal.SIGTERM, lambda *_: process.terminate())
            try:
                if answers(port, process):
                    self.stdout.write(f"Nestlink is at http://{HOST}:{port}/  (Ctrl+C stops it)")
                    self.stdout.flush()
                process.wait()
            except KeyboardInterrupt:  # the server got it too, and ends what it is doing
                process.wait()
        sys.exit(max(process.returncode, 0))


def server(port: int) -> list[str]:
    """The command line of the server: one process, so that compiled designs are kept once."""
    address = ["--interface", "wsgi", "--host", HOST, "--port", str(port), "--log-level", "warning"]
    threads = ["--workers", "1", "--blocking-threads", "4"]
    return [sys.executable, "-m", "granian", *address, *threads, "modeler.wsgi:application"]


def answers(port: int, process: subprocess.Popen[bytes]) -> bool:
    """Wait until the server takes connections; False if it ended instead."""
    while process.poll() is None:
        with socket.socket() as probe:
            if probe.connect_ex((HOST, port)) == 0:
                return True
        time.sleep(0.05)
    return False


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
