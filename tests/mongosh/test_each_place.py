"""A shape that stands in several places: each has functions of its own, and they leave the others alone."""

from __future__ import annotations

from typing import Any

from tests.mongosh.odd import end, entity, field, link
from tests.mongosh.replay import Play, replay
from tests.mongosh.test_trees import Steps

Json = dict[str, Any]


def design(entities: list[Json], links: list[Json], *operations: Json) -> Json:
    return {
        "format": "nestlink/1", "name": "Places", "database": "places", "operations": list(operations),
        "entities": entities, "relationships": links,
    }  # fmt: skip


def by(name: str) -> list[Json]:
    return [{"field": name}]


ADDRESS = entity("Address", field("street", required=True), kind="weak")
COUNTRY = entity("Country", field("name", required=True))
IN_COUNTRY = link("country", "one-to-many", end("Country"), end("Address", 1, field="country_id"), strategy="PARENT_REF")  # fmt: skip


def part(name: str, holder: str, child: str = "Address", most: int = 1) -> Json:
    kind, form = ("one-to-one", "EMBED_ONE") if most == 1 else ("one-to-many", "EMBED_ARRAY")
    return link(name, kind, end(holder, most, field=name), end(child, 1), strategy=form)


# --- objects of one holder, an array of another ---------------------------------------------------


def shop() -> Json:
    includes = ["billing", "shipping", "country"]
    return design(
        [entity("Order", field("number", required=True)), entity("Customer", field("email")), ADDRESS, COUNTRY],
        [part("billing", "Order"), part("shipping", "Order"), part("homes", "Customer", most=5), IN_COUNTRY],
        {"name": "read orders", "kind": "read", "entity": "Order", "filter": by("number"), "includes": includes},
        {"name": "read one order", "kind": "read", "entity": "Order", "filter": by("_id"), "includes": includes},
        {"name": "shipped", "kind": "read", "entity": "Order", "filter": by("number"), "includes": ["shipping", "country"]},
        {"name": "near", "kind": "read", "entity": "Address", "filter": by("street"), "includes": ["country"]},
        {"name": "read customers", "kind": "read", "entity": "Customer", "filter": by("email"), "includes": ["homes", "country"]},
        {"name": "read countries", "kind": "read", "entity": "Country", "filter": by("name"), "includes": ["country"]},
        {"name": "move in", "kind": "insert", "entity": "Address"},
    )  # fmt: skip


def at(street: str, country: str) -> Json:
    return {"street": street, "country_id": country}


def filled(play: Play) -> None:
    play.documents |= {
        "orders": [{"_id": 1, "number": "n", "billing": at("b", "x"), "shipping": at("s", "y")}],
        "customers": [{"_id": 2, "email": "e", "homes": [at("h", "x"), at("i", "y")]}],
        "countries": [{"_id": one, "name": one} for one in ("x", "y", "z")],
    }


@replay(shop)
def test_each_place_is_read_by_its_own_reference(play: Play) -> Steps:
    filled(play)
    for country in ("x", "y"):
        for place in ("billing", "shipping", "homes"):
            play.call(f"{place}.country.read", countryId=country)
    done = yield
    found = [[one["_id"] for one in some] for some in done.results]
    assert found == [[1], [], [2], [], [1], [2]]


@replay(shop)
def test_each_place_is_written_and_the_others_stay(play: Play) -> Steps:
    filled(play)
    play.call("shipping.country.reassign", orderId=1, newCountryId="z")
    play.call("homes.country.reassign", customerId=2, address=at("i", "y"), newCountryId="z")
    play.call("homes.edit", customerId=2, address=at("h", "x"), changes={"street": "j"})
    play.call("shipping.remove", orderId=1)
    play.call("shipping.move in", orderId=1, address=at("t", "x"))
    play.call("homes.move in", customerId=2, address=at("k", "y"))
    done = yield
    order = {"_id": 1, "number": "n", "billing": at("b", "x"), "shipping": at("s", "z")}
    assert done.one("orders", 1, 0) == order
    assert [done.all("customers", step)[0]["homes"][0] for step in (1, 2)] == [at("h", "x"), at("j", "x")]
    assert done.one("orders", 1) == {**order, "shipping": at("t", "x")}
    assert done.all("customers")[0]["homes"] == [at("j", "x"), at("i", "z"), at("k", "y")]


