"""What web tests share: static files without hashed names, a small design."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from django.contrib.auth.models import User

from designs import store
from designs.models import Design

from .library_rows import put_library
from .logged import Lines, caught

LIBRARY = Path(__file__).resolve().parent.parent.parent / "designs" / "library"


@pytest.fixture(autouse=True)
def _plain_static_files(settings: Any) -> None:
    """Hashed names need collectstatic; one test of its own runs it."""
    plain = "django.contrib.staticfiles.storage.StaticFilesStorage"
    settings.STORAGES = settings.STORAGES | {"staticfiles": {"BACKEND": plain}}


@pytest.fixture
def library(db: None) -> None:
    """The example designs are in the database."""
    put_library()


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


@pytest.fixture(params=["json"])
def lines(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> Lines:
    """What is logged during the test; as text where the parameter says so."""
    return caught(request.param, monkeypatch)
