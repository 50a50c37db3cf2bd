"""What a load test asks of a checkout's own code: designs and sign-in codes before it, what is stored after it.

Runs as `python -c` in the folder of that checkout, whose code may be older than this file. It uses the store's
`create` and `differences`, the models, and the tokens of signing in, and prints JSON as its last line.
"""

from __future__ import annotations

import json
import os
import sys
from pathlib import Path
from typing import Any

_EXAMPLES = Path("designs") / "library"


def prepare(count: int, prefix: str) -> dict[str, Any]:
    """Make accounts, each with a design that is a copy of an example, and a one-time code for each account."""
    from django.contrib.auth.models import User

    from designs import store
    from designs.models import Design
    from modeler.sign_in import tokens

    files = sorted(_EXAMPLES.glob("*.json"))
    people = []
    for number in range(count):
        user = User.objects.create_user(f"{prefix}-{number}")
        text = files[number % len(files)].read_bytes()
        design = store.create(text, user, slug=f"{prefix}-{number}")
        people.append({"slug": design.slug, "code": tokens.issue(user)})
    shown = Design.objects.filter(in_library=True, deleted_at=None).order_by("slug")
    return {"people": people, "library": list(shown.values_list("slug", flat=True))}


def audit(prefix: str) -> dict[str, Any]:
    """Return the designs of `prepare` as the database holds them, their histories, and rows that differ."""
    from designs import store
    from designs.models import Design, Revision

    columns = ("number", "op_id", "reverts")
    designs = {
        design.slug: {
            "revision": design.revision,
            "text": design.text,
            "history": list(Revision.objects.filter(design=design).order_by("number").values_list(*columns)),
        }
        for design in Design.objects.filter(slug__startswith=f"{prefix}-").order_by("pk")
    }
    return {"designs": designs, "differences": [f"{one.slug}: {why}" for one, why in store.differences()]}


def main(verb: str, prefix: str, count: str = "0") -> None:
    """Print what the verb asks for as one line of JSON."""
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "modeler.settings")
    import django

    django.setup()
    print(json.dumps(prepare(int(count), prefix) if verb == "prepare" else audit(prefix)))


if __name__ == "__main__":
    main(*sys.argv[1:])
