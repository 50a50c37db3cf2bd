"""Example designs in which everything that has a name has a hostile one, and states hostile texts."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import suppress
from itertools import count
from typing import Any

from designs.compiler import edits, read, write
from tests.compiler.library import text_of

CANARY = "<img src=x onerror=canary>"
NAMES = (
    'say "hi"', "back\\slash", "tab\there", "new\nline", "cr\rlf\r\n", "next\x85line\x0b", f"</script>{CANARY}", "{{ 7|add:0 }}{% now 'Y' %}",
    "%s %(name)s %", "../../etc/passwd", "\x01\x1b[31m", "line\u2028sep", "\u202eltr", "\U0001f469\u200d\U0001f4bb",
    "__proto__", "a: b", "a.b[0]", "constructor", "'; drop", " ", "?q=1&x=2#frag", "operation:x", "relationship:y",
    'per_day of "x" > 3', "x" * 50, 'ends with \\"', "\\u0041", "${1}", "`", "a -> b", "to.max", "design",
    f'"{CANARY}', f"'>{CANARY}", "name", "_id", "entities[0]", "*/ --", "&lt;b&gt;", "https://evil.example/",
)  # fmt: skip


def hostile(name: str, first: int = 0) -> str:
    """Return an example design with hostile names, as a file. What the grammar refuses stays as it was.

    first: the number of the hostile name that the first operation gets.
    """
    model = read(text_of(name)).value
    assert model is not None
    model = edits.identified(model, (f"i{number}" for number in count()))[0]
    names = _names()
    for _ in range(first):
        next(names)
    for key, end in list(_named(edits.raw_of(model))):
        with suppress(edits.EditRefused):
            model = edits.apply(model, edits.Rename(id=key, name=next(names), end=end))
    raw = edits.raw_of(model)
    texts = _names()
    for node in (raw, *_nodes(raw)):
        node["description"] = next(texts)
    raw |= {"name": f'{CANARY} "{name}"', "tags": [next(texts) for _ in NAMES]}
    raw["groups"] = [{"name": next(texts), "entities": [one["name"]]} for one in raw["entities"][:2]]
    raw["ignored"] = [{"code": "L1", "subject": next(texts), "reason": next(texts)} for _ in range(5)]
    for entity in raw["entities"][:3]:
        for field in entity.get("fields", [])[:2]:
            if field["type"] == "string" and "unique" not in field:
                field |= {"enum": [next(texts) for _ in range(4)]}
                field.pop("example", None)
                field.pop("pattern", None)
                field.pop("max_length", None)
    report = read(json.dumps(raw))
    assert report.value is not None, [str(one) for one in report.findings][:5]
    return write(report.value)


def _names() -> Iterator[str]:
    """Each hostile name once as it is, then with a number."""
    yield from NAMES
    for number in count(2):
        yield from (f"{name[:40]} {number}" if name.strip() else " " * number for name in NAMES)


def _named(raw: dict[str, Any]) -> Iterator[tuple[str, Any]]:
    for operation in raw.get("operations", []):
        yield operation["id"], ""
    for link in raw.get("relationships", []):
        yield link["id"], ""
        yield from ((link["id"], end) for end in ("from", "to") if "field" in link[end])
    for entity in raw["entities"]:
        yield entity["id"], ""
        yield from ((one["id"], "") for one in entity.get("fields", []) if one["name"] != "_id")


def _nodes(raw: dict[str, Any]) -> Iterator[dict[str, Any]]:
    for kind in ("entities", "relationships"):
        for node in raw.get(kind, []):
            yield node
            yield from node.get("fields", [])