@replay(shop)
def test_what_references_of_each_place_lead_to_is_read(play: Play) -> Steps:
    filled(play)
    play.call("read orders", number="n")
    play.call("read one order", id=1)
    play.call("shipped", number="n")
    play.call("billing.near", street="b")
    play.call("shipping.near", street="s")
    play.call("homes.near", street="i")
    play.call("read customers", email="e")
    play.call("read countries", name="x")
    done = yield
    orders, one, shipped, billing, shipping, homes, customers, countries = done.results
    assert (orders[0]["billingCountry"]["_id"], orders[0]["shippingCountry"]["_id"]) == ("x", "y")
    assert [one[name]["_id"] for name in ("billingCountry", "shippingCountry")] == ["x", "y"]
    assert [some[0]["country"]["_id"] for some in (shipped, billing, shipping, homes)] == ["y", "x", "y", "y"]
    assert sorted(each["_id"] for each in customers[0]["countries"]) == ["x", "y"]
    names = ("billingAddresses", "shippingAddresses", "homesAddresses")
    assert [[each["_id"] for each in countries[0][name]] for name in names] == [[1], [], [2]]


@replay(shop)
def test_the_audit_looks_at_each_place(play: Play) -> Steps:
    filled(play)
    play.documents["countries"] = [{"_id": "x", "name": "x"}]
    play.audit()
    done = yield
    found = {name: [one["_id"] for one in some] for name, some in done.found.items() if "orphans" in name}
    assert found == {"country.orphans.to": [], "country.orphans.to.2": [1], "country.orphans.to.3": [2]}


# --- results in each place ------------------------------------------------------------------------


def boxes() -> Json:
    area = field("area", "int", computed={"formula": "width * height"})
    box = entity("Box", field("width", "int"), field("height", "int"), area, kind="weak")
    return design(
        [entity("Order", field("number")), box],
        [part("inner", "Order", "Box"), part("outer", "Order", "Box")],
        {"name": "widen", "kind": "update", "entity": "Box", "filter": by("height"), "changes": ["width"]},
    )


@replay(boxes)
def test_results_follow_in_the_place_that_is_written(play: Play) -> Steps:
    """One call changes both places. What is taken away is not brought back by its result."""
    inner, outer = {"width": 2, "height": 3, "area": 0}, {"width": 4, "height": 3, "area": 0}
    play.documents |= {"orders": [{"_id": 1, "number": "n", "inner": inner, "outer": outer}]}
    play.call("widen", height=3, newWidth=5)
    play.call("inner.Box.compute", orderId=1)
    play.call("outer.remove", orderId=1)
    done = yield
    wide = {"width": 5, "height": 3, "area": 15}
    assert done.all("orders", 0) == [{"_id": 1, "number": "n", "inner": wide, "outer": wide}]
    assert done.all("orders") == [{"_id": 1, "number": "n", "inner": wide}]


# --- arrays in arrays -----------------------------------------------------------------------------


def deals() -> Json:
    return design(
        [entity("Deal", field("title")), entity("Contact", field("phone"), kind="weak"), ADDRESS, COUNTRY],
        [part("buyer", "Deal", "Contact"), part("sellers", "Deal", "Contact", 5), part("at", "Contact", most=3), IN_COUNTRY],
    )  # fmt: skip


