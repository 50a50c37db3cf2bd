"""The pages of a request that did not get to Django: refused while it was read, waiting, or asking for too much.

They are made here, behind the headers that every answer carries, and ask the database nothing.
"""

from __future__ import annotations

import json
import logging
import re
from collections.abc import Callable
from typing import Any

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils.translation import gettext as _

from modeler import events

SECONDS = 1
"""Between two looks at the queue."""
RESUMED = "resumed"
"""The lane of a request that asks again by its ticket."""
_LINE = "waiting-for-compiler"
_ID = re.compile(r"[A-Za-z][\w-]{0,60}", re.ASCII)
_STATUS = {"time": 422, "slow": 503, "memory": 422, "lost": 503, "full": 503, "gone": 410}


class FromTheFront:
    """Answers what the front could not hand on. Clients can't set these keys: theirs begin with HTTP_."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        said = request.META
        if "nestlink.refused" in said:
            return _page("failures/body.html", int(said["nestlink.refused"]), kind=said["nestlink.refused"])
        if said.get("nestlink.failed"):
            return failed(request, said["nestlink.failed"])
        if said.get("nestlink.place"):
            return waiting(request, int(said["nestlink.place"]), said["nestlink.ticket"])
        return self.get_response(request)


def failed(request: HttpRequest, why: str) -> HttpResponse:
    """Say that a request asked for too much, or that its worker was lost."""
    status = _STATUS.get(why, 503)
    if why != "gone":  # which anybody can ask for
        events.log("compile_ended", logging.WARNING, why=why, lane=request.META.get("nestlink.lane"))
    if _wants_json(request):
        answer: HttpResponse = _json(*_words(why), status)
    elif "HTTP_HX_REQUEST" in request.META:
        error, remedy = _words(why)
        return _piece(request, "failures/_over_limit.html", error=error, remedy=remedy)
    else:
        context = {
            "why": why,
            "seconds": f"{settings.COMPILE_SECONDS:g}",
            "megabytes": f"{settings.COMPILE_MEMORY_MB:g}",
        }
        answer = _page("failures/over_limit.html", status, **context)
    if status == 503:
        answer.headers["Retry-After"] = "5"
    return answer


def waiting(request: HttpRequest, place: int, ticket: str) -> HttpResponse:
    """Say which place in the queue a request has, and come back for its answer."""
    there = reverse("waiting", args=(ticket,)) if ticket else ""
    if _wants_json(request):
        said = _("Number %d in the queue for the compiler.") % place
        answer: HttpResponse = _json(said, _("Try again in a moment."), 503)
    elif "HTTP_HX_REQUEST" in request.META:
        return _piece(request, "failures/_waiting.html", place=place, address=there, seconds=SECONDS)
    else:
        again = "" if request.method in ("GET", "HEAD") else there
        answer = _page("failures/waiting.html", 503, place=place, address=again)
        answer.headers["Refresh"] = f"{SECONDS}; url={again}" if again else str(SECONDS)
    answer.headers["Retry-After"] = str(SECONDS)
    return answer


def expired(request: HttpRequest, ticket: str) -> HttpResponse:
    """Say that nothing waits under a ticket any more."""
    return failed(request, "gone")


def _piece(request: HttpRequest, name: str, **context: Any) -> HttpResponse:
    """Return a line for the top of what would be replaced, so that nothing typed there is lost; the next one
    replaces it. htmx puts only what succeeded into a page."""
    asked = request.META.get("HTTP_HX_TARGET", "")
    target = asked if _ID.fullmatch(asked) else ""
    answer = _page(name, 200, id=_LINE, target=target, **context)
    if request.META.get("nestlink.lane") == RESUMED:
        answer.headers["HX-Retarget"], answer.headers["HX-Reswap"] = f"#{_LINE}", "outerHTML"
    elif target:
        answer.headers["HX-Reswap"] = "afterbegin"
    return answer


def _words(why: str) -> tuple[str, str]:
    if why == "time":
        error = _("This took more than %g seconds of processor time to compile.") % settings.COMPILE_SECONDS
        return error, _("Make the design smaller, or compile it on the command line.")
    if why == "memory":
        error = _("This took more than %d MB of memory to compile.") % settings.COMPILE_MEMORY_MB
        return error, _("Make the design smaller, or compile it on the command line.")
    if why == "slow":
        return _("The server is too busy to finish this now."), _("Try again in a moment.")
    if why == "full":
        return _("Too many requests are waiting."), _("Try again in a few seconds.")
    if why == "gone":
        return _("This result is no longer available."), _("Send the form again.")
    return _("The compiler stopped and has restarted."), _("Try again.")


def _wants_json(request: HttpRequest) -> bool:
    return "application/json" in request.META.get("HTTP_ACCEPT", "")


def _json(error: str, remedy: str, status: int) -> HttpResponse:
    content = json.dumps({"error": error, "remedy": remedy})
    return HttpResponse(content, content_type="application/json", status=status)


def _page(name: str, status: int, **context: Any) -> HttpResponse:
    return HttpResponse(render_to_string(name, context), status=status)
