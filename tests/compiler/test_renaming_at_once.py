"""Many new names in one edit: the same as one after the other, in the time of one."""

from __future__ import annotations

import json

import msgspec
import pytest

from designs.compiler import write
from designs.compiler.edits import Rename, Several, apply
from tests.compiler.calls import calls
from tests.compiler.library import text_of
from tests.compiler.test_edits import with_ids


@pytest.mark.parametrize("name", ["university", "web_shop", "cms"])
def test_new_names_at_once_are_new_names_one_after_the_other(name: str) -> None:
    model = with_ids(text_of(name))
    parts = [*model.entities, *model.links, *(field for one in model.entities for field in one.own_fields)]
    renames = tuple(
        Rename(id=str(part.id), name=f"Fresh{number}")
        for number, part in enumerate(parts)
        if part.name != "_id"
    )
    alone = model
    for rename in renames:
        alone = apply(alone, rename)
    assert write(apply(model, Several(edits=renames))) == write(alone)
    twice = (*renames, *(msgspec.structs.replace(one, name=f"{one.name}x") for one in renames))
    assert write(apply(model, Several(edits=twice))).replace("x", "") == write(alone).replace("x", "")


def test_five_hundred_new_names_take_no_longer_than_the_design() -> None:
    fields = [{"id": f"f{number}", "name": f"f{number}", "type": "int"} for number in range(500)]
    work = [
        {"id": f"o{number}", "name": f"o{number}", "kind": "read", "entity": "A", "filter": [{"field": f"f{number}"}]}
        for number in range(500)
    ]  # fmt: skip
    entity = {"id": "e", "name": "A", "fields": fields}
    model = with_ids(json.dumps({"format": "nestlink/1", "name": "x", "database": "x", "entities": [entity], "operations": work}))  # fmt: skip

    def renamed(count: int) -> int:
        edits = tuple(Rename(id=f"f{number}", name=f"new{number}") for number in range(count))
        return calls(lambda: apply(model, Several(edits=edits)))

    assert renamed(500) < 3 * renamed(50)
