"""Highlighted source: classes only, and nothing of the text becomes markup."""

from __future__ import annotations

import re
from html import unescape

import pytest

from designs.delivery.output import code
from designs.delivery.output.code import highlighted

HOSTILE = "<script>alert(1)</script> <img src=x onerror=alert(1)> &amp; \" ' </pre> ]]> ${x} \u2028 `"


@pytest.mark.parametrize("path", ["a.js", "a.json", "a.dot", "a.md", "a.mmd", "plain"])
@pytest.mark.parametrize("text", [HOSTILE, f'// {HOSTILE}\n{{"a": "{HOSTILE}"}}', f"# {HOSTILE}\n"])
def test_hostile_text_stays_text(path: str, text: str) -> None:
    html = highlighted(text, path)
    assert set(re.findall(r"<[^>]*>", html)) <= {"</span>"} | set(
        re.findall(r'<span class="[kt]-[a-z0-9]+">', html)
    )
    assert unescape(re.sub(r"<[^>]*>", "", html)).rstrip("\n") == text.rstrip("\n")


def test_it_writes_no_styles() -> None:
    assert "style=" not in highlighted("const a = 1 // why", "a.js")
    assert 'class="k-c1"' in highlighted("const a = 1 // why", "a.js")


def test_each_kind_of_token_is_looked_at_once() -> None:
    """Five comparisons for each of a script's tokens took a fifth of the time of its page."""
    code._kind_of.cache_clear()
    highlighted(
        "\n".join(f'db.kinds{n}.insertOne({{ name: "a{n}", size: {n} }});' for n in range(300)), "kinds.js"
    )
    asked = code._kind_of.cache_info()
    assert asked.misses < 20 and asked.hits > 3000
