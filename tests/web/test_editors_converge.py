"""Three open editors, the real ones of the browser, on one design: whatever they do, whatever the network
loses or brings twice, all come to the same design and nothing that was acknowledged is lost.

NESTLINK_EXAMPLES=500 tries 500 sessions of 50 steps each; without it a few shorter ones.
"""

from __future__ import annotations

import json
import subprocess
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

import msgspec
import pytest
from django.contrib.auth.models import User
from django.test import Client
from hypothesis import Phase, given, settings
from hypothesis import strategies as st
from hypothesis.extra.django import TestCase

from designs import store
from designs.compiler import Model, read, write
from designs.models import Design, Revision
from tests.compiler.random_designs import AT_LENGTH, EXAMPLES, random_design
from tests.compiler.test_edits import random_edit
from tests.mongosh.shell import node

HARNESS = Path(__file__).parent.parent / "js" / "harness" / "clients.mjs"
CLIENTS = 3
STEPS = 50
ACTIONS = (
    "edit",
    "edit",
    "edit",
    "send",
    "send",
    "lose",
    "twice",
    "poll",
    "undo",
    "redo",
    "settle",
    "reopen",
)
Step = tuple[str, int, int]
steps = st.lists(
    st.tuples(st.sampled_from(ACTIONS), st.integers(0, CLIENTS - 1), st.integers(0, 2**20)),
    min_size=STEPS if AT_LENGTH else STEPS // 2,
    max_size=STEPS,
)
many = settings(
    max_examples=EXAMPLES if AT_LENGTH else 10,
    deadline=None,
    phases=(Phase.explicit, Phase.reuse, Phase.generate),  # shrinking asks the server for minutes
    derandomize=not AT_LENGTH,
)


@pytest.fixture(scope="class")
def _browser_code(request: Any) -> Iterator[None]:
    command = [node(), "--disable-warning=MODULE_TYPELESS_PACKAGE_JSON", str(HARNESS)]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as process:
        request.cls.process = process
        yield
        process.kill()


