"""The browser, the server and a page that is watched, for every test of this folder."""

from __future__ import annotations

import os
import threading
from collections.abc import Callable, Iterator
from itertools import count
from typing import Any
from unittest import mock

import pytest
from django.db import connection
from django.test import override_settings
from django.test.testcases import _StaticFilesHandler
from playwright.sync_api import Browser, BrowserContext, Page, expect

from designs.kept import MEMORY
from designs.store.commits import creating
from tests.prepared_home import DATABASE, STATIC_FILES, prepared
from tests.web.library_rows import put_library

from . import chromium
from .at_work import Requests
from .one_at_a_time import one_at_a_time
from .profile import Profile
from .put_back import fill_from, put_back_after_each
from .watched import AXE, Watched

# Playwright's loop runs in the thread that also asks the database.
os.environ["DJANGO_ALLOW_ASYNC_UNSAFE"] = "true"
# As long as Playwright waits for anything else: what is promised in seconds is measured, on the page's own clock.
expect.set_options(timeout=30_000)


@pytest.fixture(scope="session")
def browser_type_launch_args(browser_type_launch_args: dict[str, Any]) -> dict[str, Any]:
    """The system's browser; without one the whole run fails, for a skipped test proves nothing."""
    program = chromium.find()
    if program is None:
        pytest.exit(chromium.MISSING, returncode=1)
    flags = [*chromium.FLAGS, *chromium.LARGE_TILES]
    return browser_type_launch_args | {"executable_path": program, "args": flags}


@pytest.fixture(scope="session", autouse=True)
def _collected_static_files() -> Iterator[None]:
    """Static files as production has them: collected once, under hashed names, and answered by the application, whose
    answers browsers keep. Django's test server would answer them itself, and each page ask for a hundred anew. And axe."""
    folder = str(prepared() / STATIC_FILES)
    by_itself = mock.patch.object(_StaticFilesHandler, "_should_handle", lambda _handler, _path: False)
    with override_settings(STATIC_ROOT=folder, WHITENOISE_ROOT=str(AXE.parent)), by_itself:
        yield


@pytest.fixture(scope="session")
def _requests() -> Requests:
    return Requests()


@pytest.fixture(scope="session")
def _stays(django_db_setup: None, django_db_blocker: Any) -> Iterator[bool]:
    """Whether the example designs are in the database before each test."""
    with django_db_blocker.unblock():
        if connection.vendor == "sqlite":
            fill_from(prepared() / DATABASE)
        else:
            put_library()
        with put_back_after_each() as stays, one_at_a_time():
            yield stays


@pytest.fixture(autouse=True)
def library(_stays: bool, transactional_db: None, _requests: Requests) -> Iterator[None]:
    """The example designs are in the server's database, which is the next test's once nobody is at work on it."""
    if not _stays:
        put_library()
    yield
    _requests.over()


@pytest.fixture(autouse=True)
def _compiled_before(monkeypatch: pytest.MonkeyPatch) -> None:
    """A design that is created has the ids, and so the text, of the test before, which has compiled it
    already; what one test does to a design pushes out none of these."""
    monkeypatch.setattr(creating, "new_ids", lambda: (f"made{number:08}" for number in count()))
    monkeypatch.setattr(MEMORY, "most", 2 * 1024**3)


@pytest.fixture(autouse=True)
def _quick_passwords(settings: Any) -> None:
    """Slow on purpose is for those who guess."""
    settings.PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]


@pytest.fixture(scope="session")
def _profiles(browser: Browser, live_server: Any) -> Iterator[Callable[[str, dict[str, Any]], Profile]]:
    """One profile of each person for all tests that want the same one, made when the first of them asks for it. Closed
    before the server, which ends its lines to them while it may still use the database."""
    made: dict[str, Profile] = {}
    yield lambda whose, options: _profile(made, browser, whose, options)
    for profile in made.values():
        profile.context.close()
    for thread in threading.enumerate():
        if "process_request_thread" in thread.name:
            thread.join(2)


def _profile(made: dict[str, Profile], browser: Browser, whose: str, options: dict[str, Any]) -> Profile:
    key = repr((whose, sorted(options.items())))
    if key not in made:
        made[key] = Profile(browser, options)
    return made[key]


@pytest.fixture
def _profile_of_test(
    _profiles: Callable[[str, dict[str, Any]], Profile], browser_context_args: dict[str, Any]
) -> Iterator[Profile]:
    """A profile as good as new. Its browser process and compiled modules are those of the test before:
    a process for each test was a third of what the tests of this folder cost."""
    profile = _profiles("own", browser_context_args)
    yield profile
    profile.forget()


@pytest.fixture
def elsewhere(
    _profiles: Callable[[str, dict[str, Any]], Profile], browser_context_args: dict[str, Any]
) -> Iterator[Profile]:
    """The profile of somebody else on another machine, which is as good as new, too."""
    profile = _profiles("somebody else's", browser_context_args)
    yield profile
    profile.forget()


@pytest.fixture
def context(_profile_of_test: Profile) -> BrowserContext:
    return _profile_of_test.context


@pytest.fixture
def page(_profile_of_test: Profile) -> Page:
    return _profile_of_test.page()


@pytest.fixture
def watched(page: Page, live_server: Any) -> Iterator[Watched]:
    """A page at the server's address; the test fails at its end if the page complained."""
    watched = Watched(page)
    yield watched
    assert watched.complaints == []


@pytest.fixture(scope="session")
def base_url(live_server: Any) -> str:
    return str(live_server.url)
