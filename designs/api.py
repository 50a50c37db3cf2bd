"""The road of an edit for programs: what the editor's page sends and asks, as JSON.

Every error is ``{"error", "remedy"}`` with a status that says what to do: 401 sign in, 403 not yours,
404 gone, 409 somebody changed the same, 413 too large, 422 no valid design.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import wraps
from time import monotonic
from typing import Annotated, Any, Literal

import msgspec
from django.core.exceptions import ObjectDoesNotExist, PermissionDenied, RequestDataTooBig
from django.http import Http404, HttpRequest, HttpResponse
from django.utils.translation import gettext as _
from django.views.decorators.gzip import gzip_page
from django.views.decorators.http import require_POST, require_safe

from designs import store
from designs.access import changeable_or_404, design_or_404, followed_or_404, may_change
from designs.compiler import Finding, open_questions
from designs.delivery.findings.question_answers import shown
from designs.delivery.pages.advised import weighed
from designs.delivery.pages.change_words import things
from designs.delivery.pages.live import advice, results, tag
from designs.http import compiles
from designs.past import Past
from designs.presence import PRESENCE, Place
from designs.store import edits

PROTOCOL = 1
"""Of what a page sends. A page of an older release says a lower one, and is told to load anew."""

_PAGE = re.compile(r"[A-Za-z0-9-]{8,64}")
_MOST_SELECTED, _LONGEST_ID = 50, 64
_MOST_SHOWN = 8  # files whose text is asked for at once
View = Callable[..., HttpResponse]
_Revision = Annotated[int, msgspec.Meta(ge=1)]
_Op = Annotated[str, msgspec.Meta(pattern=r"^[A-Za-z0-9_-]{8,64}\Z")]
_Words = Annotated[str, msgspec.Meta(max_length=200)]


class Sent(msgspec.Struct, kw_only=True, forbid_unknown_fields=True):
    """What a change comes with. base: the revision that its maker saw. op: its own id, at most once
    carried out. seen, mine: after a 409, the revision whose meetings were shown, and the numbers of
    those where this change's value holds."""

    op: _Op
    base: _Revision = 1
    seen: _Revision | None = None
    mine: tuple[int, ...] = ()
    protocol: int = PROTOCOL


class SentEdit(Sent, kw_only=True, forbid_unknown_fields=True):
    """edit: with its ``edit`` tag. words: what history says of it; without them, what the edits say."""

    edit: edits.Edit
    words: _Words = ""


_EDIT, _SENT = msgspec.json.Decoder(SentEdit), msgspec.json.Decoder(Sent)


class Refusal(Exception):
    """An answer that is no success."""

    def __init__(self, status: int, error: str, remedy: str, **more: Any) -> None:
        super().__init__(error)
        self.status = status
        self.answer = {"error": error, "remedy": remedy} | more


def answering(view: View) -> View:
    """JSON for whatever happens: a page that holds unsent edits must never be handed a sign-in page."""

    @wraps(view)
    def answered(request: HttpRequest, slug: str) -> HttpResponse:
        try:
            return view(request, slug)
        except Refusal as refusal:
            return _json(refusal.answer, refusal.status)
        except Http404:
            return _json(_problem(_("This design no longer exists."), _("It may be in Trash.")), 404)
        except PermissionDenied:
            return _json(_problem(_("You can’t edit this design."), _("Duplicate it to make changes.")), 403)
        except RequestDataTooBig:
            return _json(_problem(_("This change is too large."), _("Split it into smaller changes.")), 413)
        except store.Conflict as conflict:
            return _json(_conflict(request, slug, conflict), 409)
        except store.Refused as refused:
            return _json({"faults": [_fault(fault) for fault in refused.faults]}, 422)

    return answered


@require_POST
@answering
def edit(request: HttpRequest, slug: str) -> HttpResponse:
    """Apply an edit, once, however often it is sent."""
    design = _changeable(request, slug)
    sent = _decoded(request, _EDIT)
    _check_length(sent.edit)
    try:
        done = _carried_out(design, sent, request.user)
    except ObjectDoesNotExist:
        raise _unknown(sent) from None
    return _done(request, done, sent.base)


