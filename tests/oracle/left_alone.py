"""What a function says that it leaves as it is: a slice that another function fills, the mark of an overflow. It may, and
nothing else may stand there than what is right."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any

from designs.compiler.operations.functions.outliers import FLAG
from designs.compiler.plan_model.physical import Statement
from tests.oracle.arithmetic import value_at
from tests.oracle.projecting import Documented
from tests.oracle.state import Json

_PLACE = re.compile(r"Doesn't update ([\w.]+\w)(?:: call |\.(?: |$))")
_MARK = f"{FLAG} doesn't change."


def places_left(statements: Sequence[Statement]) -> list[tuple[str, list[str]]]:
    """Return the places that the note of a function says it doesn't change: the collection and the path in it."""
    notes = [one.comment for one in statements]
    places = [place.partition(".") for note in notes for place in _PLACE.findall(note)]
    marked = any(_MARK in note for note in notes)
    left = [(collection, path.split(".")) for collection, _, path in places]
    return left + [(each.collection, [FLAG]) for each in statements if marked]


def left_there(before: Documented, wanted: Documented, places: list[tuple[str, list[str]]]) -> Documented:
    """Return the wanted documents with what stood at some places before; a new document has what is right."""
    made = dict(wanted)
    for collection, path in places:
        stood = {repr(one.get("_id")): one for one in before.get(collection, [])}
        made[collection] = [
            _with(each, path, value_at(stood[key], path)) if (key := repr(each.get("_id"))) in stood else each
            for each in made.get(collection, [])
        ]
    return made


def _with(document: Json, path: list[str], value: Any) -> Json:
    """Return a document with a value at a path, without any where there is none; as it is where that is in a list."""
    name, *below = path
    if below:
        inner = document.get(name)
        return {**document, name: _with(inner, below, value)} if isinstance(inner, dict) else document
    rest = {key: each for key, each in document.items() if key != name}
    return rest if value is None else {**rest, name: value}
