"""A function that edits changes the fields that it is given, together with what follows from them, and no others."""

from __future__ import annotations

from collections.abc import Generator
from typing import Any

from tests.mongosh.odd import end, entity, field, link
from tests.mongosh.replay import Play, Played, replay

Steps = Generator[None, Played, None]
Json = dict[str, Any]
TOTAL = {"formula": "price * quantity", "sources": ["price", "quantity"], "refresh": "on-write"}


def shop() -> Json:
    values = [field("price", "int"), field("quantity", "int"), field("total", "int", computed=TOTAL)]
    return {
        "format": "nestlink/1", "name": "Shop", "database": "shop",
        "entities": [
            entity("Customer", field("name")),
            entity("Address", field("code", unique=True), field("street"), field("town", required=True), kind="weak"),
            entity("Product", field("title")),
        ],
        "relationships": [
            link("addresses", "one-to-many", end("Customer", 9), end("Address", 1), exclusive_owner=True,
                 strategy="EMBED_ARRAY"),
            link("basket", "many-to-many", end("Customer", 9, field="products"), end("Product", 9, field="customers"),
                 strategy="EMBED_LINK", link_fields=values),
        ],
    }  # fmt: skip


ADDRESS = {"code": "home", "street": "Elm", "town": "Ely"}
OTHER = {"code": "work", "street": "Oak", "town": "Bath"}


def begin(play: Play) -> Json:
    customer = {**play.first("customers"), "addresses": [ADDRESS, OTHER]}
    play.documents["customers"] = [customer]
    return {"customerId": customer["_id"], "addressCode": "home"}


@replay(shop)
def test_only_the_given_fields_change(play: Play) -> Steps:
    which = begin(play)
    play.call("addresses.edit", **which, changes={"town": "York"})
    play.call("addresses.edit", **which, changes={"town": "Hull", "street": "Ash"})
    done = yield
    assert done.all("customers", 0)[0]["addresses"] == [{**ADDRESS, "town": "York"}, OTHER]
    assert done.all("customers", 1)[0]["addresses"] == [{**ADDRESS, "town": "Hull", "street": "Ash"}, OTHER]


@replay(shop)
def test_null_takes_away_a_field_that_need_not_be_there(play: Play) -> Steps:
    play.call("addresses.edit", **begin(play), changes={"town": "York", "street": None})
    done = yield
    assert done.all("customers", 0)[0]["addresses"] == [{"code": "home", "town": "York"}, OTHER]


@replay(shop)
def test_other_fields_nothing_and_null_are_refused(play: Play) -> Steps:
    which = begin(play)
    for changes in ({"town": "York", "code": "x"}, {}, {"town": None}):
        play.call("addresses.edit", **which, changes=changes)
    done = yield
    assert [result["refused"] for result in done.results] == [
        "code can't be updated here: use street, town",
        "nothing to update: use street, town",
        "town: null isn't allowed; leave a field out to keep its value",
    ]
    assert done.all("customers")[0]["addresses"] == [ADDRESS, OTHER]


@replay(shop)
def test_what_a_link_works_out_follows(play: Play) -> Steps:
    which = begin(play)
    customer = play.documents["customers"][0]
    products = [one["_id"] for one in play.documents["products"][:2]]
    customer["products"] = [{"product_id": one, "price": 3, "quantity": 1, "total": 3} for one in products]
    play.call("basket.edit", customerId=which["customerId"], productId=products[1], changes={"quantity": 4})
    done = yield
    first, second = done.all("customers")[0]["products"]
    assert first == customer["products"][0]
    assert second == {**customer["products"][1], "quantity": 4, "total": 12}


def menus() -> Json:
    """Courses of a menu, with what is in them: values, and an object each."""
    values = {"type": "array", "items": {"type": "string"}}
    objects = {"type": "array", "items": {"type": "object", "fields": [field("name")]}}
    return {
        "format": "nestlink/1", "name": "Menus", "database": "menus",
        "entities": [
            entity("Menu", field("name")),
            entity("Course", field("dish", required=True), {**field("allergens"), **values}, {**field("wines"), **objects}),
        ],
        "relationships": [link("courses", "one-to-many", end("Menu", 9, field="courses"), end("Course", 1), strategy="EMBED_ARRAY")],
    }  # fmt: skip


@replay(menus)
def test_a_list_of_values_is_changed_as_a_whole(play: Play) -> Steps:
    soup = {"_id": 1, "dish": "Soup", "allergens": ["celery"]}
    play.documents["menus"] = [{**play.first("menus"), "courses": [soup]}]
    which = {"menuId": play.first("menus")["_id"], "courseId": 1}
    play.call("courses.edit", **which, changes={"allergens": ["celery", "milk"]})
    play.call("courses.edit", **which, changes={"dish": "Fish soup"})
    play.call("courses.edit", **which, changes={"allergens": None})
    done = yield
    states = [state["menus"][0]["courses"] for state in done.states]
    assert states[0] == [{**soup, "allergens": ["celery", "milk"]}]
    assert states[1] == [{"_id": 1, "dish": "Fish soup", "allergens": ["celery", "milk"]}]
    assert states[2] == [{"_id": 1, "dish": "Fish soup"}]


def garage() -> Json:
    """Tariffs that hold on some days of the week."""
    says = [field("weekdays", "array", items={"type": "int"}), field("priority", "int")]
    return {
        "format": "nestlink/1", "name": "Garage", "database": "garage",
        "entities": [entity("Facility", field("name")), entity("Tariff", field("title"))],
        "relationships": [
            link("tariffs", "many-to-many", end("Facility", 9, field="tariffs"), end("Tariff", 9, field="facilities"),
                 strategy="EMBED_LINK", link_fields=says),
        ],
    }  # fmt: skip


@replay(garage)
def test_a_list_of_values_that_a_link_says_changes_as_a_whole(play: Play) -> Steps:
    facility, tariff = play.first("facilities")["_id"], play.first("tariffs")["_id"]
    listed = {"tariff_id": tariff, "weekdays": [1, 2], "priority": 1}
    play.documents["facilities"] = [{**play.first("facilities"), "tariffs": [listed]}]
    play.call("tariffs.edit", facilityId=facility, tariffId=tariff, changes={"weekdays": [6, 7]})
    done = yield
    assert done.all("facilities")[0]["tariffs"] == [{**listed, "weekdays": [6, 7]}]
