"""Events worth a line in the log: what they are called, and what is known of the request they belong to.

Fields hold numbers, fixed words and names of ours: no text of a design, no query, no body, no token.
Elsewhere `logging.getLogger("nestlink")` does the same: `info("design_published", extra={"fields": {...}})`.
"""

from __future__ import annotations

import logging
import secrets
from contextvars import ContextVar, Token
from dataclasses import dataclass, field
from typing import Any

from django.http import HttpRequest

_log = logging.getLogger("nestlink")


@dataclass(slots=True)
class Asked:
    """A request that is being answered. noted: fields for its line, if it gets one."""

    request: HttpRequest
    id: str = field(default_factory=lambda: secrets.token_hex(8))
    event: str = ""
    noted: dict[str, Any] = field(default_factory=dict)


_asked: ContextVar[Asked | None] = ContextVar("asked", default=None)


def begin(request: HttpRequest) -> tuple[Asked, Token[Asked | None]]:
    """Give a request its ID. A header of the visitor's is not asked: it may say anything."""
    asked = Asked(request)
    return asked, _asked.set(asked)


def finish(token: Token[Asked | None]) -> None:
    """Forget the request of `begin`."""
    _asked.reset(token)


def request_id() -> str:
    """Return the ID of the request that is being answered; "" outside of one."""
    asked = _asked.get()
    return asked.id if asked else ""


def note(event: str = "", **fields: Any) -> None:
    """Say more about the request that is being answered. event: a better name than its status gives."""
    asked = _asked.get()
    if asked:
        asked.event = event or asked.event
        asked.noted |= fields


def log(event: str, level: int = logging.INFO, **fields: Any) -> None:
    """Write a line. Fields that are None are left out."""
    _log.log(level, event, extra={"fields": fields})


def user_id(request: HttpRequest | None = None) -> Any:
    """Return the account of a request, by default of the one that is being answered. None if nobody is
    signed in, or nobody has asked yet: asking now would be a question to a database that may be failing."""
    asked = _asked.get()
    current = request or (asked.request if asked else None)
    return getattr(getattr(current, "_cached_user", None), "pk", None)