@pytest.mark.usefixtures("_browser_code")
class TestEditorsConverge(TestCase):
    process: subprocess.Popen[str]

    @many
    @given(st.integers(0, 2**32), steps)
    def test_they_converge(self, seed: int, todo: list[Step]) -> None:
        self.ask("reset")
        self.begin(seed)
        for number, (action, client, luck) in enumerate(todo):
            getattr(self, f"do_{action}")(client, Random(luck), number)
            self.everything_is_whole()
        for client in range(CLIENTS):
            self.come_to_rest(client)
        for client in range(CLIENTS):
            self.do_poll(client, Random(0), 0)
        self.all_show_the_same()

    # ---- what happens
    def begin(self, seed: int) -> None:
        text = json.dumps(random_design(seed, 3, 2, 2, forced=False))
        assert read(text).value is not None
        User.objects.all().delete()
        users = [User.objects.create_superuser(f"person{number}") for number in range(CLIENTS)]
        self.design = store.create(text, users[0])
        self.acknowledged: dict[str, int] = {}
        self.made: dict[str, tuple[int, int, Any]] = {}  # by whom, having seen which revision
        self.chosen: set[str] = set()
        self.https = [Client() for _ in users]
        for number, (http, user) in enumerate(zip(self.https, users, strict=True)):
            http.force_login(user)
            self.ask("open", client=number, design=self.raw(), revision=1)

    def do_edit(self, client: int, dice: Random, number: int) -> None:
        tree = self.ask("tree", client=client)
        try:
            edit = random_edit(dice, msgspec.convert(tree, Model, strict=True), dice.randrange(10**6))
        except msgspec.ValidationError:  # it shows an edit that the server has yet to refuse
            return
        if tree["entities"] and dice.randrange(2):  # what everybody works at
            edit = store.edits.Set(
                id=tree["entities"][0]["id"], path=("description",), value=f"text {number}"
            )
        seen = self.ask("revision", client=client)
        op = self.ask("edit", client=client, edit=msgspec.to_builtins(edit))
        if op is not None:
            self.made[op] = (client, seen, edit)

    def do_undo(self, client: int, dice: Random, number: int) -> None:
        self.ask("back", client=client, way="undo")

    def do_redo(self, client: int, dice: Random, number: int) -> None:
        self.ask("back", client=client, way="redo")

    def do_send(self, client: int, dice: Random, number: int, times: int = 1, heard: bool = True) -> bool:
        sent = self.ask("send", client=client)
        if sent is None:
            return False
        place = f"/designs/{self.design.slug}/edits/" + ("" if sent["kind"] == "edit" else f"{sent['kind']}/")
        for _ in range(times):
            answer = self.https[client].post(place, json.dumps(sent["body"]), "application/json")
            assert answer.status_code in (200, 404, 409, 422), answer.content
        told, op = answer.json(), sent["body"]["op"]
        if answer.status_code == 200:
            assert self.acknowledged.setdefault(op, told["revision"]) == told["revision"]
        if heard:
            known = self.ask("answer", client=client, op=op, status=answer.status_code, told=told)
            if known == {"known": False}:
                self.reload(client)
        return True

    def do_lose(self, client: int, dice: Random, number: int) -> None:
        """The server has it, the answer is lost."""
        self.do_send(client, dice, number, heard=False)

    def do_twice(self, client: int, dice: Random, number: int) -> None:
        self.do_send(client, dice, number, times=2)

    def do_poll(self, client: int, dice: Random, number: int) -> None:
        since = self.ask("revision", client=client)
        told = self.https[client].get(f"/designs/{self.design.slug}/edits/since/?revision={since}").json()
        if not self.ask("receive", client=client, told=told):
            self.reload(client)

    def do_settle(self, client: int, dice: Random, number: int) -> None:
        self.chosen |= set(self.ask("settle", client=client, mine=bool(dice.randrange(2))))

    def do_reopen(self, client: int, dice: Random, number: int) -> None:
        """The tab is closed, and opened again with what the journal kept."""
        fresh = Design.objects.get(pk=self.design.pk)
        self.ask("open", client=client, design=json.loads(fresh.text), revision=fresh.revision)

    def reload(self, client: int) -> None:
        told = self.https[client].get(f"/designs/{self.design.slug}/edits/since/?whole=1").json()
        self.ask("replace", client=client, told=told)

    def come_to_rest(self, client: int) -> None:
        for number in range(200):
            if not self.ask("waiting", client=client):
                return
            if not self.do_send(client, Random(0), number):
                self.do_settle(client, Random(number), number)
        raise AssertionError("edits that neither go nor come back")

    # ---- what must hold
    def everything_is_whole(self) -> None:
        fresh = Design.objects.get(pk=self.design.pk)
        assert read(fresh.text).findings == ()
        rows = dict(Revision.objects.filter(design=fresh).values_list("op_id", "number"))
        assert len(rows) == fresh.revision
        assert {op: rows.get(op) for op in self.acknowledged} == self.acknowledged

    def all_show_the_same(self) -> None:
        stored = Design.objects.get(pk=self.design.pk)
        for client in range(CLIENTS):
            shown = self.ask("tree", client=client)
            assert write(msgspec.convert(shown, Model, strict=True)) == stored.text
        assert list(store.differences()) == []
        assert list(self.written_over_unseen(stored)) == []
        assert write(store.at_revision(stored, stored.revision)) == stored.text
        self.replayed(stored)

    def written_over_unseen(self, stored: Design) -> Iterator[str]:
        """Values that somebody replaced without having seen them, and without having been asked."""
        rows = {row.number: row for row in Revision.objects.filter(design=stored)}
        for number, row in rows.items():
            client, seen, edit = self.made.get(row.op_id, (0, 0, None))
            aim = _aim(edit)
            if aim is None or row.op_id in self.chosen:
                continue
            for between in range(seen + 1, number):
                other = self.made.get(rows[between].op_id)
                if other is None or other[0] == client or _aim(other[2]) != aim:
                    continue
                stood = _at(store.at_revision(stored, number - 1), *aim)  # theirs may have been undone
                if stood == _value(other[2]) != _value(edit):
                    yield f"{number} {edit} over {between} {other[2]}"

    def replayed(self, stored: Design) -> None:
        """History from its beginning leads to what is stored: nothing in it was written over."""
        model = store.at_revision(stored, 1)
        for row in Revision.objects.filter(design=stored, number__gt=1).order_by("number"):
            model = store.edits.apply(model, store.edits.edits_from_json(row.edits))
        assert write(model) == stored.text

    def raw(self) -> Any:
        return json.loads(Design.objects.get(pk=self.design.pk).text)

    def ask(self, what: str, **given: Any) -> Any:
        assert self.process.stdin is not None
        assert self.process.stdout is not None
        self.process.stdin.write(json.dumps({"what": what} | given) + "\n")
        self.process.stdin.flush()
        line = self.process.stdout.readline()
        assert line, "the browser's code ended"
        return json.loads(line)


def _aim(edit: Any) -> Any:
    """The one property that an edit sets; None for edits of other kinds."""
    if isinstance(edit, store.edits.Rename):
        return edit.id, ("name",)
    return (edit.id, edit.path) if isinstance(edit, store.edits.Set) else None


def _at(model: Model, key: str, path: tuple[str, ...]) -> Any:
    try:
        value: Any = store.edits.find(store.edits.raw_of(model), key)
    except store.edits.EditRefused:
        return None
    for name in path:
        value = value.get(name) if isinstance(value, dict) else None
    return value


def _value(edit: Any) -> Any:
    return edit.name if isinstance(edit, store.edits.Rename) else edit.value
