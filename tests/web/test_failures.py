"""Pages for what was refused or failed: each trouble is a real one, planted."""

from __future__ import annotations

import errno
import sqlite3
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.core.exceptions import PermissionDenied, SuspiciousOperation
from django.db import OperationalError
from django.db.backends.sqlite3.base import DatabaseWrapper
from django.test import Client, RequestFactory

from modeler import failures

pytestmark = pytest.mark.django_db
PAGE = "/handbook/"


def wrapper(path: Path) -> DatabaseWrapper:
    """A connection of Django's to an SQLite file, which waits for nobody."""
    settings = {"ENGINE": "django.db.backends.sqlite3", "NAME": str(path), "OPTIONS": {"timeout": 0}}
    defaults = {"TIME_ZONE": None, "CONN_MAX_AGE": 0, "CONN_HEALTH_CHECKS": False, "AUTOCOMMIT": True}
    return DatabaseWrapper(settings | defaults | {"ATOMIC_REQUESTS": False}, "planted")


def trouble(path: Path, *statements: str) -> Exception:
    """What Django raises for the last of these statements."""
    connection = wrapper(path)
    try:
        with connection.cursor() as cursor:
            for statement in statements:
                cursor.execute(statement)
    except OperationalError as error:
        return error
    finally:
        connection.close()
    raise AssertionError("the planted trouble did not happen")


def locked(folder: Path) -> Exception:
    holder = sqlite3.connect(folder / "a.sqlite3", isolation_level=None)
    holder.execute("CREATE TABLE t (x)")
    holder.execute("BEGIN EXCLUSIVE")
    try:
        return trouble(folder / "a.sqlite3", "INSERT INTO t VALUES (1)")
    finally:
        holder.close()


def full(folder: Path) -> Exception:
    fill = "INSERT INTO t VALUES (zeroblob(100000))"
    return trouble(folder / "a.sqlite3", "CREATE TABLE t (x)", "PRAGMA max_page_count = 3", fill)


def away(folder: Path) -> Exception:
    return trouble(folder / "no" / "such" / "folder.sqlite3", "SELECT 1")


def read_only(folder: Path) -> Exception:
    path = folder / "a.sqlite3"
    with sqlite3.connect(path) as writable:
        writable.execute("CREATE TABLE t (x)")
    writable.close()
    return trouble(path, "PRAGMA query_only = ON", "INSERT INTO t VALUES (1)")


def from_postgres(state: str | None) -> Exception:
    """As psycopg raises it: the driver's error, with the server's code, is the cause of Django's."""
    error = OperationalError("the server closed the connection")
    error.__cause__ = type("DriverError", (Exception,), {"sqlstate": state})()
    return error


def no_space(folder: Path) -> Exception:
    return OSError(errno.ENOSPC, "No space left on device")


@pytest.fixture
def answer_to(client: Client, monkeypatch: pytest.MonkeyPatch) -> Callable[[Exception], Any]:
    def get(error: Exception) -> Any:
        def broken(*args: Any) -> None:
            raise error

        monkeypatch.setattr("designs.views.handbook.render", broken)
        client.raise_request_exception = False
        return client.get(PAGE)

    return get


@pytest.mark.parametrize(
    "planted", [locked, away, lambda _: from_postgres(None), lambda _: from_postgres("57P01")]
)
def test_a_busy_database_is_a_503(answer_to: Any, tmp_path: Path, planted: Any) -> None:
    answer = answer_to(planted(tmp_path))
    assert answer.status_code == 503
    assert answer.headers["Retry-After"] == "10"
    assert "Database unavailable" in answer.content.decode()
    assert "Content-Security-Policy" in answer.headers


@pytest.mark.parametrize("planted", [read_only, lambda _: from_postgres("25006")])
def test_a_database_that_cannot_be_written_is_a_503(answer_to: Any, tmp_path: Path, planted: Any) -> None:
    answer = answer_to(planted(tmp_path))
    assert answer.status_code == 503
    assert "The database is read-only" in answer.content.decode()


