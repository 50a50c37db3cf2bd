"""Who may see, change, delete or give away a design, and since which revision they may look back.

The only place that decides it: pages, endpoints and the admin ask here. docs/curate.md has the table.
A design is its owner's. The library is open to everyone; curators (who have the permission to change
designs) change what it holds. Superusers may do all of it. Others see the history of a published design
from the revision that published it. Whoever followed the link by which an owner shares a design views it, in the
same browser, until the owner stops sharing it. The address of every page that they open names the link's key, so that
they can send it on.
"""

from __future__ import annotations

import json
from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass
from typing import Any, NamedTuple

from django.conf import settings
from django.core.exceptions import PermissionDenied
from django.db.models import Case, Count, F, OuterRef, Q, QuerySet, Subquery, When
from django.db.models.functions import Coalesce, Lower
from django.http import Http404, HttpRequest

from .models import Design, Entity, Operation, Relationship

LARGE = 400_000
"""Letters of a design's text: reading a larger one takes a second of the processor."""
_UNREAD = ("text", "more", "words")
"""Columns that no list shows, and that may be large."""
_SKETCHES = ("outcome__names", "outcome__light", "outcome__dark")
"""What few pages ask of a design's stored result."""
SHARED = "shared"
"""What a page's address calls the key of the link by which a visitor opened it."""
_FOLLOWED = "followed_links"
"""The keys of the links that a visitor followed, in their session, the latest last."""
_MOST_FOLLOWED = 50


@dataclass(frozen=True)
class Opened:
    """A design for a page of it, with what this visitor may do. text: its canonical file with every id, as
    bytes."""

    row: Design
    may_change: bool
    may_delete: bool
    may_share: bool
    sees_history: bool

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

    @property
    def in_library(self) -> bool:
        return self.row.in_library

    @property
    def share_key(self) -> str:
        return self.row.share_key

    @property
    def owner_id(self) -> int | None:
        return self.row.owner_id


@dataclass(frozen=True)
class Wanted:
    """What a list is asked for. words: each must occur. tag: "" for any. mine: only one's own, the latest
    first, or by_name. others: none of one's own that nobody else sees."""

    words: tuple[str, ...] = ()
    tag: str = ""
    mine: bool = False
    others: bool = False
    by_name: bool = False


def seen_by(user: Any, path: str = "") -> Q:
    """Return the condition for the designs that somebody sees. path: from the rows asked to the design.

    Review states join here and in `_curates`: a design that was submitted is for curators to see.
    """
    return Q(**{f"{path}deleted_at__isnull": True}) & (Q(**{f"{path}in_library": True}) | _owned(user, path))


def deleted_for(user: Any, path: str = "") -> Q:
    """Return the condition for the deleted designs that somebody may look at: those they may restore."""
    theirs = _owned(user, path)
    if user.has_perm("designs.delete_design"):
        theirs |= Q(**{f"{path}in_library": True})
    return Q(**{f"{path}deleted_at__isnull": False}) & theirs


def revisions_for(user: Any) -> Q:
    """Return the condition for revisions: what `sees_history` and `first_revision` say of each design."""
    theirs = _owned(user, "design__")
    if user.has_perm("designs.change_design") or user.has_perm("designs.view_revision"):
        theirs |= Q(design__in_library=True, number__gte=F("design__public_from"))
    return (seen_by(user, "design__") | deleted_for(user, "design__")) & theirs


def may_change(user: Any, design: Design) -> bool:
    """Return whether somebody may change a design: nobody while it is deleted."""
    return design.deleted_at is None and (_owns(user, design) or _curates(user, design, "change_design"))


def may_delete(user: Any, design: Design) -> bool:
    """Return whether somebody may delete a design, or restore it once it is deleted."""
    return _owns(user, design) or _curates(user, design, "delete_design")


def may_give(user: Any, design: Design) -> bool:
    """Return whether somebody may choose the owner. A new owner sees the whole history, so curators may not."""
    return _owns(user, design)


def may_share(user: Any, design: Design) -> bool:
    """Return whether somebody may let others view a design by a link."""
    return design.deleted_at is None and _owns(user, design)


def sees_history(user: Any, design: Design) -> bool:
    """Return whether somebody sees the versions of a design, with the names of people. See `revisions_for`."""
    return (
        _owns(user, design)
        or _curates(user, design, "change_design")
        or _curates(user, design, "view_revision")
    )


def first_revision(user: Any, design: Design) -> int:
    """Return the earliest revision that somebody may look back to, on whichever page or endpoint."""
    return 1 if _owns(user, design) else design.public_from or design.revision


def _owned(user: Any, path: str) -> Q:
    """Return the condition that `_owns` decides for one design."""
    if not user.is_active:  # neither are visitors
        return Q(pk__in=())
    return Q(pk__isnull=False) if user.is_superuser else Q(**{f"{path}owner": user})


def _owns(user: Any, design: Design) -> bool:
    return bool(user.is_active and (user.is_superuser or design.owner_id == user.pk))


