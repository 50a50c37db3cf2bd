"""What is called on documents whose subtypes have collections of their own, and which refer to one another: both
ends of a relationship are of one hierarchy, so that an id alone does not say which end it is."""

from __future__ import annotations

from typing import Any

import pytest

from tests.mongosh.kinds_apart import MANY
from tests.mongosh.odd import end, entity, field, link
from tests.mongosh.test_kinds_that_refer_to_their_own import own
from tests.oracle.judging import judge
from tests.oracle.test_declared_operations import _script
from tests.oracle.test_reads import judged

Json = dict[str, Any]
OWN_ENDS = [
    ("PARENT_REF", "one-to-many"),
    ("CHILD_REFS", "one-to-many"),
    *((strategy, MANY) for strategy in ("TWO_WAY_EMBED", "ONE_WAY_EMBED", "VALUE_ARRAY", "LINK_COLL")),
]


@pytest.mark.parametrize(("strategy", "kind"), OWN_ENDS)
def test_each_end_is_named_where_it_stands(strategy: str, kind: str) -> None:
    verdicts = judge("pays", own(strategy, "POLY_SPLIT", kind))
    assert [one for one in verdicts if one.why and one.judged] == []
    about_the_link = [one for one in verdicts if one.kind.startswith(strategy)]
    assert len([one for one in about_the_link if one.judged]) >= len(about_the_link) - 1


def test_each_end_is_named_beside_what_the_link_says() -> None:
    source = own("EMBED_LINK", "POLY_SPLIT", MANY, link_fields=[field("note"), field("rank", "int")])
    for one in source["entities"]:
        one["history"] = "revisions"
    verdicts = [one for one in judge("pays", source, tries=6) if one.kind == "EMBED_LINK add"]
    assert [(one.judged, one.why) for one in verdicts] == [(True, ""), (True, "")]


def test_a_tree_in_several_collections_is_left_to_its_error() -> None:
    source = own("TREE_PARENT", "POLY_SPLIT", "tree")
    source["relationships"][-1]["to"] = {"entity": "Pay", "field": "origin"}
    verdicts = judge("pays", source)
    assert {one.why for one in verdicts if one.kind.startswith("TREE_PARENT")} == {
        "L14 says that the nodes of a tree are in several collections"
    }
    source = own("TREE_PARENT", "POLY_SINGLE", "tree")
    source["relationships"][-1]["to"] = {"entity": "Pay", "field": "origin"}
    assert any(one.judged for one in judge("pays", source) if one.kind.startswith("TREE_PARENT"))


def test_a_new_document_of_a_subtype_enters_the_list_of_its_own_relationship() -> None:
    """A function of the supertype inserts it, into the collection of the subtype."""
    design = {
        "format": "nestlink/1", "name": "Choir", "database": "choir",
        "entities": [
            entity("Person", field("name", required=True)), entity("Singer", field("voice")),
            entity("Choir", field("title", required=True)),
        ],
        "relationships": [
            link("are", "is-a", end("Person"), end("Singer"), strategy="POLY_SPLIT"),
            link("sings", "one-to-many", end("Choir", field="people"), end("Person", field="choir"), strategy="PARENT_REF"),
            link("teaches", "one-to-many", end("Singer", 40, field="pupils"), end("Singer", field="teacher"),
                 strategy="TWO_WAY_REFS"),
        ],
    }  # fmt: skip
    verdicts = {one.function: one for one in judge("choir", design, tries=6)}
    assert verdicts["singsAdd"].judged and not verdicts["singsAdd"].why, verdicts["singsAdd"]


@pytest.mark.parametrize("kind", ["one-to-many", MANY])
def test_a_copy_follows_a_source_where_its_function_looks_for_it(kind: str) -> None:
    """Sources of each subtype have a function of their own: it is called on one that stands in its collection."""
    strategy = "PARENT_REF" if kind == "one-to-many" else "LINK_COLL"
    copied = {"policy": "eventual", "reads_per_day": 9000, "updates_per_day": 0.01}
    design = {
        "format": "nestlink/1", "name": "Choir", "database": "choir",
        "entities": [
            entity("Person", field("name", required=True)), entity("Singer", field("voice")), entity("Player", field("plays")),
        ],
        "relationships": [
            link("sing", "is-a", end("Person"), end("Singer"), strategy="POLY_SPLIT"),
            link("play", "is-a", end("Person"), end("Player"), strategy="POLY_SPLIT"),
            link("knows", kind, end("Person", field="friends"), end("Person", field="friend_of"), strategy=strategy,
                 copies=[{"field": "name", "of": "from", **copied}]),
        ],
    }  # fmt: skip
    verdicts = [one for one in judge("choir", design, tries=6) if one.kind == f"{strategy} sync"]
    assert len(verdicts) > 1 and all(one.judged and not one.why for one in verdicts), verdicts


