"""Starting from a template: all of them offered by name, found by words, tied to the handbook, never chosen."""

from __future__ import annotations

import json
import re
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.core.management import call_command
from django.test import Client
from django.utils.functional import Promise

from designs import store
from designs.compiler import PATTERNS, STRATEGIES
from designs.delivery.compiled.compiled_design import Refused, compile_text
from designs.delivery.handbook.entries import address_of
from designs.delivery.handbook.entry_examples import names_in
from designs.delivery.intake.examples import examples
from designs.delivery.intake.templates import TEMPLATES, matching, showing
from designs.models import Design

NAMES = (
    "Metadata",
    "Work queue",
    "Account transactions",
    "Shopping cart without reservation",
    "Shopping cart with reservation",
    "Theatre seats",
    "Array-slice cache",
    "Nested categories",
    "Texts in several languages (i18n)",
)
FILES = {one.slug: one.text for one in examples() if one.slug.startswith("template-")}
PAGE, NEW = "/new/templates/", "/new/"
ALL = pytest.mark.parametrize("template", TEMPLATES, ids=lambda one: one.slug)


def offered(client: Client, address: str, **headers: str) -> list[str]:
    """The names on the page, each with its design's link, its sentences and a button."""
    shown = client.get(address, headers=headers).content.decode()
    rows = re.findall(r'<li id="template-.*?</li>', shown, re.S)
    for row in rows:
        slug = re.findall(r'id="([^"]*)"', row)[0]
        assert f'action="/designs/{slug}/copy/"' in row and f'href="/designs/{slug}/"' in row
        assert len(re.findall(r"<p>[^<]+\.</p>", row)) == 1 and len(re.findall(r"<dd>[^<]+</dd>", row)) == 2
        assert 'href="/handbook/' in row
    return [re.findall(r"<h3><a [^>]*>([^<]*)</a>", row)[0] for row in rows]


def missing(client: Client, address: str) -> set[str]:
    return set(NAMES) - set(offered(client, address))


@pytest.mark.django_db
@pytest.mark.parametrize("address", [PAGE, NEW])
def test_all_are_offered_by_name_and_one_that_is_not_there_is_missed(
    client: Client, library: None, address: str
) -> None:
    assert tuple(offered(client, address)) == NAMES
    store.withdraw(store.load("template-queue"), None)
    store.delete(store.load("template-i18n"))
    assert missing(client, address) == {"Work queue", "Texts in several languages (i18n)"}


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("asked", "found"),
    [
        ("queue", ["Work queue"]),
        ("CART reservation", list(NAMES[3:5])),
        ("i18n", list(NAMES[8:])),
        ("prealloc", ["Theatre seats"]),
        ("message broker", ["Work queue"]),
        ("cart zebra", []),
        ("  ", list(NAMES)),
    ],
)
def test_words_find_them_in_the_page_and_in_place(
    client: Client, library: None, asked: str, found: list[str]
) -> None:
    address = f"{PAGE}?q={asked.replace(' ', '+')}"
    assert offered(client, address) == offered(client, address, **{"HX-Request": "true"}) == found
    piece = client.get(address, headers={"HX-Request": "true"}).content.decode()
    assert piece.lstrip().startswith('<div id="templates"') and "<html" not in piece
    assert ("No templates match" in piece) is (not found)


@pytest.mark.django_db
def test_a_larger_example_is_named_while_it_is_there(client: Client, library: None) -> None:
    larger = {one.larger for one in TEMPLATES if one.larger}
    assert larger == {"city-theatre", "log-hosts", "department-store", "web-shop"}
    for template in (one for one in TEMPLATES if one.larger):
        made = compile_text(store.load(template.larger).text.encode(), ("plan",))
        assert not isinstance(made, Refused) and names_in(made.plan) & set(template.shows)
    link = '<a href="/designs/city-theatre/"><bdi>City theatre</bdi></a>'
    assert link in client.get(PAGE).content.decode()
    store.withdraw(store.load("city-theatre"), None)
    assert link not in client.get(PAGE).content.decode() and not missing(client, PAGE)


@pytest.mark.django_db
def test_what_is_asked_for_stays_text_and_an_empty_library_says_how_to_load_one(client: Client) -> None:
    shown = client.get(f"{PAGE}?q=%22%3E%3Cscript%3Eran").content.decode()
    assert "<script>ran" not in shown
    assert "load_library" in client.get(PAGE).content.decode()
    assert "Browse templates" not in client.get(NEW).content.decode()


@pytest.mark.django_db
def test_one_is_a_copy_of_ones_own(client: Client, library: None) -> None:
    client.force_login(User.objects.create_user("ann"))
    answer: Any = client.post("/designs/template-queue/copy/")
    copy = Design.objects.get(slug=answer.url.split("/")[2])
    assert (copy.owner.username, copy.in_library) == ("ann", False)
    theirs, ours = (
        json.loads(store.text(one, for_download=True)) for one in (store.load("template-queue"), copy)
    )
    assert ours["entities"] == theirs["entities"] and ours["operations"] == theirs["operations"]


@pytest.mark.django_db
def test_an_installation_from_before_gets_them_once(client: Client) -> None:
    for one in examples():
        if one.slug not in FILES:
            store.load_example(one.slug, one.text)
    assert missing(client, PAGE) == set(NAMES)
    for _ in range(2):
        call_command("load_library", verbosity=0)
        assert not missing(client, PAGE)
        assert Design.objects.count() == len(examples())


@ALL
def test_each_has_its_file_and_is_called_as_its_file_is(template: Any) -> None:
    assert json.loads(FILES[template.slug])["name"] == str(template.name)
    assert {one.slug for one in TEMPLATES} == set(FILES)


@ALL
def test_each_can_be_translated(template: Any) -> None:
    told = (template.name, template.what, template.when, template.when_not)
    assert all(isinstance(one, Promise) for one in told)


@ALL
def test_each_shows_what_it_says_and_no_rule_knows_it(template: Any) -> None:
    made = compile_text(FILES[template.slug], ("plan",))
    assert not isinstance(made, Refused)
    assert template.shows and names_in(made.plan) >= set(template.shows)
    chosen = {*STRATEGIES, *(kind for one in PATTERNS for kind in one.kinds)}
    assert not chosen & {template.slug, str(template.name)}


@pytest.mark.django_db
def test_the_handbook_leads_there_and_they_lead_to_the_handbook(client: Client) -> None:
    for template in TEMPLATES:
        for name in template.shows:
            page = client.get(address_of(name)).content.decode()
            assert f'href="{PAGE}#{template.slug}">{template.name}</a>' in page
    assert not showing(["TIME_SERIES"]) and len(showing(["TTL"])) == 2
    index = client.get("/handbook/?q=worker").content.decode()
    assert f'href="{PAGE}#template-queue"' in index and "Nothing is at" not in index
    assert len(matching(())) == len(NAMES)
