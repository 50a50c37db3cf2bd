"""The documents of one design are one consistent world, whatever strategies store it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from designs.compiler import Compilation
from designs.compiler.plan_model.physical import DocField
from designs.compiler.sampling import samples
from designs.compiler.sampling.world.lives import constants_asked
from tests.compiler.compiled import ALL, compiled, design_of
from tests.compiler.library import fixture

Document = dict[str, Any]


def documents(name: str, collection: str) -> list[Document]:
    """The examples of one collection of a library design or fixture."""
    return samples(design_of(name))[collection]


def walked(
    fields: tuple[DocField, ...], value: Document
) -> Iterator[tuple[DocField, Any, tuple[DocField, ...], Document]]:
    """Every field of a document that has a value: with it, and with its siblings and their object."""
    for field in fields:
        if field.name not in value:
            continue
        inner = value[field.name]
        yield field, inner, fields, value
        if isinstance(inner, dict) and field.fields:
            yield from walked(field.fields, inner)
        if field.items is not None and isinstance(inner, list):
            for item in inner:
                if field.items.fields and isinstance(item, dict):
                    yield from walked(field.items.fields, item)


def everything(value: Any) -> Iterator[Any]:
    """A value and all that is inside of it."""
    yield value
    for inner in value.values() if isinstance(value, dict) else value if isinstance(value, list) else ():
        yield from everything(inner)


def fields_of(compilation: Compilation) -> Iterator[tuple[DocField, Any, tuple[DocField, ...], Document]]:
    """All fields of all examples of a design."""
    found = samples(compilation)
    for collection in compilation.plan.collections:
        for document in found[collection.name]:
            yield from walked(collection.fields, document)


@pytest.mark.parametrize("name", ALL)
def test_every_collection_has_one_to_three_documents(name: str) -> None:
    """A tree needs seven to show three levels, and what operations ask for in several states one in each of them."""
    compilation = design_of(name)
    trees = {one.to.entity for one in compilation.model.links if one.kind == "tree"}
    asked = {entity for (entity, _), states in constants_asked(compilation.model).items() if len(states) > 2}
    usual = {one.name: 5 if one.entity in asked else 3 for one in compilation.plan.collections}
    most = {one.name: 7 if one.entity in trees else usual[one.name] for one in compilation.plan.collections}
    for overlay in compilation.plan.entity_overlays:
        if overlay.kind == "POLY_SINGLE":  # two of each kind
            most[overlay.collection] = 2 * len(overlay.details["values"])
        most[overlay.collection] += overlay.kind == "SCD2"  # and what one of them was before
    assert all(1 <= len(found) <= most[key] for key, found in samples(compilation).items())


@pytest.mark.parametrize("name", ALL)
def test_ids_differ_and_references_resolve(name: str) -> None:
    compilation = design_of(name)
    ids = {key: [one["_id"] for one in found] for key, found in samples(compilation).items()}
    assert all(found.count(one) == 1 for found in ids.values() for one in found)
    for field, value, _, _ in fields_of(compilation):
        if field.origin in ("reference", "tree") and field.target:
            values = value if isinstance(value, list) else [value]
            assert all(one in ids[field.target] for one in values if not isinstance(one, dict)), field.name


@pytest.mark.parametrize("name", ALL)
def test_copies_equal_their_source(name: str) -> None:
    compilation = design_of(name)
    by_id = {key: {str(one["_id"]): one for one in found} for key, found in samples(compilation).items()}
    for field, value, siblings, beside in fields_of(compilation):
        if field.origin != "copy":
            continue
        references = (
            one
            for one in siblings
            if one.origin == "reference" and one.relationship == field.relationship and one.target
        )
        reference = next(references, None)
        if reference is not None and reference.target is not None:
            source = by_id[reference.target][str(beside[reference.name])]
            assert isinstance(value, dict) or value in everything(source), field.name


@pytest.mark.parametrize("name", ALL)
def test_unique_fields_are_unique(name: str) -> None:
    seen: dict[str, list[Any]] = {}
    compilation = design_of(name)
    # What something was before has the same values: only the current versions are unique.
    kept = {one.entity for one in compilation.plan.entity_overlays if one.kind == "SCD2"}
    past = [
        field for entity in compilation.model.entities if entity.name in kept for field in entity.own_fields
    ]
    for field, value, _, _ in fields_of(compilation):
        if field.source in past:
            continue
        if field.origin == "own" and field.source is not None and field.source.unique is True:
            seen.setdefault(f"{id(field)}", []).append(value)
    assert all(len(set(map(str, values))) == len(values) for values in seen.values())


@pytest.mark.parametrize(
    ("name", "one", "other"), [("F34", "authors", "books"), ("bookshop", "authors", "books")]
)
def test_both_sides_of_a_link_agree(name: str, one: str, other: str) -> None:
    forth = {(str(a["_id"]), str(b)) for a in documents(name, one) for b in a[other]}
    back = {(str(a), str(b["_id"])) for b in documents(name, other) for a in b[one]}
    assert forth == back and len(forth) >= 3


def test_owners_and_their_lists_agree() -> None:
    listed = {(p["_id"], task) for p in documents("F05", "people") for task in p["tasks"]}
    assert listed == {(task["owner"], task["_id"]) for task in documents("F05", "tasks")} and listed


def test_a_page_counts_its_items() -> None:
    for page in documents("blog", "comment_pages"):
        assert page["count"] == len(page["comments"]) >= 1 and page["page"] == 1


def test_a_window_holds_what_happened_in_it() -> None:
    users = {one["_id"]: one["name"] for one in documents("F18", "users")}
    for bucket in documents("F18", "user_activity"):
        start = bucket["_id"]["date"]
        assert (start.hour, start.minute) == (0, 0) and bucket["user_name"] == users[bucket["_id"]["user_id"]]
        assert all(item["timestamp"].date() == start.date() for item in bucket["activities"])
        assert bucket["metrics"]["total_activities"] == len(bucket["activities"])


@pytest.mark.parametrize("window", ["hour", "week", "month"])
def test_other_windows_start_where_they_should(window: str) -> None:
    source = fixture("F18")
    source["relationships"][0]["time_window"] = window
    for bucket in samples(compiled(source))["user_activity"]:
        start = bucket["_id"]["date"]
        assert (
            start.minute == 0
            and (window != "week" or start.weekday() == 0)
            and (window != "month" or start.day == 1)
        )
        assert all(item["timestamp"] >= start for item in bucket["activities"])


def test_an_outlier_overflows() -> None:
    compilation = design_of("F37h_out")
    found = samples(compilation)
    extra = next(one for one in compilation.plan.collections if one.kind == "overflow")
    parent = next(one for one in compilation.plan.collections if one.kind == "standard")
    flags = [one["has_extras"] for one in found[parent.name]]
    assert flags == [True, *[False] * (len(flags) - 1)]
    (overflow,) = found[extra.name]
    reference = next(field for field in extra.fields if field.origin == "reference")
    assert overflow[reference.name] == found[parent.name][0]["_id"] and overflow["item"]


def test_a_folded_parent_stands_in_each_child() -> None:
    found = samples(design_of("F11"))
    assert list(found) == ["logmsg"]
    pairs = {(one["host_ipaddr"], one["host_name"]) for one in found["logmsg"]}
    assert len(pairs) == 2


def test_a_slice_holds_the_newest_children_of_its_parent_the_newest_last() -> None:
    reviews = documents("F15", "reviews")
    for product in documents("F15", "products"):
        own = sorted(
            (one for one in reviews if one["product_id"] == product["_id"]), key=lambda one: one["date"]
        )
        assert [one["review_id"] for one in product["recent_reviews"]] == [one["_id"] for one in own][-5:]
        for short, whole in zip(product["recent_reviews"], own, strict=False):
            assert {name: whole[name] for name in short if name != "review_id"} == {
                name: value for name, value in short.items() if name != "review_id"
            }


def test_averages_and_counts_are_those_of_the_children() -> None:
    reviews = documents("F15", "reviews")
    counts = []
    for product in documents("F15", "products"):
        ratings = [one["rating"] for one in reviews if one["product_id"] == product["_id"]]
        counts.append(product["review_count"])
        assert product["review_count"] == len(ratings) and product.get("rating_sum", sum(ratings)) == sum(
            ratings
        )
        assert not ratings or product["average_rating"] == pytest.approx(sum(ratings) / len(ratings))
    assert max(counts) == 2


def test_links_of_a_link_collection_are_pairs() -> None:
    compilation = design_of("F36.7_inf-inf")
    link = next(one for one in compilation.plan.collections if one.kind == "link")
    fields = [field.name for field in link.fields if field.origin == "reference"]
    pairs = [tuple(one[name] for name in fields) for one in samples(compilation)[link.name]]
    assert len(set(pairs)) == len(pairs) == 3 and len(fields) == 2


def test_a_reference_inside_a_document_resolves_in_it() -> None:
    for customer in documents("web_shop", "customers"):
        keys = [address["id"] for address in customer["addresses"]]
        assert all(one["billing_address_id"] in keys for one in customer["payment_methods"])


def test_a_graph_links_no_thing_to_itself() -> None:
    for article in documents("cms", "articles"):
        ids = [one["_id"] for one in article["related_articles"]]
        assert article["_id"] not in ids and len(set(ids)) == len(ids)
