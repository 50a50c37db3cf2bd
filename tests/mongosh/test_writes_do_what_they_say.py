"""The writes replayed on documents in memory: what was added is there, what was moved has moved."""

from __future__ import annotations

from collections.abc import Generator
from datetime import UTC, datetime
from typing import Any

from bson import ObjectId

from tests.mongosh.cases import source
from tests.mongosh.replay import Play, Played, replay

Steps = Generator[None, Played, None]
Json = dict[str, Any]
NEW = ObjectId("0123456789abcdef01234567")
OTHER = ObjectId("0123456789abcdef01234568")


def ids(documents: list[Json]) -> set[Any]:
    return {one["_id"] for one in documents}


# --- embedded -------------------------------------------------------------------------------------


@replay("university")
def test_an_embedded_element_is_added_changed_and_taken_away(play: Play) -> Steps:
    student, email = play.first("students"), {"email": "new@example.com", "type": "work"}
    play.call("emails.add", email=email)
    play.call("emails.edit", emailEmail="new@example.com", type="home")
    play.call("emails.remove", emailEmail="new@example.com")
    done = yield
    assert done.one("students", student["_id"], 0)["emails"] == [*student["emails"], email]
    assert done.one("students", student["_id"], 1)["emails"][-1] == {
        "email": "new@example.com",
        "type": "home",
    }
    assert done.one("students", student["_id"], 2) == student


@replay("university")
def test_adding_stops_at_the_maximum(play: Play) -> Steps:
    student = play.first("students")
    student["emails"] = [{"email": f"{number}@example.com", "type": "home"} for number in range(9)]
    play.call("emails.add", email={"email": "tenth@example.com", "type": "home"})
    play.call("emails.add", email={"email": "eleventh@example.com", "type": "home"})
    done = yield
    assert [one["matchedCount"] for one in done.results[:2]] == [1, 0]
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
    assert done.results[1] == {"refused": "this email is not there any more"}
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
    play.call("desks.add", officeCity=company["offices"][1]["city"], desk=desk)
    play.call("desks.edit", deskNumber=100, colour="Blue")
    play.call("desks.remove", officeCity=company["offices"][1]["city"], deskNumber=100)
    play.call("paint a desk", number=company["offices"][0]["desks"][1]["number"], newColour="Green")
    done = yield
    after = done.one("companies", company["_id"], 0)
    assert after["offices"][1]["desks"] == [*company["offices"][1]["desks"], desk]
    assert after["offices"][0] == company["offices"][0]
    assert done.one("companies", company["_id"], 1)["offices"][1]["desks"][0]["colour"] == "Blue"
    assert done.one("companies", company["_id"], 2)["offices"][1]["desks"] == [desk]
    painted = done.one("companies", company["_id"], 3)["offices"]
    assert [one["colour"] for one in painted[0]["desks"]] == [
        company["offices"][0]["desks"][0]["colour"],
        "Green",
    ]
    assert painted[1]["desks"] == [desk]


# --- references -----------------------------------------------------------------------------------


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
    play.call("messages.page", lastPostedOn=last["posted_on"], lastId=last["_id"])
    done = yield
    whole = [one["_id"] for one in done.results[0]]
    assert whole == [ObjectId(f"{number:024x}") for number in range(6, -1, -1)]
    assert [one["_id"] for one in done.results[1]] == whole[whole.index(last["_id"]) + 1 :]


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


# --- arrays of ids --------------------------------------------------------------------------------


@replay("F06")
def test_a_listed_child_is_added_handed_over_and_deleted_everywhere(play: Play) -> Steps:
    one, other, part = play.first("products"), play.first("products", 1), play.first("parts")
    play.call("parts.add", part={**part, "_id": NEW, "partno": "new"})
    play.call("parts.reassign", partId=NEW)
    play.call("parts.remove", partId=NEW)
    done = yield
    assert done.one("parts", NEW, 0) and NEW in done.one("products", one["_id"], 0)["parts"]
    assert NEW not in done.one("products", one["_id"], 1)["parts"]
    assert NEW in done.one("products", other["_id"], 1)["parts"]
    assert done.one("parts", NEW, 2) is None and not any(
        NEW in each["parts"] for each in done.all("products")
    )