@require_POST
@answering
def undo(request: HttpRequest, slug: str) -> HttpResponse:
    """Take back one's own last change that stands."""
    return _taken_back(request, slug, "undo")


@require_POST
@answering
def redo(request: HttpRequest, slug: str) -> HttpResponse:
    """Take back one's own last undo that stands."""
    return _taken_back(request, slug, "redo")


@require_safe
@answering
def since(request: HttpRequest, slug: str) -> HttpResponse:
    """What became of the design since ``revision``; with ``whole`` the design itself."""
    if request.GET.get("whole"):
        design = design_or_404(request, slug)
        return _json(
            {"revision": design.revision, "since": None, "design": msgspec.Raw(store.newest_text(design.row))}
        )
    followed = followed_or_404(request, slug)
    changes = Past(request.user, followed).after(_number(request, "revision"))
    return _json({"revision": followed.revision, "since": _listed(changes)} | _others(request, followed))


def _others(request: HttpRequest, design: Any) -> dict[str, Any]:
    """Who else has the design open, for a page that says what it calls itself (``here``) and what is selected
    (``on``). Names go no further than in the history: to those who may change the design."""
    here, on = request.GET.get("here", ""), request.GET.get("on", "")
    if not may_change(request.user, design) or not _PAGE.fullmatch(here):
        return {}
    ids = tuple(key for key in on.split(",") if key and len(key) <= _LONGEST_ID)[:_MOST_SELECTED]
    places = PRESENCE.say(design.pk, here, request.user, ids, monotonic())
    return {"others": [_place(place, request.user) for place in places]}


def _place(place: Place, user: Any) -> dict[str, Any]:
    you = place.person == user.pk
    return {"page": place.page, "name": place.name, "you": you, "colour": place.colour, "on": place.on}


@compiles("live")
@gzip_page
@require_safe
@answering
def live(request: HttpRequest, slug: str) -> HttpResponse:
    """What follows from the newest revision. ``part``: ``advice``, which is quick, or ``results``;
    both with the texts of those of their files that ``show`` names, coloured. Or ``weighed``: about the
    relationship named by ``of``; or ``questions``: what it leaves open and a decision hangs on."""
    design = design_or_404(request, slug)
    part, show = request.GET.get("part", "advice"), request.GET.getlist("show")[:_MOST_SHOWN]
    of = request.GET.get("of", "")
    etag = tag(design.text, part, of, *show, str(design.revision))
    headers = {"ETag": etag, "Cache-Control": "private, no-cache"}
    if request.headers.get("If-None-Match", "").removeprefix("W/") == etag:  # weak once it was compressed
        return HttpResponse(status=304, headers=headers)
    answer = _live(design.row, part, show, of)
    return _json({"revision": design.revision} | answer, headers=headers)


def _live(design: Any, part: str, show: list[str], of: str) -> dict[str, Any]:
    text = store.newest_text(design).encode()
    if part == "weighed":
        return weighed(text, of)
    model = store.newest(design)
    if part == "questions":
        return {"questions": shown(open_questions(model))}
    return results(text, model, show) if part == "results" else advice(text, model, show)


@require_safe
@answering
def goes_with(request: HttpRequest, slug: str) -> HttpResponse:
    """What would be removed together with the entity ``id``, before anybody removes it."""
    design = design_or_404(request, slug)
    try:
        gone = edits.goes_with(store.model_of(design.row), request.GET.get("id", ""))
    except edits.EditRefused as refused:
        raise Http404(str(refused)) from None
    parts = [{"kind": kind, "id": key, "name": name} for kind, key, name in gone]
    return _json({"revision": design.revision, "goes": parts})


def _changeable(request: HttpRequest, slug: str) -> Any:
    if not request.user.is_authenticated:
        raise Refusal(401, _("You are signed out."), _("Sign in. Your changes are kept."))
    return changeable_or_404(request, slug)


def _decoded(request: HttpRequest, decoder: msgspec.json.Decoder[Any]) -> Any:
    try:
        sent = decoder.decode(request.body)
    except (msgspec.DecodeError, RecursionError) as error:
        raise Refusal(400, _("Unknown change."), str(error)) from None
    if sent.protocol != PROTOCOL:
        raise Refusal(409, _("Nestlink was updated."), _("Reload the page. Nothing is lost."), reload=True)
    return sent


