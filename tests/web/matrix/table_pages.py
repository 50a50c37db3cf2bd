"""The rows of the pages and endpoints, and of signing in."""

from __future__ import annotations

import json
from typing import Any

from .rules import (
    CHANGES,
    LISTED,
    LOOKS_BACK,
    LOOKS_BEFORE,
    RESTORES,
    SEES,
    SIGNED_IN,
    Get,
    Post,
    Row,
    Rule,
    always,
    answered,
    both,
    may,
    sent,
    visitors,
)
from .world import BURIED, DELETED, OWNER, SEARCHED, Facts

OPEN = always(200)
GONE = always(410)
"""The front answers what waits under a ticket, for the visitor who holds it: see tests/server/test_workers.py."""
SEEN = answered(SEES)
OWN = visitors(302, answered(CHANGES))
HISTORY = visitors(302, answered(LOOKS_BACK))
BEFORE = visitors(302, answered(LOOKS_BEFORE, barred=404))
"""A version from before the publication: no other version than one that never was."""
_erased = visitors(302, answered({DELETED: frozenset({OWNER}), BURIED: frozenset({OWNER})}, 200, barred=404))
"""In one's own Trash alone."""
ONLY_SENT_TO = always(405)
_PEOPLE = frozenset({"owner", "curator", "superuser"})


def _before(who: str, state: str) -> int:
    """The status of an old version's page: 404, or 403 for those who see no version at all."""
    if may(LOOKS_BEFORE, who, state):
        return 200
    return 403 if may(SEES, who, state) and not may(LOOKS_BACK, who, state) else 404


_owners_alone = answered(LOOKS_BEFORE, 302)


def _since_nothing(who: str, state: str, answer: Any) -> str:
    told = answer.json()["since"]
    wanted = may(LOOKS_BEFORE, who, state)
    return "" if (told is not None) == wanted else f"since is {'null' if told is None else 'told'}"


def _file(facts: Facts) -> dict[str, Any]:
    file = {"format": "nestlink/1", "name": "Replaced", "database": "replaced", "entities": []}
    return {"text": json.dumps(file), "base_revision": facts["head"], "do": "store"}


def _edit(**more: Any) -> Any:
    def form(facts: Facts) -> dict[str, Any]:
        change = {"edit": "set", "id": "design", "path": ["database"], "value": "renamed"}
        return {"op": "an-op-of-the-matrix", "base": int(facts["head"]), "edit": change} | more

    return form


def _back(facts: Facts) -> dict[str, Any]:
    return {"op": "an-op-of-the-matrix", "base": int(facts["head"])}


def _api(done: Rule) -> Rule:
    return visitors(401, done)


def _unless_visitor(changed: int) -> Rule:
    return visitors(302, answered(CHANGES, changed))


SEES_SIGNED_IN = both(SEES, SIGNED_IN)
_COPIED = answered(SEES_SIGNED_IN, 302, barred=302)
"""Visitors are asked to sign in, whoever sees it gets a copy."""
_OLD_BASE = {"base": 1}

OPEN_ROWS = (
    Row("waiting", Get(GONE)),
    Row(
        "designs:library",
        Get(OPEN),
        Get(OPEN, "in=library"),
        Get(OPEN, "q=herons", lists=LISTED),
        Get(OPEN, f"q={SEARCHED}", lists={}),
        Get(OPEN, "tag=marsh", lists=LISTED),
        Get(OPEN, "page=2"),
        Get(OPEN, "mine=1&tag=marsh&q=herons"),
    ),
    Row("designs:handbook", Get(OPEN), Get(OPEN, "q=embed")),
    Row("designs:driver_values", Get(OPEN)),
    Row("designs:handbook_entry", Get(OPEN)),
    Row("designs:new", Get(OPEN, lists=LISTED), Get(OPEN, "name=A&database=b")),
    Row("designs:templates", Get(OPEN), Get(OPEN, "q=cart")),
    Row(
        "designs:blank",
        Get(ONLY_SENT_TO),
        Post(always(302), sent(name="Blank"), writes=SIGNED_IN),
        Post(always(422), writes={}),
    ),
    Row(
        "designs:import",
        Get(OPEN),
        Post(visitors(200, always(302)), _file, writes=SIGNED_IN),
        Post(always(200), lambda facts: _file(facts) | {"do": "check"}),
    ),
    Row(
        "designs:trash",
        Get(visitors(302, OPEN), lists={DELETED: frozenset({OWNER}), BURIED: frozenset({OWNER})}),
        Get(visitors(302, OPEN), "page=2"),
    ),
    Row(
        "sign_in",
        Get(OPEN),
        Get(OPEN, "next=//evil.example/"),
        Post(
            visitors(403, always(302)), sent(code="wrong", next="//evil.example"), query="next=//evil.example"
        ),
        Post(always(422), sent(username="nobody-here", password="wrong"), writes=None),
    ),
    Row(
        "sign_out",
        Get(always(302)),
        Post(always(302), sent(next="//evil.example"), query="next=//evil.example"),
    ),
)
"""About no design: everybody may read them."""

