"""The editor's own modules on a page without a canvas: its state, its way to the server, its journal."""

from __future__ import annotations

import json
from typing import Any

from playwright.sync_api import Page

from tests.web.editors import described

# Somewhere on our site without an editor, so that the test's is the only one.
_QUIET = "/handbook/"
_OPEN = """async (data) => {
  const [{ State }, { Link }, { Journal }] = await Promise.all(
    ["state/state", "sync/api", "sync/journal"].map((name) => import(`/static/editor/${name}.js`)));
  const state = new State(data);
  const journal = new Journal(data);
  const seen = [];
  const link = new Link({ data, state, journal, tell: (status) => { seen.push({ ...status, at: performance.now() }); } });
  window.open_ = { state, journal, link, seen };
  window.started = link.start();
}"""
_STARTED = "() => started.then(() => true)"
# What an earlier life of the page left is not known before `go` is called.
LATE = """const ask = navigator.locks.query.bind(navigator.locks);
navigator.locks.query = () => new Promise((done) => { window.go = done; }).then(ask);"""
# A browser that can't tell what an earlier life of the page left.
BROKEN = {
    "locks": "navigator.locks.query = () => Promise.reject(new Error('not here'));",
    "reading": "IDBObjectStore.prototype.getAll = () => { throw new Error('not here'); };",
}

_KEPT = """() => new Promise((done) => { indexedDB.open("nestlink").onsuccess = ({ target: { result: base } }) => {
  base.transaction("edits").objectStore("edits").getAll().onsuccess = ({ target: { result: rows } }) => {
    base.close();
    const held = new Map(rows.map((one) => [one.op, one]));
    const { pending } = open_.state;
    done(rows.length === pending.length && pending.every(({ op, base }, at) => at ? held.has(op) : held.get(op)?.base === base));
  }; }; })"""


class Opened:
    """An editor without a canvas, in a tab of its own."""

    def __init__(self, page: Page, address: str, slug: str, ready: str = _STARTED) -> None:
        self.page, self.address, self.slug = page, address, slug
        page.goto(address + _QUIET)
        html = str(
            page.evaluate("(url) => fetch(url).then((answer) => answer.text())", f"/designs/{slug}/edit/")
        )
        self.data = json.loads(html.split('id="design" type="application/json">')[1].split("</script>")[0])
        page.evaluate(_OPEN, self.data)
        page.wait_for_function(ready)

    def describe(self, key: str, text: str) -> None:
        made = "(edit) => { open_.since ??= performance.now(); open_.state.edit(edit); }"
        self.page.evaluate(made, described(key, text))

    def kept(self) -> None:
        """Wait until the browser's own database holds what is not sent, as it is now."""
        self.page.wait_for_function(_KEPT)

    def took(self, state: str) -> float:
        """Milliseconds of the page's clock from the first description to the first time that this was said."""
        took = "(state) => open_.seen.find((one) => one.state === state).at - open_.since"
        return float(self.page.evaluate(took, state))

    def until(self, state: str, why: str = "", within: float = 30_000) -> dict[str, Any]:
        told: dict[str, Any] = self.page.wait_for_function(
            "([state, why]) => { const last = open_.seen.at(-1); return last?.state === state && last.why === why && last; }",
            arg=[state, why],
            timeout=within,
        ).json_value()
        return told

    def tree(self) -> Any:
        return self.page.evaluate("open_.state.tree")
