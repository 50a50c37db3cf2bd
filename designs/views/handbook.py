"""The handbook: why each rule, gate, pattern and check is what it is, with small designs compiled live."""

from __future__ import annotations

from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.text import capfirst
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as _lazy

from designs import store
from designs.access import library_using
from designs.compiler import read
from designs.delivery.handbook.driver_values import DRIVERS, RECORDED, rows
from designs.delivery.handbook.entries import (
    CHECKS,
    GATE_SHELF,
    PATTERN_SHELF,
    RULES,
    Entry,
    entries,
    entry_at,
)
from designs.delivery.handbook.entry_examples import Side, example_of
from designs.delivery.intake.templates import matching, showing
from designs.delivery.pages.decision_rows import with_rows
from designs.delivery.pages.input_words import ends_in
from designs.delivery.pages.listing import annotated
from designs.http import compiles

_LONGEST = 200  # characters of a search
_MOST_SEEN = 12


def handbook_page(request: HttpRequest) -> HttpResponse:
    asked = request.GET.get("q", "")[:_LONGEST]
    words = asked.casefold().split()
    context = {"groups": _groups(words), "templates": matching(words), "asked": asked}
    return render(request, "designs/handbook.html", context)


@compiles()
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
        "changed": _changed(shown) if entry.shelf != RULES else [],
        "otherwise": _otherwise(entry, shown),
        "templates": showing(entry.names),
        "seen_in": _seen_in(entry),
    }
    return render(request, "designs/handbook_entry.html", context)


@compiles()
def driver_values_page(request: HttpRequest) -> HttpResponse:
    context = {"drivers": DRIVERS, "recorded": RECORDED, "rows": rows()}
    return render(request, "designs/driver_values.html", context)


def _otherwise(entry: Entry, shown: list[dict[str, Any]]) -> str:
    """What stands before the documents of the other side."""
    if entry.shelf != PATTERN_SHELF or len(shown) < 2:
        return _("After")
    return capfirst(shown[1]["when"]) or _("Otherwise")


def _changed(shown: list[dict[str, Any]]) -> list[tuple[str, Any]]:
    """The documents of the other side that are not those of the first."""
    if len(shown) < 2:
        return []
    return [document for document in shown[1]["documents"] if document not in shown[0]["documents"]]


def _shelf_titles() -> dict[str, str]:
    return {RULES: _("Rules"), GATE_SHELF: _("Limits"), PATTERN_SHELF: _("Patterns"), CHECKS: _("Checks")}


TOPICS = (
    (_lazy("Checks: document size and nesting"), "unbounded-embed"),
    (_lazy("Checks: references"), "ref-no-index"),
    (_lazy("Checks: copies, subsets, buckets, and formulas"), "copy-no-policy"),
    (_lazy("Checks: indexes and the queries that use them"), "idx-limits"),
    (_lazy("Checks: names, types, and validators"), "coll-count"),
    (_lazy("Checks: time series, expiration, and server limits"), "date-order"),
    (_lazy("Checks: schema versions, sensitive data, and deprecated practices"), "version-gaps"),
    (_lazy("Checks: inconsistent numbers"), "flag-mismatch"),
)
"""The topics of checks in the registry's order, each with the first check that stands under it."""


def _groups(words: list[str]) -> list[dict[str, Any]]:
    """The index: rules by the kind of relationship that they are asked about, gates, patterns, and
    checks by topic; of all these the entries in which every word occurs."""
    questions = (
        (_("One-to-one: embed or reference?"), ("one-to-one",)),
        (_("One-to-many: embed, list, subset, bucket, or reference?"), ("one-to-many",)),
        (_("Many-to-many: which side stores the links?"), ("many-to-many", "graph")),
        (_("Trees: what does each node store?"), ("tree",)),
        (_("Subtypes: one collection or several?"), ("is-a",)),
    )
    every = [entry for entry in entries() if all(word in _text_of(entry) for word in words)]
    asked = [
        (title, [entry for entry in every if entry.shelf == RULES and set(entry.kinds) & set(kinds)])
        for title, kinds in questions
    ]
    shelves = [
        (_("Limits that rule out a strategy"), GATE_SHELF),
        (_("Document patterns"), PATTERN_SHELF),
    ]
    asked += [(title, [entry for entry in every if entry.shelf == shelf]) for title, shelf in shelves]
    for title, slugs in _topics():
        asked.append((title, [entry for entry in every if entry.shelf == CHECKS and entry.slug in slugs]))
    return [{"title": title, "entries": matching} for title, matching in asked if matching]


def _topics() -> list[tuple[Any, list[str]]]:
    """Each topic with the slugs of its checks."""
    slugs = [entry.slug for entry in entries() if entry.shelf == CHECKS]
    starts = [slugs.index(slug) for _title, slug in TOPICS]
    ends = [*starts[1:], len(slugs)]
    return [(title, slugs[a:b]) for (title, _slug), a, b in zip(TOPICS, starts, ends, strict=True)]


def _text_of(entry: Entry) -> str:
    return " ".join((*entry.names, entry.title, *entry.paragraphs, entry.reason)).casefold()


def _choosers(entry: Entry) -> list[Entry]:
    """The rules that lead to a pattern."""
    if entry.shelf != PATTERN_SHELF:
        return []
    wanted = set(entry.names)
    return [rule for rule in entries() if rule.shelf == RULES and wanted & {way.name for way in rule.chooses}]


def _relationship(entry: Entry, side: Side) -> str:
    """The relationship whose decision an example is about; "" where it is about another thing."""
    names = set(entry.names)
    decisions = [
        decision
        for decision in side.plan["decisions"]
        if names & {decision["rule"], decision["strategy"], *_gates_of(entry, decision)}
    ]
    return decisions[0]["relationship"] if decisions else ""


def _gates_of(entry: Entry, decision: dict[str, Any]) -> list[str]:
    return [rejected["by"] for rejected in decision["rejected"]] if entry.shelf == GATE_SHELF else []


def _shown(entry: Entry, side: Side, relationship: str) -> dict[str, Any]:
    """A side for the page: its decision about the relationship or its findings, and its documents."""
    plan = side.plan
    decisions = [decision for decision in plan["decisions"] if decision["relationship"] == relationship]
    ends = ends_in(read(side.text).value)
    return {
        "when": side.when,
        "design": plan["design"],
        "about": side.about,
        "decision": with_rows(decisions[0], ends[relationship]) if decisions else None,
        "ruled_out": [
            other for decision in decisions for other in decision["rejected"] if other["by"] in entry.names
        ],
        "findings": [finding for finding in plan["findings"] if finding["code"] in entry.names],
        "documents": [(path, annotated(text, path)) for path, text in side.documents],
    }


def _seen_in(entry: Entry) -> list[dict[str, Any]]:
    """Library designs in which it was used when they were last compiled, and where to look."""
    page = "findings" if entry.shelf == CHECKS else "decisions"
    return [
        {"design": design, "page": page, "current": store.is_current(design), "of": store.outcome_of(design)}
        for design in library_using(entry.names, _MOST_SEEN)
    ]