def test_what_goes_to_another_of_its_entity_is_looked_for_in_its_own_collection() -> None:
    """The function for boats was tried with ships of the other collection: it asks for one that is not the new leader."""
    leads = {
        "name": "fleet", "kind": "one-to-many", "from": {"entity": "Boat", "field": "followers"},
        "to": {"entity": "Boat", "field": "leader"}, "strategy": "SUBSET", "together_needs": "recent",
        "recent": {"count": 3, "sort": "built", "direction": -1, "fields": ["built"]},
    }  # fmt: skip
    kinds = [
        {
            "name": kind,
            "kind": "is-a",
            "from": {"entity": "Boat"},
            "to": {"entity": kind},
            "strategy": strategy,
        }
        for kind, strategy in (("Ship", "POLY_SPLIT"), ("Raft", "POLY_SINGLE"))
    ]
    built = [{"name": "built", "type": "date", "required": True}]
    design = {
        "format": "nestlink/1", "name": "Boats", "database": "boats", "relationships": [leads, *kinds],
        "entities": [{"name": "Boat", "fields": built}, *({"name": name, "fields": []} for name in ("Ship", "Raft"))],
    }  # fmt: skip
    verdicts = {each.function: each for each in judge("boats", design) if "Reassign" in each.function}
    assert len(verdicts) == 2 and not [each for each in verdicts.values() if each.why or not each.judged]


def test_what_stands_inside_a_subtype_is_looked_for_there() -> None:
    """Engines stand in the cars and the trucks that they drive: each collection has its function."""
    drives = link("drives", "one-to-one", end("Vehicle", 1), end("Engine", 1), strategy="EMBED_ONE")
    supplies = link(
        "supplies", "many-to-many", end("Engine", 9), end("Supplier", 9), strategy="LINK_COLL",
        copies=[{"field": "power", "of": "from", "policy": "snapshot"}],
    )  # fmt: skip
    kinds = [
        link(f"is{kind}", "is-a", end("Vehicle", None), end(kind, None), strategy="POLY_SPLIT")
        for kind in ("Car", "Truck")
    ]
    design = {
        "format": "nestlink/1", "name": "Engines", "database": "engines",
        "entities": [
            entity("Vehicle", field("plate", required=True)), entity("Car", field("seats", "int")),
            entity("Truck", field("load", "int")), entity("Engine", field("power", "int", required=True)),
            entity("Supplier", field("name", required=True)),
        ],
        "relationships": [drives, supplies, *kinds],
    }  # fmt: skip
    names = ("suppliesAddCar", "suppliesAddTruck")
    assert judged(design, *names) == dict.fromkeys(names, "")


def test_a_measurement_that_lists_know_is_found_in_the_collections_of_its_subtypes_too() -> None:
    """Alarms have a collection of their own beside the measurements: what a note lists may be one."""
    design = {
        "format": "nestlink/1", "name": "Pumps", "database": "pumps",
        "entities": [
            entity("Pump", field("name", required=True)),
            entity("Reading", field("at", "date", required=True), field("value", "double"), kind="measurement"),
            entity("Alarm", field("level", "int")), entity("Note", field("text", required=True)),
        ],
        "relationships": [
            link("readings", "one-to-many", end("Pump"), end("Reading", 1, field="pump"), strategy="TIME_SERIES"),
            link("are", "is-a", end("Reading"), end("Alarm"), strategy="POLY_SPLIT"),
            link("notes", MANY, end("Reading"), end("Note", 20), strategy="ONE_WAY_EMBED", link_owner="to"),
        ],
    }  # fmt: skip
    verdicts = [one for one in judge("pumps", design, tries=6) if one.kind.startswith("ONE_WAY_EMBED")]
    assert [one for one in verdicts if one.why] == []
    assert len(verdicts) > 5


def test_the_kind_that_shares_a_collection_is_not_asked_for_where_its_own_subtype_stands() -> None:
    """Cars stand among vehicles, racers by themselves: a driver may have any of them."""
    design = {
        "format": "nestlink/1", "name": "Race", "database": "race",
        "entities": [
            entity("Vehicle", field("plate", required=True)), entity("Car", field("doors", "int")),
            entity("Racer", field("team")), entity("Driver", field("name", required=True)),
        ],
        "relationships": [
            link("cars", "is-a", end("Vehicle"), end("Car"), strategy="POLY_SINGLE"),
            link("racers", "is-a", end("Car"), end("Racer"), strategy="POLY_SPLIT"),
            link("drives", MANY, end("Driver"), end("Car"), strategy="LINK_COLL",
                 copies=[{"field": "plate", "of": "to", "reads_per_day": 1e6, "updates_per_day": 1}]),
        ],
    }  # fmt: skip
    verdicts = [one for one in judge("race", design, tries=6) if one.kind == "LINK_COLL add"]
    assert [(one.judged, one.why) for one in verdicts] == [(True, ""), (True, "")]


def test_what_links_find_is_found_before_any_place_takes_them_away() -> None:
    """A delete of what stands in several collections finds all of them by the links that it deletes."""
    more = {"link_owner": "to", "link_fields": [field("rank", "bool")]}
    source = own("LINK_COLL", "POLY_SPLIT", "graph", **more)
    ranked = [{"field": f"{source['relationships'][-1]['from']['field']}.rank"}]
    source["operations"] = [
        {"name": "drop", "kind": "delete", "entity": "Pay", "per_day": 1, "filter": ranked}
    ]
    body = _script(source).partition("function drop(")[2].partition("\n}\n")[0]
    assert body.count(".find(") == 1 and body.count("chain.deleteMany(") == 2
    (dropped,) = judge("pays", source, tries=6, only=["drop"])
    assert (dropped.judged, dropped.why) == (True, "")
