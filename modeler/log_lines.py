"""One line for each event, on stderr: words for people, or JSON (NESTLINK_LOG=json).

A line says nothing that a visitor wrote. Of an exception it gives the type and the places in the code;
its message only where the system or the database wrote it. Control characters never leave as such.
"""

from __future__ import annotations

import json
import logging
import re
import sys
import traceback
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from django.db import InterfaceError, OperationalError

from modeler import events

STYLES = ("text", "json")
_LONGEST = 4_000
_PLAIN = re.compile(r"[\w./:<>@%+-]+", re.ASCII)
_CAUSES = 5


class JsonLines(logging.Formatter):
    """A JSON object for each event."""

    def format(self, record: logging.LogRecord) -> str:
        """Return the event as one line of ASCII."""
        return _printable(json.dumps(fields_of(record), default=str))


class TextLines(logging.Formatter):
    """Time, level and event, then name=value; a value with anything but word characters is quoted."""

    def format(self, record: logging.LogRecord) -> str:
        """Return the event as one line of ASCII."""
        fields = fields_of(record)
        start = [fields.pop(name) for name in ("time", "level", "event")]
        return " ".join([*start, *(f"{name}={_value(value)}" for name, value in fields.items())])


def _value(value: Any) -> str:
    text = " | ".join(map(str, value)) if isinstance(value, list | tuple) else str(value)
    return text if _PLAIN.fullmatch(text) else _printable(json.dumps(text))


def _printable(line: str) -> str:
    """JSON of `json.dumps` has one character of control left: DEL."""
    return line.replace("\x7f", "\\u007f")


def fields_of(record: logging.LogRecord) -> dict[str, Any]:
    """Return what a line says: of a record of ours its fields, of others the constant part of the message,
    without what was put into it."""
    own = getattr(record, "fields", None)
    fields: dict[str, Any] = {
        "time": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds"),
        "level": record.levelname,
        "event": record.msg if own is not None else "message",
        "request": events.request_id() or None,
    }
    fields |= own if own is not None else {"logger": record.name, "text": str(record.msg)}
    error = fields.pop("error", None) or (record.exc_info[1] if record.exc_info else None)
    if isinstance(error, BaseException):
        fields |= {"error": described(error), "trace": trace(error)}
    return {name: _cut(value) for name, value in fields.items() if value is not None}


def _cut(value: Any) -> Any:
    return value[:_LONGEST] if isinstance(value, str) else value


def described(error: BaseException) -> str:
    """Return the types of an exception and of its causes, with the messages that hold nothing of a visitor's."""
    chain: list[str] = []
    link: BaseException | None = error
    while link is not None and len(chain) < _CAUSES:
        chain.append(f"{type(link).__name__}{_message(link)}")
        link = link.__cause__ or (None if link.__suppress_context__ else link.__context__)
    return " < ".join(chain)


def _message(error: BaseException) -> str:
    if isinstance(error, OSError):
        return f": {error.strerror}" if error.strerror else ""
    if isinstance(error, OperationalError | InterfaceError):
        return f": {next(iter(str(error).splitlines()), '')}"
    return ""


def trace(error: BaseException) -> list[str]:
    """Return the places that an exception came through, innermost last, without paths of this machine."""
    frames = traceback.extract_tb(error.__traceback__)
    return [f"{_place(frame.filename)}:{frame.lineno} {frame.name}" for frame in frames]


def _place(filename: str) -> str:
    """The path from the folder that it was imported from: the innermost, as .venv is in the checkout."""
    path = Path(filename)
    roots = [root for root in map(Path, sys.path) if root.is_absolute() and path.is_relative_to(root)]
    return min((path.relative_to(root).as_posix() for root in roots), key=len, default=path.name)


def config(style: str) -> dict[str, Any]:
    """Return Django's LOGGING. Its own lines about requests are left out: `request_log` writes one for each."""
    nowhere = {"handlers": ["nowhere"], "propagate": False}
    return {
        "version": 1,
        "disable_existing_loggers": False,
        "formatters": {"lines": {"()": JsonLines if style == "json" else TextLines}},
        "handlers": {
            "stderr": {"class": "logging.StreamHandler", "formatter": "lines"},
            "nowhere": {"class": "logging.NullHandler"},
        },
        "root": {"handlers": ["stderr"], "level": "WARNING"},
        "loggers": {
            "nestlink": {"level": "INFO"},
            "django": {"handlers": [], "level": "WARNING"},
            "django.request": nowhere,
            "django.security": nowhere,
        },
    }
