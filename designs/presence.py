"""Who has a design open, and what they have selected: what each open page last said.

It lives in this process's memory alone. Nobody's whereabouts are stored, and a restart forgets them.
"""

from __future__ import annotations

from dataclasses import dataclass
from threading import Lock
from typing import Any

SECONDS = 8.0
"""How long a page counts as open after it last said so: pages say so every two seconds."""
MOST_PAGES = 40
"""Open pages of one design that are listed."""
MOST_DESIGNS = 2_000
"""Designs that are remembered; the one that was asked for longest ago makes room."""
COLOURS = 6
"""Colours that people are told apart by; a seventh person shares one."""


@dataclass(frozen=True)
class Place:
    """One open page. person: their key; at: seconds, as of `Presence.say`; on: ids of what is selected."""

    page: str
    person: int
    name: str
    colour: int
    on: tuple[str, ...]
    at: float


class Presence:
    """The open pages of all designs, safe to ask from several threads."""

    def __init__(self) -> None:
        self._lock = Lock()
        self._pages: dict[int, dict[str, Place]] = {}

    def say(self, design: int, page: str, user: Any, on: tuple[str, ...], now: float) -> tuple[Place, ...]:
        """Note that somebody's page is open. Return the other pages of this design, in order of arrival.

        design: its primary key. page: what this page calls itself. now: seconds of a clock that never
        goes back.
        """
        with self._lock:
            pages = {
                key: place for key, place in self._pages.pop(design, {}).items() if now - place.at < SECONDS
            }
            if page in pages or len(pages) < MOST_PAGES:
                colour = _colour(pages, user.pk)
                pages[page] = Place(page, user.pk, user.get_username(), colour, on, now)
            self._pages[design] = pages
            while len(self._pages) > MOST_DESIGNS:
                del self._pages[next(iter(self._pages))]
            return tuple(place for key, place in pages.items() if key != page)

    def people(self, design: int, now: float) -> int:
        """Return how many people have a design open.

        design: its primary key. now: seconds of a clock that never goes back.
        """
        with self._lock:
            places = tuple(self._pages.get(design, {}).values())
        return len({place.person for place in places if now - place.at < SECONDS})

    def forget(self) -> None:
        """Forget everybody."""
        with self._lock:
            self._pages.clear()


def _colour(pages: dict[str, Place], person: int) -> int:
    """Return the colour that somebody has here, or the first that nobody has."""
    colours = {place.person: place.colour for place in pages.values()}
    free = [colour for colour in range(COLOURS) if colour not in colours.values()]
    return colours.get(person, free[0] if free else person % COLOURS)


PRESENCE = Presence()
