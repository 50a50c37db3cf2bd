"""A server of its own, on a database of its own, that a test kills and starts again.

`python -m tests.browser.killed_server` leaves one design in the prepared database that SQLITE_PATH names, and prints as
JSON the cookie of the person whose it is, signed in, and where it is."""

from __future__ import annotations

import contextlib
import json
import os
import shutil
import signal
import socket
import subprocess
import sys
import time
import urllib.error
import urllib.request
from pathlib import Path
from typing import Any

from tests.prepared_home import DATABASE, prepared

ROOT = Path(__file__).resolve().parent.parent.parent
_SERVE = ("manage.py", "runserver", "--noreload", "--insecure")
_LONGEST_START = 60


class Server:
    """running() tells whether it answers; kill() is as hard as the system can."""

    def __init__(self, folder: Path) -> None:
        self.environment = os.environ | {"SQLITE_PATH": str(folder / "killed.sqlite3"), "DEBUG": "1"}
        self.port = _free_port()
        self.address = f"http://localhost:{self.port}"
        self.process: subprocess.Popen[bytes] | None = None

    def prepare(self) -> dict[str, Any]:
        shutil.copyfile(prepared() / DATABASE, self.environment["SQLITE_PATH"])
        command = [sys.executable, "-m", "tests.browser.killed_server"]
        done = subprocess.run(
            command, cwd=ROOT, env=self.environment, capture_output=True, text=True, check=True
        )
        made: dict[str, Any] = json.loads(done.stdout.splitlines()[-1])
        return made

    def start(self) -> None:
        command = [sys.executable, *_SERVE, f"localhost:{self.port}"]
        self.process = subprocess.Popen(
            command, cwd=ROOT, env=self.environment, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
        )
        until = time.monotonic() + _LONGEST_START
        while time.monotonic() < until:
            with contextlib.suppress(OSError, urllib.error.URLError):
                urllib.request.urlopen(f"{self.address}/handbook/", timeout=5)
                return
            time.sleep(0.05)
        raise AssertionError("the server did not come")

    def kill(self) -> None:
        if self.process is not None:
            self.process.send_signal(signal.SIGKILL)
            self.process.wait()


def _free_port() -> int:
    with socket.socket() as one:
        one.bind(("127.0.0.1", 0))
        return int(one.getsockname()[1])


def main() -> None:
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "modeler.settings")
    import django

    django.setup()
    from django.conf import settings
    from django.contrib.auth.models import User
    from django.test import Client

    from designs import store
    from designs.models import Design
    from tests.web.conftest import small_design

    Design.objects.all().delete()  # of the library
    user = User.objects.create_superuser("ann")
    design = store.create(json.dumps(small_design()), user, slug="small")
    client = Client()
    client.force_login(user)
    cookie = client.cookies[settings.SESSION_COOKIE_NAME]
    entity = json.loads(design.text)["entities"][0]["id"]
    print(json.dumps({"cookie": cookie.key, "value": cookie.value, "slug": design.slug, "entity": entity}))


if __name__ == "__main__":
    main()
