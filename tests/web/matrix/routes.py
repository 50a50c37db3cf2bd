"""Every route of the project, as the URL resolver knows it."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

from django.urls import URLResolver, get_resolver

_PART = re.compile(r"<(?:[a-z]+:)?(\w+)>")


def routes() -> dict[str, str]:
    """Return the pattern of each route by its name with its namespaces; by its pattern where it has no name."""
    return {name or pattern: pattern for name, pattern in _walked(get_resolver(), "", "")}


def _walked(resolver: Any, start: str, spaces: str) -> Iterator[tuple[str, str]]:
    for one in resolver.url_patterns:
        pattern = start + str(one.pattern)
        if isinstance(one, URLResolver):
            inner = f"{spaces}{one.namespace}:" if one.namespace else spaces
            yield from _walked(one, pattern, inner)
        else:
            yield (f"{spaces}{one.name}" if one.name else ""), pattern


def parts_of(pattern: str) -> list[str]:
    """Return the names of what a pattern leaves open."""
    return _PART.findall(pattern)


def address(pattern: str, parts: dict[str, str]) -> str:
    """Return the address of a route with its parts filled in."""
    return "/" + _PART.sub(lambda found: parts[found[1]], pattern)


def missing_rows(known: dict[str, str], rows: set[str]) -> list[str]:
    """Return what to do about each route without a row, and about each row without a route."""
    here = "tests/web/matrix"
    add = [
        f"The route {name!r} (/{known[name]}) has no row: nobody has said who may use it. Add"
        f" `Row({name!r}, Get(OPEN))` to OPEN_ROWS in {here}/table_pages.py if everybody may read it and no design"
        f" is behind it; `Row({name!r}, Get(SEEN))` to READ_ROWS if it shows a design; for anything else copy"
        f" the row of a similar route."
        for name in sorted(known.keys() - rows)
    ]
    drop = [
        f"The row {name!r} in {here} names no route: take it out." for name in sorted(rows - known.keys())
    ]
    return add + drop
