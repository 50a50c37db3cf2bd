"""The log, caught at the handler that the settings made."""

from __future__ import annotations

import io
import json
import logging
from typing import Any

import pytest

from modeler import log_lines

text_lines = pytest.mark.parametrize("lines", ["text"], indirect=True)


class Lines:
    """What was logged, as the settings' own handler writes it."""

    def __init__(self, stream: io.StringIO) -> None:
        self.stream = stream

    @property
    def text(self) -> str:
        return self.stream.getvalue()

    def all(self) -> list[dict[str, Any]]:
        return [json.loads(line) for line in self.text.splitlines()]

    def of(self, event: str) -> list[dict[str, Any]]:
        return [line for line in self.all() if line["event"] == event]


def caught(style: str, monkeypatch: pytest.MonkeyPatch) -> Lines:
    """Return what is logged from now on, in this style."""
    (handler,) = [
        one
        for one in logging.getLogger().handlers
        if isinstance(one.formatter, log_lines.TextLines | log_lines.JsonLines)
    ]
    stream = io.StringIO()
    monkeypatch.setattr(handler, "stream", stream)
    made = log_lines.JsonLines() if style == "json" else log_lines.TextLines()
    monkeypatch.setattr(handler, "formatter", made)
    return Lines(stream)