def _unknown(sent: Sent) -> Refusal:
    message = _("Version %d doesn’t exist on this server.") % sent.base
    return Refusal(409, message, _("Reload, then try again."), unknown=True)


def _check_length(edit: edits.Edit) -> None:
    try:
        too_many = edits.too_many(edit)
    except edits.EditRefused as refused:
        raise store.Refused(refused.faults) from refused
    if too_many:
        message = _("This change has more than %d parts.") % edits.MOST_PARTS
        raise Refusal(413, message, _("Split it into smaller changes."))


def _carried_out(design: Any, sent: SentEdit, actor: Any) -> store.Committed:
    Past(actor, design).check(sent.base, sent.seen or sent.base)
    if sent.seen is None:
        return store.commit(design, sent.base, sent.edit, actor, sent.op, sent.words)
    return store.settle(design, sent.base, sent.seen, sent.edit, sent.mine, actor, sent.op, sent.words)


def _taken_back(request: HttpRequest, slug: str, way: Literal["undo", "redo"]) -> HttpResponse:
    design = _changeable(request, slug)
    sent = _decoded(request, _SENT)
    chosen = None if sent.seen is None else store.Chosen(sent.seen, sent.mine)
    try:
        Past(request.user, design).check(sent.seen or design.revision)
        done = store.take_back(design, way, request.user, sent.op, chosen)
    except ObjectDoesNotExist:
        raise _unknown(sent) from None
    except store.NothingToTakeBack:
        nothing = _("Nothing to undo.") if way == "undo" else _("Nothing to redo.")
        raise Refusal(404, nothing, _("It resumes with your next change."), nothing=True) from None
    return _done(request, done, sent.base)


def _done(request: HttpRequest, done: store.Committed, base: int) -> HttpResponse:
    changes = Past(request.user, done.design).after(base, done.revision)
    return _json(
        {"revision": done.revision, "again": done.again, "since": _listed(changes)}
        | store.offers(done.design, request.user)
    )


def _conflict(request: HttpRequest, slug: str, conflict: store.Conflict) -> dict[str, Any]:
    design = changeable_or_404(request, slug)
    names = things(edits.raw_of(store.newest(design)))
    return {
        "revision": conflict.revision,
        "meetings": [_meeting(meeting, names) for meeting in conflict.meetings],
    }


def _meeting(meeting: store.Meeting, names: dict[str, str]) -> dict[str, Any]:
    return {
        "id": meeting.id,
        "path": meeting.path,
        "what": names.get(meeting.id, meeting.id),
        "base": _side(meeting.base),
        "theirs": _side(meeting.theirs),
        "yours": _side(meeting.ours),
    }


def _side(value: Any) -> dict[str, Any]:
    if value is edits.ABSENT:
        return {"state": "absent"}
    return {"state": "removed"} if value is store.GONE else {"state": "stated", "value": value}


def _fault(finding: Finding) -> dict[str, str]:
    return {"place": finding.subject, "message": finding.message, "remedy": finding.hint}


def _listed(changes: tuple[store.Change, ...] | None) -> list[dict[str, Any]] | None:
    return None if changes is None else [_change(change) for change in changes]


def _change(change: store.Change) -> dict[str, Any]:
    return {
        "revision": change.revision,
        "op": change.op,
        "who": change.who,
        "words": change.words,
        "made_at": change.made_at.isoformat(),
        "way": change.way,
        "reverts": change.reverts,
        "edit": msgspec.Raw(change.edit),
    }


def _number(request: HttpRequest, name: str) -> int:
    sent = request.GET.get(name, "")
    if not (sent.isascii() and sent.isdigit() and len(sent) < 10):
        raise Refusal(400, _("The URL has no version number."), f"?{name}=1")
    return int(sent)


def _problem(error: str, remedy: str) -> dict[str, str]:
    return {"error": error, "remedy": remedy}


def _json(value: Any, status: int = 200, headers: dict[str, str] | None = None) -> HttpResponse:
    content = msgspec.json.encode(value)
    return HttpResponse(content, content_type="application/json", status=status, headers=headers)
