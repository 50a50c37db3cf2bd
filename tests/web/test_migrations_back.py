"""Going back to an older release and forth again: no design and no history changes, or the way back is refused.

Every migration of our own is tried, also those that come.
"""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from django.apps import apps
from django.core.management.base import CommandError
from django.db import models
from django.db.migrations import AddField
from django.db.migrations.loader import MigrationLoader
from django.utils import timezone

from designs import store
from designs.models import Design, Revision
from modeler.backups import tables

from .kept_copy import Copy

OURS = ("designs", "sign_in")
STORE = ("designs", "0001_designs")
"""The first of the store: taking it back is deleting every design, which nobody calls a downgrade."""
ON_DISK = MigrationLoader(None).disk_migrations
LATER = sorted(key for key in ON_DISK if key[0] in OURS and key != STORE)
each = pytest.mark.parametrize(("app", "name"), LATER, ids=[name for _, name in LATER])

COMPUTED = {
    "designs.design": {"tags", "words", "public_from"},
    "sign_in.failedsignin": {"account", "network"},
}
"""Columns, by model label, that follow from others: they need not survive, since they can be computed again."""
APART = {"designs.design": {"share_key"}}
"""Columns that refuse every way back once they hold something, each with a test of its own."""
SAMPLES = {models.CharField: "x", models.TextField: "x", models.FloatField: 1.5, models.IntegerField: 7}


@pytest.fixture(scope="module")
def seeded(tmp_path_factory: pytest.TempPathFactory, django_db_setup: None, django_db_blocker: Any) -> Copy:
    """Designs with history, an undo among it, no added column empty: not to be changed."""
    copy = Copy(tmp_path_factory.mktemp("seeded"))
    with django_db_blocker.unblock():
        copy.seed()
        with copy.used():
            for key in LATER:
                fill(key)
    return copy


def fill(key: tuple[str, str]) -> None:
    """Put something into the columns that a migration adds, where the seed left them as they come."""
    for operation in ON_DISK[key].operations:
        if isinstance(operation, AddField):
            model = apps.get_model(key[0], operation.model_name)
            field = model._meta.get_field(operation.name)
            if any(field.attname in of.get(model._meta.label_lower, ()) for of in (COMPUTED, APART)):
                continue
            usual = {field.get_default(), None, ""}
            if usual >= set(model.objects.values_list(field.attname, flat=True)):
                model.objects.update(**{field.attname: sample(field)})


def sample(field: Any) -> Any:
    """A value that a column does not have by itself."""
    if isinstance(field, models.BooleanField):
        return not field.get_default()
    if isinstance(field, models.DateTimeField):
        return timezone.now()
    found = [value for kind, value in SAMPLES.items() if isinstance(field, kind)]
    return found[0] if found else pytest.fail(f"write a sample for {field}, or store one in Copy.seed")


@pytest.fixture
def copy(seeded: Copy, tmp_path: Path, django_db_blocker: Any) -> Iterator[Copy]:
    copy = Copy(tmp_path / "home")
    shutil.copy(seeded.database, copy.database)
    with django_db_blocker.unblock():
        yield copy


def lasting() -> dict[str, list[dict[str, Any]]]:
    """All rows of designs and their history."""
    now = tables.models_at(tables.applied("default"))
    found = {tables.label(one): one for one in tables.kept(now) if one._meta.app_label in OURS}
    return {
        name: [
            _stated(name, dict(zip(tables.columns(one), row, strict=True)))
            for row in tables.rows(one, "default")
        ]
        for name, one in found.items()
    }


def _stated(name: str, row: dict[str, Any]) -> dict[str, Any]:
    return {column: value for column, value in row.items() if column not in COMPUTED.get(name, ())}


def back_and_forth(copy: Copy, app: str, name: str) -> str:
    """Take a migration back, and apply it again. What refused it, "" if nothing did."""
    node, refused = MigrationLoader(None).graph.node_map[app, name], ""
    previous = [parent.key[1] for parent in node.parents if parent.key[0] == app] or ["zero"]
    with copy.used():
        before = lasting()
    assert before["designs.revision"]
    try:
        copy.manage("migrate", app, *previous, "--verbosity", "0")
    except CommandError as error:
        refused = str(error)
    copy.manage("migrate", "--verbosity", "0")
    with copy.used():
        after = lasting()
        assert list(store.differences()) == []
    assert after == before, f"{app}.{name} loses what it added: refuse its way back, or compute it again"
    return refused


@each
def test_nothing_changes_or_it_is_refused(copy: Copy, app: str, name: str) -> None:
    refused = back_and_forth(copy, app, name)
    assert not refused or "Nothing was lost. To go back anyway, restore a backup." in refused


@pytest.mark.parametrize("name", ["0002_searched_words", "0003_taking_back"])
def test_without_an_undo_nothing_is_refused(copy: Copy, name: str) -> None:
    with copy.used():
        Revision.objects.update(way="", reverts=None)
    assert "an undo reversed" not in back_and_forth(copy, "designs", name)


def test_an_undo_is_not_forgotten(copy: Copy) -> None:
    refused = back_and_forth(copy, "designs", "0003_taking_back")
    assert "can't store what an undo reversed. Undos in the history: 1" in refused


def test_a_link_is_not_forgotten(copy: Copy) -> None:
    with copy.used():
        store.share(Design.objects.get(slug="first"), None)
    refused = back_and_forth(copy, "designs", "0006_share_links")
    assert "can't store share links. Shared designs: 1" in refused


def test_a_migration_that_forgets_is_seen(copy: Copy, monkeypatch: pytest.MonkeyPatch) -> None:
    migration = ON_DISK["designs", "0003_taking_back"]
    monkeypatch.setattr(type(migration), "operations", migration.operations[:2])
    with pytest.raises(AssertionError, match="loses what it added"):
        back_and_forth(copy, "designs", "0003_taking_back")
