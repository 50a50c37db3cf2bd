"""Asking: a case of the table, by an actor, about a design in a state; what differs from the table."""

from __future__ import annotations

import hashlib
import io
import json
import re
import zipfile
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from http.cookies import SimpleCookie
from typing import Any
from urllib.parse import urlsplit

from django.apps import apps
from django.db import connection, transaction
from django.test import Client

from designs.models import Design

from .routes import address, parts_of
from .rules import LOOKS_BEFORE, OPENS, SEES_PEOPLE, Get, Post, Row, may
from .world import DELETED, OWNER_NAME, SAME_AS, STATES, Facts, World, secret_mark, shown_mark

COMPUTED = "designs_outcome"
"""What pages compiled, kept for lists: reading may fill it, since anyone would compute the same."""
_WRITES = re.compile(r"\s*(INSERT|UPDATE|DELETE|REPLACE)\b[^\"]*\"(?P<table>\w+)\"", re.IGNORECASE)
_PASSING = "django_session"
Reading = tuple[Any, list[str]]
"""What an address answered, and the statements that wrote meanwhile."""
UNSAFE = ("POST", "PUT", "PATCH", "DELETE")
_KEPT = ("slug", "owner_id", "in_library", "featured", "public_from", "share_key", "deleted_at")
CRAFTED = {"slug": "taken-over", "revision": "1", "in_library": "on", "public_from": "1", "deleted_at": "2026-01-01", "featured": "on", "share_key": "guessed"}  # fmt: skip
"""Columns that no form has, or not for everybody, sent with every form."""
USUAL = {
    "view": "documents",
    "scheme": "light",
    "name": "{slug}-text",
    "path": "plan.json",
    "ticket": "guessed",
    "number": "{head}",
}
USUAL |= {"slug": "{slug}", "id": "{user}", "content_type_id": "{kind}"}


def about_a_design(pattern: str) -> bool:
    """Return whether a route is about a design: its address names one, or what is sent there does."""
    return ("slug:slug>" in pattern and "shelf" not in pattern) or "admin/designs/" in pattern


def mismatches(
    world: World, known: dict[str, str], rows: Iterable[Row], actor: str, states: Iterable[str] = STATES
) -> list[str]:
    """Run the cases of rows as one actor, what reads before what writes; return what is not as they say."""
    found: list[str] = []
    with transaction.atomic():
        client, read = world.client(actor), dict[str, Reading]()
        cells = list(_cells(known, rows, tuple(states)))
        before = fingerprint()
        for kind in (Get, Post):
            for row, state, case in cells:
                if isinstance(case, kind):
                    found += _case(world, client, known[row.route], case, actor, state, read)
            if kind is Get and fingerprint() != before:
                found.append(f"reading as {actor} changed the database")
        transaction.set_rollback(True)
    return found


def _cells(
    known: dict[str, str], rows: Iterable[Row], states: tuple[str, ...]
) -> Iterator[tuple[Row, str, Get | Post]]:
    for row in rows:
        for state in states if about_a_design(known[row.route]) else ("",):
            for case in row.cases:
                yield row, state, case


def _case(
    world: World,
    client: Client,
    pattern: str,
    case: Get | Post,
    actor: str,
    state: str,
    read: dict[str, Reading],
) -> list[str]:
    facts, who = world.facts[state or DELETED], SAME_AS.get(actor, actor)
    place, cookies = place_of(pattern, case, facts), client.cookies.output(header="", sep=";")
    if isinstance(case, Get):
        verb, (answer, problems) = "GET", _got(client, case, place, who, state, read)
    else:
        with transaction.atomic():
            before = _columns(facts)
            verb, (answer, problems) = "POST", _posted(client, case, place, facts, who, state)
            problems += _moved(case, before, facts, who)
            transaction.set_rollback(True)
        client.cookies = SimpleCookie(cookies)  # it may have signed out
    problems += _told(answer, who)
    return [f"{verb} {place} as {actor}, {state or 'no'} design: {one}" for one in problems]


def place_of(pattern: str, case: Get | Post, facts: Facts) -> str:
    """Return the address of a case with its query."""
    if isinstance(case, Get) and case.path:
        pattern = case.path
    kind = re.match(r"admin/\w+/(\w+)/", pattern)
    parts = {
        **USUAL,
        "key": f"{{{kind[1]}}}" if kind else "",
        "object_id": f"{{{kind[1]}}}" if kind else "{design}",
    }
    parts |= {"slug": "few-and-owned", "shelf": "rules"} if "shelf" in pattern else {}
    filled = {name: (parts | dict(case.parts))[name].format_map(facts) for name in parts_of(pattern)}
    return address(pattern, filled) + (f"?{case.query.format_map(facts)}" if case.query else "")


