"""Nine people and four designs, one in each state, with words in them that tell who saw what."""

from __future__ import annotations

import json
import secrets
from dataclasses import dataclass, field
from typing import Any

from django.conf import settings
from django.contrib.auth.models import Group, Permission, User
from django.contrib.contenttypes.models import ContentType
from django.test import Client

from designs import store
from designs.models import Design, Revision
from tests.web.conftest import small_design

ANONYMOUS, STRANGER, OWNER, CURATOR = "anonymous", "stranger", "owner", "curator"
VIEWER, SUPERUSER, DISABLED, DEMOTED = "viewer", "superuser", "disabled", "demoted"
LINKED = "linked"
"""A visitor who followed the links by which the designs are shared."""
ACTORS = (ANONYMOUS, LINKED, STRANGER, OWNER, CURATOR, VIEWER, SUPERUSER, DISABLED, DEMOTED)
SAME_AS = {DISABLED: ANONYMOUS, DEMOTED: STRANGER}
"""Whose rights an actor has: the account of the first was closed while its session lives, the second was
a superuser a moment ago."""
PRIVATE, PUBLISHED, DELETED, BURIED = "private", "published", "deleted", "buried"
STATES = (PRIVATE, PUBLISHED, DELETED, BURIED)
"""Deleted: while it was published. Buried: deleted while it was private."""
OWNER_NAME = "orla-of-the-marsh"
SEARCHED = "kingfisher"
Facts = dict[str, str]


def shown_mark(state: str) -> str:
    """Return what the design in this state shows to everybody who sees it."""
    return f"shown-while-{state}"


def secret_mark(state: str) -> str:
    """Return what it held in its first versions alone."""
    return f"removed-from-{state}"


@dataclass
class World:
    """people: by actor, those who sign in. facts: by state, what addresses and forms are filled in with."""

    people: dict[str, User] = field(default_factory=dict)
    facts: dict[str, Facts] = field(default_factory=dict)

    def client(self, actor: str) -> Client:
        """Return a browser of this actor's: signed in, with a token against forged requests in its cookie."""
        client = Client(enforce_csrf_checks=True)
        client.cookies[settings.CSRF_COOKIE_NAME] = secrets.token_hex(16)
        if actor == LINKED:  # before two of the designs were deleted
            session = client.session
            session["followed_links"] = [facts["link"] for facts in self.facts.values()]
            session.save()
        user = self.people.get(actor)
        if user is not None:
            client.force_login(user)
        if actor == DISABLED:
            rights = {"is_active": False, "is_staff": True, "is_superuser": True}
            User.objects.filter(pk=user.pk).update(**rights)  # type: ignore[union-attr]
        if actor == DEMOTED:
            assert client.get("/admin/").status_code == 200
            User.objects.filter(pk=user.pk).update(is_staff=False, is_superuser=False)  # type: ignore[union-attr]
        return client

    @staticmethod
    def token(client: Client) -> str:
        """Return the token that a form of this browser carries."""
        return str(client.cookies[settings.CSRF_COOKIE_NAME].value)


def world() -> World:
    """Make everybody and everything."""
    made = World()
    named = {OWNER: OWNER_NAME, DISABLED: OWNER_NAME}
    for actor in (STRANGER, OWNER, CURATOR, VIEWER, SUPERUSER, DEMOTED):
        made.people[actor] = User.objects.create(username=named.get(actor, actor))
    made.people[DISABLED] = made.people[OWNER]
    rights = Permission.objects.filter(content_type__app_label="designs")
    made.people[CURATOR].user_permissions.set(rights)
    made.people[VIEWER].user_permissions.set(rights.filter(codename__startswith="view_"))
    for actor, more in ((CURATOR, False), (VIEWER, False), (SUPERUSER, True), (DEMOTED, True)):
        made.people[actor].is_staff, made.people[actor].is_superuser = True, more
        made.people[actor].save()
    for state in STATES:
        made.facts[state] = _facts(_design(made, state), made)
    return made


def _design(made: World, state: str) -> Design:
    """Versions 1 and 2 hold what version 3 removed; then it is published, or not; then there is more to undo."""
    owner, chief = made.people[OWNER], made.people[SUPERUSER]
    raw = small_design(name=f"Target {shown_mark(state)}", tags=["marsh"])
    raw["description"] = f"{SEARCHED} {secret_mark(state)}"
    for number, part in enumerate((*raw["entities"], *raw["relationships"])):
        part["id"] = f"part-{state}-{number}"  # the same ids in every world: what was compiled is known
        for place, one in enumerate(part.get("fields", ())):
            one["id"] = f"field-{state}-{number}-{place}"
    student, _ = raw["entities"]
    raw["operations"] = [{"id": f"work-{state}", "name": "all", "kind": "read", "entity": student["name"]}]
    design = store.create(json.dumps(raw), owner, slug=f"target-{state}")
    design = _described(design, owner, f"{SEARCHED} again {secret_mark(state)}")
    design = _described(design, owner, f"Herons and {shown_mark(state)}")
    if state in (PUBLISHED, DELETED):
        design = store.publish(design, chief)
    for actor, part in ((OWNER, "design"), (CURATOR, f"part-{state}-0"), (SUPERUSER, f"part-{state}-1")):
        design = _described(design, made.people[actor], f"Herons, {shown_mark(state)}, said {actor}", part)
    design = store.give(store.give(design, None, chief), owner, chief)
    design = store.share(design, owner)
    return store.delete(design, chief) if state in (DELETED, BURIED) else design


def _described(design: Design, actor: Any, text: str, part: str = store.edits.DESIGN) -> Design:
    change = store.edits.Set(id=part, path=("description",), value=text)
    return store.commit(design, design.revision, change, actor, secrets.token_hex(8)).design


def _facts(design: Design, made: World) -> Facts:
    first, *_, last = Revision.objects.filter(design=design).order_by("number")
    parts = {
        "entity": design.entity_set.first(),
        "relationship": design.relationship_set.first(),
        "operation": design.operation_set.first(),
    }
    keys = {
        "design": design.pk,
        "old": first.pk,
        "revision": last.pk,
        "group": Group.objects.get_or_create(name="Readers")[0].pk,
        "user": made.people[STRANGER].pk,
        "owner": made.people[OWNER].pk,
        "curator": made.people[CURATOR].pk,
        "kind": ContentType.objects.get_for_model(Design).pk,
        **{name: row.pk for name, row in parts.items() if row is not None},
    }
    numbers = {"head": design.revision, "first": design.public_from or 1}
    facts = {name: str(value) for name, value in (keys | numbers).items()}
    return facts | {
        "slug": design.slug,
        "link": design.share_key,
        "student": parts["entity"].key if parts["entity"] else "",
    }
