"""What a design reads and writes: each operation's functions, then each relationship's, found by words."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from typing import Any
from urllib.parse import urlencode

from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _

from designs.access import Opened, design_or_404
from designs.delivery.compiled.compiled_design import Compiled, with_every_function
from designs.delivery.compiled.queries import Query, Subject, subjects
from designs.delivery.compiled.recipe_facts import ID_INDEX
from designs.delivery.pages.input_words import titles
from designs.delivery.pages.listing import annotated
from designs.delivery.pages.page_anchors import Addresses
from designs.http import compiles, in_place
from designs.outcomes import opened

FUNCTIONS_A_PAGE = 40
MOST_WORDS = 8
MOST_LETTERS = 200
DOES = ("read", "write", "sync")
Labels = dict[str, str]


@compiles()
def queries_page(request: HttpRequest, slug: str) -> HttpResponse:
    design = design_or_404(request, slug)
    result = opened(design)
    asked, of, does, whole = (
        request.GET.get(name, "")[:MOST_LETTERS].replace("\0", "") for name in ("q", "of", "does", "all")
    )
    every = subjects(result)
    if whole or of:  # who asks for one relationship sees all that it has
        every = _with_the_others(design, every)
    every = tuple(sorted(every, key=lambda subject: subject.kind != "operation"))
    labels = _purposes()
    wanted = asked.casefold().split()[:MOST_WORDS]
    matching = _matching((subject for subject in every if of in ("", subject.key)), wanted, does, labels)
    page = Paginator(_pages(matching), 1).get_page(request.GET.get("page"))
    shown = page.object_list[0] if page.object_list else []
    kept = {"q": asked, "of": of, "does": does, "all": "1" if whole else ""}
    context = {
        "design": design,
        "subjects": [_subject(subject, Addresses(slug, result), result, labels) for subject in shown],
        "page": page,
        "count": sum(len(subject.queries) for subject in matching),
        "all": sum(len(subject.queries) for subject in every),
        "whole": bool(whole),
        "switch": urlencode(
            {name: value for name, value in {**kept, "all": "" if whole else "1"}.items() if value}
        ),
        "left_out": 0 if of else _count_left_out(result),
        "operations": result.compilation.model.workload,
        "asked": asked,
        "of": of,
        "of_name": of.partition(":")[2],
        "does": does if does in DOES else "",
        "kinds": _kinds(kept),
        "kept": urlencode({name: value for name, value in kept.items() if value}),
    }
    return render(request, "designs/_queries.html" if in_place(request) else "designs/queries.html", context)


def _count_left_out(compiled: Compiled) -> int:
    """Return how many functions no application needs."""
    statements = compiled.compilation.plan.statements
    return len({each.recipe for each in statements if each.extra and each.purpose != "prepare"})


def _with_the_others(design: Opened, needed: tuple[Subject, ...]) -> tuple[Subject, ...]:
    """Return all functions of a design: those, too, that no application needs."""
    result = with_every_function(design.text)
    return subjects(result) if isinstance(result, Compiled) else needed


def _matching(every: Iterable[Subject], wanted: list[str], does: str, labels: Labels) -> list[Subject]:
    """The subjects with those of their functions that do this and hold every word."""
    kept = (
        replace(
            subject,
            queries=tuple(
                each for each in subject.queries if _is_wanted(subject, each, wanted, does, labels)
            ),
        )
        for subject in every
    )
    return [subject for subject in kept if subject.queries]


def _is_wanted(subject: Subject, query: Query, wanted: list[str], does: str, labels: Labels) -> bool:
    is_kind = {
        "read": not query.writes,
        "write": query.writes and query.path.endswith("04_queries.js"),
        "sync": query.path.endswith("05_sync.js"),
    }
    if not is_kind.get(does, True):
        return False
    parts = (subject.kind, subject.name, query.purpose, labels.get(query.purpose, ""), query.code)
    text = " ".join(parts).casefold()
    return all(word in text for word in wanted)


def _pages(matching: list[Subject]) -> list[list[Subject]]:
    """Subjects in pages of about so many functions; none is torn."""
    pages: list[list[Subject]] = []
    room = 0
    for subject in matching:
        if not pages or room < len(subject.queries):
            pages.append([])
            room = FUNCTIONS_A_PAGE
        pages[-1].append(subject)
        room -= len(subject.queries)
    return pages


def _subject(subject: Subject, addresses: Addresses, compiled: Compiled, labels: Labels) -> dict[str, Any]:
    decisions, called = compiled.plan["decisions"], titles(compiled.compilation.model)
    return {
        "key": subject.key,
        "kind": {"relationship": _("relationship"), "operation": _("operation")}.get(
            subject.kind, _("entity")
        ),
        "name": subject.name,
        "own": subject.kind == "relationship",
        "decisions": [
            decisions[number - 1]
            | {"address": addresses.decision(number), "title": called[decisions[number - 1]["relationship"]]}
            for number in subject.decisions
        ],
        "queries": [_query(query, addresses, compiled, labels) for query in subject.queries],
    }


def _query(query: Query, addresses: Addresses, compiled: Compiled, labels: Labels) -> dict[str, Any]:
    return {
        "name": query.name,
        "purpose": labels.get(query.purpose, query.purpose),
        "code": annotated(query.code, query.path),
        "call": annotated(query.call, query.path) if query.call else "",
        "helpers": [name for name, code in query.helpers],
        "helpers_code": annotated("\n\n".join(code for name, code in query.helpers), query.path),
        "path": query.path,
        "writes": query.writes,
        "transaction": query.transaction,
        "values": query.values,
        "collections": [
            (name, addresses.collection(name)) for name in query.collections if name in addresses
        ],
        "indexes": [
            _index(name, index, addresses, compiled) for name, index in query.indexes if name in addresses
        ],
    }


def _index(collection: str, name: str, addresses: Addresses, compiled: Compiled) -> dict[str, Any]:
    """An index as a link; each collection's own one on _id leads to the collection."""
    if name == ID_INDEX:
        return {"collection": collection, "keys": [["_id", 1]], "address": addresses.collection(collection)}
    rows = next(row["indexes"] for row in compiled.plan["collections"] if row["name"] == collection)
    keys = next(index["keys"] for index in rows if index["name"] == name)
    return {"collection": collection, "keys": keys, "address": addresses.index(collection, name)}


