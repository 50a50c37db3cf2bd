"""Documents of a supertype are inserted as those of their subtype: without objects that it has none of, and into its lists."""

from __future__ import annotations

import pytest

from tests.mongosh.odd import end, entity, field, link
from tests.oracle.test_reads import judged


def test_a_note_is_inserted_without_what_memos_repeat_of_who_asked() -> None:
    """Memos are notes that somebody asked for, whose name stands in an object; other notes have no such object, and the
    validator refuses one with it."""
    copied = [
        {"field": "name", "of": "from", "as": "copied.asker", "reads_per_day": 9000, "updates_per_day": 0.01}
    ]
    design = {
        "format": "nestlink/1", "name": "Notes", "database": "notes",
        "entities": [
            entity("Owner", field("name", required=True)), entity("Note", field("text", required=True)),
            entity("Memo", field("due", "date")),
        ],
        "relationships": [
            link("is", "is-a", {"entity": "Note"}, {"entity": "Memo"}, strategy="POLY_SINGLE"),
            link("wrote", "one-to-many", end("Owner", field="notes"), end("Note", 1, field="author"), strategy="PARENT_REF"),
            link("asked", "one-to-many", end("Owner", field="memos"), end("Memo", 1, field="asker"), strategy="PARENT_REF",
                 copies=copied),
        ],
        "operations": [
            {"name": "write", "kind": "insert", "entity": "Note"}, {"name": "ask", "kind": "insert", "entity": "Memo"},
        ],
    }  # fmt: skip
    names = ("write", "ask", "wroteAdd", "askedAdd")
    assert judged(design, *names) == dict.fromkeys(names, "")


@pytest.mark.parametrize("strategy", ["POLY_SINGLE", "POLY_SPLIT"])
def test_what_is_inserted_as_a_supertype_enters_the_list_that_is_of_a_subtype_alone(strategy: str) -> None:
    """Dogs have a kennel, which lists them; an animal that is a dog brings its kennel along."""
    design = {
        "format": "nestlink/1", "name": "Shelters", "database": "shelters",
        "entities": [
            entity("Shelter", field("name", required=True)), entity("Kennel", field("name", required=True)),
            entity("Animal", field("name", required=True)), entity("Dog", field("weight", "int", required=True)),
        ],
        "relationships": [
            link("is", "is-a", {"entity": "Animal"}, {"entity": "Dog"}, strategy=strategy),
            link("residents", "one-to-many", end("Shelter", field="animals"), end("Animal", field="shelter"), strategy="PARENT_REF"),
            link("places", "one-to-many", end("Kennel", field="dogs"), end("Dog", field="kennel"), strategy="TWO_WAY_REFS"),
        ],
        "operations": [{"name": "admit", "kind": "insert", "entity": "Animal"}],
    }  # fmt: skip
    names = ("admit", "residentsAdd", "placesAdd")
    assert judged(design, *names) == dict.fromkeys(names, "")
