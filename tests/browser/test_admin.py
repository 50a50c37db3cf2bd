"""The admin in a browser: quiet under the strict policy, accessible, at two sizes, light and dark."""

from __future__ import annotations

import json
from typing import Any

import pytest
from django.conf import settings
from django.contrib.auth.models import User
from django.test import Client
from django.urls import reverse
from playwright.sync_api import Browser, Page

from designs import store
from designs.models import Design, Entity, Operation, Relationship, Revision

from .test_every_page import SIZES
from .test_hostile_names import NAME, hostile_design
from .watched import Watched


@pytest.fixture
def curator() -> User:
    return User.objects.create(username=NAME[:60], is_staff=True, is_superuser=True)


def signed_in(page: Page, address: str, user: User) -> None:
    client = Client()
    client.force_login(user)
    cookie = client.cookies[settings.SESSION_COOKIE_NAME].value
    page.context.add_cookies([{"name": settings.SESSION_COOKIE_NAME, "value": cookie, "url": address}])


def pages() -> list[str]:
    """Every kind of page of the admin, with a design whose every text tries to be code."""
    hostile = store.create(json.dumps(hostile_design()), slug="hostile")
    put_away = store.delete(store.duplicate(hostile, None), None)
    university = Design.objects.get(slug="university")
    found = [
        reverse("admin:index"),
        reverse("admin:app_list", args=("designs",)),
        reverse("admin:password_change"),
    ]
    for model in (Design, Entity, Relationship, Operation, Revision, User):
        names = f"admin:{model._meta.app_label}_{model._meta.model_name}"
        found.append(reverse(f"{names}_changelist"))
        for design in (hostile, university):
            row = design if model is Design else model.objects.filter(**_of(model, design)).first()
            if row is not None:
                found.append(reverse(f"{names}_change", args=(row.pk,)))
        if model in (Entity, Relationship, Operation):
            found.append(f"{reverse(f'{names}_add')}?design={hostile.pk}")
            found.append(reverse(f"{names}_delete", args=(model.objects.filter(design=hostile).first().pk,)))
    found += [reverse("admin:designs_design_add"), reverse("admin:designs_design_delete", args=(hostile.pk,))]
    return [*found, reverse("admin:designs_design_change", args=(put_away.pk,))]


def _of(model: Any, design: Design) -> dict[str, Any]:
    return {} if model is User else {"design": design}


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("size", SIZES)
def test_every_page(browser: Browser, live_server: Any, curator: User, size: str, scheme: Any) -> None:
    width, height = SIZES[size]
    context = browser.new_context(
        base_url=live_server.url, viewport={"width": width, "height": height}, color_scheme=scheme
    )
    watched = Watched(context.new_page())
    signed_in(watched.page, live_server.url, curator)
    found: list[str] = []
    for address in pages():
        watched.page.goto(address)
        watched.page.wait_for_load_state("networkidle")
        seen = [*watched.complaints, *watched.too_wide(), *watched.inaccessible()]
        ran = watched.page.evaluate("() => 'ran' in window || document.querySelector('[onerror]') !== null")
        watched.complaints.clear()
        found += [f"{address}: {fault}" for fault in [*seen, *(["something ran"] if ran else [])]]
    context.close()
    assert not found, "\n".join(found)
