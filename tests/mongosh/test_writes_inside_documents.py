"""Writes inside documents, and of single references: replayed on documents in memory."""

from __future__ import annotations

from collections.abc import Generator
from datetime import UTC, datetime
from typing import Any

from bson import ObjectId

from tests.mongosh.replay import Play, Played, replay

Steps = Generator[None, Played, None]
Json = dict[str, Any]
NEW = ObjectId("0123456789abcdef01234567")
OTHER = ObjectId("0123456789abcdef01234568")


def ids(documents: list[Json]) -> set[Any]:
    return {one["_id"] for one in documents}


# --- embedded ---


@replay("university")
def test_an_embedded_element_is_added_changed_and_taken_away(play: Play) -> Steps:
    student, email = play.first("students"), {"email": "new@example.com", "type": "work"}
    play.call("emails.add", email=email)
    home = {**email, "type": "home"}
    play.call("emails.edit", email=email, changes={"email": "changed@example.com"})
    changed = {**email, "email": "changed@example.com"}
    play.call("emails.remove", email=home)
    play.call("emails.remove", email=changed)
    done = yield
    assert done.one("students", student["_id"], 0)["emails"] == [*student["emails"], email]
    assert done.one("students", student["_id"], 1)["emails"] == [*student["emails"], changed]
    assert done.one("students", student["_id"], 2) == done.one("students", student["_id"], 1)
    assert done.one("students", student["_id"], 3) == student


@replay("university")
def test_only_elements_equal_in_everything_are_taken_away(play: Play) -> Steps:
    student = play.first("students")
    work, home = ({"email": "same@example.com", "type": kind} for kind in ("work", "home"))
    longer = {**work, "note": "more"}
    student["emails"] = [work, home, longer, work]
    play.call("emails.reassign", email=work)
    play.call("emails.reassign", email=home)
    play.call("emails.remove", email=work)
    done = yield
    assert done.results[0] == {"refused": "email not found as it was read, or an identical one exists"}
    assert done.one("students", student["_id"], 1)["emails"] == [work, longer, work]
    assert done.one("students", student["_id"], 2)["emails"] == [longer]


@replay("university")
def test_adding_stops_at_the_maximum(play: Play) -> Steps:
    student = play.first("students")
    student["emails"] = [{"email": f"{number}@example.com", "type": "home"} for number in range(9)]
    play.call("emails.add", email={"email": "tenth@example.com", "type": "home"})
    play.call("emails.add", email={"email": "eleventh@example.com", "type": "home"})
    done = yield
    assert done.results[0]["matchedCount"] == 1
    assert done.results[1]["refused"].startswith("student not found, or emails limit reached")
    assert [one["email"] for one in done.one("students", student["_id"])["emails"]][-1] == "tenth@example.com"


@replay("university")
def test_an_element_moves_to_another_parent_or_stays(play: Play) -> Steps:
    one, other = play.first("students"), play.first("students", 1)
    moved = one["emails"][0]
    play.call("emails.reassign")
    other["emails"] = other["emails"][:1]
    play.call("emails.reassign")
    done = yield
    assert done.one("students", one["_id"])["emails"] == one["emails"][1:]
    assert done.one("students", other["_id"])["emails"][-1] == moved
    assert done.results[1] == {"refused": "email not found as it was read, or an identical one exists"}
    assert done.states[1] == done.states[0]


@replay("university")
def test_a_sub_document_is_set(play: Play) -> Steps:
    card = {
        "number": "999-9999-999",
        "issued_on": datetime(2021, 1, 1, tzinfo=UTC),
        "expires_on": datetime(2025, 1, 1, tzinfo=UTC),
    }
    play.call("id_card.add", idCard=card)
    done = yield
    assert done.one("students", play.first("students")["_id"])["id_card"] == card


@replay("odd")
def test_an_element_of_an_element_is_written_in_its_place_only(play: Play) -> Steps:
    company = play.first("companies")
    desk = {"number": 99, "colour": "Red"}
    company["offices"][1]["desks"][0]["number"] = 100
    office, old = company["offices"][1]["_id"], company["offices"][1]["desks"][0]
    play.call("desks.add", officeId=office, desk=desk)
    play.call("desks.edit", officeId=office, desk=old, changes={"number": 101})
    play.call("desks.remove", officeId=office, desk={**old, "number": 101})
    play.call("paint a desk", number=company["offices"][0]["desks"][1]["number"], newColour="Green")
    done = yield
    after = done.one("companies", company["_id"], 0)
    assert after["offices"][1]["desks"] == [*company["offices"][1]["desks"], desk]
    assert after["offices"][0] == company["offices"][0]
    assert done.one("companies", company["_id"], 1)["offices"][1]["desks"][0]["number"] == 101
    assert done.one("companies", company["_id"], 2)["offices"][1]["desks"] == [desk]
    painted = done.one("companies", company["_id"], 3)["offices"]
    assert [one["colour"] for one in painted[0]["desks"]] == [
        company["offices"][0]["desks"][0]["colour"],
        "Green",
    ]
    assert painted[1]["desks"] == [desk]


# --- references ---


@replay("university")
def test_a_child_is_added_moved_and_deleted_with_its_parent(play: Play) -> Steps:
    message, other = play.first("messages"), play.first("students", 1)
    play.call("messages.add", message={**message, "_id": NEW})
    play.call("messages.reassign", messageId=NEW)
    play.call("messages.remove", messageId=NEW)
    play.call("messages.cascade")
    done = yield
    assert done.one("messages", NEW, 0)["posted_by"] == message["posted_by"]
    assert done.one("messages", NEW, 1)["posted_by"] == other["_id"]
    assert done.one("messages", NEW, 2) is None
    assert done.one("students", message["posted_by"]) is None
    assert all(one["posted_by"] != message["posted_by"] for one in done.all("messages"))


