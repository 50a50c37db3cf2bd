"""The matrix notices: each bug is planted as somebody might write it, and cells of the row named fail, asked by
the actor named. Without the bug they hold: `test_matrix` shows it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.db.models import Q
from django.views.decorators.csrf import csrf_exempt

from designs import access
from designs.admin.design_page import DesignAdmin
from designs.admin.saving import StoreAdmin
from designs.models import Design
from designs.urls import urlpatterns
from designs.views.history import history_or_404

from .routes import routes
from .running import mismatches
from .test_matrix import ROWS, forged
from .world import ANONYMOUS, CURATOR, DEMOTED, DISABLED, OWNER, STRANGER, VIEWER, world

pytestmark = pytest.mark.django_db
Plant = Callable[[pytest.MonkeyPatch], None]


def noticed(actor: str, *names: str) -> list[str]:
    """Return what the cells of these rows find as this actor, in every state."""
    rows = [row for row in ROWS if row.route in names]
    assert len(rows) == len(names)
    return mismatches(world(), routes(), rows, actor)


def _patched(place: str, value: Any) -> Plant:
    return lambda patch: patch.setattr(f"designs.{place}", value)


def _any_design(request: Any, slug: str, **more: Any) -> Design:
    return Design.objects.get(slug=slug)


def _seen_alone(request: Any, slug: str, **more: Any) -> Design:
    return access.design_or_404(request, slug).row


def _opened(request: Any, slug: str) -> access.Opened:
    return access.Opened(Design.objects.get(slug=slug), False, False, False, False)


def _with_history(request: Any, slug: str) -> access.Opened:
    return replace(access.design_or_404(request, slug), sees_history=True)


def _deleted_too(user: Any, path: str = "") -> Q:
    return Q(**{f"{path}in_library": True}) | access._owned(user, path)


def _staff_own(user: Any, path: str = "") -> Q:
    return Q(pk__isnull=False) if user.is_staff else Q(**{f"{path}owner": user.pk})


def _unfiltered(self: Any, request: Any) -> Any:
    return super(StoreAdmin, self).get_queryset(request)


def _counting(request: Any, slug: str) -> access.Opened:
    User.objects.filter(pk=request.user.pk).update(first_name="seen")
    return access.design_or_404(request, slug)


BUGS: dict[str, tuple[Plant, str, str]] = {
    "deleted designs are seen": (_patched("access.seen_by", _deleted_too), OWNER, "designs:design"),
    "deleted designs are listed": (_patched("access.seen_by", _deleted_too), ANONYMOUS, "designs:library"),
    "one view gets the design itself": (
        _patched("views.thumbnails.design_or_404", _opened),
        STRANGER,
        "designs:thumbnail",
    ),
    "following asks nobody": (_patched("api.followed_or_404", _any_design), ANONYMOUS, "designs:since"),
    "following starts at the first version": (
        _patched("past.first_revision", lambda user, design: 1),
        ANONYMOUS,
        "designs:since",
    ),
    "strangers are told names": (
        _patched("past.sees_history", lambda user, design: True),
        STRANGER,
        "designs:since",
    ),
    "undo is for everybody who sees the design": (
        _patched("api.changeable_or_404", _seen_alone),
        VIEWER,
        "designs:undo",
    ),
    "a version's file asks for no owner": (
        _patched("views.history.history_or_404", _opened),
        STRANGER,
        "designs:version_file",
    ),
    "who sees versions restores them": (
        _patched("views.history.changeable_or_404", lambda *given: history_or_404(*given).row),
        VIEWER,
        "designs:restore",
    ),
    "what if compares versions for strangers": (
        _patched("views.what_if.design_or_404", _with_history),
        ANONYMOUS,
        "designs:what_if",
    ),
    "findings are settled by readers": (
        _patched("views.findings.changeable_or_404", _seen_alone),
        DEMOTED,
        "designs:settle_finding",
    ),
    "anybody restores a deleted design": (
        _patched("views.trash.deletable_or_404", _any_design),
        STRANGER,
        "designs:undelete",
    ),
    "the admin lists, exports and publishes every design": (
        lambda patch: patch.setattr(DesignAdmin, "get_queryset", _unfiltered),
        CURATOR,
        "admin:designs_design_changelist",
    ),
    "staff are taken for superusers": (_patched("access._owned", _staff_own), VIEWER, "designs:design"),
    "a curator chooses the owner": (
        _patched("admin.design_page.may_give", lambda user, design: True),
        CURATOR,
        "admin:designs_design_change",
    ),
    "a curator restores what was never published": (
        _patched("admin.revisions.revisions_for", lambda user: access.seen_by(user, "design__")),
        CURATOR,
        "admin:designs_revision_restore",
    ),
    "the admin lists the parts of every design": (
        _patched("admin.parts.seen_by", lambda user, path="": Q()),
        VIEWER,
        "admin:designs_entity_changelist",
    ),
    "reading a page counts its readers": (
        _patched("views.design.design_or_404", _counting),
        OWNER,
        "designs:design",
    ),
}


@pytest.mark.parametrize("bug", BUGS)
def test_a_planted_bug_is_caught(bug: str, monkeypatch: pytest.MonkeyPatch) -> None:
    plant, actor, row = BUGS[bug]
    plant(monkeypatch)
    assert noticed(actor, row)


def test_a_closed_account_that_still_opens_pages_is_caught(settings: Any) -> None:
    settings.AUTHENTICATION_BACKENDS = ["django.contrib.auth.backends.AllowAllUsersModelBackend"]
    assert noticed(DISABLED, "designs:trash")


def test_a_view_that_takes_forged_requests_is_caught(monkeypatch: pytest.MonkeyPatch) -> None:
    row = next(row for row in ROWS if row.route == "designs:import")
    view = next(one for one in urlpatterns if one.name == "import")
    made = world()
    assert forged(made, ANONYMOUS, (row,)) == []
    monkeypatch.setattr(view, "callback", csrf_exempt(view.callback))
    assert forged(made, ANONYMOUS, (row,))
