"""Versions of a shape that stands inside other documents: each sub-document and element moves by its own
number, once, and nothing else is touched."""

from __future__ import annotations

from collections.abc import Generator
from typing import Any

from bson import ObjectId

from tests.mongosh.odd import end, entity, field, link
from tests.mongosh.replay import Play, Played, replay

Steps = Generator[None, Played, None]
Json = dict[str, Any]
PHONES = [
    field("phone", until_version=1),
    field("phones", "array", items={"type": "string"}, since_version=2),
]


def old(label: str = "a", **more: Any) -> Json:
    return {"schema_version": 1, "label": label, "phone": "1", **more}


def new(label: str = "a", **more: Any) -> Json:
    return {"schema_version": 2, "label": label, "phones": ["1"], **more}


def contacts(strategy: str, most: int | None, *, key: bool = True, **more: Any) -> Json:
    """Users with contacts of two shapes."""
    kind = "one-to-one" if strategy == "EMBED_ONE" else "one-to-many"
    ends = end("User", most), end("Contact", 1, field="user_id")
    return {
        "format": "nestlink/1", "name": "Contacts", "database": "contacts", "operations": [],
        "entities": [entity("User", field("name")),
                     entity("Contact", field("label", required=True, unique=key), *PHONES, schema_version=2)],
        "relationships": [link("contacts", kind, *ends, strategy=strategy, exclusive_owner=True, **more)],
    }  # fmt: skip


def one() -> Json:
    return contacts("EMBED_ONE", 1)


def many() -> Json:
    return contacts("EMBED_ARRAY", 5)


def keyless() -> Json:
    return contacts("EMBED_ARRAY", 5, key=False)


def outliers() -> Json:
    return contacts("OUTLIER", None)


def pages() -> Json:
    return contacts("BUCKET", None)


@replay(one)
def test_a_sub_document_moves_once(play: Play) -> Steps:
    first, second = play.first("users"), play.first("users", 1)
    first["contact"], second["contact"] = old(), old("b")
    play.call("Contact.upgrade.1", userId=first["_id"], phones=["1"])
    play.call("Contact.upgrade.1", userId=first["_id"], phones=["2"])
    done = yield
    assert done.one("users", first["_id"])["contact"] == new()
    assert done.one("users", second["_id"])["contact"] == old("b")
    assert [each["matchedCount"] for each in done.results[:2]] == [1, 0]


@replay(many)
def test_an_element_moves_once_and_alone(play: Play) -> Steps:
    user = play.first("users")
    user["contacts"] = [new("z"), old("a"), old("b")]
    for phones in (["1"], ["2"]):
        play.call("Contact.upgrade.1", userId=user["_id"], contactLabel="a", phones=phones)
    play.call("Contact.upgrade.1", userId=user["_id"], contactLabel="z", phones=["2"])
    play.call("Contact.outdated.1")
    done = yield
    assert done.one("users", user["_id"])["contacts"] == [new("z"), new("a"), old("b")]
    assert [each["matchedCount"] for each in done.results[:3]] == [1, 0, 0]
    assert [each["_id"] for each in done.results[3]] == [user["_id"]] or len(done.results[3]) == 2


@replay(keyless)
def test_an_element_without_a_key_moves_without_its_equals(play: Play) -> Steps:
    user = play.first("users")
    user["contacts"] = [old(_id=1), old("b", _id=2), old(_id=3), new(_id=4)]
    play.call("Contact.upgrade.1", userId=user["_id"], contactId=1, phones=["1"])
    play.call("Contact.upgrade.1", userId=user["_id"], contactId=4, phones=["3"])
    done = yield
    assert done.one("users", user["_id"])["contacts"] == [new(_id=1), old("b", _id=2), old(_id=3), new(_id=4)]
    assert [each["matchedCount"] for each in done.results[:2]] == [1, 0]


