"""What web tests share: static files without hashed names, a small design."""

from __future__ import annotations

import json
import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.contrib.staticfiles.storage import StaticFilesStorage
from django.core.management import call_command
from django.template import Context, Template
from django.test.utils import _TestState

from designs import store
from designs.models import Design
from modeler.backups.making import instead
from modeler.static_files import RememberingAddresses

from . import forked
from .library_rows import put_library
from .logged import Lines, caught

LIBRARY = Path(__file__).resolve().parent.parent.parent / "designs" / "library"


class PlainNames(RememberingAddresses, StaticFilesStorage):
    """Static files under the names that they have here."""


@pytest.fixture(scope="session")
def _nothing_collected(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder that collectstatic would fill, empty: each request of a test warns where there is none."""
    return tmp_path_factory.mktemp("static")


@pytest.fixture(autouse=True)
def _plain_static_files(settings: Any, _nothing_collected: Path) -> None:
    """Hashed names need collectstatic; one test of its own runs it."""
    plain = f"{PlainNames.__module__}.{PlainNames.__qualname__}"
    settings.STORAGES = settings.STORAGES | {"staticfiles": {"BACKEND": plain}}
    settings.STATIC_ROOT = _nothing_collected


@pytest.fixture(autouse=True)
def _quick_hashes(settings: Any) -> None:
    """A password takes half a second to hash, which is its purpose; settings have that hash second."""
    settings.PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher", *settings.PASSWORD_HASHERS]


@pytest.fixture(autouse=True, scope="session")
def _contexts_of_whole_pages(django_test_environment: None) -> Iterator[None]:
    """An answer's context is that of its page. Django's tests also keep those of each included template and of each
    box of a form, which takes a tenth of a page's time."""
    instrumented, plain = Template._render, _TestState.saved_data.template_render

    def render(self: Template, context: Context) -> str:
        is_page = context.template is self and not (self.name or "").startswith("django/forms/")
        return (instrumented if is_page else plain)(self, context)

    Template._render = render
    yield
    Template._render = instrumented


@pytest.fixture
def library(db: None) -> None:
    """The example designs are in the database."""
    put_library()


@pytest.fixture(scope="session")
def _migrated(tmp_path_factory: pytest.TempPathFactory, django_db_blocker: Any) -> Path:
    path = tmp_path_factory.mktemp("migrated") / "a.sqlite3"

    def work() -> None:
        with django_db_blocker.unblock(), instead(path):
            call_command("migrate", verbosity=0)

    done = forked.done(work)
    assert done.returncode == 0, done.stderr
    return path


@pytest.fixture
def migrated(_migrated: Path, tmp_path: Path) -> Path:
    """A database of SQLite in a file, migrated and empty, for programs that begin with one."""
    return Path(shutil.copy(_migrated, tmp_path))


@pytest.fixture
def university() -> Path:
    return LIBRARY / "university.json"


def small_design(**changes: Any) -> dict[str, Any]:
    """Two entities and a relationship, enough for every output."""
    design = {
        "format": "nestlink/1",
        "name": "Small",
        "database": "small",
        "entities": [
            {"name": "Student", "fields": [{"name": "name", "type": "string"}]},
            {"name": "Email", "fields": [{"name": "address", "type": "string"}]},
        ],
        "relationships": [
            {
                "name": "emails",
                "kind": "one-to-many",
                "from": {"entity": "Student", "field": "emails", "has": {"min": 0, "max": 5}},
                "to": {"entity": "Email", "field": "student", "has": {"min": 1, "max": 1}},
            }
        ],
    }
    return design | changes


@pytest.fixture
def small(tmp_path: Path) -> Path:
    path = tmp_path / "small.json"
    path.write_text(json.dumps(small_design()), encoding="utf-8")
    return path


@pytest.fixture
def ann(db: None, django_user_model: Any) -> User:
    user: User = django_user_model.objects.create_user("ann")
    return user


@pytest.fixture
def bob(django_user_model: Any) -> User:
    user: User = django_user_model.objects.create_superuser("bob")
    return user


@pytest.fixture
def design(ann: User) -> Design:
    return store.create(json.dumps(small_design()), ann)


@pytest.fixture
def counted(ann: User) -> Design:
    """The small design with a read that says how often it runs, so that costs are known."""
    profile = {
        "name": "profile", "kind": "read", "entity": "Student", "filter": [{"field": "_id"}],
        "includes": ["emails"], "per_day": 900,
    }  # fmt: skip
    return store.create(json.dumps(small_design(name="Counted", operations=[profile])), ann)


@pytest.fixture(params=["json"])
def lines(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> Lines:
    """What is logged during the test; as text where the parameter says so."""
    return caught(request.param, monkeypatch)