READ_ROWS = (
    Row("designs:design", Get(SEEN)),
    Row("designs:documents", Get(SEEN), Get(SEEN, "page=2")),
    Row("designs:diagrams", Get(SEEN), Get(SEEN, "plain=yes"), Get(SEEN, "pages=yes")),
    Row("designs:diagram", Get(SEEN)),
    Row("designs:slide", Get(SEEN)),
    Row("designs:scripts", Get(SEEN), Get(SEEN, "file=mongosh/setup.js")),
    Row(
        "designs:explain",
        Get(SEEN),
        Post(answered(SEES, 422), sent(text="nothing of ours"), writes={}),
    ),
    Row("designs:queries", Get(SEEN), Get(SEEN, "q=student&of=relationship:emails&does=read&page=2")),
    Row("designs:storage", Get(SEEN), Get(SEEN, "q=name&only=copies&page=2")),
    Row("designs:decisions", Get(SEEN), Get(SEEN, "page=2")),
    Row("designs:cheapest", Get(SEEN, "whole=yes")),
    Row("designs:findings", Get(SEEN)),
    Row("designs:forecast", Get(SEEN, "page=2")),
    Row("designs:report", Get(SEEN), Get(SEEN, "whole=yes")),
    Row("designs:downloads", Get(SEEN)),
    Row("designs:file", Get(SEEN), Get(SEEN, parts={"path": "design.json"})),
    Row("designs:thumbnail", Get(SEEN), Get(SEEN, parts={"scheme": "dark"})),
    Row("designs:archive", Get(SEEN)),
    Row("designs:edit", Get(SEEN)),
    Row("designs:goes_with", Get(SEEN, "id={student}")),
    Row(
        "designs:live",
        Get(SEEN),
        Get(SEEN, "part=results&show=plan.json&show=design.json&revision=1"),
        Get(SEEN, "part=weighed&of=emails&revision=1"),
    ),
    Row(
        "designs:since",
        Get(SEEN, "revision={head}"),
        Get(SEEN, "revision={first}"),
        Get(SEEN, "revision=1", tells=_since_nothing),
        Get(SEEN, "whole=1"),
        Get(SEEN, "whole=1&revision=1"),
    ),
    Row(
        "designs:what_if",
        Get(SEEN),
        Get(SEEN, "b=cheapest&whole=yes&page=2"),
        Get(answered(SEES, 302), "a=now&b="),
        Get(answered(LOOKS_BACK, barred=404), "a=version-{first}"),
        Get(answered(LOOKS_BEFORE, barred=404), "a=version-1"),
        Get(answered(LOOKS_BEFORE, barred=404), "b=version-2&whole=yes"),
    ),
)
"""About a design, for everybody who sees it."""