@replay(many)
def test_elements_of_both_shapes_move_at_once(play: Play) -> Steps:
    user, other = play.first("users"), play.first("users", 1)
    user["contacts"], other["contacts"] = [old("a"), old("b"), new("c")], [old("d")]
    play.call("Contact.both.1", userId=user["_id"], contactLabel="b", phone="1", phones=["1"])
    play.call("Contact.both.1", userId=user["_id"], contactLabel="c", phone="9", phones=["9"])
    play.call("Contact.upgrade_all.1")
    play.call("Contact.upgrade_all.1")
    play.audit()
    done = yield
    both = {**old("b"), "phones": ["1"]}
    assert done.one("users", user["_id"], 1)["contacts"] == [old("a"), both, new("c")]
    assert done.one("users", user["_id"])["contacts"] == [old("a"), new("b"), new("c")]
    assert done.one("users", other["_id"])["contacts"] == [old("d")]
    assert [each["modifiedCount"] for each in done.results[:4]] == [1, 0, 1, 0]
    assert {each["_id"]: each["count"] for each in done.found["Contact.shapes"]} == {1: 2, 2: 2}


@replay(outliers)
def test_what_overflows_moves_too(play: Play) -> Steps:
    user = play.first("users")
    user["contacts"] = [old("a")]
    over = [ObjectId(f"{place:024x}") for place in (1, 2)]
    play.documents["users_extra"] = [
        {"_id": over[0], "user_id": user["_id"], "item": old("b")},
        {"_id": over[1], "user_id": user["_id"], "item": {**old("c"), "phones": ["1"]}},
    ]
    play.call("Contact.upgrade.1.users_extra.item", documentId=over[0], phones=["1"])
    play.call("Contact.upgrade_all.1.users_extra.item")
    done = yield
    assert [each["item"] for each in done.all("users_extra")] == [new("b"), new("c")]
    assert done.one("users", user["_id"])["contacts"] == [old("a")]


@replay(pages)
def test_elements_of_pages_move(play: Play) -> Steps:
    page = play.first("contact_pages")
    page |= {"items": [old("a"), new("b")], "count": 2}
    play.call("Contact.upgrade.1", documentId=page["_id"], contactLabel="a", phones=["1"])
    done = yield
    after = done.one("contact_pages", page["_id"])
    assert after["items"] == [new("a"), new("b")] and after["count"] == 2


def slices() -> Json:
    """Two shapes of a contact, one field of which keeps its name."""
    made = contacts("SUBSET", None, key=False)
    whole = field("name", "object", fields=[field("first", required=True)], required=True, since_version=2)
    made["entities"][1]["fields"] += [field("name", required=True, until_version=1), whole]
    return made


@replay(slices)
def test_a_slice_knows_the_shape_of_each_copy(play: Play) -> Steps:
    user, contact = play.first("users"), play.first("contacts")
    first = {"_id": contact["_id"], **old(), "name": "Ada", "user_id": user["_id"]}
    play.documents["contacts"] = [first]
    shown = {key: value for key, value in first.items() if key not in ("_id", "user_id")}
    user["recent_contacts"] = [{"contact_id": first["_id"], **shown}]
    given = {"phones": ["1"], "name": {"first": "Ada"}}
    play.call("Contact.upgrade.1", contactId=first["_id"], **given)
    later = {
        "newSchemaVersion": 2,
        "newLabel": "a",
        "newPhone": None,
        "newPhones": ["1"],
        "newName": {"first": "Ada"},
    }
    play.call("contacts.sync.from", contactId=first["_id"], **later)
    done = yield
    assert done.one("contacts", first["_id"]) == {
        "_id": first["_id"],
        **new(),
        **given,
        "user_id": user["_id"],
    }
    (element,) = done.one("users", user["_id"])["recent_contacts"]
    assert element == {"contact_id": first["_id"], **new(), **given, "phone": None}


def nested() -> Json:
    """Desks of two shapes in the offices of companies."""
    desks = link(
        "desks",
        "one-to-many",
        end("Office", 20),
        end("Desk", 1),
        exclusive_owner=True,
        strategy="EMBED_ARRAY",
    )
    offices = link(
        "offices",
        "one-to-many",
        end("Company", 5),
        end("Office", 1),
        exclusive_owner=True,
        strategy="EMBED_ARRAY",
    )
    return {
        "format": "nestlink/1", "name": "Desks", "database": "desks", "operations": [], "relationships": [offices, desks],
        "entities": [entity("Company", field("name")), entity("Office", field("city")),
                     entity("Desk", field("label", required=True, unique=True), *PHONES, schema_version=2)],
    }  # fmt: skip


