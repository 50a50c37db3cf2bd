"""Designs whose every name is hostile, and every address that takes one: no failure of ours, nothing unescaped.

The addresses come from the table of addresses, the links from the pages themselves.
"""

from __future__ import annotations

import pytest

pytestmark = pytest.mark.django_db

CANARY = "<img src=x onerror=canary>"
NAMES = (
    'say "hi"', "back\\slash", "tab\there", "new\nline", f"</script>{CANARY}", "{{ 7|add:0 }}{% now 'Y' %}", "%s %(name)s",
    "../../etc/passwd", "\x01\x1b[31m", "line\u2028sep", "\u202eltr", "\U0001f469\u200d\U0001f4bb", "__proto__", "a: b", "a.b[0]",
    "constructor", "'; drop", " ", "?q=1&x=2#frag", "operation:x", "relationship:y", "per_day of \"x\" > 3", "x" * 300,
    'ends with \\"', "\\u0041", "${1}", "`", "a -> b", "to.max", "design",
)  # fmt: skip