@replay(deals)
def test_arrays_in_an_object_and_in_an_array(play: Play) -> Steps:
    buyer = {"phone": "1", "at": [at("b", "x")]}
    sellers = [
        {"_id": 2, "phone": "2", "at": [at("s", "x"), at("t", "y")]},
        {"_id": 3, "phone": "3", "at": [at("u", "y")]},
    ]
    play.documents["countries"] = [{"_id": "z", "name": "z"}]
    play.documents |= {"deals": [{"_id": 1, "title": "d", "buyer": buyer, "sellers": sellers}]}
    for place in ("buyer", "sellers"):
        play.call(f"{place}.country.read", countryId="y")
    play.call("buyer.country.reassign", dealId=1, address=at("b", "x"), newCountryId="z")
    play.call("sellers.country.reassign", dealId=1, address=at("t", "y"), newCountryId="z")
    play.call("sellers.at.add", dealId=1, contactId=3, address=at("v", "x"))
    done = yield
    assert [[one["_id"] for one in some] for some in done.results[:2]] == [[], [1]]
    (after,) = done.all("deals")
    assert after["buyer"]["at"] == [at("b", "z")]
    assert [one["at"] for one in after["sellers"]] == [
        [at("s", "x"), at("t", "z")],
        [at("u", "y"), at("v", "x")],
    ]


# --- buckets --------------------------------------------------------------------------------------


def pages() -> Json:
    holders = [entity(name, field("name", required=True)) for name in ("Board", "Film", "Person")]
    notes = [
        link(name, "one-to-many", end(holder), end("Note", 1), strategy="BUCKET")
        for name, holder in (("notes", "Board"), ("reviews", "Film"))
    ]
    author = link(
        "author", "one-to-many", end("Person"), end("Note", 1, field="author_id"), strategy="PARENT_REF"
    )
    return design([*holders, entity("Note", field("text"), kind="weak")], [*notes, author])


@replay(pages)
def test_elements_of_two_kinds_of_buckets(play: Play) -> Steps:
    play.documents |= {
        "note_pages": [{"_id": 1, "board_id": "b", "page": 1, "count": 1, "items": [{"text": "one", "author_id": "p"}]}],
        "note_pages_2": [{"_id": 2, "film_id": "f", "page": 1, "count": 1, "items": [{"text": "two", "author_id": "q"}]}],
    }  # fmt: skip
    play.call("notes.author.read", personId="q")
    play.call("reviews.author.read", personId="q")
    done = yield
    assert [[one["_id"] for one in some] for some in done.results] == [[], [2]]


# --- kinds ----------------------------------------------------------------------------------------


def school() -> Json:
    fields = [
        field("name", required=True),
        field("member_count", "int", computed={"formula": "count(members)"}),
    ]
    kinds = [
        link(name, "is-a", {"entity": "Person"}, {"entity": name}, strategy="POLY_SPLIT")
        for name in ("Student", "Teacher")
    ]
    members = link(
        "members", "one-to-many", end("School", field="members"), end("Person", 1, field="school_id"),
        strategy="PARENT_REF", exclusive_owner=True,
    )  # fmt: skip
    people = [
        entity("Person", field("name")),
        entity("Student", field("year", "int")),
        entity("Teacher", field("subject")),
    ]
    return design(
        [entity("School", *fields), *people, ADDRESS, COUNTRY],
        [*kinds, members, part("home", "Person"), IN_COUNTRY],
        {
            "name": "read schools",
            "kind": "read",
            "entity": "School",
            "filter": by("name"),
            "includes": ["members"],
        },
    )