def _curates(user: Any, design: Design, permission: str) -> bool:
    """Return whether a permission over designs reaches this one: over published ones, in the library's care."""
    return bool(design.in_library and user.has_perm(f"designs.{permission}"))


class LargeDesign(Exception):
    """A page of a design that is too large for the process that answers quick pages; a worker takes it."""


def _within_reach(request: HttpRequest, row: Design) -> Design:
    if "nestlink.front" in request.META and len(row.text) > LARGE:
        raise LargeDesign
    return row


def design_or_404(request: HttpRequest, slug: str) -> Opened:
    """Return the design of this address if this visitor may see it. Raise Http404."""
    rows = Design.objects.select_related("outcome").defer(*_SKETCHES)
    return _opened(request.user, _within_reach(request, _seen_or_404(request, slug, rows)))


def followed_or_404(request: HttpRequest, slug: str) -> Design:
    """Return the design of this address without its texts: what an open page asks every other second."""
    columns = ("pk", "slug", "revision", "owner_id", "in_library", "public_from", "deleted_at")
    return _seen_or_404(request, slug, Design.objects.only(*columns))


def changeable_or_404(request: HttpRequest, slug: str) -> Design:
    """Return the design, for one who may change it. Raise PermissionDenied for one who may only see it."""
    row = _seen_or_404(request, slug, Design.objects.all())
    if not may_change(request.user, row):
        raise PermissionDenied(f"{slug} is not yours to change")
    return _within_reach(request, row)


def deletable_or_404(request: HttpRequest, slug: str, *, deleted: bool = False) -> Design:
    """Return the design, for one who may delete it; with ``deleted`` for one who may restore it."""
    condition = deleted_for(request.user) if deleted else _opened_by(request)
    row = _found_or_404(slug, Design.objects.filter(condition))
    if not may_delete(request.user, row):
        raise PermissionDenied(f"{slug} is not yours to delete")
    return row


def shareable_or_404(request: HttpRequest, slug: str) -> Design:
    """Return the design, for one who may share it. Raise PermissionDenied for one who may only see it."""
    row = _seen_or_404(request, slug, Design.objects.all())
    if not may_share(request.user, row):
        raise PermissionDenied(f"{slug} is not yours to share")
    return row


def followed_link_or_404(request: HttpRequest, key: str) -> Design:
    """Return the design that a link shares, and let this visitor's browser open it from now on. Raise Http404."""
    shared = Design.objects.filter(share_key=key, deleted_at__isnull=True).exclude(share_key="")
    row = shared.only("slug").first()
    if row is None:
        raise Http404("this link shares no design")
    _follow(request, key)
    return row


def _follow(request: HttpRequest, key: str) -> None:
    others = [each for each in request.session.get(_FOLLOWED, []) if each != key]
    request.session[_FOLLOWED] = [*others, key][-_MOST_FOLLOWED:]


def history_or_404(request: HttpRequest, slug: str) -> Opened:
    """Return the design, for one who sees its versions. Raise PermissionDenied for one who sees it alone."""
    opened = design_or_404(request, slug)
    if not opened.sees_history:
        raise PermissionDenied(f"the history of {slug} is not yours to see")
    return opened


def _seen_or_404(request: HttpRequest, slug: str, rows: QuerySet[Design]) -> Design:
    key = request.GET.get(SHARED, "")
    is_new = bool(key) and key not in request.session.get(_FOLLOWED, [])
    if is_new and Design.objects.filter(slug=slug, share_key=key).exists():
        _follow(request, key)
    return _found_or_404(slug, rows.filter(_opened_by(request)))


def _opened_by(request: HttpRequest) -> Q:
    """Return the condition for the designs that this visitor opens: those they see, and those shared with them by a
    link. Lists show the former alone."""
    keys = request.session.get(_FOLLOWED)
    if not keys:
        return seen_by(request.user)
    return seen_by(request.user) | Q(deleted_at__isnull=True, share_key__in=keys)


def _found_or_404(slug: str, rows: QuerySet[Design]) -> Design:
    row = rows.filter(slug=slug).first()
    if row is None:
        raise Http404(f"no design has the address {slug}")
    return row


def _opened(user: Any, row: Design) -> Opened:
    return Opened(
        row, may_change(user, row), may_delete(user, row), may_share(user, row), sees_history(user, row)
    )


def designs_for(user: Any, wanted: Wanted = Wanted()) -> QuerySet[Design]:
    """The designs that a visitor may see, featured first, without their texts, with their counts.

    collection_count: None where no result of this revision is stored, or none without faults.
    """
    rows = Design.objects.filter(seen_by(user)).defer(*_UNREAD)
    if wanted.mine:
        rows = rows.filter(owner=user) if user.is_authenticated else rows.none()
    if wanted.others and user.is_authenticated:
        rows = rows.exclude(owner=user, in_library=False)
    if wanted.tag:
        rows = rows.filter(tags__contains=f"\n{wanted.tag}\n")
    for word in wanted.words:
        rows = rows.filter(words__contains=word.casefold())
    counted = {name: _count(part) for name, part in _PARTS.items()}
    latest = ("-changed_at", "-pk") if wanted.mine and not wanted.by_name else ()
    counted["collection_count"] = Case(When(_IS_CURRENT, then=F("outcome__collections")))
    return rows.annotate(**counted).order_by(*latest, F("featured").desc(), Lower("name"), "pk")


