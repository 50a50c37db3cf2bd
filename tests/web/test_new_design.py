"""Beginning a design: blank, as a copy, from a file with and without faults; and what is not lost."""

from __future__ import annotations

import json
import re
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client

from designs import store
from designs.models import Design

from .conftest import small_design

pytestmark = pytest.mark.django_db
NEW, FILE, BLANK = "/new/", "/new/file/", "/new/blank/"
HOSTILE = "</textarea></bdi><script>ran=1</script>\"'\u202e"


@pytest.fixture
def ann(client: Client) -> User:
    """Signed in."""
    ann = User.objects.create_user("ann")
    client.force_login(ann)
    return ann


def text(**changes: Any) -> str:
    return json.dumps(small_design(**changes), indent=2)


def misspelt(**changes: Any) -> str:
    design = small_design(**changes)
    design["relationships"][0]["to"]["entity"] = "Emial"
    return json.dumps(design, indent=2)


def page(response: Any) -> str:
    return str(response.content.decode())


class TestBlank:
    def test_it_has_a_name_and_an_owner_and_pages_that_say_what_to_do(
        self, client: Client, ann: User
    ) -> None:
        answer = client.post(BLANK, {"name": "Web Shop"})
        design = Design.objects.get()
        assert answer.url == f"/designs/{design.slug}/edit/" == "/designs/web-shop/edit/"
        place = f"/designs/{design.slug}/"
        assert (design.name, design.database, design.owner, design.in_library) == (
            "Web Shop",
            "web_shop",
            ann,
            False,
        )
        for name in ("", "documents/", "diagrams/", "scripts/", "decisions/", "findings/", "report/"):
            shown = client.get(f"{place}{name}")
            assert shown.status_code == 200
        nothing = page(client.get(place)).partition('class="nothing"')[2]
        first, _, others = nothing.partition("</a>")
        assert f'href="{answer.url}"' in first and f'href="{place}replace/"' in others

    def test_the_database_is_what_was_written(self, client: Client, ann: User) -> None:
        client.post(BLANK, {"name": "Web Shop", "database": "shop"})
        assert Design.objects.get().database == "shop"

    @pytest.mark.parametrize("form", [{"name": ""}, {"name": "x" * 121}, {"name": "x", "database": "a b"}])
    def test_what_can_not_be_is_said_and_nothing_is_stored(
        self, client: Client, ann: User, form: dict[str, str]
    ) -> None:
        answer = client.post(BLANK, form)
        assert answer.status_code == 422
        assert 'aria-invalid="true"' in page(answer)
        assert not Design.objects.exists()

    def test_a_visitor_is_asked_to_sign_in_and_the_name_is_kept(self, client: Client) -> None:
        answer = client.post(BLANK, {"name": "Å & b", "database": "ab"})
        assert answer.url.startswith("/sign-in/?next=/new/")
        back = client.get("/new/?name=%C3%85+%26+b&database=ab")
        assert 'value="Å &amp; b"' in page(back) and 'value="ab"' in page(back)
        assert not Design.objects.exists()

    def test_the_database_name_follows_in_place(self, client: Client) -> None:
        piece = page(client.get("/new/?name=Web%20Shop", headers={"HX-Request": "true"}))
        assert "<code>web_shop</code>" in piece and "<html" not in piece

    @pytest.mark.parametrize("name", ["設計", "<b>", "  ..  ", "a" * 120, HOSTILE, "\u202eabc"])
    def test_any_name_will_do(self, client: Client, ann: User, name: str) -> None:
        answer = client.post(BLANK, {"name": name})
        shown = page(client.get(answer.url))
        assert Design.objects.get().name == name.strip()
        assert "<script>ran" not in shown

    def test_sent_twice_it_is_one_design(self, client: Client, ann: User) -> None:
        for _ in range(2):
            client.post(BLANK, {"name": "x", "op_id": "0123456789abcdef"})
        assert Design.objects.count() == 1


