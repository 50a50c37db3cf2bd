"""A document of any kind is inserted without the objects that its kind has none of."""

from __future__ import annotations

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
