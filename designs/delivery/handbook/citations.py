"""The codes of rules and gates in what a design's files say, as links to their pages of the handbook."""

from __future__ import annotations

import re
from functools import lru_cache

from django.utils.html import format_html

from .entries import address_of, entries

_CODE = re.compile(r"[A-Z]{1,2}\d+[a-z]?")


def cited(words: str) -> str:
    """Escaped words with the codes that they cite as links: "(B7, guideline 3)", "(P3: …)", "by B4". A code
    is letters and digits, so that it needs no escaping."""
    return _citations().sub(lambda match: cited_alone(match[0]), words)


@lru_cache(maxsize=256)
def cited_alone(words: str) -> str:
    """Escaped words as a link, if they are nothing but a code."""
    address = address_of(words) if _CODE.fullmatch(words) else ""
    # Added to a plain string, a safe one becomes plain.
    return format_html('<a href="{}">{}</a>', address, words) + "" if address else words


@lru_cache(maxsize=1)
def _citations() -> re.Pattern[str]:
    names = (name for entry in entries() for name in entry.names if _CODE.fullmatch(name))
    codes = "|".join(sorted(map(re.escape, names), key=len, reverse=True))
    return re.compile(rf"(?<=\()(?:{codes})(?=[,:)])|(?<=\bby )(?:{codes})$")
