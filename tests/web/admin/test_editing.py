"""What a curator types becomes edits of the design; nothing else changes, and nothing is lost."""

from __future__ import annotations

import json
from typing import Any

import pytest
from django.test import Client

from designs import store
from designs.models import Design, Entity, Operation, Relationship
from tests.web.conftest import LIBRARY

from .pages import address, errors, filled, save, send

KINDS = {Entity: "entity", Relationship: "relationship", Operation: "operation"}


def fresh(design: Design) -> Design:
    return Design.objects.get(pk=design.pk)


def page_of(row: Any) -> str:
    return address(f"{KINDS[type(row)]}_change", row.pk)


def text_of(design: Design) -> Any:
    return json.loads(store.text(fresh(design), for_download=True))


@pytest.mark.parametrize("name", sorted(path.stem for path in LIBRARY.glob("*.json")))
def test_saving_what_a_page_shows_changes_nothing(curator: Client, name: str) -> None:
    design = store.create((LIBRARY / f"{name}.json").read_text(encoding="utf-8"))
    rows = [*Entity.objects.filter(design=design)[:4], *Relationship.objects.filter(design=design)[:4]]
    rows += [*Operation.objects.filter(design=design)[:4]]
    for page in (address("design_change", design.pk), *(page_of(row) for row in rows)):
        answer = save(curator, page)
        assert answer.status_code == 302, (page, errors(answer))
    assert fresh(design).revision == 1
    assert fresh(design).text == design.text


def test_an_entity_is_edited(curator: Client, design: Design) -> None:
    row = Entity.objects.get(design=design, name="Student")
    answer = save(
        curator,
        page_of(row),
        name="Pupil",
        count="12",
        kind="weak",
        fields="full_name: string!\r\nborn: date?  // In the passport\r\n",
        everything_else='{"collation": {"locale": "en"}}',
    )
    assert answer.status_code == 302, errors(answer)
    raw = text_of(design)
    assert raw["entities"][0] == {
        "name": "Pupil",
        "kind": "weak",
        "count": 12,
        "fields": [
            {"name": "full_name", "type": "string", "required": True},
            {"name": "born", "type": "date", "description": "In the passport", "nullable": True},
        ],
        "collation": {"locale": "en"},
    }
    assert raw["operations"][0]["filter"] == [{"field": "full_name"}]  # the path followed the rename
    assert raw["relationships"][0]["from"]["entity"] == "Pupil"
    newest = store.history(design)[0]
    assert (newest.actor_name, newest.words.startswith("Changed entity Student")) == ("ann", True)
    assert list(store.differences()) == []


def test_a_relationship_is_edited(curator: Client, design: Design) -> None:
    row = Relationship.objects.get(design=design)
    student = Entity.objects.get(design=design, name="Student")
    answer = save(
        curator,
        page_of(row),
        from__has__max="7.0",
        from__has__average="2.5",
        to__entity=student.key,
        exclusive_owner="true",
        strategy="PARENT_REF",
        from__field="addresses",
        recent__fields="name\r\n",
    )
    assert answer.status_code == 302, errors(answer)
    link = text_of(design)["relationships"][0]
    assert link["from"] == {
        "entity": "Student",
        "field": "addresses",
        "has": {"min": 0, "average": 2.5, "max": 7},
    }
    assert (link["to"]["entity"], link["exclusive_owner"]) == ("Student", True)
    assert (link["strategy"], link["recent"]) == ("PARENT_REF", {"fields": ["name"]})
    save(curator, page_of(row), from__has__average="", exclusive_owner="unknown", recent__fields="")
    link = text_of(design)["relationships"][0]
    assert link["from"]["has"] == {"min": 0, "max": 7}
    assert not {"exclusive_owner", "recent"} & set(link)