@replay("parts_catalogue")
def test_a_listed_document_comes_with_its_copies_once(play: Play) -> Steps:
    product = play.first("products")
    play.documents["parts"].append(
        {**play.first("parts"), "_id": NEW, "name": "Brand new", "partno": "NEW-1"}
    )
    play.call("parts.add", partId=NEW)
    play.call("parts.add", partId=NEW)
    play.call("parts.remove", partId=NEW)
    play.call("parts.delete", partId=product["parts"][0]["part_id"])
    done = yield
    assert done.one("products", product["_id"], 1)["parts"] == [
        *product["parts"],
        {"part_id": NEW, "name": "Brand new"},
    ]
    assert done.one("products", product["_id"], 2) == product
    assert all(product["parts"][0] not in one["parts"] for one in done.all("products"))


@replay("task_tracker")
def test_a_task_changes_hands_in_three_documents_or_in_none(play: Play) -> Steps:
    task = play.first("tasks")
    old = next(one for one in play.documents["people"] if one["_id"] == task["owner"])
    new = next(one for one in play.documents["people"] if one["_id"] != task["owner"])
    values = {"taskId": task["_id"], "oldPersonId": old["_id"], "newPersonId": new["_id"]}
    play.call("tasks.reassign", **values)
    play.call("tasks.reassign", **values)
    play.call("tasks.add", task={**task, "_id": NEW, "owner": new["_id"]}, personId=new["_id"])
    play.call("tasks.remove", taskId=NEW, personId=new["_id"])
    done = yield
    assert done.one("tasks", task["_id"], 0)["owner"] == new["_id"]
    assert task["_id"] not in done.one("people", old["_id"], 0)["tasks"]
    assert task["_id"] in done.one("people", new["_id"], 0)["tasks"]
    assert done.results[1] == {"refused": "the task was moved meanwhile"}
    assert done.states[1] == done.states[0]
    assert done.one("tasks", NEW, 2) and NEW in done.one("people", new["_id"], 2)["tasks"]
    assert done.states[3] == done.states[0]


@replay("bookshop")
def test_a_link_is_made_and_unmade_on_both_sides(play: Play) -> Steps:
    author, book = play.first("authors"), play.first("books")
    author["books"], book["authors"] = [], []
    play.call("authorship.add", authorId=author["_id"], bookId=book["_id"])
    play.call("authorship.remove", authorId=author["_id"], bookId=book["_id"])
    done = yield
    assert done.one("authors", author["_id"], 0)["books"] == [book["_id"]]
    assert done.one("books", book["_id"], 0)["authors"] == [author["_id"]]
    assert (
        done.one("authors", author["_id"], 1)["books"] == [] == done.one("books", book["_id"], 1)["authors"]
    )


@replay("electronics_store")
def test_an_order_line_keeps_name_and_price_of_the_moment(play: Play) -> Steps:
    order = play.first("orders")
    order["items"] = []
    product = play.first("products")
    play.call("items.add", orderId=order["_id"], productId=product["_id"], quantity=4)
    play.call("items.edit", orderId=order["_id"], productId=product["_id"], quantity=5)
    play.call("items.remove", orderId=order["_id"], productId=product["_id"])
    done = yield
    (line,) = done.one("orders", order["_id"], 0)["items"]
    assert (line["product_name"], line["quantity"]) == (product["name"], 4)
    assert done.one("orders", order["_id"], 1)["items"][0]["quantity"] == 5
    assert done.one("orders", order["_id"], 2)["items"] == []


