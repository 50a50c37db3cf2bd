"""A curator who is signed in, and designs to edit."""

from __future__ import annotations

import json
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.test import Client

from designs import store
from designs.models import Design
from tests.web.conftest import small_design


@pytest.fixture
def ann(db: Any) -> User:
    return User.objects.create(username="ann", is_staff=True, is_superuser=True)


@pytest.fixture
def curator(ann: User) -> Client:
    client = Client()
    client.force_login(ann)
    return client


@pytest.fixture
def design(ann: User) -> Design:
    raw = small_design()
    raw["operations"] = [
        {"name": "by name", "kind": "read", "entity": "Student", "filter": [{"field": "name"}], "per_day": 10}
    ]
    return store.create(json.dumps(raw), ann)
