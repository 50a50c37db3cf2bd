"""What the canvas takes pasted text for."""

from __future__ import annotations

import pytest

from tests.js.asking import harness


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        ("create table orders (id int);", "pasted_sql"),
        ("-- dump\nCREATE TABLE IF NOT EXISTS a (b int)", "pasted_sql"),
        ("insert into a values (1)", "pasted_sql"),
        ("Table users {\n  id int [pk]\n}", "pasted_dbml"),
        ("// shop\nTable a as b {\n}", "pasted_dbml"),
        ("Ref: a.b > c.d", "pasted_dbml"),
        ('{"$jsonSchema": {"bsonType": "object"}}', "pasted_schema"),
        ("{ $jsonSchema: { bsonType: 'object' } }", "pasted_schema"),
        ('{"$schema": "https://json-schema.org/draft/2020-12/schema"}', "pasted_schema"),
        ('{"format": "nestlink/1", "name": "Shop"}', "pasted_design"),
        ('[{"name": "a"}]', "pasted_json"),
        ("price: decimal!\nname", None),
        ("table: string", None),
        ("", None),
        ("{ a", None),
    ],
)
def test_text_of_other_programs_is_recognised(text: str, kind: str | None) -> None:
    assert harness("pasted.mjs").answer(text) == kind
