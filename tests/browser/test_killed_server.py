"""The server is killed while somebody types: what it acknowledged is there, what it did not is sent again. And where
several serve one database, each tells what came to another.

NESTLINK_KILLS says how often; a few by default.
"""

from __future__ import annotations

import json
import os
import sqlite3
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

import pytest
from playwright.sync_api import BrowserContext

from .killed_server import Server
from .opened import Opened

KILLS = int(os.environ.get("NESTLINK_KILLS", "3"))
WAIT = 100
"""Milliseconds between two edits. One in five adds a field, the others say what the entity is."""
_TYPE = """([id, wait]) => {
  open_.made = [];
  open_.acknowledged = new Set();
  open_.state.subscribe(({ why, entry }) => why === "edit" && entry && open_.made.push(entry.op));
  let number = 0;
  open_.typing = setInterval(() => {
    const value = { id: `field${number}`, name: `typed_${number}`, type: "string" };
    const field = { edit: "add", holder: id, path: ["fields"], index: 1, value };
    const words = { edit: "set", id, path: ["description"], value: `words ${number}` };
    open_.state.edit(number % 5 ? words : field);
    number++;
    for (const op of open_.made) if (!open_.state.pending.some((one) => one.op === op)) open_.acknowledged.add(op);
  }, wait);
}"""


@pytest.fixture
def server(tmp_path: Path) -> Iterator[Server]:
    server = Server(tmp_path)
    yield server
    server.kill()


@pytest.fixture
def beside(server: Server) -> Iterator[Server]:
    """Another process, on the same database."""
    beside = Server(Path(server.environment["SQLITE_PATH"]).parent)
    yield beside
    beside.kill()


def ops(server: Server) -> list[str]:
    with sqlite3.connect(server.environment["SQLITE_PATH"]) as database:
        return [row[0] for row in database.execute("select op_id from designs_revision order by number")]


def entity(server: Server) -> Any:
    with sqlite3.connect(server.environment["SQLITE_PATH"]) as database:
        assert database.execute("pragma integrity_check").fetchone() == ("ok",)
        (text,) = database.execute("select text from designs_design").fetchone()
    return json.loads(text)["entities"][0]


def opened(context: BrowserContext, server: Server, made: dict[str, Any]) -> Opened:
    context.add_cookies([{"name": made["cookie"], "value": made["value"], "url": server.address}])
    return Opened(context.new_page(), server.address, made["slug"])


def test_nothing_is_lost(context: BrowserContext, server: Server) -> None:
    made, dice = server.prepare(), Random(1)
    server.start()
    editor = opened(context, server, made)
    editor.page.evaluate(_TYPE, [made["entity"], WAIT])
    for _ in range(KILLS):
        editor.page.wait_for_timeout(dice.uniform(300, 1500))
        server.kill()
        heard = set(editor.page.evaluate("[...open_.acknowledged]"))
        assert heard <= set(ops(server))
        server.start()
    editor.page.evaluate("() => clearInterval(open_.typing)")
    editor.page.evaluate("() => open_.link.again()")
    editor.until("saved", within=60_000 + 1000 * editor.page.evaluate("open_.state.pending.length"))
    sent = editor.page.evaluate("open_.made")
    assert len(sent) > 5 * KILLS
    assert ops(server)[1:] == sent  # each, once, and in order
    typed = {f"typed_{number}" for number in range(0, len(sent), 5)}
    assert {one["name"] for one in entity(server)["fields"]} == {"name"} | typed
    last = len(sent) - 1
    assert entity(server)["description"] == f"words {last if last % 5 else last - 1}"

    server.kill()
    editor.page.evaluate(
        "([id]) => { open_.state.edit({ edit: 'set', id, path: ['description'], value: 'last words' }); }",
        [made["entity"]],
    )
    editor.until("unsaved", "away")
    editor.page.close()
    server.start()
    again = opened(context, server, made)
    again.until("saved")
    assert again.tree()["entities"][0]["description"] == "last words"
    assert len(ops(server)) == len(sent) + 2


def test_an_edit_through_one_process_is_told_by_another(
    context: BrowserContext, server: Server, beside: Server
) -> None:
    made = server.prepare()
    server.start()
    beside.start()
    one, other = opened(context, server, made), opened(context, beside, made)
    for number, (writer, reader) in enumerate(((one, other), (other, one), (one, other)), start=1):
        words = f"words {number}"
        writer.page.evaluate(_DESCRIBE, [made["entity"], words])
        writer.until("saved", within=30_000)
        reader.page.wait_for_function(_TOLD, arg=words, timeout=30_000)
    assert len(ops(server)) == 4
    for editor in (one, other):
        assert editor.page.evaluate("open_.state.revision") == 4


_DESCRIBE = """([id, value]) => { open_.state.edit({ edit: "set", id, path: ["description"], value }); }"""
_TOLD = "(words) => open_.state.tree.entities[0].description === words"
