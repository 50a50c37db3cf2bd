"""The log: one line for each event, an ID that the page shows too, and nothing that anybody wrote."""

from __future__ import annotations

import json
import logging
import re
import time
from collections.abc import Callable
from typing import Any

import pytest
from django.contrib.auth.models import Group, Permission, User
from django.core.exceptions import ImproperlyConfigured, PermissionDenied
from django.db import OperationalError, connection
from django.test import Client

from designs import store
from designs.models import Design
from modeler import environment, events, log_lines, preparing
from modeler.sign_in import tokens

from .logged import Lines, text_lines
from .test_sign_in import PASSWORD

pytestmark = pytest.mark.django_db
SECRET = "c4n4ry5ecret"


@pytest.fixture(autouse=True)
def _quick_hashes(settings: Any) -> None:
    settings.PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]


@pytest.fixture
def breaking(client: Client, monkeypatch: pytest.MonkeyPatch) -> Callable[[Exception], Any]:
    """The answer of a page that raises this."""

    def get(error: Exception) -> Any:
        def broken(*args: Any) -> None:
            raise error

        monkeypatch.setattr("designs.views.handbook.render", broken)
        client.raise_request_exception = False
        return client.get("/handbook/?q=" + SECRET)

    return get


class TestFailures:
    def test_the_page_and_the_log_share_an_id(self, breaking: Any, lines: Lines) -> None:
        answer = breaking(ValueError(SECRET))
        (line,) = lines.all()
        assert (line["event"], line["level"], line["status"]) == ("failed", "ERROR", 500)
        assert (line["method"], line["route"], line["error"]) == ("GET", "/handbook/", "ValueError")
        assert re.fullmatch(r"[0-9a-f]{16}", line["request"])
        assert answer.headers["X-Request-ID"] == line["request"]
        assert f"<code>{line['request']}</code>" in answer.content.decode()
        assert line["trace"][-1].startswith("tests/web/test_log.py:")
        assert any(place.startswith("designs/views/handbook.py:") for place in line["trace"])

    @pytest.mark.parametrize(("state", "event"), [(None, "busy"), ("53100", "full")])
    def test_a_database_that_fails(self, breaking: Any, lines: Lines, state: str | None, event: str) -> None:
        error = OperationalError("the server is away\nsecond line")
        error.__cause__ = type("DriverError", (Exception,), {"sqlstate": state})(SECRET)
        answer = breaking(error)
        (line,) = lines.all()
        assert line["event"] == event
        assert line["error"] == "OperationalError: the server is away < DriverError"
        assert line["request"] in answer.content.decode()

    @text_lines
    def test_for_people_it_is_one_line_too(self, breaking: Any, lines: Lines) -> None:
        breaking(ValueError("a\nb"))
        (line,) = lines.text.splitlines()
        assert re.match(r"\d{4}-\d\d-\d\dT\S+ ERROR failed request=[0-9a-f]{16} method=GET ", line)
        assert ' error=ValueError trace="django/core/handlers/' in line

    def test_a_visitors_id_is_not_taken(self, client: Client) -> None:
        answer = client.get("/handbook/", HTTP_X_REQUEST_ID="forged")
        assert re.fullmatch(r"[0-9a-f]{16}", answer.headers["X-Request-ID"])
        assert answer.headers["X-Request-ID"] != client.get("/handbook/").headers["X-Request-ID"]

    def test_an_answer_as_it_should_be_has_no_line(self, client: Client, lines: Lines) -> None:
        assert client.get("/handbook/").status_code == 200
        assert client.get("/nowhere/").status_code == 404
        assert lines.text == ""

    def test_a_slow_answer_has_one(
        self, client: Client, lines: Lines, settings: Any, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        now = iter([0.0, 1.2, 2.0, 2.9])
        monkeypatch.setattr(time, "monotonic", lambda: next(now, 3.0))
        client.get("/handbook/")
        client.get("/handbook/")
        assert [(line["event"], line["ms"], line["status"]) for line in lines.all()] == [("slow", 1200, 200)]


class TestRefusals:
    def test_a_foreign_host(self, client: Client, lines: Lines) -> None:
        client.get("/", HTTP_HOST="evil.example")
        client.get("/", HTTP_HOST="<b>evil.example")
        named, unnamed = lines.of("bad_request")
        assert (named["reason"], named["host"]) == ("DisallowedHost", "evil.example")
        assert "host" not in unnamed

    def test_a_forged_form(self, lines: Lines) -> None:
        client = Client(enforce_csrf_checks=True)
        client.post("/sign-in/", {"code": "x"})
        client.post("/sign-in/", {"code": "x"}, HTTP_ORIGIN=f"https://{SECRET}.example")
        assert [line["reason"] for line in lines.of("refused")] == [
            "CSRF: CSRF cookie not set.",
            "CSRF: Origin checking failed",
        ]
        assert SECRET not in lines.text

    def test_what_is_not_allowed(self, breaking: Any, client: Client, lines: Lines) -> None:
        ann = User.objects.create_user("ann")
        client.force_login(ann)
        breaking(PermissionDenied(SECRET))
        (line,) = lines.of("refused")
        assert (line["user"], line["reason"], line["status"]) == (ann.pk, "PermissionDenied", 403)
        assert line["address"] == "127.0.0.1"

    def test_another_machine(self, client: Client, lines: Lines) -> None:
        assert client.get("/", REMOTE_ADDR="192.0.2.1").status_code == 403
        (line,) = lines.all()
        assert (line["reason"], line["address"]) == ("not from this machine", "192.0.2.1")

    def test_an_address_that_is_none_is_left_out(self, client: Client, lines: Lines, settings: Any) -> None:
        settings.BEHIND_TLS = True
        client.get("/", HTTP_HOST="evil.example", HTTP_X_FORWARDED_FOR=f"1.1.1.1, {SECRET}")
        assert "address" not in lines.all()[0]


class TestAccounts:
    @pytest.fixture
    def curator(self) -> User:
        return User.objects.create_user("curator", password=PASSWORD)

    def test_signing_in_and_out(self, client: Client, curator: User, lines: Lines) -> None:
        client.post("/sign-in/", {"username": "curator", "password": PASSWORD})
        client.post("/sign-out/")
        client.post("/sign-in/", {"code": tokens.issue(curator)})
        assert [(line["event"], line["user"], line.get("by")) for line in lines.all()] == [
            ("sign_in", curator.pk, "password"),
            ("sign_out", curator.pk, None),
            ("sign_in", curator.pk, "code"),
        ]
        assert {line["address"] for line in lines.all()} == {"127.0.0.1"}

    def test_failing_to(self, client: Client, curator: User, lines: Lines) -> None:
        for name in ("curator", SECRET):
            client.post("/sign-in/", {"username": name, "password": SECRET})
        client.post("/sign-in/", {"code": SECRET})
        known, unknown, code = lines.of("sign_in_failed")
        assert (known["user"], known["by"], "user" in unknown) == (curator.pk, "password", False)
        assert (code["by"], code["status"]) == ("code", 403)
        assert len(lines.all()) == 3
        assert SECRET not in lines.text

    def test_being_throttled(self, client: Client, lines: Lines) -> None:
        for _ in range(6):
            client.post("/sign-in/", {"username": "x", "password": "x"})
        assert [line["event"] for line in lines.all()] == ["sign_in_failed"] * 5 + ["throttled"]
        assert lines.all()[-1]["by"] == "password"

    def test_changes_of_who_may_do_what(self, bob: User, client: Client, lines: Lines) -> None:
        client.force_login(bob)
        lines.stream.truncate(0)
        lines.stream.seek(0)
        fields = {"username": "new", "password1": PASSWORD, "password2": PASSWORD, "usable_password": "true"}
        client.post("/admin/auth/user/add/", fields)
        new = User.objects.get(username="new")
        group = Group.objects.create(name="curators")
        client.post(
            f"/admin/auth/user/{new.pk}/change/",
            {"username": "new", "is_active": "on", "is_staff": "on", "groups": [group.pk]},
        )
        group.permissions.add(Permission.objects.all()[0])
        client.post(f"/admin/auth/user/{new.pk}/delete/", {"post": "yes"})
        told = [(line["event"], line.get("user"), line.get("by")) for line in lines.all()]
        assert told == [
            ("account_made", new.pk, bob.pk),
            ("account_changed", new.pk, bob.pk),
            ("rights_changed", None, bob.pk),
            ("rights_changed", None, None),  # not by a request
            ("account_deleted", new.pk, bob.pk),
        ]
        assert (lines.all()[1]["changed"], lines.all()[1]["is_staff"]) == (["is_staff"], True)
        assert (lines.all()[2]["of"], lines.all()[2]["ids"]) == (f"user {new.pk}", [group.pk])
        assert PASSWORD not in lines.text

    def test_publishing(
        self, design: Design, bob: User, lines: Lines, django_capture_on_commit_callbacks: Any
    ) -> None:
        with django_capture_on_commit_callbacks(execute=True):
            store.publish(design, bob)
            store.give(design, bob, bob)
            store.delete(design, bob)
        published, given, deleted = lines.of("design_marked")
        assert (published["design"], published["by"], published["in_library"]) == (design.pk, bob.pk, True)
        assert (given["owner"], deleted["deleted_at"]) == (bob.pk, True)


class TestStarting:
    def test_migrations_are_named(self, lines: Lines, settings: Any, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(preparing, "call_command", lambda *rest, **more: None)
        with connection.cursor() as cursor:
            cursor.execute("DELETE FROM django_migrations WHERE app = 'sign_in'")
        assert preparing.database()
        (line,) = lines.of("migrated")
        assert line["migrations"][0] == "sign_in.0001_sign_in"


class TestTheLine:
    @staticmethod
    def written(style: type[logging.Formatter], message: str, *args: Any, **fields: Any) -> str:
        record = logging.LogRecord("other", logging.WARNING, "x.py", 1, message, args, None)
        if fields:
            record.fields = fields
        return style().format(record)

    @pytest.mark.parametrize("style", [log_lines.TextLines, log_lines.JsonLines])
    def test_nothing_makes_a_second_line(self, style: type[logging.Formatter]) -> None:
        hostile = "a\r\nb\x1b[2J\u2028c\x00\x7f\x85\ud800é"
        line = self.written(style, "event", name=hostile, names=[hostile, "x y"])
        assert re.fullmatch(r"[\x20-\x7e]+", line)

    def test_a_text_cannot_pretend_to_be_a_field(self) -> None:
        line = self.written(log_lines.TextLines, "event", name='x user=1 "')
        assert line.endswith(r' event name="x user=1 \""')

    def test_of_other_programs_lines_what_was_put_in_is_left_out(self) -> None:
        line = json.loads(self.written(log_lines.JsonLines, "no %s here", SECRET))
        assert (line["event"], line["logger"], line["text"]) == ("message", "other", "no %s here")

    def test_a_long_value_is_cut(self) -> None:
        assert len(self.written(log_lines.JsonLines, "event", name="x" * 100_000)) < 5_000

    def test_causes_are_named(self) -> None:
        error = ValueError(SECRET)
        error.__context__ = OSError(28, "No space left on device", f"/{SECRET}")
        assert log_lines.described(error) == "ValueError < OSError: No space left on device"

    def test_outside_of_a_request_there_is_no_id(self) -> None:
        assert events.request_id() == ""
        events.note(reason="nobody hears it")

    @pytest.mark.parametrize("value", ["xml", ""])
    def test_an_unknown_style_stops_the_start(self, monkeypatch: pytest.MonkeyPatch, value: str) -> None:
        monkeypatch.setenv("NESTLINK_LOG", value)
        with pytest.raises(ImproperlyConfigured, match="write text or json"):
            environment.env_choice("NESTLINK_LOG", log_lines.STYLES)

    @pytest.mark.parametrize("value", ["", "0", "-1", "nan", "inf", "x"])
    def test_a_wrong_number_stops_the_start(self, monkeypatch: pytest.MonkeyPatch, value: str) -> None:
        monkeypatch.setenv("NESTLINK_SLOW_SECONDS", value)
        with pytest.raises(ImproperlyConfigured, match="a number above 0"):
            environment.env_number("NESTLINK_SLOW_SECONDS", 1)
        monkeypatch.setenv("NESTLINK_SLOW_SECONDS", "0.5")
        assert environment.env_number("NESTLINK_SLOW_SECONDS", 1) == 0.5
