"""Every way to change a stored design refuses a stale change of what somebody else changed meanwhile.

The ways are found in the table of addresses and in the store itself: a new one must say here what it does.
(The admin's forms walk theirs in tests/web/admin.)
"""

from __future__ import annotations

import ast
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.test import Client
from django.urls import NoReverseMatch, get_resolver, reverse

import designs
from designs import store
from designs.models import Design
from designs.store import edits
from tests.house.parsed import parse

from .conftest import small_design
from .editors import raw_of

pytestmark = pytest.mark.django_db
OP = "0123456789abcdef"


def _json(client: Client, design: Design, way: str, **body: Any) -> Any:
    body = {"op": OP, "base": 2} | body
    return client.post(f"/designs/{design.slug}/edits/{way}", json.dumps(body), "application/json")


def _form(client: Client, design: Design, place: str, **form: Any) -> Any:
    return client.post(f"/designs/{design.slug}/{place}/", {"base_revision": 2, "op_id": OP} | form)


def _edit(client: Client, design: Design) -> Any:
    mine = {"edit": "set", "id": "design", "path": ["description"], "value": "mine again"}
    return _json(client, design, "", edit=mine)


def _about(client: Client, design: Design) -> Any:
    return _form(client, design, "about", name="Small", description="mine again", tags="")


def _replace(client: Client, design: Design) -> Any:
    text = json.dumps(small_design(description="mine again"))
    return _form(client, design, "replace", text=text, do="store")


def _restore(client: Client, design: Design) -> Any:
    return _form(client, design, "history/1/restore")


WRITERS: dict[str, Callable[[Client, Design], Any]] = {
    "edits": _edit,
    "undo": lambda client, design: _json(client, design, "undo/"),
    "about": _about,
    "replace": _replace,
    "restore": _restore,
}
# These take something, but write no text of this design that a newer one could meet.
HARMLESS = {"keep_variant": "test_what_if.py: it writes a strategy alone", "weights": "below, for it writes nothing else", "answer_question": "it names a question of the newest version, and answers that", "settle_finding": "it names a finding of the newest version, and changes that", "redo": "nothing of ann's is undone here; below", "copy": "a new design", "delete": "the text stays", "undelete": "the text stays", "erase": "its owner is asked twice", "share": "the text stays"}  # fmt: skip

PAGES = (
    "design", "documents", "diagrams", "diagram", "scripts", "queries", "storage", "decisions", "findings", "forecast", "what_if", "cheapest", "report", "slide", "explain",
    "downloads", "file", "thumbnail", "archive", "history", "version", "version_file", "edit", "since", "live", "goes_with",
)  # fmt: skip


@pytest.fixture
def design(ann: User) -> Design:
    """Ann's, at version 3: she described it, then somebody else did."""
    made = store.create(json.dumps(small_design()), ann, slug="small")
    for number, (text, actor) in enumerate((("ann's", ann), ("theirs", None)), 1):
        change = edits.Set(id=edits.DESIGN, path=("description",), value=text)
        store.commit(made, number, change, actor, f"described-{number}")
    return Design.objects.get(pk=made.pk)


@pytest.mark.parametrize("name", WRITERS)
def test_what_is_stale_is_refused(name: str, design: Design, ann: User, client: Client) -> None:
    client.force_login(ann)
    answer = WRITERS[name](client, design)
    assert answer.status_code in (302, 409)
    assert raw_of(design)["description"] == "theirs"
    assert Design.objects.get(pk=design.pk).revision == 3
    if answer.status_code == 302:  # restoring: the history says why nothing was done
        assert "Not restored" in client.get(answer.headers["Location"]).content.decode()


def test_every_address_of_a_design_is_known(design: Design, ann: User, client: Client) -> None:
    client.force_login(ann)
    found = dict(addresses())
    assert set(found) == {*WRITERS, *HARMLESS, *PAGES}
    for name in PAGES:
        client.post(found[name], {"base_revision": 2, "op_id": OP})
    assert Design.objects.get(pk=design.pk).revision == 3


def addresses() -> list[tuple[str, str]]:
    """Every address of one design."""
    given = {
        "slug": "small",
        "number": 1,
        "name": "small-text",
        "path": "plan.json",
        "view": "documents",
        "scheme": "light",
    }
    found = []
    for group in get_resolver().url_patterns:
        for pattern in group.url_patterns if getattr(group, "app_name", "") == "designs" else ():
            parts = pattern.pattern.converters
            if not str(pattern.pattern).startswith("designs/"):
                continue
            try:
                found.append(
                    (
                        pattern.name,
                        reverse(f"designs:{pattern.name}", kwargs={key: given[key] for key in parts}),
                    )
                )
            except NoReverseMatch:
                raise AssertionError(f"{pattern.name} needs an example above") from None
    return found


