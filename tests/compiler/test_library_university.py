"""University: cards and addresses inside the student, courses by reference, messages refer back (F01-F04)."""

from tests.compiler.library import Built, build, built, design, named

STUDENT = {"_id:objectId", "first_name:string", "last_name:string"}


def university() -> Built:
    return built("university")


def with_feed() -> Built:
    """The student page shows the last five messages."""
    changed = design("university")
    messages = named(changed["relationships"], "messages")
    messages |= {
        "together_needs": "recent",
        "recent": {"count": 5, "sort": "posted_on", "direction": -1, "fields": ["subject", "posted_on"]},
    }
    named(changed["operations"], "student profile")["includes"].append("messages")
    return build(changed)


def test_f01_the_card_is_part_of_the_student() -> None:
    plan = university()
    assert plan.chosen("id_card") == ("A3", "EMBED_ONE")
    assert plan.rejected("id_card").keys() == {"LINK_ONE"}
    assert plan.holders("id_card") == {("students", "id_card")}
    assert plan.shape("students", "id_card") == {
        "id_card.number:string",
        "id_card.issued_on:date",
        "id_card.expires_on:date",
    }
    assert "id_card.number:1 unique" in plan.indexes("students")


def test_f01_one_read_returns_student_and_card() -> None:
    reads = university().statements("operation:student profile", op="findOne", collection="students")
    assert reads and all(set(s["filter"]) == {"_id"} for s in reads)


def test_f02_addresses_are_an_array_in_the_student() -> None:
    plan = university()
    assert plan.chosen("emails") == ("B7", "EMBED_ARRAY")
    assert {"CHILD_REFS", "PARENT_REF", "TWO_WAY_REFS"} <= plan.rejected("emails").keys()
    assert plan.shape("students", "emails") == {"emails[].email:string", "emails[].type:string"}
    assert plan.schema("students")["properties"]["emails"]["maxItems"] == 10
    assert not any("emails" in index for index in plan.indexes("students"))


def test_f02_a_log_in_by_address_brings_its_index() -> None:
    changed = design("university")
    changed["operations"].append(
        {
            "name": "log in",
            "kind": "read",
            "entity": "Student",
            "filter": [{"field": "emails.email"}],
            "per_day": 9000,
        }
    )
    assert "emails.email:1" in build(changed).indexes("students")


def test_f02_adding_an_address_is_bounded() -> None:
    pushes = [
        s
        for s in university().statements("relationship:emails", collection="students")
        if "$push" in (s["update"] or {})
    ]
    assert pushes and all("emails.9" in s["filter"] for s in pushes)


def test_f03_students_hold_the_ids_of_their_courses() -> None:
    plan = university()
    assert plan.chosen("courses") == ("C4a", "ONE_WAY_EMBED")
    assert plan.holders("courses") == {("students", "courses")}
    assert plan.shape("students", "courses") == {"courses[]:objectId"}
    assert plan.shape("courses") == {"_id:objectId", "name:string", "department:string", "points:int"}


def test_f03_the_other_ways_are_ruled_out() -> None:
    rejected = university().rejected("courses")
    assert rejected["EMBED_ARRAY"] == "G5"
    assert rejected["TWO_WAY_EMBED"] == "G1"
    assert {"LINK_COLL", "EMBED_LINK"} <= rejected.keys()


def test_f03_the_roster_is_an_indexed_query() -> None:
    assert any(index.startswith("courses:1") for index in university().indexes("students"))


def test_f03_courses_are_fetched_by_their_ids_and_edited_once() -> None:
    plan = university()
    fetches = [
        s for s in plan.statements(collection="courses") if isinstance((s["filter"] or {}).get("_id"), dict)
    ]
    assert any("$in" in s["filter"]["_id"] for s in fetches)
    edits = plan.statements("operation:edit course", writes=True)
    assert [(s["op"], s["collection"]) for s in edits] == [("updateOne", "courses")]


def test_f04_messages_refer_to_their_student() -> None:
    plan = university()
    assert plan.chosen("messages") == ("B5", "PARENT_REF")
    assert plan.rejected("messages")["EMBED_ARRAY"] == "G1"
    assert plan.rejected("messages")["CHILD_REFS"] == "G1"
    assert plan.shape("messages") == {
        "_id:objectId",
        "subject:string",
        "message:string",
        "posted_on:date",
        "posted_by:objectId",
    }
    assert plan.indexes("messages") == {"posted_by:1,posted_on:-1", "posted_on:-1"}


def test_f04_the_student_knows_nothing_of_messages() -> None:
    shape = university().shape("students")
    assert shape == STUDENT | {
        leaf
        for leaf in shape
        if leaf.split(".")[0].split("[")[0] in ("id_card", "emails", "courses:objectId", "courses")
    }
    assert not any("message" in leaf for leaf in shape)


def test_f04b_a_page_with_the_last_messages_gets_a_subset() -> None:
    plan = with_feed()
    assert plan.chosen("messages") == ("B3", "SUBSET")
    assert plan.shape("students", "recent_messages") == {
        "recent_messages[].message_id:objectId",
        "recent_messages[].subject:string",
        "recent_messages[].posted_on:date",
    }
    assert plan.schema("students")["properties"]["recent_messages"]["maxItems"] == 5


def test_f04b_the_copy_is_capped_when_it_is_written() -> None:
    pushes = [
        s["update"]["$push"]["recent_messages"]
        for s in with_feed().statements(collection="students")
        if "$push" in (s["update"] or {}) and "recent_messages" in s["update"]["$push"]
    ]
    assert pushes and all(abs(push["$slice"]) == 5 and push["$each"] for push in pushes)


def test_only_three_collections_are_left_of_five_entities() -> None:
    assert university().collections() == {"students", "courses", "messages"}


def test_the_examples_refer_to_one_another() -> None:
    plan = university()
    students, courses = plan.documents("students"), plan.documents("courses")
    assert {c for s in students for c in s["courses"]} <= {c["_id"] for c in courses}
    assert {m["posted_by"] for m in plan.documents("messages")} <= {s["_id"] for s in students}
    assert students[0]["first_name"] == "Sammy"