def test_an_operation_is_edited(curator: Client, design: Design) -> None:
    row = Operation.objects.get(design=design)
    answer = save(curator, page_of(row), per_day="99", limit="5", filter="", sort="name")
    assert answer.status_code == 302, errors(answer)
    operation = text_of(design)["operations"][0]
    assert operation == {
        "name": "by name",
        "kind": "read",
        "entity": "Student",
        "sort": [{"field": "name"}],
        "limit": 5,
        "per_day": 99,
    }


def test_a_design_and_its_flags_are_edited(curator: Client, design: Design) -> None:
    page = address("design_change", design.pk)
    answer = save(
        curator, page, name="Larger", tags="one\r\ntwo\r\n", topology="sharded", in_library="on", owner=""
    )
    assert answer.status_code == 302, errors(answer)
    row = fresh(design)
    assert (row.name, row.in_library, row.featured, row.owner) == ("Larger", True, False, None)
    raw = text_of(design)
    assert (raw["tags"], raw["topology"]) == (["one", "two"], "sharded")
    words = [one.words for one in store.history(design)]
    assert words[:2] == ["Transferred to nobody", "Published to the library"]
    assert words[2].startswith("Changed the design")
    assert list(store.differences()) == []


def test_parts_are_added_on_the_page_of_their_design(curator: Client, design: Design, ann: Any) -> None:
    page = address("entity_add", design=design.pk)
    answer = save(curator, page, name="Room", fields="plate: int!")
    assert answer.status_code == 302, errors(answer)
    assert answer.url == address("design_change", design.pk)
    room = Entity.objects.get(design=design, name="Room")
    student = Entity.objects.get(design=design, name="Student")
    page = address("relationship_add", design=design.pk)
    answer = save(
        curator, page, name="rooms", kind="many-to-many", from__entity=student.key, to__entity=room.key
    )
    assert answer.status_code == 302, errors(answer)
    page = address("operation_add", design=design.pk)
    answer = save(curator, page, name="rooms of a day", kind="read", entity=room.key, _addanother="1")
    assert answer.url == page
    assert [one["name"] for one in text_of(design)["relationships"]] == ["emails", "rooms"]
    assert next(iter(store.history(design))).words == "Added operation rooms of a day"
    assert curator.get(address("entity_add")).status_code == 403  # of which design?
    assert list(store.differences()) == []


def test_a_design_is_added(curator: Client, ann: Any) -> None:
    answer = save(curator, address("design_add"), name="New", database="fresh", in_library="on")
    assert answer.status_code == 302, errors(answer)
    row = Design.objects.get(name="New")
    assert (row.owner, row.in_library, row.database) == (ann, True, "fresh")
    answer = save(curator, address("design_add"), name="x" * 200, database="fresh")
    assert "200 characters" in errors(answer)["name"][0]
    assert list(store.differences()) == []


def test_only_entities_of_the_same_design_can_be_chosen(curator: Client, design: Design) -> None:
    other = store.create((LIBRARY / "blog.json").read_text(encoding="utf-8"))
    stranger = Entity.objects.filter(design=other).first()
    row = Relationship.objects.get(design=design)
    page = curator.get(page_of(row)).content.decode()
    assert stranger is not None
    assert stranger.key not in page
    assert "from__entity" in errors(save(curator, page_of(row), from__entity=stranger.key))


def test_errors_of_fields_name_their_lines(curator: Client, design: Design) -> None:
    row = Entity.objects.get(design=design, name="Student")
    answer = save(curator, page_of(row), fields="name: string\r\nborn: dat\r\nsize: int requierd")
    assert errors(answer) == {
        "fields": [
            'line 2: Unknown type "dat". Did you mean "date"?',
            'line 3: Unknown keyword "requierd". Did you mean "required"?',
        ]
    }
    answer = save(curator, page_of(row), fields="name: string\r\nage: int\r\nname: int")
    assert [
        one
        for one in errors(answer)["fields"]
        if one.startswith("line 3: ") and "Duplicate field name" in one
    ]
    assert fresh(design).revision == 1


