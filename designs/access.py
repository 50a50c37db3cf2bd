"""Who may see or change a design; get it or 404.

The library is open to everyone, what it holds is changed by curators. A design outside it is its
owner's. Put-away designs are found by those who may fetch them back.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from django.core.exceptions import PermissionDenied
from django.db.models import Count, F, OuterRef, Q, QuerySet, Subquery
from django.db.models.functions import Coalesce, Lower
from django.http import Http404, HttpRequest

from .models import Design, Entity, Operation, Relationship

_UNREAD = ("text", "more", "words")
"""Columns that no list shows, and that may be large."""


@dataclass(frozen=True)
class Opened:
    """A design for a page of it. text: its canonical file with every id, as bytes."""

    row: Design
    may_change: bool

    @property
    def text(self) -> bytes:
        return self.row.text.encode()

    @property
    def slug(self) -> str:
        return self.row.slug

    @property
    def name(self) -> str:
        return self.row.name

    @property
    def description(self) -> str:
        return self.row.description

    @property
    def revision(self) -> int:
        return self.row.revision


@dataclass(frozen=True)
class Wanted:
    """What a list is asked for. words: each must occur. tag: "" for any. mine: only one's own."""

    words: tuple[str, ...] = ()
    tag: str = ""
    mine: bool = False


def design_or_404(request: HttpRequest, slug: str) -> Opened:
    """The design of this address if this visitor may see it; otherwise the 404 page."""
    row = Design.objects.filter(slug=slug, deleted_at__isnull=True).first()
    if row is None or not _may_see(request.user, row):
        raise Http404(f"no design has the address {slug}")
    return Opened(row, _may_change(request.user, row))


def followed_or_404(request: HttpRequest, slug: str) -> Design:
    """The design of this address without its texts: what an open page asks every other second."""
    rows = Design.objects.only("pk", "slug", "revision", "owner_id", "in_library")
    row = rows.filter(slug=slug, deleted_at__isnull=True).first()
    if row is None or not _may_see(request.user, row):
        raise Http404(f"no design has the address {slug}")
    return row


def changeable_or_404(request: HttpRequest, slug: str, *, put_away: bool = False) -> Design:
    """The design, for one who may change it. Raises PermissionDenied for one who may only see it."""
    row = Design.objects.filter(slug=slug, deleted_at__isnull=not put_away).first()
    if row is None or not _may_see(request.user, row):
        raise Http404(f"no design has the address {slug}")
    if not _may_change(request.user, row):
        raise PermissionDenied(f"{slug} is not yours to change")
    return row


def designs_for(user: Any, wanted: Wanted = Wanted()) -> QuerySet[Design]:
    """The designs that a visitor may see, featured first, without their texts, with their counts."""
    rows = _visible(user).defer(*_UNREAD)
    if wanted.mine:
        rows = rows.filter(owner=user) if user.is_authenticated else rows.none()
    if wanted.tag:
        rows = rows.filter(tags__contains=f"\n{wanted.tag}\n")
    for word in wanted.words:
        rows = rows.filter(words__contains=word.casefold())
    counted = {name: _count(part) for name, part in _PARTS.items()}
    return rows.annotate(**counted).order_by(F("featured").desc(), Lower("name"), "pk")


def put_away_by(user: Any) -> QuerySet[Design]:
    """One's own designs that were put away, the latest first, without their texts."""
    return Design.objects.filter(owner=user, deleted_at__isnull=False).defer(*_UNREAD).order_by("-deleted_at")


def names_of(user: Any) -> frozenset[str]:
    """The names of one's own designs, those put away too."""
    return frozenset(Design.objects.filter(owner=user).values_list("name", flat=True))


def tags_for(user: Any) -> tuple[tuple[str, int], ...]:
    """Each tag of the designs that a visitor may see, with how many carry it; the most used first."""
    counts: dict[str, int] = {}
    for tags in _visible(user).exclude(tags="").values_list("tags", flat=True):
        for tag in tags.strip("\n").split("\n"):
            counts[tag] = counts.get(tag, 0) + 1
    return tuple(sorted(counts.items(), key=lambda one: (-one[1], one[0])))


def library_texts(most: int) -> Iterable[Design]:
    """Designs of the library with their texts, featured first: what the handbook looks for examples in."""
    shown = Design.objects.filter(in_library=True, deleted_at__isnull=True)
    return shown.only("slug", "name", "text").order_by(F("featured").desc(), Lower("name"), "pk")[:most]


def library_at(slugs: Iterable[str]) -> dict[str, Design]:
    """The designs of the library at these addresses, without their texts."""
    shown = Design.objects.filter(in_library=True, deleted_at__isnull=True, slug__in=list(slugs))
    return {one.slug: one for one in shown.defer(*_UNREAD)}


def _visible(user: Any) -> QuerySet[Design]:
    rows = Design.objects.filter(deleted_at__isnull=True)
    if user.is_superuser:
        return rows
    mine = Q(owner=user) if user.is_authenticated else Q(pk__in=())
    return rows.filter(Q(in_library=True) | mine)


def _may_see(user: Any, row: Design) -> bool:
    return bool(row.in_library or user.is_superuser or (row.owner_id is not None and row.owner_id == user.pk))


def _may_change(user: Any, row: Design) -> bool:
    if not user.is_authenticated:
        return False
    return bool(row.owner_id == user.pk or user.has_perm("designs.change_design"))


_PARTS: dict[str, Any] = {
    "entity_count": Entity,
    "relationship_count": Relationship,
    "operation_count": Operation,
}


def _count(part: Any) -> Any:
    """How many parts of a kind a design has, as a subquery: a join of three would multiply."""
    rows = part.objects.filter(design=OuterRef("pk")).order_by().values("design")
    return Coalesce(Subquery(rows.annotate(number=Count("pk")).values("number")), 0)
