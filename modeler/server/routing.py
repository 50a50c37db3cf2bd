"""Where a request is answered: in a thread of this process, or by a worker."""

from __future__ import annotations

from dataclasses import dataclass

from django.urls import Resolver404, resolve

SAFE = frozenset({"GET", "HEAD", "OPTIONS", "TRACE"})
MARK = "compiles"
"""The attribute of a view that compiles: the kind of work by method, as `designs.http.compiles` sets it."""


_TICKETS = "/waiting/"


@dataclass(frozen=True)
class Route:
    """lane: the kind of work for a worker, "" for a thread. design: what stays with one worker."""

    lane: str = ""
    design: str = ""


def route_of(method: str, path: str) -> Route:
    """Return where a request of this method and path belongs."""
    try:
        match = resolve(path)
    except (Resolver404, UnicodeError):
        return Route()
    lane = getattr(match.func, MARK, {}).get("GET" if method in SAFE else "POST", "")
    parts = match.kwargs
    named = parts.get("slug") or parts.get("key") or parts.get("object_id") or ""
    return Route(lane, str(named) if "shelf" not in parts else "handbook")


def ticket_of(path: str) -> str:
    """Return the ticket of an address at which a page waits for its answer, "" for any other."""
    return path.removeprefix(_TICKETS).strip("/") if path.startswith(_TICKETS) else ""
