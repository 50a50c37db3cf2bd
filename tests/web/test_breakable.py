"""A path may break after its dots and underscores, and is nothing but text."""

from __future__ import annotations

import pytest

from designs.delivery.output.breakable import breakable
from designs.delivery.pages.report_page import inline


@pytest.mark.parametrize(
    ("path", "html"),
    [
        ("customers.billing_address", "customers.<wbr>billing_<wbr>address"),
        ("_id", "_id"),
        ("a..b", "a..b"),
        ("<b>.x&y", "&lt;b&gt;.x&amp;y"),
    ],
)
def test_a_path_breaks_between_its_names(path: str, html: str) -> None:
    assert breakable(path) == html


def test_paths_in_the_report_break_and_its_sentences_do_not() -> None:
    assert inline("in `a.b`, as a.b") == "in <code><bdi>a.<wbr>b</bdi></code>, as a.b"
