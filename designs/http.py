"""Answers that several pages give alike."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Any

from django.contrib.auth.views import redirect_to_login
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import NoReverseMatch, reverse

from designs import limits

View = Callable[..., HttpResponse]
_TYPED = ("name", "database", "description", "tags", "text", "reason", "answer")


def compiles(lane: str = "page", *, post: str = "", get: bool = True) -> Callable[[View], View]:
    """Mark a view that compiles a design, so that the server answers it in a worker process.

    lane: the kind of work, which one visitor may ask for once at a time. post: of unsafe requests, where
    that is another. get: whether reading the page compiles, too.
    """

    def decorate(view: View) -> View:
        @wraps(view)
        def counted(*args: Any, **parts: Any) -> HttpResponse:
            request = next(argument for argument in args if isinstance(argument, HttpRequest))
            if "nestlink.worker" not in request.META:
                return view(*args, **parts)
            with limits.allowing(limits.Budget.of()):
                return view(*args, **parts)

        counted.compiles = {"GET": lane if get else "", "POST": post or lane}  # type: ignore[attr-defined]
        return counted

    return decorate


def to_worker(request: HttpRequest, lane: str) -> HttpResponse | None:
    """Return the answer by which a quick view hands its request to a worker, None where it is there already."""
    asked = "nestlink.front" in request.META
    return HttpResponse(status=204, headers={"X-Nestlink-Worker": lane}) if asked else None


def download(content: bytes, name: str, media_type: str) -> HttpResponse:
    """A file to keep: never shown as a page of ours, whatever it holds."""
    response = HttpResponse(content, content_type=media_type)
    response.headers["Content-Disposition"] = f'attachment; filename="{name}"'
    response.headers["X-Robots-Tag"] = "noindex"
    return response


def in_place(request: HttpRequest) -> bool:
    """Is a piece of the page asked for, to be swapped in? A way back in history wants the whole."""
    htmx = getattr(request, "htmx", None)
    return htmx is not None and bool(htmx) and not htmx.history_restore_request


def may_wait(request: HttpRequest) -> bool:
    """Can a page be sent before an answer that takes long? Not as the piece that is waited for, nor as the
    page for browsers without scripts (``whole=yes``)."""
    return not in_place(request) and request.GET.get("whole") != "yes"


def sign_in_address(then: str) -> str:
    """Where a visitor signs in, to go on at an address."""
    return redirect_to_login(then).url


def signed_in(then: str = "") -> Callable[[View], View]:
    """For those who are signed in. A visitor is sent to sign in, and goes on at the page of this name
    (the same page where it is ""); what a visitor typed is given back on a page instead."""

    def decorate(view: View) -> View:
        @wraps(view)
        def guarded(request: HttpRequest, **parts: Any) -> HttpResponse:
            if request.user.is_authenticated:
                return view(request, **parts)
            address = _address(then, parts) if then else request.path
            if request.method == "POST" and (in_place(request) or typed(request)):
                return given_back(request, sign_in_address(address))
            return redirect(sign_in_address(address))

        return guarded

    return decorate


def _address(name: str, parts: dict[str, Any]) -> str:
    try:
        return reverse(name, kwargs=parts)
    except NoReverseMatch:  # a page about more than this design
        return reverse(name)


def typed(request: HttpRequest) -> bool:
    """Whether somebody wrote something into the form."""
    return any(request.POST.get(name, "").strip() for name in _TYPED)


def given_back(request: HttpRequest, sign_in: str = "") -> HttpResponse:
    """The page for a form that can't be taken: nothing was done, and what was written is there to keep.

    It has no button that sends it: another site may have written it."""
    return render(request, "designs/given_back.html", {"sign_in": sign_in}, status=403)