class TestStartPage:
    def test_it_offers_examples_and_a_file(self, client: Client, library: None) -> None:
        shown = page(client.get(NEW))
        started = re.findall(r'action="/designs/([^"]*)/copy/"', shown)
        assert len([one for one in started if not one.startswith("template-")]) == 6
        assert 'href="/new/file/"' in shown
        assert re.search(r'<input id="name"[^>]* autofocus', shown)  # so that typing goes into it

    def test_who_has_none_is_shown_how_to_begin(self, client: Client, ann: User) -> None:
        store.create(text(), in_library=True)
        assert "No designs yet" in page(client.get("/?mine=1"))
        assert "No designs match" in page(client.get("/?mine=1&q=x"))

    def test_without_a_library_it_says_how_to_load_one(self, client: Client) -> None:
        assert "load_library" in page(client.get(NEW))
        front = page(client.get("/"))
        assert "load_library" in front and 'href="/new/"' in front and 'href="/new/file/"' in front

    def test_it_costs_the_same_for_1_and_for_50(
        self, client: Client, ann: User, django_assert_num_queries: Any
    ) -> None:
        store.create(text(), in_library=True)
        for _ in range(2):
            with django_assert_num_queries(4):  # session, person, templates, designs
                client.get(NEW)
            for number in range(49):
                store.create(text(name=f"Design {number}"), in_library=True)


class TestCopy:
    def test_a_copy_is_ones_own(self, client: Client, ann: User) -> None:
        store.create(text(), in_library=True)
        assert client.post("/designs/small/copy/").url == "/designs/copy-of-small/edit/"
        copy = Design.objects.get(slug="copy-of-small")
        assert (copy.name, copy.owner, copy.in_library) == ("Copy of Small", ann, False)
        client.post("/designs/small/copy/")
        assert Design.objects.filter(name="Copy of Small 2").exists()
        long = store.create(text(name="n" * 120), in_library=True)
        for _ in range(2):
            client.post(f"/designs/{long.slug}/copy/")
        assert {one.name for one in Design.objects.filter(owner=ann)} >= {
            f"Copy of {'n' * 112}",
            f"Copy of {'n' * 110} 2",
        }

    def test_a_visitor_signs_in_and_goes_on(self, client: Client) -> None:
        store.create(text(), in_library=True)
        assert client.post("/designs/small/copy/").url == "/sign-in/?next=/designs/small/copy/"
        client.force_login(User.objects.create_user("bob"))
        assert 'value="Copy of Small"' in page(client.get("/designs/small/copy/"))

    def test_anothers_design_is_not_there(self, client: Client, ann: User) -> None:
        store.create(text(), User.objects.create_user("bob"))
        assert client.post("/designs/small/copy/").status_code == 404