@replay("odd")
def test_a_link_document_is_made_once_with_its_copies(play: Play) -> Steps:
    employee, project = play.first("employees", 2), play.first("projects")
    values = {"employeeId": employee["_id"], "projectId": project["_id"], "role": "tester"}
    play.call("work.add", **values)
    play.call("work.add", **values | {"role": "other"})
    play.call("work.edit", **values | {"role": "lead"})
    play.call("work.remove", **{key: value for key, value in values.items() if key != "role"})
    done = yield

    def pair(step: int) -> list[Json]:
        return [
            one
            for one in done.all("work", step)
            if (one["employee_id"], one["project_id"]) == (employee["_id"], project["_id"])
        ]

    assert len(pair(1)) == 1 and (pair(1)[0]["role"], pair(1)[0]["project_title"]) == (
        "tester",
        project["title"],
    )
    assert pair(2)[0]["role"] == "lead"
    assert pair(3) == []


@replay("cms")
def test_a_value_is_added_once_renamed_everywhere_and_taken_away(play: Play) -> Steps:
    article = play.first("articles")
    play.call("tags.add", tag="brand new")
    play.call("tags.add", tag="brand new")
    play.call("tags.rename", oldTag="brand new", newTag="documents")
    play.call("tags.remove", tag="documents")
    done = yield
    assert done.one("articles", article["_id"], 1)["tags"] == [*article["tags"], "brand new"]
    assert done.one("articles", article["_id"], 2)["tags"] == [*article["tags"], "documents"]
    assert done.one("articles", article["_id"], 3)["tags"] == article["tags"]


@replay("F11")
def test_folded_data_is_renamed_in_every_child(play: Play) -> Steps:
    message = play.first("logmsg")
    play.call("logs.rename", name=message["name"], newIpaddr="10.9.8.7")
    done = yield
    renamed = [one["ipaddr"] == "10.9.8.7" for one in done.all("logmsg")]
    assert renamed == [one["name"] == message["name"] for one in play.documents["logmsg"]] and any(renamed)


# --- subsets and computed figures -------------------------------------------------------------------


@replay("F04b")
def test_a_slice_holds_the_newest_and_never_more(play: Play) -> Steps:
    student, message = play.first("students"), play.first("messages")
    message["posted_by"] = student["_id"]
    for number in range(8):
        moment = datetime(2030, 1, 1 + number, tzinfo=UTC)
        play.call("messages.add", message={**message, "_id": ObjectId(f"{number:024x}"), "posted_on": moment})
    play.call("messages.remove", messageId=ObjectId(f"{7:024x}"))
    done = yield

    def kept(step: int) -> list[ObjectId]:
        return [one["message_id"] for one in done.one("students", student["_id"], step)["recent_messages"]]

    assert kept(7) == [ObjectId(f"{number:024x}") for number in range(3, 8)]
    assert kept(8) == [ObjectId(f"{number:024x}") for number in range(2, 7)]
    assert done.one("messages", ObjectId(f"{7:024x}")) is None
    assert len(done.all("messages")) == len(play.documents["messages"]) + 7


def figures(done: Played, product: Any, step: int) -> tuple[Any, Any, list[Any]]:
    found = done.one("products", product, step)
    assert found is not None
    return (
        found["review_count"],
        found["average_rating"],
        [one["review_id"] for one in found["recent_reviews"]],
    )


@replay("electronics_store")
def test_count_and_average_follow_additions_removals_and_moves(play: Play) -> Steps:
    review = play.first("reviews")
    one, other = (
        review["product_id"],
        next(each["_id"] for each in play.documents["products"] if each["_id"] != review["product_id"]),
    )
    play.call(
        "reviews.add", review={**review, "_id": NEW, "rating": 1, "date": datetime(2031, 1, 1, tzinfo=UTC)}
    )
    play.call("reviews.reassign", reviewId=NEW, newProductId=other)
    play.call("reviews.remove", reviewId=NEW)
    done = yield
    for step in range(3):
        for product in (one, other):
            ratings = [each["rating"] for each in done.all("reviews", step) if each["product_id"] == product]
            count, average, listed = figures(done, product, step)
            assert count == len(ratings)
            assert average == (round(sum(ratings) / len(ratings), 2) if ratings else None)
            assert (NEW in listed) == any(
                each["_id"] == NEW and each["product_id"] == product for each in done.all("reviews", step)
            )


