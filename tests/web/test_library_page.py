"""The front page: who sees what, search, tags, order, pages, pieces for htmx, and what it costs."""

from __future__ import annotations

import json
import re
from datetime import timedelta
from time import monotonic
from typing import Any

import pytest
from django.contrib.auth import get_user_model
from django.test import Client
from django.utils import timezone

from designs import store
from designs.models import Design
from designs.presence import PRESENCE
from designs.templatetags.ago import ago
from designs.templatetags.people import initials

from .conftest import small_design

pytestmark = pytest.mark.django_db


def made(name: str, **changes: Any) -> Any:
    owner, in_library = changes.pop("owner", None), changes.pop("in_library", True)
    return store.create(json.dumps(small_design(name=name, **changes)), owner, in_library=in_library)


def names(client: Client, query: str = "", **headers: str) -> list[str]:
    page = client.get(f"/{query}", headers=headers).content.decode()
    return re.findall(r'<h2><a href="/designs/[^"]*"><bdi>([^<]*)</bdi>', page)


@pytest.mark.parametrize(
    ("asked", "found"),
    [
        ("", ["First", "Zoo"]),
        ("zoo", ["Zoo"]),
        ("STUDENT", ["First", "Zoo"]),
        ("address small", []),  # `address` is a field of both, `small` the database's name
        ("address first", ["First"]),
        ("giraffe", ["Zoo"]),
        ("ÜBER", ["First"]),
        ("%", []),
    ],
)
def test_search_goes_through_names_fields_and_descriptions(
    client: Client, asked: str, found: list[str]
) -> None:
    made("First", description="Einiges über Dinge")
    made("Zoo", tags=["giraffe"])
    assert names(client, f"?q={asked.replace('%', '%25')}") == found


def test_tags_are_counted_and_filter_whole(client: Client) -> None:
    made("First", tags=["shop", "a b"])
    made("Second", tags=["shop"])
    made("Third", tags=["workshop"])
    page = client.get("/").content.decode()
    assert re.findall(r'\?tag=([^"&]*)"><bdi>[^<]*</bdi> <span class="size">(\d)', page) == [
        ("shop", "2"),
        ("a+b", "1"),
        ("workshop", "1"),
    ]
    assert names(client, "?tag=shop") == ["First", "Second"]
    assert names(client, "?tag=a%20b&q=first") == ["First"]


def test_a_visitor_sees_the_library_and_an_owner_also_their_own(client: Client) -> None:
    owner = get_user_model().objects.create_user("owner")
    other = get_user_model().objects.create_user("other")
    made("Shown")
    private = made("Private", owner=owner, in_library=False)
    made("Away", owner=owner)
    store.delete(store.load("away"))
    assert names(client) == ["Shown"]
    client.force_login(other)
    empty = client.get("/").content.decode()
    assert names(client) == [] and "No designs yet" in empty
    assert ">Shown</bdi>" in empty and "Private" not in empty
    assert names(client, "?in=library") == names(client, "?q=shown") == ["Shown"]
    assert client.get(f"/designs/{private.slug}/").status_code == 404
    assert client.get("/designs/away/").status_code == 404
    client.force_login(owner)
    assert names(client) == names(client, "?mine=1") == ["Private"]
    assert names(client, "?in=library") == ["Shown"]
    assert client.get(f"/designs/{private.slug}/").status_code == 200


def test_ones_own_designs_are_listed_by_last_edit_or_by_name(client: Client) -> None:
    owner = get_user_model().objects.create_user("owner")
    for name in ("B", "C", "A"):
        made(name, owner=owner, in_library=False)
    client.force_login(owner)
    assert names(client) == ["A", "C", "B"]
    assert names(client, "?sort=name") == names(client, "?sort=name&tag=") == ["A", "B", "C"]
    page = client.get("/?sort=name&q=a").content.decode()
    assert 'href="?q=a"' in page  # back to the last edited, still searched
    assert '<input type="hidden" name="sort" value="name">' in page


def test_a_new_design_and_an_import_are_offered_beside_ones_own(client: Client) -> None:
    owner = get_user_model().objects.create_user("owner")
    made("Mine", owner=owner, in_library=False)
    made("Shown")
    offers = ('class="card begin"', 'class="drop-file"')
    client.force_login(owner)
    for query, is_offered in (("", True), ("?in=library", False), ("?q=mine", False), ("?tag=shop", False)):
        page = client.get(f"/{query}").content.decode()
        assert [offer in page for offer in offers] == [is_offered] * 2, query
    tabs = re.findall(r'([A-Z][a-z ]+) <span class="size">(\d+)</span></a>', client.get("/").content.decode())
    assert tabs == [("Your designs", "1"), ("Templates", "0"), ("Library", "1")]
    there = client.get("/new/templates/").content.decode()
    assert 'in=mine">Your designs <span class="size">1</span>' in there


def test_edits_say_how_long_ago_they_were() -> None:
    now = timezone.now()
    said = [ago(now - each) for each in (timedelta(seconds=9), timedelta(minutes=5), timedelta(hours=25))]
    assert [each.replace("\xa0", " ") for each in said] == ["just now", "5 minutes ago", "1 day ago"]
    assert str((now - timedelta(days=40)).year) in ago(now - timedelta(days=40))


