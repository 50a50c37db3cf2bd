"""The rows of the admin: Django's permissions open a page to staff, the policy says which designs it shows."""

from __future__ import annotations

from typing import Any

from django.contrib.auth.models import User
from django.test import Client

from tests.web.admin.pages import filled

from .rules import (
    CHANGES,
    EDITORS,
    EVERYBODY,
    OPENS,
    RESTORES,
    SEES,
    STAFF,
    SUPERUSERS,
    Audience,
    Get,
    Post,
    Row,
    Rule,
    always,
    answered,
    both,
    either,
    sent,
    staff,
    visitors,
)
from .world import BURIED, DELETED, PRIVATE, PUBLISHED, SUPERUSER, Facts

OPENED, USED, EDITED, UNDELETED = (both(one, STAFF) for one in (OPENS, SEES, CHANGES, RESTORES))
"""Whom the admin shows a design; its parts; who changes it; who restores it. Its earliest version: OLD."""
OLD = both(OPENED, SUPERUSERS)
LET_IN = staff(always(200))
LED_BACK = always(302)
_RUNNERS = EDITORS[PUBLISHED]
_PUBLISHING = dict.fromkeys(("in_library", "public_from"), _RUNNERS)
_DELETING = {"deleted_at": _RUNNERS}


def _opened(audience: Audience, status: int = 200, seen: Audience = OPENED) -> Rule:
    """Return the rule of a page about a row: of one that isn't seen there is no page."""
    return staff(answered(audience, status, sees=seen))


def _for(audience: Audience, status: int = 200) -> Rule:
    """Return the rule of a page that is barred to the other staff."""
    return staff(answered(audience, status, sees=EVERYBODY))


def _act(action: str, writes: Audience, rule: Rule = LED_BACK, sets: Any = None) -> Post:
    """Return an action on the design. It leads back to the list, also those whom it does nothing for."""
    form = sent(action=action, _selected_action="{design}", post="yes")
    return Post(rule, form, writes=writes, query="trash=all", sets=sets or {})


def _page(place: str, **changes: str) -> Any:
    """Return a form as a superuser's page holds it, with some of it changed; nothing where it is read alone."""

    def form(facts: Facts) -> dict[str, Any]:
        if facts["slug"].removeprefix("target-") in (DELETED, BURIED):
            return {}
        client = Client()
        client.force_login(User.objects.get(username=SUPERUSER))
        held = filled(client, place.format_map(facts))
        held.pop("csrfmiddlewaretoken", None)
        return held | {name: value.format_map(facts) for name, value in changes.items()}

    return form


def _part_rows(kind: str) -> tuple[Row, ...]:
    """The rows of entities, relationships or operations."""
    base, change = f"admin:designs_{kind}", f"/admin/designs/{kind}/{{{kind}}}/change/"
    chosen = sent(action="delete_selected", _selected_action=f"{{{kind}}}", post="yes")
    removed = sent(post="yes", base_revision="{head}")
    return (
        Row(
            f"{base}_changelist",
            Get(LET_IN, lists=USED),
            Get(LET_IN, "q=all+emails+student&o=1&p=0"),
            Post(staff(answered(EDITORS, 302, sees={}, hidden=200)), chosen, writes=EDITED),
        ),
        Row(
            f"{base}_add",
            Get(_for({})),
            Get(_for(EDITED), "design={design}"),
            Post(_for(EDITED), query="design={design}"),
        ),
        Row(f"{base}_history", Get(_opened(USED, 302, USED))),
        Row(
            f"{base}_delete",
            Get(_opened(EDITED, 200, USED)),
            Post(_opened(EDITED, 302, USED), removed, EDITED),
        ),
        Row(
            f"{base}_change",
            Get(_opened(USED, 200, USED)),
            Post(_opened(EDITED, 302, USED), _page(change, name="Renamed"), EDITED),
        ),
        Row(f"admin/designs/{kind}/<path:object_id>/", Get(LED_BACK)),
    )


_ACTIONS = (
    _act("publish", {PRIVATE: EDITED[PRIVATE]}, sets=_PUBLISHING),
    _act("withdraw", {PUBLISHED: EDITED[PUBLISHED]}, sets=_PUBLISHING),
    _act("feature", EDITED, sets={"featured": _RUNNERS}),
    _act("unfeature", {}),
    _act("duplicate", both(OPENED, EDITORS)),
    _act("export", {}, staff(answered(OPENED, sees={}, hidden=302))),
    _act("compile_all", {}, staff(answered(OPENED, sees={}, hidden=302))),
    _act("undelete", UNDELETED, sets=_DELETING),
    _act("delete_selected", EDITED, staff(answered(UNDELETED, 403, sees={}, hidden=302)), _DELETING),
)
_DESIGN = "admin:designs_design"
DESIGN_ROWS = (
    Row(
        f"{_DESIGN}_changelist",
        Get(LET_IN, lists=USED),
        Get(LET_IN, "trash=yes", lists=UNDELETED),
        Get(LET_IN, "trash=all", lists=OPENED),
        Get(LET_IN, "q=herons&trash=all", lists=OPENED),
        Get(LET_IN, "q=kingfisher&trash=all", lists={}),
        Get(LET_IN, "in_library__exact=0", lists={PRIVATE: EDITED[PRIVATE]}),
        Get(LET_IN, "relationship__kind=one-to-many&owner__id__exact={owner}", lists=USED),
        *_ACTIONS,
    ),
    Row(
        f"{_DESIGN}_add",
        Get(_for(EDITORS)),
        Post(_for(EDITORS, 302), sent(name="Added", database="added"), writes=EDITORS),
    ),
    Row(f"{_DESIGN}_history", Get(_opened(OPENED, 302))),
    Row(
        f"{_DESIGN}_delete",
        Get(_opened(EDITED)),
        Post(_opened(EDITED, 302), sent(post="yes", base_revision="{head}"), EDITED, sets=_DELETING),
    ),
    Row(
        f"{_DESIGN}_change",
        Get(_opened(OPENED)),
        Post(
            _opened(EDITED, 302),
            _page("/admin/designs/design/{design}/change/", name="Renamed", owner="{curator}"),
            writes=EDITED,
            sets=_PUBLISHING | {"featured": _RUNNERS, "owner_id": frozenset({SUPERUSER})},
        ),
    ),
    Row(f"{_DESIGN}_picture", Get(_opened(OPENED))),
    Row(f"{_DESIGN}_sketch", Get(_opened(OPENED)), Get(_opened(OPENED), parts={"scheme": "dark"})),
    Row(f"{_DESIGN}_findings", Get(_opened(OPENED))),
    Row(
        f"{_DESIGN}_undelete",
        Get(staff(always(404))),
        Post(staff(answered(either(UNDELETED, EDITED), 302, sees={})), writes=UNDELETED, sets=_DELETING),
    ),
    Row("admin/designs/design/<path:object_id>/", Get(LED_BACK)),
)