@replay("electronics_store")
def test_text_that_looks_like_a_path_stays_text(play: Play) -> Steps:
    review = play.first("reviews")
    play.call(
        "reviews.add",
        review={**review, "_id": NEW, "comment": "$price", "date": datetime(2031, 1, 1, tzinfo=UTC)},
    )
    done = yield
    product = done.one("products", review["product_id"])
    assert [one["comment"] for one in product["recent_reviews"] if one["review_id"] == NEW] == ["$price"]


@replay("cms")
def test_computed_fields_are_computed_and_rough_counts_jump(play: Play) -> Steps:
    article = play.first("articles")
    article["metadata"] |= {"word_count": 1950, "read_time": 1}
    play.call("Article.compute")
    play.call("Article.hit.stats.views")
    done = yield
    assert done.one("articles", article["_id"], 0)["metadata"]["read_time"] == 10
    assert done.one("articles", article["_id"], 1)["stats"]["views"] == article["stats"]["views"] + 100


# --- buckets and outliers ---------------------------------------------------------------------------


@replay("blog")
def test_a_full_page_rolls_over_to_the_next(play: Play) -> Steps:
    play.documents["comment_pages"] = []
    comment = play.design.samples["comment_pages"][0]["comments"][0]
    for number in range(51):
        play.call("comments.add", postId=1, page=1, comment={**comment, "name": f"{number}"})
    play.call("comments.read", postId=1, page=2)
    play.call("comments.remove", postId=1, commentName="50")
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
    play.call("activities.add", userId=user["_id"], start=day, activity=element)
    play.call("activities.add", userId=user["_id"], start=day, activity={**element, "action": "view"})
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


# --- the workload -----------------------------------------------------------------------------------


@replay("web_shop")
def test_the_last_unit_is_reserved_once(play: Play) -> Steps:
    product = play.first("products")
    product["inventory"] |= {"in_stock": 5, "reserved": 4, "available": 1}
    play.call("reserve and show what is left", id=product["_id"])
    play.call("reserve and show what is left", id=product["_id"])
    play.call("reserve a unit", id=product["_id"])
    done = yield
    assert done.results[0]["inventory"] == {**product["inventory"], "reserved": 5, "available": 0}
    assert done.results[1] is None and done.results[2]["matchedCount"] == 0
    assert done.states[2] == done.states[0]


@replay("user_profiles")
def test_a_document_is_upgraded_once(play: Play) -> Steps:
    old = next(one for one in play.documents["users"] if one["schema_version"] == 1)
    new = next(one for one in play.documents["users"] if one["schema_version"] == 2)
    play.call("User.upgrade.1", userId=old["_id"], name=new["name"])
    play.call("User.upgrade.1", userId=old["_id"], name=new["name"])
    done = yield
    after = done.one("users", old["_id"])
    assert after["schema_version"] == 2 and after["name"] == new["name"] and "phone" not in after
    assert [one["matchedCount"] for one in done.results[:2]] == [1, 0]


@replay("web_shop")
def test_old_orders_are_copied_and_then_deleted(play: Play) -> Steps:
    old, young = play.first("orders"), play.first("orders", 1)
    old["dates"]["created"] = datetime(2001, 1, 1, tzinfo=UTC)
    play.call("Order.archive", cutoff=datetime(2002, 1, 1, tzinfo=UTC))
    done = yield
    assert ids(done.all("orders_archive")) == {old["_id"]}
    assert old["_id"] not in ids(done.all("orders")) and young["_id"] in ids(done.all("orders"))


# --- copies and audits ------------------------------------------------------------------------------