OWN_ROWS = (
    Row("designs:copy", Get(answered(SEES_SIGNED_IN, barred=302)), Post(_COPIED, writes=SEES_SIGNED_IN)),
    Row(
        "designs:replace",
        Get(OWN),
        Post(visitors(403, answered(CHANGES, 302)), _file, writes=CHANGES),
        Post(visitors(403, answered(CHANGES, 200)), lambda facts: _file(facts) | {"do": "check"}),
    ),
    Row(
        "designs:about",
        Get(OWN),
        Post(
            visitors(403, answered(CHANGES, 302)), sent(name="Named", base_revision="{head}"), writes=CHANGES
        ),
    ),
    Row(
        "designs:weights",
        Get(OWN),
        Post(_unless_visitor(302), sent(R="3", base_revision="{head}"), writes=CHANGES),
    ),
    Row(
        "designs:share",
        Get(ONLY_SENT_TO),
        Post(_owners_alone, sent(share="yes"), writes={}),  # they are shared already
        Post(_owners_alone, sent(share="no"), writes=LOOKS_BEFORE, sets={"share_key": _PEOPLE}),
    ),
    # A guessed link leads nowhere; what a true one opens, and that it remembers so, is in test_sharing.py.
    Row("designs:shared", Get(always(404), parts={"key": "guessed"})),
    Row(
        "designs:delete",
        Get(ONLY_SENT_TO),
        Post(_unless_visitor(302), writes=CHANGES, sets={"deleted_at": _PEOPLE}),
    ),
    Row(  # without a second answer, nothing is deleted for good; with one, see test_trash.py
        "designs:erase",
        Get(_erased),
        Post(_erased, writes={}),
    ),
    Row("designs:empty_trash", Get(visitors(302, OPEN)), Post(visitors(302, OPEN), writes={})),
    Row(
        "designs:undelete",
        Get(ONLY_SENT_TO),
        Post(
            visitors(302, answered(RESTORES, 302, barred=404)), writes=RESTORES, sets={"deleted_at": _PEOPLE}
        ),
    ),
    Row("designs:history", Get(HISTORY), Get(HISTORY, "page=2")),
    Row("designs:version", Get(HISTORY), Get(visitors(302, _before), parts={"number": "1"})),
    Row("designs:version_file", Get(HISTORY), Get(visitors(302, _before), parts={"number": "1"})),
    Row(
        "designs:restore",
        Get(ONLY_SENT_TO),
        Post(_unless_visitor(302), sent(base_revision="{head}"), parts={"number": "{first}"}, writes=CHANGES),
        Post(
            visitors(
                302, lambda who, state: 302 if may(LOOKS_BEFORE, who, state) else _restoring(who, state)
            ),
            sent(base_revision="{head}"),
            parts={"number": "1"},
            writes=LOOKS_BEFORE,
        ),
    ),
    Row(
        "designs:settle_finding",
        Get(ONLY_SENT_TO),
        Post(_unless_visitor(302), sent(do="aside", code="MONEY", subject="x"), writes={}),
        Post(
            visitors(403, answered(CHANGES, 302)),
            sent(do="aside", code="MONEY", subject="x", reason="Known"),
            writes=CHANGES,
        ),
    ),
    Row(
        "designs:answer_question",
        Get(ONLY_SENT_TO),
        Post(
            visitors(403, answered(CHANGES, 302)),
            sent(place="relationships[0].exclusive_owner", answer="many"),
            writes={},
        ),
        Post(
            visitors(403, answered(CHANGES, 302)),
            sent(place="relationships[0].exclusive_owner", answer="no"),
            writes=CHANGES,
        ),
    ),
    Row(
        "designs:keep_variant",
        Get(ONLY_SENT_TO),
        Post(
            _unless_visitor(302),
            lambda facts: {"keep": "b", "base_revision": facts["head"], _way(facts): "PARENT_REF"},
            writes=CHANGES,
        ),
        Post(
            visitors(302, lambda who, state: 302 if may(LOOKS_BEFORE, who, state) else _keeping(who, state)),
            sent(keep="b", base_revision="{head}", b="version-1"),
        ),
    ),
    Row(
        "designs:edits",
        Get(ONLY_SENT_TO),
        Post(_api(answered(CHANGES)), _edit(), writes=CHANGES, json=True),
        Post(_api(answered(CHANGES, 400)), _edit(owner=1, in_library=True), json=True),
        Post(
            _api(lambda who, state: _edited_before(who, state)),
            _edit(**_OLD_BASE),
            writes=LOOKS_BEFORE,
            json=True,
        ),
    ),
    Row("designs:undo", Get(ONLY_SENT_TO), Post(_api(answered(CHANGES)), _back, writes=CHANGES, json=True)),
    Row("designs:redo", Get(ONLY_SENT_TO), Post(_api(answered(CHANGES, 404)), _back, json=True)),
)
"""Of those who may change a design, see its history, or copy it."""


def _restoring(who: str, state: str) -> int:
    """Restoring a version from before: a curator's answer is that there is none."""
    return answered(CHANGES, 404)(who, state)


def _keeping(who: str, state: str) -> int:
    """Keeping a variant of a version from before."""
    return answered(CHANGES, 400)(who, state)


def _edited_before(who: str, state: str) -> int:
    """An edit made from a version from before: unknown to a curator."""
    return 200 if may(LOOKS_BEFORE, who, state) else answered(CHANGES, 409)(who, state)


def _way(facts: Facts) -> str:
    """The name of the box that chooses the strategy of the one relationship."""
    state = facts["slug"].removeprefix("target-")
    return f"b.part-{state}-2"


PAGES = (*OPEN_ROWS, *READ_ROWS, *OWN_ROWS)
