"""showReads() runs each read on the sample documents, and it finds some; which do not is listed here, each with why."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

import designs.compiler.exporters.mongosh.showing as showing
from tests.mongosh.empty_reads import Read, shown
from tests.oracle.run import shipped

RIGHTLY = {
    "blog: comments.page": "each sample has one page of comments: none is behind it",
    "cms: search": "a full-text search, which the tests' engine has not",
    "company_wiki: answers.descendants": "it is asked of a comment that nobody has answered",
    "template_i18n: products without a French name": "all samples have their French name",
    "web_shop: Order.archived": "no sample has been moved to the archive",
    "web_shop: Order.archived by order_number": "the same",
}
"""Reads that find nothing on samples that are as they should be, or in an engine that does not do all."""
OPEN = {
    "activity_stream: activities.read": "the first day and the end are one day, since all samples are of that",
}
"""Reads that should find something, and are not mended."""


def test_the_reads_of_the_library_find_something() -> None:
    empty = {str(read) for read in shown(shipped("library")) if read.is_empty}
    assert empty == {*RIGHTLY, *OPEN}


def test_a_read_that_finds_nothing_is_seen(monkeypatch: pytest.MonkeyPatch) -> None:
    """With the samples' own values, the page behind the last student of a course is empty."""
    university = [named for named in shipped("library") if named[0] == "university"]
    name = "university: courses.page"
    assert name not in {str(read) for read in shown(university) if read.is_empty}
    monkeypatch.setattr(showing, "values_that_find", lambda recipe, samples: {})
    source = {**university[0][1], "name": "University with the samples' own values"}
    assert "plain: courses.page" in {str(read) for read in shown([("plain", source)]) if read.is_empty}


def test_a_read_by_the_beginning_of_a_name_is_given_that_of_a_sample() -> None:
    clinics = (
        Path(__file__).parents[1] / "compiler" / "sampling" / "coherent_designs" / "dialysis_clinics.json"
    )
    reads = {
        str(read): read for read in shown([("clinics", json.loads(clinics.read_text(encoding="utf-8")))])
    }
    assert not reads["clinics: patients by name"].is_empty and not reads["clinics: running sessions"].is_empty


def test_what_is_empty_and_what_is_not() -> None:
    for nothing in (None, [], {"area": None, "parts": []}):
        assert Read("shop", "orders.read", nothing).is_empty
    for something in ([None], [{}], 0, False, {"area": {"_id": 1}, "parts": []}):
        assert not Read("shop", "orders.read", something).is_empty