class TestFile:
    def test_a_text_is_stored(self, client: Client, ann: User) -> None:
        answer = client.post(FILE, {"text": text().replace("\n", "\r\n"), "do": "store"})
        design = Design.objects.get()
        assert (answer.url, design.owner) == ("/designs/small/edit/", ann)
        assert store.text(design, for_download=True) == text() + "\n"

    def test_sent_twice_it_is_one_design(self, client: Client, ann: User) -> None:
        answers = [client.post(FILE, {"text": text(), "do": "store", "op_id": "0123456789ab"}) for _ in "ab"]
        assert Design.objects.count() == 1
        assert answers[0].url == answers[1].url
        client.post(FILE, {"text": text(), "do": "store", "op_id": "' OR 1=1"})  # no id of ours: a new one
        assert Design.objects.count() == 2

    def test_a_file_goes_before_a_text(self, client: Client, ann: User) -> None:
        file = SimpleUploadedFile("a.json", b"\xef\xbb\xbf" + text(name="Of the file").encode())
        client.post(FILE, {"file": file, "text": text(), "do": "store"})
        assert Design.objects.get().name == "Of the file"

    def test_faults_stand_at_their_lines_and_the_text_is_kept(self, client: Client, ann: User) -> None:
        answer = client.post(FILE, {"text": misspelt(description="</textarea>"), "do": "store"})
        shown = page(answer)
        assert answer.status_code == 422
        line = next(n for n, one in enumerate(misspelt().split("\n"), 1) if "Emial" in one)
        assert f'href="#line-{line}"' in shown and f'id="line-{line}"' in shown
        assert "Did you mean &quot;Email&quot;?" in shown
        assert "&lt;/textarea&gt;" in shown
        kept = re.search(r'<textarea id="text"[^>]*>\n(.*?)</textarea>', shown, re.S)
        assert kept is not None
        assert kept[1].count("&quot;Emial&quot;") == 1
        assert not Design.objects.exists()

    def test_hostile_texts_stay_texts(self, client: Client) -> None:
        for content in (HOSTILE, misspelt(description=HOSTILE), text(name=HOSTILE), '{"' + HOSTILE):
            shown = page(client.post(FILE, {"text": content}))
            assert "<script>ran" not in shown

    def test_a_check_stores_nothing_and_needs_no_sign_in(self, client: Client) -> None:
        answer = client.post(FILE, {"text": text(), "do": "check"})
        assert answer.status_code == 200
        assert "Ready to import" in page(answer)
        assert 'href="/sign-in/?next=/new/file/"' in page(answer)
        assert client.post(FILE, {"text": text(), "do": "store"}).status_code == 200
        assert not Design.objects.exists()

    def test_in_place_only_the_piece_comes(self, client: Client) -> None:
        for content in (text(), misspelt(), ""):
            answer = client.post(FILE, {"text": content, "do": "check"}, headers={"HX-Request": "true"})
            assert answer.status_code == 200  # htmx swaps nothing else
            assert page(answer).lstrip().startswith('<section id="importing"')

    @pytest.mark.parametrize(
        ("content", "said"),
        [
            (b"", "choose a file"),
            (b"  \n", "choose a file"),
            (b"\xff\xfe{}", "UTF-8"),
            (b"{,}", "Invalid JSON"),
            (b"-- dump\nCREATE TABLE pet (id int);", "This is SQL, not a design file."),
            (b"Table pet {\n  id int\n}", "This is DBML"),
            (b"erDiagram\n  PET ||--o{ VISIT : has", "This is a Mermaid diagram"),
            (b"name,born\nRex,2020", "This is CSV"),
            (b"openapi: 3.0.0\ninfo: {}", "This is YAML"),
            (b"[" * 200 + b"]" * 200, "more than 100 levels deep"),
            (b'{"format": "nestlink/2", "name": "x", "database": "x", "entities": []}', "nestlink/2"),
            (b'{"swagger": "2.0"}', "Unknown key"),
            (b'{"name": "a", "name": "b"}', "Duplicate key."),
            (b"x" * (10 * 1024 * 1024 + 1), "10,485,761 bytes"),
        ],
    )
    def test_odd_files_are_told_in_words(self, client: Client, ann: User, content: bytes, said: str) -> None:
        answer = client.post(FILE, {"file": SimpleUploadedFile("a.json", content), "do": "store"})
        assert answer.status_code == 422
        assert said in page(answer)
        assert not Design.objects.exists()

    def test_more_than_a_request_may_hold_is_a_page_of_ours(self, client: Client, settings: Any) -> None:
        for form in (
            {"text": "x" * (12 * 1024 * 1024)},
            {"file": SimpleUploadedFile("a", b"x" * 2**20 * 23)},
        ):
            answer = client.post(FILE, form)
            assert answer.status_code == 413
            assert "This request is too large" in page(answer)

    def test_a_design_whose_findings_hold_errors_is_stored_and_says_so(
        self, client: Client, ann: User
    ) -> None:
        bad = small_design(database="a/b")
        assert "error" in page(client.post(FILE, {"text": json.dumps(bad)}))
        answer = client.post(FILE, {"text": json.dumps(bad), "do": "store"})
        assert "Design imported with 1 error" in page(client.get(answer.url))

    def test_ids_that_stand_twice_are_a_fault_too(self, client: Client, ann: User) -> None:
        raw = small_design()
        raw["entities"][0]["id"] = raw["entities"][1]["id"] = "same"
        answer = client.post(FILE, {"text": json.dumps(raw), "do": "store"})
        assert answer.status_code == 422
        assert "share this ID" in page(answer)

    def test_a_form_from_before_the_sign_in_gives_its_text_back(self) -> None:
        strict = Client(enforce_csrf_checks=True)
        answer = strict.post(FILE, {"text": "precious </textarea>", "do": "store"})
        assert answer.status_code == 403
        assert "precious &lt;/textarea&gt;" in page(answer)
