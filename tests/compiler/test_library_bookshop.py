"""Bookshop: many-to-many on both sides, on one side, or as plain values; a customer's address (F30, F34, F35)."""

from tests.compiler.library import Built, build, built, design, named, without


def category_names() -> Built:
    """Categories are nothing but a name."""
    changed = design("bookshop")
    category = named(changed["entities"], "Category")
    category |= {"kind": "lookup", "fields": without(category["fields"], "_id")}
    changed["operations"] = without(changed["operations"], "category menu")
    return build(changed)


def separate_address() -> Built:
    """The address department changes addresses without looking at the customer."""
    changed = design("bookshop")
    changed["operations"].append(
        {
            "name": "rename city",
            "kind": "update",
            "entity": "Address",
            "filter": [{"field": "city"}],
            "changes": ["city"],
            "per_day": 900,
        }
    )
    return build(changed)


def test_f30a_the_address_is_part_of_the_customer() -> None:
    plan = built("bookshop")
    assert plan.chosen("address") == ("A3", "EMBED_ONE")
    assert plan.shape("users") == {
        "_id:int",
        "name:string",
        "age:int",
        "address.street:string",
        "address.city:string",
    }
    assert "LINK_ONE" in plan.rejected("address")


def test_f30b_an_address_with_a_life_of_its_own_is_linked() -> None:
    plan = separate_address()
    assert plan.chosen("address") == ("A1", "LINK_ONE")
    assert plan.shape("users") == {"_id:int", "name:string", "age:int"}
    assert plan.shape("addresses") - {"_id:objectId"} == {"user_id:int", "street:string", "city:string"}
    assert "user_id:1 unique" in plan.indexes("addresses")
    assert any(
        "foreign key" in c.lower() or "enforce" in c.lower() for c in plan.decision("address")["caveats"]
    )


def test_f34_authors_and_books_list_one_another() -> None:
    plan = built("bookshop")
    assert plan.chosen("authorship") == ("C5", "TWO_WAY_EMBED")
    assert plan.holders("authorship") == {("authors", "books"), ("books", "authors")}
    assert plan.shape("authors") == {"_id:int", "name:string", "books[]:int"}
    assert "authors[]:int" in plan.shape("books")
    assert {"ONE_WAY_EMBED", "LINK_COLL"} <= plan.rejected("authorship").keys()


def test_f34_each_direction_is_read_by_ids() -> None:
    fetches = [
        s
        for s in built("bookshop").statements()
        if isinstance((s["filter"] or {}).get("_id"), dict) and "$in" in s["filter"]["_id"]
    ]
    assert {"books", "authors"} <= {s["collection"] for s in fetches}


def test_f34_a_link_is_two_writes() -> None:
    adds = [
        s
        for s in built("bookshop").statements("relationship:authorship", writes=True)
        if "$addToSet" in (s["update"] or {})
    ]
    assert {"books", "authors"} <= {s["collection"] for s in adds}


def test_f35_books_hold_the_ids_of_their_categories() -> None:
    plan = built("bookshop")
    assert plan.chosen("categories") == ("C4a", "ONE_WAY_EMBED")
    assert plan.holders("categories") == {("books", "categories")}
    assert plan.rejected("categories")["TWO_WAY_EMBED"] == "G3"
    assert plan.shape("books") == {"_id:int", "title:string", "authors[]:int", "categories[]:int"}
    assert plan.shape("categories") == {"_id:int", "name:string"}
    assert "categories:1" in plan.indexes("books")


def test_f35_the_other_direction_asks_the_books() -> None:
    reads = built("bookshop").statements("operation:books of a category", op="find", collection="books")
    assert reads and all(set(s["filter"]) == {"categories"} and s["limit"] for s in reads)


def test_f35_a_category_that_is_only_a_name_is_stored_as_it_is() -> None:
    plan = category_names()
    assert plan.chosen("categories") == ("C1", "VALUE_ARRAY")
    assert "categories[]:string" in plan.shape("books")
    assert "categories" not in plan.collections()


def test_the_examples_refer_to_one_another() -> None:
    plan = built("bookshop")
    categories = {category["_id"] for category in plan.documents("categories")}
    assert {c for book in plan.documents("books") for c in book["categories"]} <= categories