def test_faults_stand_at_the_field_they_are_about(curator: Client, design: Design) -> None:
    entity, link = Entity.objects.get(design=design, name="Student"), Relationship.objects.get(design=design)
    found = errors(save(curator, page_of(entity), count="-1", name="", schema_version="0"))
    assert "too small" in found["count"][0]
    assert "too small" in found["schema_version"][0]
    assert found["name"] == ["This field is required."]
    found = errors(save(curator, page_of(entity), name="Email"))
    assert any("entity “Email”, name: " in one for one in found["__all__"])
    found = errors(save(curator, page_of(entity), everything_else='{"name": "x"}'))
    assert "Unknown key “name”" in found["everything_else"][0]
    found = errors(save(curator, page_of(entity), everything_else='{"indexes": [}'))
    assert "Line 1" in found["everything_else"][0]
    found = errors(save(curator, page_of(entity), everything_else='{"indexes": [{"keys": []}]}'))
    assert found["everything_else"]
    found = errors(save(curator, page_of(link), from__has__min="9", strategy="TREE_PARENT"))
    assert {"from__has__min", "strategy"} & set(found)
    found = errors(save(curator, page_of(link), to__has__max="many"))
    assert found == {"to__has__max": ["Enter a number, such as 12, 0.5, or 200k."]}
    found = errors(save(curator, page_of(entity), fields="more: int"))
    assert any("operation “by name”, filter[0].field" in one for one in found["__all__"]), found
    assert fresh(design).revision == 1


def test_a_stale_form_of_each_kind_shows_both_values(curator: Client, design: Design) -> None:
    rows = [Entity.objects.get(design=design, name="Student"), Relationship.objects.get(design=design)]
    rows += [Operation.objects.get(design=design)]
    for row in rows:
        page = page_of(row)
        opened = filled(curator, page)
        assert save(curator, page, name=f"{row.name} newer").status_code == 302
        answer = send(curator, page, opened, name=f"{row.name} mine")
        found = errors(answer)
        assert f"{row.name} newer" in found["name"][0]
        assert f"{row.name} mine" in found["name"][0]
        assert "Not saved" in found["__all__"][0]
        assert "(ann: Changed" in found["__all__"][0]
        type(row).objects.get(pk=row.pk, name=f"{row.name} newer")
    page = address("design_change", design.pk)
    opened = filled(curator, page)
    save(curator, page, description="newer")
    found = errors(send(curator, page, opened, description="mine"))
    assert "“newer”" in found["description"][0]
    assert "“mine”" in found["description"][0]


def test_any_newer_version_is_stale_and_saving_again_is_a_choice(curator: Client, design: Design) -> None:
    student, email = Entity.objects.get(design=design, name="Student"), Entity.objects.get(name="Email")
    opened = filled(curator, page_of(student))
    save(curator, page_of(email), count="3")
    save(curator, page_of(student), kind="weak", count="5")
    answer = send(curator, page_of(student), opened, count="7")
    found = errors(answer)
    assert found["count"] == ["Now “5”; you entered “7”."]
    assert found["kind"] == ["Changed from “not set” to “weak” by someone else."]
    again = filled_again(answer)
    assert (again["kind"], again["count"], again["base_revision"]) == ("weak", "7", "3")
    assert send(curator, page_of(student), again).status_code == 302
    row = Entity.objects.get(pk=student.pk)
    assert (row.kind, row.count) == ("weak", 7)


def filled_again(answer: Any) -> dict[str, Any]:
    from .pages import _Form

    reader = _Form()
    reader.feed(answer.content.decode())
    return reader.data


@pytest.mark.parametrize("base", ["", "0", "-1", "99", "x", "1e3", "9" * 30])
def test_a_form_without_a_known_version_saves_nothing(curator: Client, design: Design, base: str) -> None:
    row = Entity.objects.get(design=design, name="Student")
    answer = save(curator, page_of(row), base_revision=base, name="Mine")
    assert errors(answer)
    assert fresh(design).revision == 1