def test_a_superuser_sees_all(client: Client) -> None:
    made("Private", in_library=False)
    client.force_login(get_user_model().objects.create_superuser("root"))
    assert names(client, "?in=library") == ["Private"]


def test_featured_designs_come_first(client: Client) -> None:
    made("A")
    second = made("B")
    type(second).objects.filter(pk=second.pk).update(featured=True)
    assert names(client) == ["B", "A"]


def test_long_lists_have_pages_that_keep_the_question(client: Client) -> None:
    for number in range(25):
        made(f"Design {number:02d}", tags=["many"])
    first = client.get("/?q=design&tag=many").content.decode()
    assert 'href="?q=design&amp;tag=many&amp;page=2"' in first
    assert names(client, "?q=design&tag=many&page=2") == ["Design 24"]
    assert names(client, "?page=nonsense") == names(client)


def test_htmx_gets_the_piece_and_history_the_page(client: Client) -> None:
    made("First")
    piece = client.get("/", headers={"HX-Request": "true"}).content.decode()
    assert piece.lstrip().startswith('<div id="found"') and "<html" not in piece
    again = {"HX-Request": "true", "HX-History-Restore-Request": "true"}
    assert "<html" in client.get("/", headers=again).content.decode()


def test_nothing_found_and_nothing_there_say_what_to_do(client: Client) -> None:
    assert "No designs yet" in client.get("/").content.decode()
    made("First")
    assert "No designs match" in client.get("/?q=nowhere").content.decode()


def test_it_costs_the_same_for_1_and_for_50(client: Client, django_assert_num_queries: Any) -> None:
    client.force_login(get_user_model().objects.create_user("owner"))
    made("First")
    for _ in range(2):
        with django_assert_num_queries(8):  # session, person, own, templates, library, tags, count, designs
            client.get("/?in=library")
        for number in range(49):
            made(f"Design {number}")


def test_a_card_tells_collections_once_they_are_compiled_and_relationships_before(client: Client) -> None:
    design = made("Zoo")
    assert "<b>1</b> relationship<" in client.get("/").content.decode()
    client.get(f"/designs/{design.slug}/sketch-light.svg")
    page = client.get("/").content.decode()
    assert "<b>1</b> collection<" in page and "<b>1</b> relationship" not in page
    Design.objects.filter(pk=design.pk).update(revision=design.revision + 1)
    assert "<b>1</b> relationship<" in client.get("/").content.decode()


def test_a_card_tells_that_it_is_shared_and_who_edits_it(client: Client) -> None:
    ann = get_user_model().objects.create_user("ann.smith")
    design = made("Zoo", owner=ann, in_library=False)
    client.force_login(ann)
    chips = re.compile(r'<span class="chip"[^>]*>([^<]*)<')
    page = client.get("/").content.decode()
    assert chips.findall(page) == [] and 'data-initials="AS"' in page
    Design.objects.filter(pk=design.pk).update(share_key="k" * 40)
    assert chips.findall(client.get("/").content.decode()) == ["Shared"]
    try:
        for page_of, person in enumerate((ann, ann, get_user_model().objects.create_user("bob"))):
            PRESENCE.say(design.pk, f"page-{page_of}", person, (), monotonic())
        assert chips.findall(client.get("/").content.decode()) == ["2 editing"]
    finally:
        PRESENCE.forget()


def test_a_design_with_nothing_in_it_says_so_where_its_sketch_would_be(client: Client) -> None:
    made("Zoo", entities=[], relationships=[])
    page = client.get("/").content.decode()
    assert "Nothing drawn yet" in page and "sketch-light" not in page


@pytest.mark.parametrize(
    ("name", "letters"),
    [("ann", "A"), ("ann.smith", "AS"), ("o", "O"), ("a-b_c", "AB"), ("@", "?"), ("مها \u202eabc", "مA")],
)
def test_initials(name: str, letters: str) -> None:
    assert initials(name) == letters


def test_a_card_of_ones_own_has_a_menu_and_others_have_none(client: Client) -> None:
    ann = get_user_model().objects.create_user("ann")
    slug = made("Mine", owner=ann, in_library=False).slug
    made("Theirs")
    client.force_login(ann)
    page = client.get("/").content.decode()
    for address in ("about/", "edit/#share", "downloads/", "report/"):
        assert f'href="/designs/{slug}/{address}"' in page
    for address in ("copy/", "delete/"):
        assert f'action="/designs/{slug}/{address}"' in page
    assert "Move to Trash" not in client.get("/?in=library").content.decode()


def test_a_search_says_where_it_found_the_words(client: Client) -> None:
    lines = {"name": "Trainer", "fields": [{"name": "papers", "type": "object", "fields": [{"name": "licence", "type": "string"}]}]}  # fmt: skip
    design = small_design(name="Gyms")
    design["entities"].append(lines)
    store.create(json.dumps(design), None, in_library=True)
    page = client.get("/?q=licence").content.decode()
    assert (
        '?show=Trainer%20%E2%80%BA%20papers%20%E2%80%BA%20licence"><bdi>Trainer › papers › licence</bdi>'
        in page
    )
    assert "Found in" not in client.get("/?q=gyms").content.decode()
    assert "Found in" not in client.get("/").content.decode()