@replay("university")
def test_a_page_goes_on_where_the_last_one_ended(play: Play) -> Steps:
    message = play.first("messages")
    play.documents["messages"] = [
        {
            **message,
            "_id": ObjectId(f"{number:024x}"),
            "posted_on": datetime(2021, 1, 1 + number // 2, tzinfo=UTC),
        }
        for number in range(7)
    ]
    last = play.first("messages", 4)
    play.call("messages.read")
    play.call("messages.page", lastPostedOn=last["posted_on"], shownIds=[last["_id"]])
    done = yield
    days = [[int(str(one["_id"]), 16) // 2 for one in found] for found in done.results]
    assert days == [[3, 2, 2, 1, 1, 0, 0], [2, 1, 1, 0, 0]]
    assert last["_id"] not in ids(done.results[1]) and len(ids(done.results[1])) == 5


@replay("odd")
def test_a_moved_child_takes_the_copies_of_its_new_parent(play: Play) -> Steps:
    project, employee = play.first("projects"), play.first("employees", 1)
    play.call("lead.reassign")
    done = yield
    after = done.one("projects", project["_id"])
    assert (after["lead_id"], after["employee_name"], after["employee_title"]) == (
        employee["_id"],
        employee["name"],
        employee["title"],
    )


@replay("odd")
def test_a_linked_document_is_added_found_from_both_ends_and_deleted(play: Play) -> Steps:
    badge = play.first("badges")
    play.call("badge.remove", badgeId=badge["_id"])
    play.call("badge.add", badge={**badge, "_id": NEW})
    play.call("badge.read", employeeId=badge["employee_id"])
    play.call("badge.back", badgeId=NEW)
    play.call("badge.add", badge={**badge, "_id": OTHER})
    done = yield
    assert done.one("badges", badge["_id"], 0) is None
    assert done.results[2]["_id"] == NEW and done.results[3]["employee"]["_id"] == badge["employee_id"]
    assert "duplicate key" in done.results[4]["refused"]


# --- buckets and outliers ---


@replay("blog")
def test_a_full_page_rolls_over_to_the_next(play: Play) -> Steps:
    play.documents["comment_pages"] = []
    comment = play.design.samples["comment_pages"][0]["comments"][0]
    for number in range(51):
        play.call("comments.add", postId=1, page=1, comment={**comment, "name": f"{number}"})
    play.call("comments.read", postId=1, page=2)
    play.call("comments.remove", postId=1, comment={**comment, "name": "50"})
    done = yield
    assert [(one["page"], one["count"], len(one["comments"])) for one in done.all("comment_pages", 50)] == [
        (1, 50, 50),
        (2, 1, 1),
    ]
    assert [one["name"] for one in done.results[51]["comments"]] == ["50"]
    assert [(one["page"], one["count"], len(one["comments"])) for one in done.all("comment_pages")] == [
        (1, 50, 50),
        (2, 0, 0),
    ]


@replay("activity_stream")
def test_a_window_is_made_and_counted(play: Play) -> Steps:
    play.documents["user_activity"] = []
    user = play.first("users")
    day, element = (
        datetime(2024, 5, 1, tzinfo=UTC),
        {"timestamp": datetime(2024, 5, 1, 9, tzinfo=UTC), "action": "login"},
    )
    play.call("activities.add", userId=user["_id"], activity=element)
    play.call("activities.add", userId=user["_id"], activity={**element, "action": "view"})
    play.call("activities.read", userId=user["_id"], first=day, end=datetime(2024, 5, 2, tzinfo=UTC))
    done = yield
    (window,) = done.all("user_activity")
    assert window["_id"] == {"user_id": user["_id"], "date": day}
    assert [one["action"] for one in window["activities"]] == ["login", "view"]
    assert window["metrics"]["total_activities"] == 2 and window["user_name"] == user["name"]


@replay("F37h_out")
def test_what_does_not_fit_overflows_and_is_found_again(play: Play) -> Steps:
    holder = next(one for one in play.design.compilation.plan.collections if one.kind == "standard")
    most = play.design.compilation.decisions[0].bound
    assert most is not None
    link = play.design.compilation.model.links[0]
    name = play.design.compilation.decisions[0].holders[0].path
    document = play.first(holder.name)
    element = play.design.samples[holder.name][0][name][0]
    key = next(key for key, value in element.items() if isinstance(value, str))
    document[name] = [{**element, key: str(number)} for number in range(most)]
    document.pop("has_extras", None)
    extra = f"{holder.name}_extra"
    play.documents[extra] = []
    child = next(one for one in play.design.compilation.plan.statements if one.recipe == f"{link.name}.add")
    word = next(iter(child.update["$push"].values())).name
    play.call(f"{link.name}.add", **{word: {**element, key: "beyond"}})
    play.call(f"{link.name}.read")
    done = yield
    assert len(done.one(holder.name, document["_id"])[name]) == most
    assert [one["item"][key] for one in done.all(extra)] == ["beyond"]
    assert done.one(holder.name, document["_id"])["has_extras"] is True
    assert [one["item"][key] for one in done.results[1]["extras"]] == ["beyond"]