STALE: dict[str, Callable[[Design], Any]] = {
    "commit": lambda design: store.commit(design, 2, said("mine"), None, OP),
    "commit_all": lambda design: store.commit_all(
        [(design, store.Asked(2, said("mine"), merge=False), OP)], None
    ),
    "restore": lambda design: store.restore(design, 1, None, 2, OP),
    "settle": lambda design: store.settle(design, 1, 2, said("mine"), (0,), None, OP),
    "take_back": lambda design: store.take_back(design, "undo", design.owner, OP),
}
NO_TEXT = {
    "begin_outcome",
    "create",
    "delete",
    "duplicate",
    "feature",
    "give",
    "keep_outcome",
    "load_example",
    "publish",
    "share",
    "undelete",
    "erase",
    "unfeature",
    "unshare",
    "withdraw",
}
READS = {"at_revision", "changes_after", "database_of", "differences", "facts_in", "has_failed", "history", "is_current", "is_readable", "load", "newest", "newest_text", "meetings_of", "model_of", "new_ids", "next_of", "offers", "outcome_of", "text", "text_at"}  # fmt: skip


CALLERS = {
    "commit": {"api.py", "conflicts.py", "admin/saving.py", "views/findings.py", "views/questions.py"},
    "commit_all": {"admin/saving.py"},
    "settle": {"api.py", "conflicts.py"},
    "take_back": {"api.py"},
    "restore": {"views/history.py", "admin/revisions.py"},
    "load_example": {"management/commands/load_library.py"},
}
"""Which of our files write the text of a stored design. The admin's are walked in tests/web/admin; an example
that somebody edited is left alone (tests/web/test_load_library.py)."""


def said(text: str) -> edits.Set:
    return edits.Set(id=edits.DESIGN, path=("description",), value=text)


@pytest.mark.parametrize("name", STALE)
def test_the_store_refuses_it_too(name: str, design: Design) -> None:
    with pytest.raises(store.Conflict):
        STALE[name](design)
    assert raw_of(design)["description"] == "theirs"


def test_every_function_of_the_store_is_known() -> None:
    functions = {name for name in store.__all__ if name[0].islower() and callable(getattr(store, name))}
    assert functions == {*STALE, *NO_TEXT, *READS}


def test_every_caller_of_what_writes_is_known() -> None:
    found: dict[str, set[str]] = {name: set() for name in CALLERS}
    home = Path(designs.__file__).parent
    for path in home.rglob("*.py"):
        if path.is_relative_to(home / "store"):
            continue
        source = path.read_text(encoding="utf-8")
        if not any(name in source for name in CALLERS):
            continue
        for node in ast.walk(parse(source)):
            if (
                isinstance(node, ast.Attribute)
                and node.attr in CALLERS
                and ast.unparse(node.value) == "store"
            ):
                found[node.attr].add(path.relative_to(home).as_posix())
    assert found == CALLERS
    assert set(CALLERS) == {*STALE, "load_example"}


def test_redoing_what_somebody_changed_meanwhile_is_refused(
    design: Design, ann: User, client: Client
) -> None:
    """Undone by ann, then described by somebody else: her redo would write over it."""
    client.force_login(ann)
    store.commit(design, 3, said("ann's again"), ann, "again")
    assert _json(client, design, "undo/", base=4).status_code == 200
    store.commit(design, 5, said("theirs again"), None, "theirs-again")
    assert _json(client, design, "redo/", base=5, op=OP[::-1]).status_code == 409
    assert raw_of(design)["description"] == "theirs again"


def test_weighing_anew_what_somebody_weighed_meanwhile_is_refused(
    design: Design, ann: User, client: Client
) -> None:
    client.force_login(ann)
    theirs = edits.Set(id=edits.DESIGN, path=("weights",), value={"R": 3})
    store.commit(design, 3, theirs, None, "theirs-weights")
    answer = client.post(f"/designs/{design.slug}/weights/", {"base_revision": 3, "op_id": OP, "R": "2"})
    assert answer.status_code == 409
    assert raw_of(design)["weights"] == {"R": 3}