@pytest.mark.parametrize("planted", [full, no_space, lambda _: from_postgres("53100")])
def test_a_full_disk_is_a_507(answer_to: Any, tmp_path: Path, planted: Any) -> None:
    answer = answer_to(planted(tmp_path))
    assert answer.status_code == 507
    assert "The server’s disk is full" in answer.content.decode()


@pytest.mark.parametrize(
    "planted",
    [
        lambda folder: trouble(
            folder / "a.sqlite3", "SELECT * FROM nothing"
        ),  # operational to SQLite, a bug to us
        lambda _: PermissionError(errno.EACCES, "not a matter of space"),
        lambda _: ValueError("secret detail"),
    ],
)
def test_bugs_stay_bugs(answer_to: Any, tmp_path: Path, planted: Any) -> None:
    answer = answer_to(planted(tmp_path))
    assert answer.status_code == 500
    assert "Something went wrong on the server" in answer.content.decode()
    assert "secret detail" not in answer.content.decode()


def test_a_session_that_cannot_be_stored_is_no_500(
    client: Client, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """The session is written outside of any view."""
    error = locked(tmp_path)

    def broken(*args: Any, **more: Any) -> None:
        raise error

    client.force_login(User.objects.create_user("ann"))
    monkeypatch.setattr("django.contrib.sessions.middleware.SessionMiddleware.process_response", broken)
    client.raise_request_exception = False
    assert client.get(PAGE).status_code == 503


def test_the_page_needs_no_database(
    client: Client, monkeypatch: pytest.MonkeyPatch, tmp_path: Path, django_assert_num_queries: Any
) -> None:
    """Who is signed in is a question to the database: this page must not ask it."""
    client.force_login(User.objects.create_user("ann"))
    error = locked(tmp_path)

    def broken(request: Any) -> None:
        raise error

    monkeypatch.setattr("django.contrib.auth.middleware.get_user", broken)
    client.raise_request_exception = False
    with django_assert_num_queries(0):
        answer = client.get(PAGE)
    assert answer.status_code == 503


def test_a_foreign_host_is_told_the_way(client: Client) -> None:
    answer = client.get("/", HTTP_HOST="<b>evil.example")
    page = answer.content.decode()
    assert answer.status_code == 400
    assert "Unknown host name" in page
    assert "&lt;b&gt;evil.example" in page


def test_too_much_at_once_is_told(client: Client, settings: Any) -> None:
    settings.DATA_UPLOAD_MAX_MEMORY_SIZE = 10
    answer = client.post("/sign-in/", "code=" + "1" * 100, content_type="application/x-www-form-urlencoded")
    assert answer.status_code == 413
    assert "This request is too large" in answer.content.decode()


def test_any_other_bad_request() -> None:
    answer = failures.bad_request(RequestFactory().get("/"), SuspiciousOperation("secret detail"))
    assert "Invalid request" in answer.content.decode()
    assert "secret detail" not in answer.content.decode()


def test_what_is_not_yours_is_a_403(answer_to: Any, client: Client) -> None:
    stranger = answer_to(PermissionDenied())
    assert stranger.status_code == 403
    assert f"/sign-in/?next={PAGE}" in stranger.content.decode()
    client.force_login(User.objects.create_user("ann"))
    known = answer_to(PermissionDenied()).content.decode()
    assert "<bdi>ann</bdi> doesn’t have permission to do this" in known


def test_a_page_from_before_a_sign_in_says_what_to_do(settings: Any) -> None:
    client = Client(enforce_csrf_checks=True)
    client.get("/sign-in/")
    before = client.cookies[settings.CSRF_COOKIE_NAME].value
    User.objects.create_user("ann", password="a long enough password")
    fields = {"username": "ann", "password": "a long enough password", "csrfmiddlewaretoken": before}
    assert client.post("/sign-in/", fields).status_code == 302
    answer = client.post("/sign-out/", {"csrfmiddlewaretoken": before})
    assert answer.status_code == 403
    assert "signed in or out after opening this page" in answer.content.decode()
