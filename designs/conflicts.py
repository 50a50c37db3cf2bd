"""A change that meets a newer one: both versions shown, and what somebody chose carried out."""

from __future__ import annotations

import sys
from collections.abc import Collection
from dataclasses import dataclass
from typing import Any

from django.core.exceptions import BadRequest, ObjectDoesNotExist
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

from designs import store
from designs.compiler import Finding
from designs.delivery.pages.change_words import Met, met, things
from designs.forms import number_of, op_id_of
from designs.past import Past
from designs.store import edits

_ALL = range(sys.maxsize)
_CARRIED = ("name", "description", "tags")


@dataclass(frozen=True)
class Wish:
    """A change somebody made of a version of a design, by edits or by a whole text. carried: the fields of
    the form that said so, for the page of a conflict to send again; those of what a design says of
    itself where there are none."""

    design: Any
    base: int
    change: edits.Several | str
    words: str
    carried: tuple[tuple[str, str], ...] = ()


@dataclass(frozen=True)
class Outcome:
    """stored: the commit, None where nothing was written. seen: the newer version that was met.
    refused: why the two make no design together."""

    stored: store.Committed | None
    seen: int = 0
    meetings: tuple[store.Meeting, ...] = ()
    refused: tuple[Finding, ...] = ()


def decided(request: HttpRequest, wish: Wish) -> Outcome:
    """Store a wish, as chosen on the page of its conflict if it had one; nothing where it meets anew."""
    seen = number_of(request, "seen_revision")
    try:
        Past(request.user, wish.design).check(wish.base, seen or wish.base)
        return Outcome(_stored(request, wish, seen))
    except store.Conflict as conflict:
        return Outcome(None, conflict.revision, conflict.meetings)
    except store.Refused as refusal:
        newest = seen or store.load(wish.design.slug).revision
        return Outcome(None, newest, _meetings(wish, newest), refusal.faults)
    except ObjectDoesNotExist:
        raise BadRequest("the form's base version doesn't exist") from None


def conflict_page(request: HttpRequest, wish: Wish, outcome: Outcome) -> HttpResponse:
    """Theirs and ours side by side, with the choice between them."""
    past = Past(request.user, wish.design)
    base, theirs = (past.at(number) for number in (wish.base, outcome.seen))
    names = things(edits.raw_of(base), edits.raw_of(theirs))
    between = past.rows().filter(number__gt=wish.base, number__lte=outcome.seen)
    rows: tuple[Met, ...] = met(outcome.meetings, names, store.GONE)
    context = {
        "design": wish.design,
        "base": wish.base,
        "seen": outcome.seen,
        "met": rows,
        "refused": outcome.refused,
        "newer": between.defer("text", "edits", "undo")[:10],
        "whole": isinstance(wish.change, str),
        "carried": _carried(request, wish),
        "op_id": op_id_of(request),
    }
    return render(request, "designs/conflict.html", context, status=409)


def _stored(request: HttpRequest, wish: Wish, seen: int | None) -> store.Committed:
    op_id, chosen = op_id_of(request), request.POST.get("do", "")
    if seen and chosen == "in_its_place":
        return store.commit(wish.design, seen, wish.change, request.user, op_id, wish.words)
    if seen and chosen in _CHOICES:
        mine = _CHOICES[chosen]
        mine = _marked(request) if mine is None else mine
        return store.settle(wish.design, wish.base, seen, wish.change, mine, request.user, op_id, wish.words)
    return store.commit(wish.design, wish.base, wish.change, request.user, op_id, wish.words)


_CHOICES: dict[str, Collection[int] | None] = {"all_theirs": (), "all_mine": _ALL, "as_marked": None}


def _marked(request: HttpRequest) -> frozenset[int]:
    """The numbers of the things where "mine" is marked; an unmarked one stays theirs."""
    names = (name.removeprefix("thing-") for name, value in request.POST.items() if value == "mine")
    return frozenset(int(name) for name in names if name.isascii() and name.isdigit())


def _meetings(wish: Wish, seen: int) -> tuple[store.Meeting, ...]:
    return () if seen == wish.base else store.meetings_of(wish.design, wish.base, seen, wish.change)


def _carried(request: HttpRequest, wish: Wish) -> list[tuple[str, str]]:
    if isinstance(wish.change, str):
        return [("text", wish.change)]
    return list(wish.carried) or [(name, request.POST.get(name, "")) for name in _CARRIED]
