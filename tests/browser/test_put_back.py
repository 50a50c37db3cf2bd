"""What one test of this folder stores, the next does not find."""

from __future__ import annotations

import pytest
from django.contrib.auth.models import Permission, User

from designs.models import Design
from tests.web.library_rows import SLUGS


@pytest.mark.parametrize("turn", ["first", "second"])
def test_each_finds_the_library_alone(turn: str) -> None:
    """Both turns take one of the examples away and add a user."""
    assert {design.slug for design in Design.objects.all()} == set(SLUGS)
    assert not User.objects.exists()
    assert Permission.objects.filter(codename="change_design").exists()
    Design.objects.get(slug=SLUGS[0]).delete()
    User.objects.create_user(turn)