_MOST_PLACES = 3


def places_with(designs: Iterable[Design], words: Collection[str]) -> dict[int, tuple[str, ...]]:
    """Return where the entities, fields, and operations of each design have one of the words in their names, the first
    few: `Trainer › licence`. Nothing is asked without words."""
    sought = [word.casefold() for word in words]
    keys = [design.pk for design in designs] if sought else []
    places: dict[int, list[str]] = {key: [] for key in keys}
    if keys:
        entities = Entity.objects.filter(design__in=keys).values_list("design", "name", "fields")
        for key, name, fields in entities:
            places[key] += _with(sought, ((name,), *_field_paths(json.loads(fields or "[]"), (name,))))
        for key, name in Operation.objects.filter(design__in=keys).values_list("design", "name"):
            places[key] += _with(sought, ((name,),))
    return {key: tuple(each[:_MOST_PLACES]) for key, each in places.items()}


def _with(sought: Collection[str], paths: Iterable[tuple[str, ...]]) -> list[str]:
    return [" › ".join(path) for path in paths if any(word in path[-1].casefold() for word in sought)]


def _field_paths(fields: Iterable[dict[str, Any]], holder: tuple[str, ...]) -> Iterator[tuple[str, ...]]:
    for field in fields:
        path = (*holder, str(field.get("name", "")))
        yield path
        item: Any = field
        while isinstance(item, dict):
            yield from _field_paths(item.get("fields", ()), path)
            item = item.get("items")


class HomeTabs(NamedTuple):
    """How many designs are behind each tab of the front page."""

    own: int
    templates: int
    library: int


def home_tabs(user: Any, templates: Collection[str]) -> HomeTabs:
    """Return the counts that a visitor's tabs show, without what is in Trash. templates: their addresses."""
    there = Design.objects.filter(deleted_at__isnull=True)
    library = there.filter(in_library=True)
    own = there.filter(owner=user).count() if user.is_authenticated else 0
    return HomeTabs(own, library.filter(slug__in=templates).count(), library.count())


def trash_of(user: Any) -> QuerySet[Design]:
    """Return one's own designs in Trash, the latest first, without their texts."""
    return Design.objects.filter(owner=user, deleted_at__isnull=False).defer(*_UNREAD).order_by("-deleted_at")


def erasable_or_404(request: HttpRequest, slug: str) -> Design:
    """Return a design in one's own Trash, which its owner alone may delete for good."""
    return _found_or_404(slug, trash_of(request.user))


def names_of(user: Any) -> frozenset[str]:
    """Return the names of one's own designs, those in Trash too."""
    return frozenset(Design.objects.filter(owner=user).values_list("name", flat=True))


def tags_for(user: Any) -> tuple[tuple[str, int], ...]:
    """Each tag of the designs that a visitor may see, with how many carry it; the most used first."""
    counts: dict[str, int] = {}
    for tags in Design.objects.filter(seen_by(user)).exclude(tags="").values_list("tags", flat=True):
        for tag in tags.strip("\n").split("\n"):
            counts[tag] = counts.get(tag, 0) + 1
    return tuple(sorted(counts.items(), key=lambda pair: (-pair[1], pair[0])))


def library_using(names: Iterable[str], most: int) -> QuerySet[Design]:
    """Return designs of the library, featured first, whose newest stored result names one of these.

    names: of rules, strategies, overlays or findings. Each design comes with that result.
    """
    named = Q(pk__in=())
    for name in names:
        named |= Q(outcome__names__contains=f"\n{name}\n")
    shown = Design.objects.filter(named, in_library=True, deleted_at__isnull=True)
    rows = shown.select_related("outcome").defer(*_UNREAD, *_SKETCHES)
    return rows.order_by(F("featured").desc(), Lower("name"), "pk")[:most]


def library_at(slugs: Iterable[str]) -> dict[str, Design]:
    """The designs of the library at these addresses, without their texts."""
    shown = Design.objects.filter(in_library=True, deleted_at__isnull=True, slug__in=list(slugs))
    return {design.slug: design for design in shown.defer(*_UNREAD)}


_IS_CURRENT = Q(outcome__revision=F("revision"), outcome__version=settings.VERSION, outcome__faults=0)
_PARTS: dict[str, Any] = {
    "entity_count": Entity,
    "relationship_count": Relationship,
}


def _count(part: Any) -> Any:
    """How many parts of a kind a design has, as a subquery: a join of three would multiply."""
    rows = part.objects.filter(design=OuterRef("pk")).order_by().values("design")
    return Coalesce(Subquery(rows.annotate(number=Count("pk")).values("number")), 0)
