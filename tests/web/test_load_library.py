"""load_library: the examples come once, follow their files, and edited ones stay."""

from __future__ import annotations

import json
from io import StringIO

import pytest
from django.core.management import call_command
from django.db import connection
from django.test.utils import CaptureQueriesContext

from designs import store
from designs.delivery.intake.examples import examples
from designs.models import Design, Revision
from designs.store import edits
from tests.web.conftest import small_design


def load() -> str:
    out = StringIO()
    call_command("load_library", "--migrate", stdout=out)
    return out.getvalue()


@pytest.mark.django_db
def test_every_example_comes_once() -> None:
    assert load().count(": created\n") == len(examples())
    assert load() == ""
    assert Revision.objects.count() == Design.objects.count() == len(examples())
    for example in examples():
        assert store.text(store.load(example.slug), for_download=True).encode() == example.text
    assert list(store.differences()) == []
    assert set(Design.objects.filter(featured=True).values_list("slug", flat=True)) == {
        "university",
        "web-shop",
    }


@pytest.mark.django_db
def test_where_nothing_changed_nothing_is_locked() -> None:
    load()
    with CaptureQueriesContext(connection) as asked:
        call_command("load_library")
    assert {query["sql"].split()[0] for query in asked} == {"SELECT"}


@pytest.mark.django_db
def test_an_example_follows_its_file_until_somebody_edits_it() -> None:
    first = json.dumps(small_design()).encode()
    second = json.dumps(small_design(description="better")).encode()
    assert store.load_example("small", first) == "created"
    assert store.load_example("small", second) == "updated"
    design = store.load("small")
    assert design.description == "better"
    store.commit(design, 2, edits.Set(id=edits.DESIGN, path=("description",), value="mine"), None, "op")
    assert store.load_example("small", first) == "edited"
    assert store.load("small").description == "mine"
