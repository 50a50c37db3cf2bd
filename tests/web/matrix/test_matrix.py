"""The authorization matrix: no route without a row, and every answer as its row says.

CI leaves out cells whose answer is given before the design is looked at, and sends without a token what may differ
alone: a POST to each route and one of the other methods, in turn. NESTLINK_SOAK=1 runs them all.
"""

from __future__ import annotations

import os
from typing import Any

import pytest
from django.contrib.auth.models import Group, Permission, User
from django.test import Client

from .routes import missing_rows, routes
from .rules import STAFF, Get, Post, Row, may
from .running import UNSAFE, mismatches, place_of, watched
from .table_admin import ADMIN
from .table_pages import PAGES
from .world import ACTORS, ANONYMOUS, CURATOR, PRIVATE, PUBLISHED, SAME_AS, STATES, SUPERUSER, World, world

pytestmark = pytest.mark.django_db
ROWS = (*PAGES, *ADMIN)
AT_LENGTH = bool(os.environ.get("NESTLINK_SOAK"))
POST, *OTHERS = UNSAFE
"""The token is asked for by one middleware, of every method that is not for reading alone; a view may be exempt from
it, and none is for one method."""


def test_every_route_has_a_row_and_every_row_a_route() -> None:
    names = [row.route for row in ROWS]
    assert "\n".join(missing_rows(routes(), set(names))) == ""
    assert len(names) == len(set(names))


def test_a_route_without_a_row_is_told_with_the_row_to_add() -> None:
    known = routes() | {"healthz": "healthz"}
    (told,) = missing_rows(known, {row.route for row in ROWS})
    assert "'healthz' (/healthz) has no row" in told
    assert "Row('healthz', Get(OPEN))` to OPEN_ROWS in tests/web/matrix/table_pages.py" in told
    (told,) = missing_rows(routes(), {row.route for row in ROWS} | {"designs:gone"})
    assert told == "The row 'designs:gone' in tests/web/matrix names no route: take it out."


@pytest.mark.parametrize("actor", ACTORS)
def test_the_pages_answer_as_the_table_says(actor: str) -> None:
    states = STATES if AT_LENGTH or actor not in SAME_AS else (PRIVATE, PUBLISHED)
    assert "\n".join(mismatches(world(), routes(), PAGES, actor, states)) == ""


@pytest.mark.parametrize("actor", ACTORS)
def test_the_admin_answers_as_the_table_says(actor: str) -> None:
    let_in = may(STAFF, SAME_AS.get(actor, actor), "")
    states = STATES if AT_LENGTH or let_in else (PUBLISHED,)
    assert "\n".join(mismatches(world(), routes(), ADMIN, actor, states)) == ""


@pytest.mark.parametrize("actor", [ANONYMOUS, SUPERUSER])
def test_nothing_is_taken_without_a_token(actor: str) -> None:
    assert forged(world(), actor, ROWS) == []


def forged(made: World, actor: str, rows: tuple[Row, ...]) -> list[str]:
    """Send to every route what another site could make a browser send; return what was not refused."""
    client, known, found = made.client(actor), routes(), []
    with watched() as written:
        for number, row in enumerate(rows):
            place = place_of(known[row.route], row.cases[0], made.facts[PUBLISHED])
            found += [
                f"{method} {place}"
                for method in (UNSAFE if AT_LENGTH else (POST, OTHERS[number % len(OTHERS)]))
                if client.generic(method, place, b"{}", "application/json").status_code != 403
            ]
    return found + written


def test_only_routes_with_a_post_case_write() -> None:
    """With a token, as the one who may do everything: what the table says nothing of does nothing."""
    made, known, found = world(), routes(), []
    client = made.client(SUPERUSER)
    token = {"X-CSRFToken": made.token(client)}
    with watched() as written:
        for row in ROWS:
            posts = any(isinstance(case, Post) for case in row.cases)
            for method in UNSAFE[posts:]:  # POST is the first
                place = place_of(known[row.route], row.cases[0], made.facts[PUBLISHED])
                status = client.generic(method, place, b"", "application/json", headers=token).status_code
                found += [f"{method} {place}: {status}"] if status >= 500 else []
                found += [f"{method} {place}: {sql}" for sql in written if "django_session" not in sql]
                written.clear()
    assert found == []


class TestRolesThatEnd:
    def test_a_permission_ends_with_the_next_request(self) -> None:
        made = world()
        client, curator = made.client(CURATOR), made.people[CURATOR]
        assert edited(made, client) == 200
        curator.user_permissions.clear()
        assert edited(made, client) == 403
        assert client.get("/admin/designs/design/").status_code == 403

    def test_so_does_a_permission_of_a_group(self) -> None:
        made = world()
        curators = Group.objects.create(name="Curators")
        curators.permissions.set(Permission.objects.filter(codename="change_design"))
        reader = User.objects.create(username="reader")
        made.people["reader"] = reader
        client = made.client("reader")
        assert edited(made, client) == 403
        reader.groups.add(curators)
        assert edited(made, client) == 200
        reader.groups.clear()
        assert edited(made, client) == 403


def edited(made: World, client: Client) -> int:
    facts = made.facts[PUBLISHED]
    change = {"edit": "set", "id": "design", "path": ["database"], "value": "renamed"}
    sent: dict[str, Any] = {"op": os.urandom(8).hex(), "base": int(facts["head"]), "edit": change}
    place, token = f"/designs/{facts['slug']}/edits/", {"X-CSRFToken": made.token(client)}
    return client.post(place, sent, "application/json", headers=token).status_code


def test_the_first_case_of_a_row_is_a_get() -> None:
    """Its address is the one that is tried without a token."""
    assert [row.route for row in ROWS if not isinstance(row.cases[0], Get)] == []