def _got(
    client: Client, case: Get, place: str, who: str, state: str, read: dict[str, Reading]
) -> tuple[Any, list[str]]:
    """An address that names no design, such as that of a list, is the same in each state: it is asked once, since
    nothing is written meanwhile, and its answer held against what each state says."""
    if place not in read:
        with watched() as written:
            answer = client.get(place)
        read[place] = answer, written
    answer, written = read[place]
    problems = _status(answer, case.status(who, state))
    problems += [f"a GET wrote: {sql}" for sql in written]
    if not problems and answer.status_code == 200:
        problems += [said for said in (case.tells(who, state, answer), _listing(case, who, answer)) if said]
    return answer, problems


def _listing(case: Get, who: str, answer: Any) -> str:
    if case.lists is None:
        return ""
    content = text_of(answer)
    named = [state for state in STATES if shown_mark(state) in content]
    wanted = [state for state in STATES if may(case.lists, who, state)]
    return "" if named == wanted else f"it lists the designs that are {named}, not {wanted}"


def _posted(
    client: Client, case: Post, place: str, facts: Facts, who: str, state: str
) -> tuple[Any, list[str]]:
    form = case.form(facts)
    token = {"X-CSRFToken": World.token(client)}
    content = (
        {"data": json.dumps(form), "content_type": "application/json"}
        if case.json
        else {"data": CRAFTED | {"owner": facts["curator"]} | form}
    )
    with watched() as written:
        answer = client.post(place, headers=token, **content)
    problems = _status(answer, case.status(who, state))
    lasting = [sql for sql in written if f'"{_PASSING}"' not in sql]
    if case.writes is not None and bool(lasting) != may(case.writes, who, state):
        problems.append(f"it wrote: {lasting[0]}" if lasting else "it wrote nothing")
    return answer, problems


def _status(answer: Any, wanted: int) -> list[str]:
    got = answer.status_code
    return [] if got == wanted else [f"the answer is {got}, not {wanted}"]


def _columns(facts: Facts) -> dict[str, Any]:
    row = Design.objects.filter(pk=facts["design"]).values(*_KEPT, "revision").first()
    return row or {}


def _moved(case: Get | Post, before: dict[str, Any], facts: Facts, who: str) -> Iterator[str]:
    """What a form set that it may not set."""
    after = _columns(facts)
    allowed = case.sets if isinstance(case, Post) else {}
    for name in _KEPT:
        if after.get(name) != before.get(name) and who not in allowed.get(name, ()):
            yield f"it set {name} from {before.get(name)} to {after.get(name)}"
    if after and not before["revision"] <= after["revision"] <= before["revision"] + 5:
        yield f"it set revision from {before['revision']} to {after['revision']}"


def _told(answer: Any, who: str) -> Iterator[str]:
    """What the answer says that this actor may not know, on whichever page."""
    content = text_of(answer)
    for state in STATES:
        if shown_mark(state) in content and not may(OPENS, who, state):
            yield f"it shows the design that is {state}"
        if secret_mark(state) in content and not may(_PAST, who, state):
            yield f"it shows what was removed from the design that is {state}"
    if OWNER_NAME in content and who not in SEES_PEOPLE:
        yield "it names a person"
    there = urlsplit(answer.headers.get("Location", "").replace("\\", "/"))
    if there.netloc or there.scheme:
        yield f"it leads to {answer.headers['Location']}"


_PAST = {**{state: OPENS[state] - {"curator"} for state in OPENS}, **LOOKS_BEFORE}


def text_of(answer: Any) -> str:
    """Return the content as text, that of an archive too."""
    if answer.headers.get("Content-Type") == "application/zip":
        with zipfile.ZipFile(io.BytesIO(answer.content)) as bundle:
            return "\n".join(bundle.read(name).decode(errors="replace") for name in bundle.namelist())
    return str(answer.content.decode(errors="replace"))


@contextmanager
def watched() -> Iterator[list[str]]:
    """Note each statement that writes."""
    found: list[str] = []

    def note(execute: Any, sql: str, params: Any, many: bool, context: Any) -> Any:
        if _WRITES.match(sql) and COMPUTED not in sql:
            found.append(sql[:90])
        return execute(sql, params, many, context)

    with connection.execute_wrapper(note):
        yield found


def fingerprint() -> str:
    """Return a hash over every row of every table."""
    made = hashlib.sha256()
    for model in apps.get_models(include_auto_created=True):
        if model._meta.db_table == COMPUTED:
            continue
        rows = model._base_manager.order_by("pk").values_list()
        made.update(repr((model._meta.db_table, list(rows))).encode())
    return made.hexdigest()
