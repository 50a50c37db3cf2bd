"""The handbook: why each rule, pattern and check is what it is, with small designs compiled live."""

from __future__ import annotations

from functools import lru_cache
from itertools import islice
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _

from designs.access import library_texts
from designs.delivery.compiled import Refused, compile_text
from designs.delivery.decision_rows import with_rows
from designs.delivery.handbook import CHECKS, PATTERN_SHELF, RULES, Entry, entries, entry_at
from designs.delivery.handbook_examples import Side, example_of, names_in
from designs.delivery.listing import annotated

_MOST_SEEN = 12
_MOST_READ = 60


def handbook_page(request: HttpRequest) -> HttpResponse:
    return render(request, "designs/handbook.html", {"groups": _groups()})


def handbook_entry_page(request: HttpRequest, shelf: str, slug: str) -> HttpResponse:
    entry = entry_at(shelf, slug)
    if entry is None:
        raise Http404(f"the handbook has no page {shelf}/{slug}")
    example = example_of(entry)
    about = _relationship(entry, example[0]) if example else ""
    shown = [_shown(entry, side, about) for side in example]
    context = {
        "entry": entry,
        "shelf": _shelf_titles()[shelf],
        "chosen_by": _choosers(entry),
        "sides": shown,
        "first": shown[0] if shown else None,
        "seen_in": _seen_in(entry),
    }
    return render(request, "designs/handbook_entry.html", context)


def _shelf_titles() -> dict[str, str]:
    return {RULES: _("Rules"), PATTERN_SHELF: _("Patterns"), CHECKS: _("Checks")}


def _groups() -> list[dict[str, Any]]:
    """The index: rules by the kind of relationship that they are asked about, patterns, checks."""
    questions = (
        (_("One to one: embed the part or link it?"), ("one-to-one",)),
        (_("One to many: embed, list, slice, page or refer?"), ("one-to-many",)),
        (_("Many to many: who holds the links?"), ("many-to-many", "graph")),
        (_("Trees: what does a node know?"), ("tree",)),
        (_("Kinds of a thing: together or apart?"), ("is-a",)),
    )
    every = entries()
    asked = [
        (title, [one for one in every if one.shelf == RULES and set(one.kinds) & set(kinds)])
        for title, kinds in questions
    ]
    shelves = [
        (_("Patterns: the shapes that documents take"), PATTERN_SHELF),
        (_("Checks: what a finished plan is searched for"), CHECKS),
    ]
    asked += [(title, [one for one in every if one.shelf == shelf]) for title, shelf in shelves]
    return [{"title": title, "entries": found} for title, found in asked]


def _choosers(entry: Entry) -> list[Entry]:
    """The rules that lead to a pattern."""
    if entry.shelf != PATTERN_SHELF:
        return []
    wanted = set(entry.names)
    return [one for one in entries() if one.shelf == RULES and wanted & {way.name for way in one.chooses}]


def _relationship(entry: Entry, side: Side) -> str:
    """The relationship whose decision an example is about; "" where it is about another thing."""
    names = set(entry.names)
    found = [one for one in side.plan["decisions"] if names & {one["rule"], one["strategy"]}]
    return found[0]["relationship"] if found else ""


def _shown(entry: Entry, side: Side, relationship: str) -> dict[str, Any]:
    """A side for the page: its decision about the relationship or its findings, and its documents."""
    plan = side.plan
    decisions = [one for one in plan["decisions"] if one["relationship"] == relationship]
    return {
        "when": side.when,
        "design": plan["design"],
        "about": side.about,
        "decision": with_rows(decisions[0]) if decisions else None,
        "findings": [one for one in plan["findings"] if one["code"] in entry.names],
        "documents": [(path, annotated(text, path)) for path, text in side.documents],
    }


def _seen_in(entry: Entry) -> list[dict[str, Any]]:
    """Library designs in which it was used, and where to look."""
    names = set(entry.names)
    page = "findings" if entry.shelf == CHECKS else "decisions"
    found = (
        {"design": one, "page": page} for one in library_texts(_MOST_READ) if names & _names_of(one.text)
    )
    return list(islice(found, _MOST_SEEN))


@lru_cache(maxsize=256)
def _names_of(text: str) -> frozenset[str]:
    made = compile_text(text.encode(), ("plan",))
    return frozenset() if isinstance(made, Refused) else names_in(made.plan)