@replay(nested)
def test_an_array_in_an_array_need_not_be_there(play: Play) -> Steps:
    company = play.first("companies")
    company["offices"] = [
        {"city": "Bath"},
        {"city": "Ely", "desks": [old("a"), new("b")]},
        {"city": "Wells", "desks": [new("c")]},
        {"city": "Ripon", "desks": [{**old("d"), "phones": ["1"]}]},
    ]
    play.call("Desk.upgrade.1", companyId=company["_id"], deskLabel="a", phones=["1"])
    play.call("Desk.upgrade_all.1")
    done = yield
    after = [each.get("desks") for each in done.one("companies", company["_id"])["offices"]]
    assert after == [None, [new("a"), new("b")], [new("c")], [new("d")]]


def painted() -> Json:
    """Desks in offices that are painted all at once, and by their label."""
    made = nested()
    changes = {"kind": "update", "entity": "Desk", "changes": ["colour"]}
    made["entities"][2]["fields"].append(field("colour"))
    made["operations"] = [
        {"name": "paint all", "filter": [], **changes},
        {"name": "paint one", "filter": [{"field": "label"}], **changes},
        {"name": "drop one", "kind": "delete", "entity": "Desk", "filter": [{"field": "label"}]},
    ]
    return made


@replay(painted)
def test_what_has_no_such_array_is_passed_over(play: Play) -> Steps:
    company, empty = play.first("companies"), play.first("companies", 1)
    company["offices"] = [{"city": "Bath"}, {"city": "Ely", "desks": [new("a"), new("b")]}]
    empty.pop("offices", None)
    play.call("paint all", newColour="red")
    play.call("paint one", label="a", newColour="blue")
    play.call("drop one", label="b")
    done = yield
    after = [each.get("desks") for each in done.one("companies", company["_id"])["offices"]]
    assert after == [None, [{**new("a"), "colour": "blue"}]]
    assert done.one("companies", empty["_id"]) == empty
    assert [each["modifiedCount"] for each in done.results[:3]] == [1, 1, 1]


@replay("odd")
def test_a_copy_is_written_past_elements_without_the_array(play: Play) -> Steps:
    company, employee = play.first("companies"), play.first("employees")
    desk = {**company["offices"][0]["desks"][0], "employee_id": employee["_id"]}
    company["offices"] = [{"city": "Bath"}, {"city": "Ely", "desks": [desk]}]
    play.call("seats.sync.to", employeeId=employee["_id"], newName="Ada")
    done = yield
    (_, ely) = done.one("companies", company["_id"])["offices"]
    assert ely["desks"] == [{**desk, "employee_name": "Ada"}]


def kinds() -> Json:
    """Notes of several kinds in one array; one kind changes in a step of its own."""
    parts = [
        link(name, "is-a", {"entity": "Note"}, {"entity": name}, strategy="POLY_SINGLE")
        for name in ("Memo", "Call")
    ]
    notes = link(
        "notes", "one-to-many", end("User", 5), end("Note", 1), exclusive_owner=True, strategy="EMBED_ARRAY"
    )
    return {
        "format": "nestlink/1", "name": "Notes", "database": "notes", "operations": [], "relationships": [notes, *parts],
        "entities": [entity("User", field("name")), entity("Note", field("label", required=True, unique=True)),
                     entity("Memo", field("text")), entity("Call", *PHONES, schema_version=2)],
    }  # fmt: skip


@replay(kinds)
def test_elements_of_one_kind_move(play: Play) -> Steps:
    user = play.first("users")
    memo = {"schema_version": 1, "note_type": "memo", "label": "a"}
    user["notes"] = [memo, old("b", note_type="call"), old("c", note_type="call", phones=["1"])]
    for label in ("a", "b"):
        play.call("Call.upgrade.1", userId=user["_id"], callLabel=label, phones=["1"])
    play.call("Call.upgrade_all.1")
    done = yield
    after = done.one("users", user["_id"])["notes"]
    assert after == [memo, new("b", note_type="call"), new("c", note_type="call")]
