"""Changing a stored design: new versions, conflicts, its name and description."""

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
from designs.store import edits

from .conftest import small_design

pytestmark = pytest.mark.django_db
SMALL = "/designs/small/"
HOSTILE = "</textarea></bdi><script>ran=1</script>\"'\u202e"


@pytest.fixture
def ann(client: Client) -> User:
    """Signed in; "Small" is hers, at version 1."""
    ann = User.objects.create_user("ann")
    client.force_login(ann)
    store.create(text(), ann)
    return ann


def text(**changes: Any) -> str:
    return json.dumps(small_design(**changes), indent=2)


def page(response: Any) -> str:
    return str(response.content.decode())


def newest() -> Design:
    return Design.objects.get(slug="small")


def said(**values: Any) -> edits.Several:
    """Edits of what the design says of itself."""
    return edits.Several(
        edits=tuple(edits.Set(id=edits.DESIGN, path=(name,), value=value) for name, value in values.items())
    )


def replace(client: Client, **form: Any) -> Any:
    return client.post(
        f"{SMALL}replace/", {"base_revision": 1, "op_id": "0123456789abcdef", "do": "store"} | form
    )


class TestNewVersion:
    def test_the_text_is_there_to_be_changed(self, client: Client, ann: User) -> None:
        shown = page(client.get(f"{SMALL}replace/"))
        assert "&quot;name&quot;: &quot;Small&quot;" in shown
        assert "Version 1, " in shown

    def test_it_is_stored_once_and_keeps_the_ids(self, client: Client, ann: User) -> None:
        keys = [one.id for one in store.model_of(newest()).entities]
        for _ in range(2):
            answer = replace(client, text=text(description="new"))
        assert answer.url == SMALL
        assert (newest().revision, newest().description) == (2, "new")
        assert [one.id for one in store.model_of(newest()).entities] == keys
        assert "Imported as version 2" in page(client.get(SMALL))

    def test_a_check_says_what_it_changes(self, client: Client, ann: User) -> None:
        design = small_design()
        design["entities"][0]["count"] = 7
        design["entities"][0]["fields"].append({"name": "age", "type": "int"})
        shown = page(replace(client, text=json.dumps(design), do="check"))
        assert (
            "Changes from version" in shown
            and "Student › age" in shown
            and "<ins><bdi>7</bdi></ins>" in shown
        )
        assert "No changes." in page(replace(client, text=text(), do="check"))
        assert newest().revision == 1

    def test_what_a_file_changes_is_looked_at_before_it_is_stored(self, client: Client, ann: User) -> None:
        store.commit(newest(), 1, said(description="theirs"), None, "theirs")
        file = SimpleUploadedFile("small.json", text(tags=["mine"]).encode())
        shown = page(replace(client, file=file, base_revision=2))
        assert "Changes from version 2" in shown and "<del><bdi>theirs</bdi></del>" in shown
        assert newest().revision == 2
        replace(client, text=text(tags=["mine"]), base_revision=1)
        assert (newest().description, newest().tags) == ("theirs", "\nmine\n")

    def test_faults_are_shown_and_nothing_is_stored(self, client: Client, ann: User) -> None:
        answer = replace(client, text="{")
        assert answer.status_code == 422 and "Invalid JSON" in page(answer)
        assert newest().revision == 1

    @pytest.mark.parametrize("base", ["", "x", "0", "99", "-1"])
    def test_a_version_that_never_was_is_no_base(self, client: Client, ann: User, base: str) -> None:
        assert replace(client, text=text(name="New"), base_revision=base).status_code in (400, 409)
        assert newest().revision == 1

    def test_what_others_changed_meanwhile_is_kept(self, client: Client, ann: User) -> None:
        store.commit(newest(), 1, said(description="theirs"), None, "theirs")
        replace(client, text=text(tags=["mine"]))
        assert (newest().description, newest().tags) == ("theirs", "\nmine\n")


