"""Highlighted source: classes only, and nothing of the text becomes markup."""

from __future__ import annotations

import re
from html import unescape

import pytest

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
