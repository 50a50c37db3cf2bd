"""Places at which a line may end inside a path: a narrow column then keeps whole words, and others keep their width."""

from __future__ import annotations

import re

from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString

_ENDS = re.compile(r"(?<=\w[._])(?=\w)")


def breakable(text: str) -> SafeString:
    """Return a path as HTML that may break after its dots and underscores."""
    return format_html_join(format_html("<{}>", "wbr"), "{}", ((part,) for part in _ENDS.split(text)))