class TestConflict:
    @pytest.fixture
    def met(self, client: Client, ann: User) -> str:
        """Both gave it a description, theirs a tag as well: the page that shows both."""
        bob = User.objects.create_user("bob")
        store.commit(newest(), 1, said(description="theirs <b>", tags=["theirs"]), bob, "theirs", "Told more")
        answer = replace(client, text=text(description=HOSTILE, name="Mine"))
        assert answer.status_code == 409
        assert newest().revision == 2
        return page(answer)

    def form(self, **more: Any) -> dict[str, Any]:
        return {"text": text(description=HOSTILE, name="Mine"), "seen_revision": 2} | more

    def test_both_values_are_shown_with_their_place(self, met: str) -> None:
        assert "The design" in met and "<bdi>Description</bdi>" in met
        assert "theirs &lt;b&gt;" in met and "&lt;/textarea&gt;" in met
        assert "<script>ran" not in met
        assert "Told more" in met and "<bdi>bob</bdi>" in met
        hidden = dict(re.findall(r'name="(\w+)" value="([^"]*)"', met))
        assert (hidden["base_revision"], hidden["seen_revision"]) == ("1", "2")

    @pytest.mark.parametrize(
        ("choice", "description"),
        [
            ({"do": "all_theirs"}, "theirs <b>"),
            ({"do": "all_mine"}, HOSTILE),
            ({"do": "as_marked", "thing-0": "mine"}, HOSTILE),
            ({"do": "as_marked", "thing-0": "theirs"}, "theirs <b>"),
            ({"do": "as_marked"}, "theirs <b>"),
        ],
    )
    def test_the_choice_holds_and_all_else_is_kept(
        self, client: Client, met: str, choice: dict[str, str], description: str
    ) -> None:
        for _ in range(2):
            replace(client, **self.form(**choice))
        assert (newest().description, newest().name, newest().tags, newest().revision) == (
            description,
            "Mine",
            "\ntheirs\n",
            3,
        )

    def test_mine_alone_undoes_theirs_and_history_keeps_it(self, client: Client, met: str) -> None:
        replace(client, **self.form(do="in_its_place"))
        assert (newest().description, newest().tags, newest().revision) == (HOSTILE, "", 3)
        assert store.at_revision(newest(), 2).description == "theirs <b>"

    def test_mine_can_be_downloaded(self, client: Client, met: str) -> None:
        answer = replace(client, **self.form(do="download"))
        assert answer.headers["Content-Disposition"] == 'attachment; filename="small-mine.json"'
        assert answer.content.decode() == text(description=HOSTILE, name="Mine")
        assert newest().revision == 2

    def test_a_third_change_is_shown_again(self, client: Client, met: str) -> None:
        store.commit(newest(), 2, said(description="third"), None, "third")
        answer = replace(client, **self.form(do="all_mine"))
        assert answer.status_code == 409 and "third" in page(answer)
        assert newest().description == "third"

    def test_two_that_make_no_design_together_say_why(self, client: Client, met: str) -> None:
        removed = edits.Remove(
            id=edits.raw_of(store.model_of(newest()))["entities"][1]["id"], dependents=True
        )
        store.commit(newest(), 2, removed, None, "gone")
        design = small_design()
        design["relationships"].append(
            {"name": "more", "kind": "one-to-one", "from": {"entity": "Student"}, "to": {"entity": "Email"}}
        )
        answer = replace(client, text=json.dumps(design))
        assert answer.status_code == 409
        assert "combined changes aren’t valid" in page(answer) and "Unknown entity" in page(answer)
        replace(client, text=json.dumps(design), seen_revision=3, do="in_its_place")
        assert [one.name for one in store.model_of(newest()).links] == ["emails", "more"]


class TestAbout:
    def form(self, **form: Any) -> dict[str, Any]:
        return {
            "name": "Small",
            "description": "",
            "tags": "",
            "base_revision": 1,
            "op_id": "abcdefgh",
        } | form

    def test_name_description_and_tags_are_stored(self, client: Client, ann: User) -> None:
        client.post(f"{SMALL}about/", self.form(name=HOSTILE, description="a\r\nb", tags="x\r\n y  z \n\nx"))
        assert (newest().name, newest().description, newest().tags) == (HOSTILE, "a\nb", "\nx\ny z\n")
        for address in (SMALL, f"{SMALL}about/", f"{SMALL}history/", f"{SMALL}replace/", "/", "/trash/"):
            assert "<script>ran" not in page(client.get(address))
        raw = json.loads(newest().text)
        assert list(raw)[:3] == ["format", "name", "description"]

    def test_an_empty_description_is_none_at_all(self, client: Client, ann: User) -> None:
        client.post(f"{SMALL}about/", self.form(description="x"))
        client.post(f"{SMALL}about/", self.form(base_revision=2, op_id="ijklmnop"))
        assert "description" not in json.loads(newest().text)

    def test_no_name_is_refused(self, client: Client, ann: User) -> None:
        assert client.post(f"{SMALL}about/", self.form(name=" ")).status_code == 422
        assert client.post(f"{SMALL}about/", self.form(base_revision="")).status_code == 400

    def test_only_what_was_changed_meets(self, client: Client, ann: User) -> None:
        store.commit(newest(), 1, said(description="theirs"), None, "theirs")
        client.post(f"{SMALL}about/", self.form(name="Mine"))
        assert (newest().name, newest().description) == ("Mine", "theirs")

    def test_a_conflict_shows_both_and_keeps_what_was_typed(self, client: Client, ann: User) -> None:
        store.commit(newest(), 1, said(description="theirs"), None, "theirs")
        answer = client.post(f"{SMALL}about/", self.form(description="mine", tags="a\nb"))
        assert answer.status_code == 409
        assert "<bdi>theirs</bdi>" in page(answer) and "<bdi>mine</bdi>" in page(answer)
        assert re.search(r'name="tags"[^>]*>\na\nb</textarea>', page(answer).replace("\r", ""))
        form = self.form(description="mine", tags="a\nb", seen_revision=2, do="all_mine")
        client.post(f"{SMALL}about/", form)
        assert (newest().description, newest().tags) == ("mine", "\na\nb\n")