@replay("parts_catalogue")
def test_a_new_name_reaches_every_copy(play: Play) -> Steps:
    part = play.first("products")["parts"][0]["part_id"]
    play.call("parts.sync.from", partId=part, newName="Renamed")
    done = yield
    named = [
        one["name"] for product in done.all("products") for one in product["parts"] if one["part_id"] == part
    ]
    others = [
        one["name"] for product in done.all("products") for one in product["parts"] if one["part_id"] != part
    ]
    assert set(named) == {"Renamed"} and "Renamed" not in others


@replay("odd")
def test_copies_of_every_policy_follow(play: Play) -> Steps:
    employee = play.first("employees")
    play.call("lead.sync.to", employeeId=employee["_id"], newName="Strong")
    play.documents["employees"][0]["title"] = "Batch"
    play.call("lead.sync.to.2")
    play.call("seats.sync.to", employeeId=employee["_id"], newName="Nested")
    done = yield
    assert done.one("employees", employee["_id"], 0)["name"] == "Strong"
    for project in done.all("projects"):
        if project["lead_id"] == employee["_id"]:
            assert (project["employee_name"], project["employee_title"]) == ("Strong", "Batch")
    desks = [
        desk for company in done.all("companies") for office in company["offices"] for desk in office["desks"]
    ]
    assert all(
        (desk["employee_name"] == "Nested") == (desk["employee_id"] == employee["_id"]) for desk in desks
    )


@replay("parts_catalogue")
def test_a_sound_database_passes_the_audit(play: Play) -> Steps:
    play.audit()
    play.call("parts.read")
    done = yield
    assert done.found and not [
        name for name, found in done.found.items() if isinstance(found, list) and found
    ]


@replay("parts_catalogue")
def test_the_audit_finds_orphans_stale_copies_and_long_arrays(play: Play) -> Steps:
    product, spare = play.first("products"), play.first("spare_parts")
    stale = product["parts"][0]
    stale["name"] = "Stale"
    product["parts"] += [{"part_id": NEW, "name": "Nobody's"}] * 300
    spare["product_id"] = OTHER
    play.audit()
    play.call("parts.read")
    done = yield
    assert {one["parts"]["part_id"] for one in done.found["parts.orphans.from"]} == {NEW}
    assert {one["product_id"] for one in done.found["spare_parts.orphans.to"]} == {OTHER}
    assert stale["part_id"] in {one["parts"]["part_id"] for one in done.found["parts.copies.name"]}
    assert [one["_id"] for one in done.found["products.arrays.parts"]] == [product["_id"]]


@replay("task_tracker")
def test_the_audit_finds_links_that_only_one_side_knows(play: Play) -> Steps:
    task, person = play.first("tasks"), play.first("people")
    person["tasks"] = [each for each in person["tasks"] if each != task["_id"]]
    task["owner"] = person["_id"]
    play.audit()
    play.call("tasks.read")
    done = yield
    assert task["_id"] in {one["_id"] for one in done.found["tasks.disagreements.to"]}


@replay("web_shop")
def test_the_audit_finds_an_element_that_its_document_does_not_have(play: Play) -> Steps:
    customer = play.first("customers")
    customer["payment_methods"][0]["billing_address_id"] = "nowhere"
    play.audit()
    play.call("addresses.read")
    done = yield
    found = done.found["billing_address.orphans.to"]
    assert [one["payment_methods"]["billing_address_id"] for one in found] == ["nowhere"]


def _source() -> Json:
    return source("university")


@replay(_source)
def test_documents_that_several_list_are_dropped_from_every_list(play: Play) -> Steps:
    course = play.first("courses")
    for student in play.documents["students"]:
        student["courses"] = [course["_id"]]
    play.call("courses.delete", courseId=course["_id"])
    done = yield
    assert (
        not any(one["courses"] for one in done.all("students")) and done.one("courses", course["_id"]) is None
    )