def _kinds(kept: dict[str, str]) -> list[tuple[str, str, str]]:
    """The choices of what a function does: (value, words, query string)."""
    named = (("", _("All")), ("read", _("Reads")), ("write", _("Writes")), ("sync", _("Sync")))
    rows = ((does, words, {**kept, "does": does}) for does, words in named)
    return [
        (does, words, urlencode({key: value for key, value in row.items() if value}))
        for does, words, row in rows
    ]


def _purposes() -> Labels:
    """What the plan's purposes are called on the page."""
    return {
        "read": _("Read"),
        "page": _("Read the next page"),
        "list": _("List"),
        "listed": _("List its items"),
        "last": _("Read the latest"),
        "all": _("Read all"),
        **dict.fromkeys(("back", "reverse"), _("Read in the other direction")),
        "join": _("Read with $lookup"),
        "count": _("Count"),
        "roots": _("Read the roots"),
        "roots_page": _("Read the next page of the roots"),
        "ancestors": _("Read ancestors"),
        "descendants": _("Read descendants"),
        "whole": _("Read the whole tree"),
        "search": _("Search by path prefix"),
        "add": _("Add"),
        "plant": _("Add a root"),
        "order": _("Reorder"),
        "rebuild": _("Rebuild tree fields"),
        "kinds": _("Read one subtype"),
        **dict.fromkeys(("change", "replace"), _("Change")),
        "edit": _("Change some fields"),
        "attribute": _("Set one attribute"),
        "rename": _("Rename everywhere"),
        "remove": _("Remove"),
        "reassign": _("Move to another parent"),
        "delete": _("Delete and unlink"),
        "cascade": _("Delete with children"),
        "insert": _("Insert"),
        "update": _("Update"),
        "archive": _("Archive"),
        "outdated": _("Find old schema versions"),
        "upgrade": _("Migrate to the latest schema version"),
        "sync": _("Sync copies"),
        "compute": _("Recompute"),
        "recompute": _("Recompute from other documents"),
    }
