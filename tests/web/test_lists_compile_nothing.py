"""No list waits for a compiler: not for a design that nobody has compiled, nor for one that takes minutes."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from designs import store
from designs.compiler.composition import fixpoint
from designs.kept import MEMORY

from .conftest import small_design

ENTRY = "/handbook/rules/few-and-owned/"
LISTS = (
    "/", "/?q=small", "/?mine=1", "/new/", "/new/templates/", "/trash/", "/handbook/", ENTRY,
    "/admin/designs/design/", "/admin/designs/design/?o=3", "/admin/designs/design/?trash=all",
)  # fmt: skip


@pytest.fixture
def curator(client: Client, bob: User) -> Client:
    client.force_login(bob)
    client.get(ENTRY)  # its own examples are compiled once in a process
    return client


@pytest.fixture
def uncompilable(monkeypatch: pytest.MonkeyPatch) -> Callable[[], None]:
    """From when it is called, whoever compiles anything fails."""

    def plant() -> None:
        monkeypatch.setattr(fixpoint, "settled", lambda survey: pytest.fail("a list compiled a design"))

    return plant


def put(number: int, owner: User, start: int = 0) -> None:
    """So many designs in the library, and so many in the trash."""
    for one in range(start, start + number):
        store.create(json.dumps(small_design(name=f"Small {one}")), owner, in_library=True)
        store.delete(store.create(json.dumps(small_design(name=f"Away {one}")), owner))


def test_the_plant_is_felt_where_a_page_compiles(
    curator: Client, bob: User, uncompilable: Callable[[], None]
) -> None:
    put(1, bob)
    uncompilable()
    with pytest.raises(pytest.fail.Exception, match="a list compiled"):
        curator.get("/designs/small-0/")


@pytest.mark.parametrize("page", LISTS)
def test_a_list_compiles_nothing(
    curator: Client, bob: User, uncompilable: Callable[[], None], page: str
) -> None:
    put(2, bob)
    curator.get("/designs/small-0/")  # compiled by a page; the other never was
    changed = store.edits.Set(id=store.edits.DESIGN, path=("description",), value="changed since")
    store.commit(store.load("small-0"), 1, changed, bob, "changed")
    uncompilable()
    assert curator.get(page).status_code == 200


def test_a_list_asks_the_database_as_often_for_one_design_as_for_fifty(curator: Client, bob: User) -> None:
    put(1, bob)
    of_one = {page: questions(curator, page) for page in LISTS}
    put(49, bob, start=1)
    assert {page: questions(curator, page) for page in LISTS} == of_one
    assert {page: count for page, count in of_one.items() if count > 12} == {}


def questions(client: Client, page: str) -> int:
    client.get(page)
    with CaptureQueriesContext(connection) as seen:
        assert client.get(page).status_code == 200
    return len(seen)


def test_a_sketch_and_a_number_are_compiled_once_for_all(
    curator: Client, bob: User, uncompilable: Callable[[], None]
) -> None:
    """The address that the list names is the design's own; what it answered is answered to everybody after."""
    put(1, bob)
    shown = {page: asked_apart(curator, page) for page in ("/", "/admin/designs/design/")}
    assert len(shown["/"]) == 2 and len(shown["/admin/designs/design/"]) == 3
    first = {address: told(curator.get(address)) for found in shown.values() for address in found}
    MEMORY.clear()  # as in another process
    uncompilable()
    assert {address: told(curator.get(address)) for address in first} == first
    assert any(content.startswith(b"<svg") and lasting for content, lasting in first.values())


def asked_apart(client: Client, page: str) -> list[str]:
    """The addresses of sketches and numbers that a list has its browser ask for."""
    return re.findall(
        r'(?:src|srcset|data-findings)="(/(?:admin/)?designs/[^"]*)"', client.get(page).content.decode()
    )


def told(answer: Any) -> tuple[bytes, bool]:
    assert answer.status_code == 200
    return answer.content, "immutable" in answer.headers["Cache-Control"]


@pytest.mark.parametrize("page", LISTS)
def test_a_list_reads_neither_texts_nor_sketches(curator: Client, bob: User, page: str) -> None:
    put(2, bob)
    curator.get("/designs/small-0/")
    with CaptureQueriesContext(connection) as seen:
        curator.get(page)
    columns = ('"designs_design"."text"', '"designs_outcome"."light"', '"designs_outcome"."names",')
    assert [one["sql"] for one in seen if any(name in one["sql"] for name in columns)] == []