@replay(school)
def test_kinds_with_collections_of_their_own(play: Play) -> Steps:
    play.documents |= {
        "schools": [
            {"_id": "s", "name": "n", "member_count": 2},
            {"_id": "t", "name": "m", "member_count": 0},
        ],
        "students": [{"_id": 1, "name": "a", "year": 1, "school_id": "s", "home": at("h", "x")}],
        "teachers": [{"_id": 2, "name": "b", "subject": "c", "school_id": "s", "home": at("i", "x")}],
        "countries": [{"_id": "z", "name": "z"}],
    }
    play.call("members.read", schoolId="s")
    play.call("read schools", name="n")
    play.call("country.read.student", countryId="x")
    play.call("country.reassign.teacher", personId=2, newCountryId="z")
    play.call("members.reassign.teacher", personId=2, newSchoolId="t")
    play.call("School.recompute.all")
    play.call("members.cascade", schoolId="s")
    play.call("members.cascade", schoolId="t")
    done = yield
    assert sorted(one["_id"] for one in done.results[0]) == [1, 2]
    assert sorted(one["_id"] for one in done.results[1][0]["people"]) == [1, 2]
    assert [one["_id"] for one in done.results[2]] == [1]
    assert [done.all(name, 3)[0]["home"]["country_id"] for name in ("students", "teachers")] == ["x", "z"]
    for step in (4, 5):
        assert {one["_id"]: one["member_count"] for one in done.all("schools", step)} == {"s": 1, "t": 1}
    assert [len(done.all(name, 6)) for name in ("students", "teachers")] == [0, 1]
    assert [len(done.all(name)) for name in ("students", "teachers", "schools")] == [0, 0, 0]


# --- lists in each place --------------------------------------------------------------------------


def tagged() -> Json:
    tags = link("tags", "many-to-many", end("Address", 5), end("Tag"), strategy="ONE_WAY_EMBED")
    return design(
        [entity("Order", field("number")), entity("Customer", field("email")), ADDRESS, entity("Tag", field("word"), field("colour"))],
        [part("billing", "Order"), part("shipping", "Order"), part("homes", "Customer", most=5), tags],
    )  # fmt: skip


@replay(tagged)
def test_what_is_listed_goes_out_of_every_place(play: Play) -> Steps:
    def listing(*tags: str) -> Json:
        return {"street": "s", "tags": list(tags)}

    play.documents |= {
        "orders": [{"_id": 1, "number": "n", "billing": listing("t", "u"), "shipping": listing("t")}],
        "customers": [{"_id": 2, "email": "e", "homes": [listing("u", "t")]}],
        "tags": [{"_id": one, "word": one} for one in "tuv"],
    }
    play.call("shipping.tags.add", orderId=1, tagId="v")
    play.call("tags.delete", tagId="t")
    done = yield
    assert done.all("orders", 0)[0]["shipping"]["tags"] == ["t", "v"]
    (order,), (customer,) = done.all("orders"), done.all("customers")
    assert [order[place]["tags"] for place in ("billing", "shipping")] == [["u"], ["v"]]
    assert customer["homes"][0]["tags"] == ["u"] and len(done.all("tags")) == 2


def paid() -> Json:
    """Orders that have two payments at most, of two kinds, each in a collection of its own."""
    kinds = ("Card", "Wire")
    return {
        "format": "nestlink/1", "name": "Pays", "database": "pays",
        "entities": [entity(name, field("_id", "int")) for name in ("Order", "Pay")] + [entity(name) for name in kinds],
        "relationships": [
            *(link(f"is_{name.lower()}", "is-a", end("Pay"), end(name), strategy="POLY_SPLIT") for name in kinds),
            link("pays", "one-to-many", end("Order", 2), end("Pay", 1, field="order"), strategy="PARENT_REF"),
        ],
    }  # fmt: skip


@replay(paid)
def test_the_audit_counts_the_children_of_a_parent_in_all_places_together(play: Play) -> Steps:
    play.documents = {
        "orders": [{"_id": number} for number in (1, 2, 3)],
        "cards": [{"_id": 1, "order": 1}, {"_id": 2, "order": 1}, {"_id": 3, "order": 2}],
        "wires": [{"_id": 4, "order": 2}, {"_id": 5, "order": 2}, {"_id": 6, "order": 3}, {"_id": 7}],
    }
    play.audit()
    done = yield
    assert done.found["pays.beyond"] == [{"_id": 2, "count": 3}]
