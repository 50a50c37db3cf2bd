"""Every page of the admin that is registered: whatever it does to designs, the store does."""

from __future__ import annotations

import inspect
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from django.contrib import admin
from django.db import connection, models
from django.test import Client

from designs import store
from designs.admin.saving import StoreAdmin
from designs.models import Design, Entity, Operation, Part, Relationship, Revision

from .pages import address, save
from .test_editing import page_of

STORE = str(Path(store.__file__).parent)
ROWS = (Design, Entity, Relationship, Operation, Revision)
WRITES = ("INSERT", "UPDATE", "DELETE")
TABLES = tuple(model._meta.db_table for model in ROWS)


class Stranger(AssertionError):
    """A design row was written by something else than the store."""


def _watch(execute: Any, sql: str, params: Any, many: bool, context: Any) -> Any:
    verb = sql.lstrip().partition(" ")[0].upper()
    if verb in WRITES and any(f'"{table}"' in sql.partition("WHERE")[0] for table in TABLES):
        callers = [frame.filename for frame in inspect.stack(context=0)]
        if not any(name.startswith(STORE) for name in callers):
            raise Stranger(sql)
    return execute(sql, params, many, context)


@pytest.fixture
def _watched(db: None) -> Iterator[None]:
    """Each statement that writes a design row is looked at: did the store ask for it?"""
    with connection.execute_wrapper(_watch):
        yield


def of_designs() -> list[Any]:
    return [page for model, page in admin.site._registry.items() if model._meta.app_label == "designs"]


def test_every_table_of_designs_has_a_page_that_saves_through_the_store() -> None:
    assert {page.model for page in of_designs()} == set(ROWS)
    for page in of_designs():
        assert isinstance(page, StoreAdmin)
        assert not page.get_inlines(None, None) or page.model is Design
        for inline in page.inlines:
            assert not inline(page.model, admin.site).has_change_permission(None)
            assert not inline(page.model, admin.site).has_add_permission(None)
            assert not inline(page.model, admin.site).has_delete_permission(None)
        assert not page.list_editable
        assert not page.autocomplete_fields


@pytest.mark.usefixtures("_watched")
def test_the_watch_sees_a_row_that_is_written_elsewhere(design: Design) -> None:
    with pytest.raises(Stranger):
        design.save()
    with pytest.raises(Stranger):
        Entity.objects.filter(design=design).update(name="x")
    with pytest.raises(Stranger):
        Operation.objects.all().delete()


@pytest.mark.usefixtures("_watched")
def test_every_page_saves_and_deletes_through_the_store(curator: Client, design: Design) -> None:
    rows: list[models.Model] = [design]
    for kind in (Operation, Relationship, Entity):
        rows.insert(0, kind.objects.filter(design=design).first())
    assert {type(row) for row in rows} == {page.model for page in of_designs()} - {Revision}
    before = design.revision
    for row in rows:
        page = page_of(row) if isinstance(row, Part) else address("design_change", row.pk)
        changes = {"name": f"{row} renamed"}
        assert save(curator, page, **changes).status_code == 302
        before += 1
        assert Design.objects.get(pk=design.pk).revision == before
    for row in reversed(rows[:-1]):
        name = type(row)._meta.model_name
        answer = curator.post(address(f"{name}_delete", row.pk), {"post": "yes", "base_revision": before})
        assert answer.status_code == 302
        assert not type(row).objects.filter(pk=row.pk).exists()
        before += 1
    curator.post(address("design_delete", design.pk), {"post": "yes", "base_revision": before})
    assert Design.objects.get(pk=design.pk).deleted_at is not None
    assert list(store.differences()) == []


@pytest.mark.usefixtures("_watched")
def test_every_action_goes_through_the_store(curator: Client, design: Design) -> None:
    for page in of_designs():
        model, name = page.model, page.model._meta.model_name
        request = curator.get(address(f"{name}_changelist")).wsgi_request
        for action in page.get_actions(request):
            row = model.objects.filter(**({} if model is Design else {"design": design})).first()
            data = {"action": action, "_selected_action": row.pk, "post": "yes"}
            answer = curator.post(address(f"{name}_changelist"), data)
            assert answer.status_code in (200, 302), (name, action)
            if model is Design:
                store.undelete(design)
            elif action == "delete_selected":
                assert not model.objects.filter(pk=row.pk).exists()
                design = Design.objects.get(pk=design.pk)
                store.restore(design, design.revision - 1, None)
                design = Design.objects.get(pk=design.pk)
    assert list(store.differences()) == []


@pytest.mark.usefixtures("_watched")
def test_versions_are_never_written(curator: Client, design: Design) -> None:
    row = Revision.objects.get(design=design)
    assert curator.get(address("revision_add")).status_code == 403
    assert curator.get(address("revision_delete", row.pk)).status_code == 403
    assert curator.post(address("revision_change", row.pk), {"words": "x"}).status_code == 403
    assert Revision.objects.get(design=design).words == "Created"
