"""Signing in, by a one-time code or a password, and signing out. Reading a page changes nothing."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from django.conf import settings
from django.contrib.auth import login, logout
from django.contrib.auth.forms import AuthenticationForm
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import redirect, render, resolve_url
from django.utils.http import url_has_allowed_host_and_scheme
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_http_methods

from modeler import events, places

from . import backend, tokens
from .throttle import TooManyFailures


@sensitive_post_parameters("code", "password")
@require_http_methods(["GET", "HEAD", "POST"])
def sign_in(request: HttpRequest) -> HttpResponse:
    """GET shows how; POST exchanges a code or a password for a session."""
    if request.method != "POST":
        return _page(request)
    return _by_code(request) if "code" in request.POST else _by_password(request)


@require_http_methods(["GET", "HEAD", "POST"])
def sign_out(request: HttpRequest) -> HttpResponse:
    """POST ends the session; GET leads to the page that has the button."""
    if request.method != "POST":
        return redirect("sign_in")
    logout(request)
    return redirect(settings.LOGIN_REDIRECT_URL)


def _by_code(request: HttpRequest) -> HttpResponse:
    typed = request.POST["code"].strip()
    user = tokens.redeem(typed.rpartition("#")[2])  # the whole address is as good as what follows its #
    if user is not None:
        login(request, user, backend=backend.PATH)
    if user is not None or request.user.is_authenticated:  # an address used before, by the same person
        return _onwards(request)
    events.note("sign_in_failed", by="code")
    return _page(request, 403, refused_code=True)


def _by_password(request: HttpRequest) -> HttpResponse:
    """The answer and its time are the same for a wrong password and an account that is not there."""
    form = AuthenticationForm(request, request.POST)
    if not form.is_valid():
        return _page(request, 422, refused_password=True, name=request.POST.get("username", ""))
    login(request, form.get_user())
    return _onwards(request)


class Throttling:
    """Answers 429 to an attempt that comes too soon, on whichever page it was made."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        return self.get_response(request)

    def process_exception(self, request: HttpRequest, exception: Exception) -> HttpResponse | None:
        if not isinstance(exception, TooManyFailures):
            return None
        events.note(by="password")
        answer = _page(request, 429, minutes=-(-exception.seconds // 60))
        answer.headers["Retry-After"] = str(exception.seconds)
        return answer


def _page(request: HttpRequest, status: int = 200, **more: Any) -> HttpResponse:
    context = {"local": settings.LOCAL, "command": _command(), "next": _next(request), **more}
    return render(request, "sign_in/page.html", context, status=status)


def _onwards(request: HttpRequest) -> HttpResponse:
    return HttpResponseRedirect(_next(request) or resolve_url(settings.LOGIN_REDIRECT_URL))


def _next(request: HttpRequest) -> str:
    """Where the visitor wanted to go, if that is an address of ours."""
    wanted = request.POST.get("next") or request.GET.get("next") or ""
    hosts = {request.get_host()}
    return wanted if url_has_allowed_host_and_scheme(wanted, hosts, request.is_secure()) else ""


def _command() -> str:
    """What prints a new address on the machine that this copy runs on."""
    if settings.PUBLISHED_ON_LOOPBACK:
        return "docker compose exec nestlink django-admin sign_in"
    return ".venv/bin/python manage.py sign_in" if places.CHECKOUT else "nestlink sign-in"
