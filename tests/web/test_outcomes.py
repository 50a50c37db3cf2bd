"""What was compiled for a revision is stored with it: by whom, when not, and what lists make of it."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import timedelta
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.core.management import call_command
from django.db import OperationalError, connection
from django.test import Client
from django.utils import timezone

from designs import outcomes, store
from designs.compiler.composition import fixpoint
from designs.delivery.compiled.compiled_design import compiled
from designs.delivery.intake.examples import examples
from designs.models import Design, Outcome

from .conftest import small_design

pytestmark = pytest.mark.django_db

FACTS = store.Facts(errors=1, names="\nB7\n", light="<svg/>", dark="<svg/>")


@pytest.fixture
def shown(ann: User) -> Design:
    return store.create(json.dumps(small_design()), ann, slug="small", in_library=True)


@pytest.fixture
def uncompilable(monkeypatch: pytest.MonkeyPatch) -> Callable[[], None]:
    """From when it is called, whoever compiles anything fails."""
    return lambda: monkeypatch.setattr(fixpoint, "settled", lambda survey: pytest.fail("compiled"))


def fresh(design: Design) -> Design:
    return Design.objects.get(pk=design.pk)


def changed(design: Design, words: str = "changed") -> Design:
    edit = store.edits.Set(id=store.edits.DESIGN, path=("description",), value=words)
    return store.commit(fresh(design), fresh(design).revision, edit, None, words).design


class TestWhoStores:
    @pytest.mark.parametrize(
        "page", ["", "documents/", "findings/", "forecast/", "downloads/", "sketch-dark.svg"]
    )
    def test_whoever_compiles_for_a_page(self, client: Client, shown: Design, page: str) -> None:
        assert store.outcome_of(fresh(shown)) is None
        assert client.get(f"/designs/small/{page}").status_code == 200
        stored = Outcome.objects.get(design=shown)
        plan = compiled(shown.text.encode()).plan  # type: ignore[union-attr]
        assert (stored.revision, stored.faults) == (1, 0)
        assert stored.collections == len(plan["collections"]) and stored.decisions == 1
        assert stored.errors + stored.warnings + stored.remarks == len(plan["findings"])
        assert f"\n{plan['decisions'][0]['rule']}\n" in stored.names
        assert stored.light.startswith("<svg") and stored.light != stored.dark

    def test_a_page_of_the_newest_writes_nothing_again(self, client: Client, shown: Design) -> None:
        client.get("/designs/small/")
        made = Outcome.objects.get(design=shown).made_at
        client.get("/designs/small/findings/")
        assert Outcome.objects.get(design=shown).made_at == made
        changed(shown)
        client.get("/designs/small/")
        assert Outcome.objects.get(design=shown).revision == 2

    def test_faults_are_stored_too(self, client: Client, shown: Design) -> None:
        Design.objects.filter(pk=shown.pk).update(text="{}")
        assert client.get("/designs/small/").status_code == 422
        assert Outcome.objects.get(design=shown).faults > 0

    def test_examples_come_compiled(self) -> None:
        call_command("load_library", verbosity=0)
        rows = Design.objects.select_related("outcome")
        assert rows.count() == len(examples())
        assert all(store.is_current(row) and row.outcome.collections for row in rows)

    def test_an_example_that_somebody_edited_is_left_to_its_pages(self, shown: Design) -> None:
        call_command("load_library", verbosity=0)
        mine = changed(store.load("university"), "mine")
        call_command("load_library", verbosity=0)
        assert not store.is_current(fresh(mine))

    def test_a_flag_leaves_the_text_and_its_result_as_they_are(self, client: Client, shown: Design) -> None:
        client.get("/designs/small/")
        for flag in (store.feature, store.withdraw, store.publish):
            assert store.is_current(fresh(flag(shown, None)))
        assert fresh(shown).revision == 4


class TestWhatStays:
    def test_a_newer_revision_is_never_overwritten(self, shown: Design) -> None:
        old, new = fresh(shown), changed(shown)
        store.keep_outcome(new, FACTS)
        store.keep_outcome(old, store.Facts(errors=9))
        assert Outcome.objects.get(design=shown).errors == 1

    @pytest.mark.parametrize(("version", "errors"), [("0.9.9", 2), ("0.10.0", 2), ("0.10.1", 1), ("1.0", 1)])
    def test_nor_is_a_newer_programs(self, shown: Design, settings: Any, version: str, errors: int) -> None:
        settings.VERSION = version
        store.keep_outcome(shown, FACTS)
        settings.VERSION = "0.10.1"
        store.keep_outcome(shown, store.Facts(errors=2))
        assert Outcome.objects.get(design=shown).errors == errors

    def test_an_older_programs_result_of_a_newer_revision_is_worth_more(
        self, shown: Design, settings: Any
    ) -> None:
        settings.VERSION = "99.0"
        store.keep_outcome(shown, store.Facts(errors=9))
        settings.VERSION = "1.0"
        store.keep_outcome(changed(shown), FACTS)
        assert Outcome.objects.get(design=shown).errors == 1

    def test_a_result_that_comes_in_between_is_looked_at_again(
        self, shown: Design, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        """Another process stores an older revision after this one has looked."""
        old, new = fresh(shown), changed(shown)
        with before_update(lambda: store.keep_outcome(old, store.Facts(errors=9))):
            store.keep_outcome(new, FACTS)
        stored = Outcome.objects.get(design=shown)
        assert (stored.revision, stored.errors) == (2, 1)


@contextmanager
def before_update(do: Callable[[], object]) -> Iterator[None]:
    """Do something once, before the first UPDATE of a result."""
    waiting = [do]

    def watch(execute: Any, sql: str, *more: Any) -> Any:
        if sql.startswith('UPDATE "designs_outcome"') and waiting:
            waiting.pop()()
        return execute(sql, *more)

    with connection.execute_wrapper(watch):
        yield


class TestTroubles:
    def test_a_read_only_database_still_has_pages_and_sketches(self, client: Client, shown: Design) -> None:
        with connection.cursor() as cursor:
            cursor.execute("PRAGMA query_only = ON")
            try:
                answers = [client.get(f"/designs/small/{page}") for page in ("", "sketch-light.svg")]
            finally:
                cursor.execute("PRAGMA query_only = OFF")
        assert [one.status_code for one in answers] == [200, 200]
        assert not Outcome.objects.exists()

    def test_a_busy_database_is_not_waited_for(self, client: Client, shown: Design) -> None:
        waits: list[int] = []

        def busy(execute: Any, sql: str, *more: Any) -> Any:
            if '"designs_outcome"' in sql and not sql.startswith("SELECT"):
                waits.append(patience())
                raise OperationalError("database is locked")
            return execute(sql, *more)

        usual = patience()
        with connection.execute_wrapper(busy):
            assert client.get("/designs/small/").status_code == 200
        assert waits and max(waits) <= 1000
        assert patience() == usual

    def test_nothing_of_the_design_is_logged(
        self, client: Client, shown: Design, caplog: pytest.LogCaptureFixture
    ) -> None:
        def full(execute: Any, sql: str, *more: Any) -> Any:
            if sql.startswith("INSERT"):
                raise OperationalError("disk full: Student")
            return execute(sql, *more)

        with connection.execute_wrapper(full):
            client.get("/designs/small/")
        assert "was not stored: OperationalError" in caplog.text
        assert "Student" not in caplog.text


def patience() -> int:
    with connection.cursor() as cursor:
        waited: int = cursor.execute("PRAGMA busy_timeout").fetchone()[0]
    return waited


class TestAttempts:
    """A design that no process could compile in time: each list would begin it again."""

    def failed(self, design: Design, ago: timedelta) -> None:
        store.begin_outcome(design)
        Outcome.objects.filter(design=design).update(begun_at=timezone.now() - ago)

    def test_a_list_leaves_it_alone_for_a_while(
        self, client: Client, shown: Design, uncompilable: Callable[[], None]
    ) -> None:
        self.failed(shown, timedelta(minutes=1))
        uncompilable()
        answer = client.get("/designs/small/sketch-light.svg")
        assert answer.content.startswith(b"<svg") and b"<g" not in answer.content
        assert "immutable" not in answer.headers["Cache-Control"]

    def test_the_newest_there_is_shown_meanwhile(
        self, client: Client, shown: Design, uncompilable: Callable[[], None]
    ) -> None:
        before = client.get("/designs/small/sketch-light.svg").content
        self.failed(changed(shown), timedelta(minutes=1))
        uncompilable()
        assert client.get("/designs/small/sketch-light.svg").content == before

    @pytest.mark.parametrize("ago", [timedelta(seconds=1), timedelta(hours=2)])
    def test_one_that_just_began_and_an_old_one_are_tried(
        self, client: Client, shown: Design, ago: timedelta
    ) -> None:
        self.failed(shown, ago)
        assert b"<g" in client.get("/designs/small/sketch-light.svg").content
        assert store.is_current(fresh(shown))

    def test_a_change_or_another_program_is_tried_at_once(
        self, client: Client, shown: Design, settings: Any
    ) -> None:
        self.failed(shown, timedelta(minutes=1))
        assert not store.has_failed(changed(shown))
        settings.VERSION = "99"
        assert not store.has_failed(fresh(shown))

    def test_a_page_of_its_own_is_always_tried(self, client: Client, shown: Design) -> None:
        self.failed(shown, timedelta(minutes=1))
        assert client.get("/designs/small/").status_code == 200
        assert store.is_current(fresh(shown))


class TestWhatListsShow:
    def test_the_admin_shows_the_stored_number_and_asks_for_what_is_missing(
        self, client: Client, bob: User, shown: Design
    ) -> None:
        client.force_login(bob)

        def cell() -> str:
            page = client.get("/admin/designs/design/").content.decode()
            return page.partition('class="field-findings_cell"')[2].partition("</td>")[0]

        assert "data-findings" in cell() and "look" in cell()
        store.keep_outcome(shown, FACTS)
        assert "1 error<" in cell() and "data-findings" not in cell()
        changed(shown)
        assert "1 error in version 1<" in cell() and "data-findings" in cell()

    def test_the_admin_sorts_by_errors(self, client: Client, bob: User, shown: Design) -> None:
        client.force_login(bob)
        other = store.create(json.dumps(small_design(name="Other")), bob)
        store.keep_outcome(shown, FACTS)
        store.keep_outcome(other, store.Facts(errors=5))
        found = client.get("/admin/designs/design/?o=-3").context["cl"].result_list
        assert [one.name for one in found] == ["Other", "Small"]

    def test_the_handbook_says_of_which_version_it_speaks(self, client: Client, shown: Design) -> None:
        link = "<bdi>Small</bdi></a>{}</li>"
        client.get("/designs/small/")
        rule = compiled(shown.text.encode()).plan["decisions"][0]["rule"]  # type: ignore[union-attr]
        page = client.get(outcomes_page(rule)).content.decode()
        assert link.format("") in page
        changed(shown)
        page = client.get(outcomes_page(rule)).content.decode()
        assert link.format(' <span class="hint">in version 1</span>') in page

    def test_it_does_not_show_what_is_no_longer_in_the_library(self, client: Client, shown: Design) -> None:
        client.get("/designs/small/")
        rule = compiled(shown.text.encode()).plan["decisions"][0]["rule"]  # type: ignore[union-attr]
        store.withdraw(shown, None)
        assert "<bdi>Small</bdi>" not in client.get(outcomes_page(rule)).content.decode()


def outcomes_page(name: str) -> str:
    from designs.delivery.handbook.entries import address_of

    return address_of(name)


def test_a_glance_tells_whether_it_is_of_the_newest(shown: Design) -> None:
    assert outcomes.glance(fresh(shown)).current
    assert outcomes.glance(changed(shown)).current
