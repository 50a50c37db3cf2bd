"""Names of parameters and steps in scripts."""

from __future__ import annotations

import re

from ..content_cache import of_short_texts

# Words of the language, and names that our functions use themselves.
_TAKEN = frozenset(
    """
    abstract arguments async await boolean break case catch class const continue debugger default delete do double
    else enum eval export extends false final finally float for function goto if implements import in instanceof int
    interface let long native new null package private protected public return short static super switch this throw
    throws transient true try typeof undefined var void volatile while with yield
    db target inside session error each
    """.split()
)


@of_short_texts(8192)
def identifier(words: str, otherwise: str = "value") -> str:
    """A parameter's name from a name that a person gave: ASCII words in camel case."""
    parts = re.findall(r"[A-Za-z0-9]+", words)
    joined = "".join(part if place == 0 else part[0].upper() + part[1:] for place, part in enumerate(parts))
    name = joined[:1].lower() + joined[1:50]
    if not name or not name[0].isalpha():
        return otherwise
    return f"{name}Value" if name in _TAKEN else name
