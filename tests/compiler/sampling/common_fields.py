"""The first values of two hundred common fields, as text that a person reads:

    python -m tests.compiler.sampling.common_fields --write

writes them anew; then read the difference as the client's team lead who is shown them.
"""

from __future__ import annotations

import sys
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import msgspec

from designs.compiler.model.conceptual import Field
from designs.compiler.sampling.nesting import person_in
from designs.compiler.sampling.values.field_values import tree
from designs.compiler.sampling.values.pools import PEOPLE
from designs.compiler.sampling.values.specs import SpecPlace, Specs, draw

TABLE = Path(__file__).with_name("common_fields.txt")
_START = datetime(2024, 5, 6, 12, 0, tzinfo=UTC)


def things(entity: str, fields: list[Field], count: int = 3) -> list[dict[str, Any]]:
    """So many things of an entity, as the sample world fills them."""
    specs, made = Specs(), []
    for number in range(count):
        record: dict[str, Any] = {}
        own = PEOPLE[(draw("person", entity) + number) % len(PEOPLE)]
        for field in fields:
            place = SpecPlace(
                entity=entity, path=field.name, number=number, start=_START - timedelta(days=3 * number),
                shift=timedelta(days=-3 * number), person=person_in(record) or own, specs=specs, record=record,
            )  # fmt: skip
            record[field.name] = tree(field, place)
        made.append(record)
    return made


def declared(words: list[str]) -> list[Field]:
    """Fields by their names, with a type where it isn't a text: ``price:decimal``; lists hold texts."""
    pairs = [word.partition(":") for word in words]
    return [
        msgspec.convert(
            {
                "name": name,
                "type": kind or "string",
                **({"items": {"type": "string"}} if kind == "array" else {}),
            },
            Field,
        )
        for name, _, kind in pairs
    ]


def lines(text: str) -> list[str]:
    """The table anew: a line ``Entity.field[:type] = first | second | third`` for each of its fields, in order."""
    fields: dict[str, list[str]] = {}
    for line in text.splitlines():
        entity, _, field = line.partition(" = ")[0].partition(".")
        fields.setdefault(entity, []).append(field)
    return [
        f"{entity}.{word} = {' | '.join(_shown(thing[word.partition(':')[0]]) for thing in made)}"
        for entity, words in fields.items()
        for made in [things(entity, declared(words))]
        for word in words
    ]


def _shown(value: Any) -> str:
    return ", ".join(map(str, value)) if isinstance(value, list) else str(value)


if __name__ == "__main__":
    made = "\n".join(lines(TABLE.read_text())) + "\n"
    if "--write" in sys.argv:
        TABLE.write_text(made)
    else:
        sys.stdout.write(made)
