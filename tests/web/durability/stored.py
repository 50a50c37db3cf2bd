"""A program for tests: what a database is to hold, and what it holds, on whichever database it is kept.

`python -m tests.web.durability.stored make` migrates, loads the library, stores designs of an owner, and prints their ids.
`… many` stores a thousand others. `… look` prints what came of them. All print JSON; the environment names the database.
"""

from __future__ import annotations

import hashlib
import json
import os
import sys
from collections.abc import Iterator
from contextlib import suppress
from typing import Any

DESIGNS, ENTITIES = 2, 10
"""Several editors share a design, each with an entity of its own."""

MANY = 1200
_WILD = "Ünï\u2028\U0001f600 ' \" \\ \\u0000 % {} %s \x7f\x85 "


def make() -> dict[str, Any]:
    from django.contrib.auth.models import User
    from django.core.management import call_command

    from designs import store

    call_command("load_library", migrate=True, verbosity=0)  # so that a start writes nothing
    owner = User.objects.create_superuser("owner")
    made = (store.create(_text(number), owner) for number in range(DESIGNS))
    places = [
        {"slug": design.slug, "entity": entity["id"]}
        for design in made
        for entity in json.loads(design.text)["entities"]
    ]
    # Neighbours work on different designs.
    return {"places": [place for first in range(ENTITIES) for place in places[first::ENTITIES]]}


def _text(number: int) -> str:
    entities = [
        {"name": f"E{index}", "fields": [{"name": f"f{index}", "type": "string"}]}
        for index in range(ENTITIES)
    ]
    design = {"format": "nestlink/1", "name": f"Design {number}", "database": "shop", "entities": entities}
    return json.dumps(design | {"relationships": []})


def many() -> dict[str, Any]:
    """Store designs with all that the grammar has, under the longest names, with history."""
    from django.core.management import call_command

    from designs import store
    from tests.compiler.random_wild import wild

    call_command("load_library", migrate=True, verbosity=0)
    for number in range(MANY):
        said = {"name": f"{number} {_WILD * 10}"[:120], "description": f"{_WILD} {number / 7}"}
        with suppress(store.Refused):
            design = store.create(json.dumps(wild(number) | said))
            store.commit(
                design, 1, store.edits.Set(id="design", path=("description",), value=_WILD), None, "op-2"
            )
    return {}


def look() -> dict[str, Any]:
    """ops: of all revisions. said: the description of each entity, by its id. hashes: of texts, by slug.
    problems: in words."""
    from designs import store
    from designs.models import Design, Revision

    ops = list(Revision.objects.order_by("pk").values_list("op_id", flat=True))
    raws = [json.loads(text) for text in Design.objects.values_list("text", flat=True)]
    said = {one["id"]: one.get("description", "") for raw in raws for one in raw["entities"]}
    problems = [f"{design.slug}: {problem}" for design, problem in store.differences()]
    hashes = {
        slug: hashlib.sha256(text.encode()).hexdigest()
        for slug, text in Design.objects.values_list("slug", "text")
    }
    return {"ops": ops, "said": said, "hashes": hashes, "problems": [*problems, *_damage()]}


def _damage() -> Iterator[str]:
    from django.db import connection

    if connection.vendor == "sqlite":
        with connection.cursor() as cursor:
            found = cursor.execute("PRAGMA integrity_check").fetchone()[0]
        if found != "ok":
            yield str(found)


if __name__ == "__main__":
    import django

    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "modeler.settings")
    django.setup()
    print(json.dumps({"make": make, "many": many, "look": look}[sys.argv[1]]()))