_REVISION, _OLDEST = "admin:designs_revision", {"object_id": "{old}"}
REVISION_ROWS = (
    Row(
        f"{_REVISION}_changelist",
        Get(LET_IN, lists=OPENED),
        Get(LET_IN, "design__id__exact={design}"),
        Get(LET_IN, "q=description"),
        Post(LET_IN, sent(action="delete_selected", _selected_action="{revision}", post="yes")),
    ),
    Row(f"{_REVISION}_add", Get(_for({})), Post(_for({}))),
    Row(f"{_REVISION}_history", Get(_opened(OPENED, 302)), Get(_opened(OLD, 302, OLD), parts=_OLDEST)),
    Row(f"{_REVISION}_delete", Get(_opened({})), Post(_opened({}), sent(post="yes"))),
    Row(
        f"{_REVISION}_change",
        Get(_opened(OPENED)),
        Get(_opened(OLD, 200, OLD), parts=_OLDEST),
        Post(_opened({}), sent(words="x")),
    ),
    Row(
        f"{_REVISION}_restore",
        Get(staff(always(404))),
        Post(_opened(EDITED, 302, {}), sent(base_revision="{head}"), EDITED),
        Post(
            _opened(both(EDITED, SUPERUSERS), 302, {}),
            sent(base_revision="{head}"),
            both(EDITED, SUPERUSERS),
            parts={"key": "{old}"},
        ),
    ),
    Row("admin/designs/revision/<path:object_id>/", Get(LED_BACK)),
)


def _people_rows(kind: str, *more: Row) -> tuple[Row, ...]:
    """The rows of accounts or groups, which are for superusers."""
    base = f"admin:auth_{kind}"
    return (
        Row(f"{base}_changelist", Get(_for(SUPERUSERS)), Get(_for(SUPERUSERS), "q=orla")),
        Row(f"{base}_add", Get(_for(SUPERUSERS)), Post(_for(SUPERUSERS))),
        Row(f"{base}_history", Get(_for(SUPERUSERS))),
        Row(
            f"{base}_delete",
            Get(_for(SUPERUSERS)),
            Post(_for(SUPERUSERS, 302), sent(post="yes"), writes=SUPERUSERS),
        ),
        Row(f"{base}_change", Get(_for(SUPERUSERS)), Post(_for(SUPERUSERS))),
        Row(f"admin/auth/{kind}/<path:object_id>/", Get(LED_BACK)),
        *more,
    )


_COMPLETED = "app_label=designs&model_name="
_NEXT = "next=//evil.example/"
_KNOCKED = visitors(302, answered(STAFF, 302, sees=EVERYBODY))
SITE_ROWS = (
    Row("admin:index", Get(LET_IN)),
    Row("admin:login", Get(_KNOCKED), Get(_KNOCKED, _NEXT), Post(_KNOCKED, query=_NEXT)),
    Row("admin:logout", Get(staff(always(405))), Post(LED_BACK, query=_NEXT)),
    Row("admin:password_change", Get(LET_IN), Post(LET_IN)),
    Row("admin:password_change_done", Get(LET_IN)),
    Row(
        "admin:autocomplete",
        Get(staff(always(403))),
        Get(LET_IN, f"{_COMPLETED}entity&field_name=design&term=student", lists=OPENED),
        Get(LET_IN, f"{_COMPLETED}entity&field_name=design&term=kingfisher", lists={}),
        Get(LET_IN, f"{_COMPLETED}operation&field_name=entity&term=student"),
        Get(_for(SUPERUSERS), f"{_COMPLETED}design&field_name=owner&term=orla"),
    ),
    Row("admin:jsi18n", Get(LET_IN)),
    Row("admin:view_on_site", Get(staff(always(404)))),
    Row(
        "admin:app_list",
        Get(LET_IN, path="admin/designs/"),
        Get(staff(answered(SUPERUSERS, sees={})), path="admin/auth/"),
    ),
    Row("admin/(?P<url>.*)$", Get(staff(always(404)), path="admin/nothing/")),
)

ADMIN = (
    *SITE_ROWS,
    *DESIGN_ROWS,
    *_part_rows("entity"),
    *_part_rows("relationship"),
    *_part_rows("operation"),
    *REVISION_ROWS,
    *_people_rows(
        "user", Row("admin:auth_user_password_change", Get(_for(SUPERUSERS)), Post(_for(SUPERUSERS)))
    ),
    *_people_rows("group"),
)
