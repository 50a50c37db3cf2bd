"""The admin in a browser: quiet under the strict policy, accessible, at two sizes, light and dark."""

from __future__ import annotations

import json
import re
from collections import Counter
from typing import Any

import pytest
from django.conf import settings
from django.contrib.auth.models import User
from django.test import Client
from django.urls import resolve, reverse
from playwright.sync_api import Page

from designs import store
from designs.models import Design, Entity, Operation, Relationship, Revision

from .test_every_page import AT_LENGTH, Looks, faults
from .test_hostile_names import NAME, hostile_design
from .watched import Watched

SEVERAL = {"changelist", "change", "add", "delete"}
"""Kinds of pages that each model has."""


@pytest.fixture
def curator() -> User:
    return User.objects.create(username=NAME[:60], is_staff=True, is_superuser=True)


def signed_in(page: Page, address: str, user: User) -> None:
    client = Client()
    client.force_login(user)
    cookie = client.cookies[settings.SESSION_COOKIE_NAME].value
    page.context.add_cookies([{"name": settings.SESSION_COOKIE_NAME, "value": cookie, "url": address}])


def pages() -> list[str]:
    """Every kind of page of the admin, with a design whose every text tries to be code; at length of another one, too,
    whose pages have the same parts."""
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
        for design in (hostile, university) if AT_LENGTH else (hostile,):
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


WIDE: Looks = (("wide", ("light",)),)
PHONE: Looks = (("phone", ("dark",)),)


def looks(addresses: list[str]) -> dict[str, Looks]:
    """How each page is seen: wide and light, and as on a phone and in the dark. Of a kind of which there are many, since
    each model has its own, every other one in one of the two ways; at length each in both."""
    kinds, found = Counter[str](), dict[str, Looks]()
    for address in addresses:
        kind = "".join(str(resolve(address.partition("?")[0]).url_name).split("_")[2:])  # app, model, kind
        kinds[kind] += 1
        found[address] = (WIDE, PHONE)[kinds[kind] % 2] if kind in SEVERAL and not AT_LENGTH else WIDE + PHONE
    assert min(kinds[kind] for kind in SEVERAL) >= 2
    return found


def test_every_page(watched: Watched, live_server: Any, curator: User) -> None:
    signed_in(watched.page, live_server.url, curator)
    found: list[str] = []
    for address, seen in looks(pages()).items():
        found += faults(watched, address, seen, tables=False)
        if watched.page.evaluate("() => 'ran' in window || document.querySelector('[onerror]') !== null"):
            found.append(f"{address}: something ran")
    assert not found, "\n".join(found)


def looks_right(watched: Watched) -> None:
    """Quiet and accessible. Axe itself adds styles that the policy stops, so it comes last."""
    assert watched.complaints == []
    assert watched.inaccessible() == []
    watched.complaints.clear()


def test_fields_are_typed_refused_by_line_mended_and_saved(
    watched: Watched, live_server: Any, curator: User
) -> None:
    """By keyboard alone, as a curator would: the error names the line, and what was typed stays."""
    page = watched.page
    signed_in(page, live_server.url, curator)
    student = Entity.objects.get(design__slug="university", name="Student")
    page.goto(reverse("admin:designs_entity_change", args=(student.pk,)))
    page.get_by_label("Fields:").focus()
    page.keyboard.press("Control+End")
    page.keyboard.type("born: dat\n")
    page.keyboard.press("Control+End")
    page.get_by_role("button", name="Save", exact=True).press("Enter")
    page.get_by_text('line 3: Unknown type "dat". Did you mean "date"?').wait_for()
    looks_right(watched)
    assert "born: dat" in page.get_by_label("Fields:").input_value()
    page.get_by_label("Fields:").fill(
        page.get_by_label("Fields:").input_value().replace("born: dat", "born: date!")
    )
    page.get_by_role("button", name="Save", exact=True).press("Enter")
    page.get_by_text("Changed entity Student: fields").first.wait_for()
    student.refresh_from_db()
    assert '"born"' in str(student.fields)


def test_two_pages_of_one_entity_meet(watched: Watched, live_server: Any, curator: User) -> None:
    """The older page shows both values and saves nothing until it is told to."""
    page = watched.page
    signed_in(page, live_server.url, curator)
    course = Entity.objects.get(design__slug="university", name="Course")
    address = reverse("admin:designs_entity_change", args=(course.pk,))
    page.goto(address)
    other = page.context.new_page()
    other.goto(f"{live_server.url}{address}")
    other.get_by_label("Count:").fill("1234")
    other.get_by_role("button", name="Save", exact=True).click()
    other.wait_for_url("**/design/**")
    page.get_by_label("Count:").fill("4321")
    page.get_by_role("button", name="Save", exact=True).click()
    page.get_by_text("Now “1234”; you entered “4321”.").wait_for()
    looks_right(watched)
    course.refresh_from_db()
    assert course.count == 1234
    page.get_by_role("button", name="Save", exact=True).click()
    page.wait_for_url("**/design/**")
    course.refresh_from_db()
    assert course.count == 4321


def test_the_list_says_how_many_findings_there_are(watched: Watched, live_server: Any, curator: User) -> None:
    """Those of the examples are stored with them; that of a design that nobody has opened is asked for apart."""
    page, raw = watched.page, hostile_design() | {"name": "A design that nobody opened"}
    store.create(json.dumps(raw), curator)
    signed_in(page, live_server.url, curator)
    page.goto(reverse("admin:designs_design_changelist"))
    page.locator("a:not([data-findings])", has_text="No findings").first.wait_for()
    asked = page.get_by_role("row").filter(has_text="A design that nobody opened").locator("a[data-findings]")
    asked.scroll_into_view_if_needed()
    asked.filter(has_text=re.compile(r"\d (error|warning|suggestion)")).wait_for()
