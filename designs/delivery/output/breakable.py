"""Places at which a line may end inside a path: a narrow column then keeps whole words, and others keep their width."""

from __future__ import annotations

import re

from django.utils.html import escape
from django.utils.safestring import SafeString, mark_safe

_ENDS = re.compile(r"(?<=\w)([._])(?=\w)")


def breakable(text: str) -> SafeString:
    """Return a path as HTML that may break after its dots and underscores."""
    return mark_safe(_ENDS.sub(r"\1<wbr>", escape(text)))  # noqa: S308  (escaped; a test feeds hostile text)
