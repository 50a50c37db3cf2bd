"""A command in a process of its own that begins with what is imported here: a start takes longer than what most
commands do."""

from __future__ import annotations

import os
import resource
import subprocess
import sys
import tempfile
import traceback
from collections.abc import Callable
from tempfile import TemporaryFile
from typing import IO, Any, NoReturn

from django.core.management import execute_from_command_line


class Done(subprocess.CompletedProcess[bytes]):
    """How a process ended. used: what it took of the machine, its children included."""

    used: resource.struct_rusage


def command(*arguments: str, text: bytes = b"", **environment: str) -> Done:
    """A management command, by its name and arguments."""
    line = ["manage.py", *arguments]

    def work() -> None:
        os.environ.update(environment)
        tempfile.tempdir = None  # it is looked up once
        execute_from_command_line(line)

    return done(work, text)


def done(work: Callable[[], Any], text: bytes = b"") -> Done:
    """A piece of work to its end. text: its standard input. What else is written to its standard streams is in the
    result, too."""
    with TemporaryFile() as given, TemporaryFile() as output, TemporaryFile() as errors:
        given.write(text)
        given.seek(0)
        child = os.fork()
        if child == 0:
            _become(work, given, output, errors)
        _, status, used = os.wait4(child, 0)
        for file in (output, errors):
            file.seek(0)
        code = os.waitstatus_to_exitcode(status)
        ended = Done(work.__qualname__, code, output.read(), errors.read())
        ended.used = used
        return ended


def _become(work: Callable[[], Any], *streams: IO[bytes]) -> NoReturn:
    """End this process as the work does."""
    code: Any = 70
    try:
        for number, stream in enumerate(streams):
            os.dup2(stream.fileno(), number)
        sys.stdin = os.fdopen(0, encoding="utf-8", closefd=False)
        sys.stdout = os.fdopen(1, "w", encoding="utf-8", closefd=False)
        sys.stderr = os.fdopen(2, "w", encoding="utf-8", errors="backslashreplace", closefd=False)
        work()
        code = 0
    except SystemExit as ended:
        code = ended.code if isinstance(ended.code, int) else 1 if ended.code else 0
    except BaseException:  # noqa: BLE001  (as Python ends)
        traceback.print_exc()
        code = 1
    finally:  # whatever happens: a child that went on would do the tests' work again
        sys.stdout.flush()
        sys.stderr.flush()
        os._exit(code)
