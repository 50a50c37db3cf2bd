"""Small designs that ask one question each of their example documents."""

from __future__ import annotations

from collections import Counter
from itertools import pairwise
from typing import Any

import pytest

from designs.compiler import Compilation
from designs.compiler.sampling import samples
from tests.compiler.bson_schema import complaints
from tests.compiler.calls import calls
from tests.compiler.compiled import compiled, design_of
from tests.compiler.in_parts import laid_out
from tests.compiler.sampling.test_coherence import model_of

Document = dict[str, Any]
COUNTED = {"format": "nestlink/1", "name": "Small", "database": "small"}
TEAM = {"name": "Team", "fields": [{"name": "name", "type": "string"}, {"name": "city", "type": "string"}]}
MEMBER = {
    "name": "Member",
    "fields": [{"name": "name", "type": "string"}, {"name": "joined_on", "type": "date"}],
}


def related(kind: str, has: Document, back: Document, **more: Any) -> Compilation:
    """Teams and members, related in one way."""
    link = {
        "name": "members",
        "kind": kind,
        "from": {"entity": "Team", "has": has},
        "to": {"entity": "Member", "has": back},
    }
    return compiled({**COUNTED, "entities": [TEAM, MEMBER], "relationships": [{**link, **more}]})


@pytest.mark.parametrize(
    ("values", "most"), [({"type": "bool"}, 2), ({"type": "string", "enum": ["a"]}, 1), ({"type": "int"}, 3)]
)
def test_there_are_no_more_documents_than_unique_values(values: Document, most: int) -> None:
    shift = {"name": "shift", "unique": True, "required": True, **values}
    fields = [*MEMBER["fields"], shift]  # type: ignore[misc]
    link = {"name": "members", "kind": "one-to-many", "from": {"entity": "Team"}, "to": {"entity": "Member"},
            "strategy": "PARENT_REF"}  # fmt: skip
    source = {**COUNTED, "entities": [TEAM, {**MEMBER, "fields": fields}], "relationships": [link]}
    found = [member["shift"] for member in samples(compiled(source))["members"]]
    assert len(found) == len(set(found)) == most


def test_nor_than_unique_values_of_an_entity_with_kinds() -> None:
    """Each kind is to be shown, but no server takes a third document with a unique yes or no."""
    flag = {"name": "day", "type": "bool", "unique": True, "required": True}
    kinds = ["Early", "Late", "Night"]
    entities = [{"name": "Shift", "fields": [flag]}, *({"name": kind} for kind in kinds)]
    links = [
        {"name": kind, "kind": "is-a", "from": {"entity": "Shift"}, "to": {"entity": kind}} for kind in kinds
    ]
    made = samples(compiled({**COUNTED, "entities": entities, "relationships": links}))["shifts"]
    assert [document["day"] for document in made] == [True, False]


def test_a_declared_minimum_is_met() -> None:
    found = samples(related("one-to-many", {"min": 5, "max": 9}, {"min": 1, "max": 1}, strategy="CHILD_REFS"))
    assert all(len(team["members"]) >= 5 for team in found["teams"])
    assert sorted(one for team in found["teams"] for one in team["members"]) == sorted(
        one["_id"] for one in found["members"]
    )
    both = related("many-to-many", {"min": 4, "max": 9}, {"min": 2, "max": 9}, strategy="TWO_WAY_EMBED")
    found = samples(both)
    assert all(len(team["members"]) >= 4 for team in found["teams"])
    assert all(len(member["teams"]) >= 2 for member in found["members"])


@pytest.mark.parametrize(("start", "end"), [("Team", "Member"), ("Member", "Team")])
def test_it_is_met_between_a_kind_and_what_it_is_a_kind_of(start: str, end: str) -> None:
    """Which may be one thing, and none is linked with itself."""
    links = [
        {"name": "kinds", "kind": "is-a", "from": {"entity": "Team"}, "to": {"entity": "Member"}},
        {
            "name": "near", "kind": "many-to-many", "from": {"entity": start, "field": "near", "has": {"min": 5}},
            "to": {"entity": end}, "strategy": "ONE_WAY_EMBED",
        },
    ]  # fmt: skip
    made = samples(compiled({**COUNTED, "entities": [TEAM, MEMBER], "relationships": links}))["teams"]
    listed = [document["near"] for document in made if start == "Team" or document["team_type"] == "member"]
    assert listed and all(len(set(ids)) >= 5 for ids in listed)
    assert not any(document["_id"] in document.get("near", ()) for document in made)


@pytest.mark.parametrize(("count", "made"), [(1, 1), (2, 2), (50, 3), (0, 3), (1.5, 1)])
@pytest.mark.parametrize("strategy", ["PARENT_REF", "CHILD_REFS", "SUBSET"])
def test_there_are_no_more_examples_than_the_design_counts(count: float, made: int, strategy: str) -> None:
    link = {
        "name": "members", "kind": "one-to-many", "strategy": strategy, "from": {"entity": "Team"},
        "to": {"entity": "Member"},
    }  # fmt: skip
    found = samples(
        compiled({**COUNTED, "entities": [TEAM, {**MEMBER, "count": count}], "relationships": [link]})
    )
    assert len(found["members"]) == made


def test_a_single_thing_may_have_one_of_another_and_is_of_the_current_shape() -> None:
    """As settings that an application has once; both ends of a one-to-one are as many."""
    text = {"name": "text", "type": "string"}
    entities = [
        {"name": "Site", "count": 1, "schema_version": 2, "fields": [text]},
        {"name": "Theme", "fields": [text]},
    ]
    link = {
        "name": "theme", "kind": "one-to-one", "strategy": "LINK_ONE", "from": {"entity": "Site"},
        "to": {"entity": "Theme", "has": {"min": 1, "max": 1}},
    }  # fmt: skip
    found = samples(compiled({**COUNTED, "entities": entities, "relationships": [link]}))
    assert [one["schema_version"] for one in found["sites"]] == [2]
    assert [one["site_id"] for one in found["themes"]] == [one["_id"] for one in found["sites"]]


def test_a_declared_minimum_is_met_by_more_than_the_design_counts() -> None:
    """The two contradict one another; a document that breaks its own validator would show neither."""
    link = {
        "name": "members", "kind": "many-to-many", "strategy": "ONE_WAY_EMBED",
        "from": {"entity": "Team", "has": {"min": 3, "max": 9}}, "to": {"entity": "Member"},
    }  # fmt: skip
    found = samples(
        compiled({**COUNTED, "entities": [TEAM, {**MEMBER, "count": 1}], "relationships": [link]})
    )
    assert len(found["members"]) == 3


def test_work_grows_with_the_links_that_a_minimum_asks_for() -> None:
    def work(least: int) -> int:
        counts = {"min": least}
        return calls(lambda: related("many-to-many", counts, counts, strategy="TWO_WAY_EMBED"))

    work(3)  # what is made once for all designs
    assert work(58) < 4 * work(29)


def test_a_maximum_of_one_is_kept() -> None:
    found = samples(related("one-to-many", {"max": 1}, {"min": 0, "max": 1}, strategy="EMBED_ARRAY"))
    assert all(len(team["members"]) == 1 for team in found["teams"])


@pytest.mark.parametrize("strategy", ["TWO_WAY_REFS", "CHILD_REFS"])
def test_children_that_need_no_parent_stay_without_one_where_all_have_their_maximum(strategy: str) -> None:
    """The list of the parent held no more than its maximum, though more children named it."""
    links = [
        {
            "name": "members", "kind": "one-to-many", "strategy": strategy,
            "from": {"entity": "Team", "has": {"max": 2}}, "to": {"entity": "Member", "has": {"min": 0, "max": 1}},
        },
        {
            "name": "rooms", "kind": "one-to-many", "strategy": "PARENT_REF",
            "from": {"entity": "Member", "has": {"min": 1}}, "to": {"entity": "Room"},
        },
        {
            "name": "sees", "kind": "many-to-many", "strategy": "ONE_WAY_EMBED",
            "from": {"entity": "Room", "has": {"min": 7, "max": 9}}, "to": {"entity": "Member"},
        },
    ]  # fmt: skip
    found = samples(
        compiled({**COUNTED, "entities": [TEAM, MEMBER, {"name": "Room"}], "relationships": links})
    )
    listed = [id for team in found["teams"] for id in team["members"]]
    named = [one["_id"] for one in found["members"] if one.get("team_id")]
    assert len(found["members"]) == 7 and len(listed) == 4
    assert strategy == "CHILD_REFS" or sorted(listed) == sorted(named)


@pytest.mark.parametrize("names", [("blocks._id", "blockers._id"), ("blocks.ids", "seen.blockers")])
def test_links_to_others_of_one_entity_stand_at_both_ends_whatever_their_paths_end_in(
    names: tuple[str, str],
) -> None:
    ends = [{"entity": "Member", "field": name} for name in names]
    link = {"name": "blocks", "kind": "graph", "from": ends[0], "to": ends[1], "strategy": "TWO_WAY_EMBED"}
    found = samples(compiled({**COUNTED, "entities": [MEMBER], "relationships": [link]}))

    def listed(name: str) -> set[tuple[Any, Any]]:
        above, _, last = name.partition(".")
        return {(one["_id"], id) for one in found["members"] for id in one[above][last]}

    forth, back = map(listed, names)
    assert forth and back == {(other, one) for one, other in forth}


def test_many_kinds_of_children_leave_no_parent_with_more_than_its_maximum() -> None:
    """Each kind is to be shown, so that there are more children than a few parents would have by their average."""
    kinds = ["Striker", "Keeper", "Wing"]
    links = [
        {"name": kind, "kind": "is-a", "from": {"entity": "Member"}, "to": {"entity": kind}} for kind in kinds
    ]
    ends = (
        {"entity": "Team", "has": {"average": 2, "max": 5}},
        {"entity": "Member", "has": {"min": 1, "max": 1}},
    )
    members = {
        "name": "members",
        "kind": "one-to-many",
        "from": ends[0],
        "to": ends[1],
        "strategy": "PARENT_REF",
    }
    entities = [TEAM, MEMBER, *({"name": kind} for kind in kinds)]
    found = samples(compiled({**COUNTED, "entities": entities, "relationships": [members, *links]}))
    counts = Counter(member["team_id"] for member in found["members"])
    assert len(found["members"]) > 5 and max(counts.values()) <= 5


def test_measurements_carry_their_source_in_the_meta_field() -> None:
    sensor = {
        "name": "Sensor",
        "fields": [{"name": name, "type": "string"} for name in ("name", "place", "model", "owner")],
    }
    reading = {
        "name": "Reading", "kind": "measurement",
        "fields": [{"name": "at", "type": "date", "required": True}, {"name": "value", "type": "double"}],
    }  # fmt: skip
    link = {
        "name": "readings",
        "kind": "one-to-many",
        "from": {"entity": "Sensor"},
        "to": {"entity": "Reading", "has": {"min": 1, "max": 1}},
    }
    compilation = compiled({**COUNTED, "entities": [sensor, reading], "relationships": [link]})
    found = samples(compilation)
    assert [one.kind for one in compilation.plan.collections] == ["standard", "timeseries"]
    sensors = [one["_id"] for one in found["sensors"]]
    assert all(one["meta"]["sensor_id"] in sensors and one["at"] for one in found["readings"])


def test_a_tree_has_one_root_and_no_ring() -> None:
    node = {"name": "Category", "fields": [{"name": "name", "type": "string"}]}
    link = {"name": "tree", "kind": "tree", "from": {"entity": "Category"}, "to": {"entity": "Category"}}
    found = samples(compiled({**COUNTED, "entities": [node], "relationships": [link]}))["categories"]
    parents = {one["_id"]: one.get("parent") for one in found}
    assert list(parents.values()).count(None) == 1
    assert all(parent is None or (parent in parents and parent != one) for one, parent in parents.items())


def test_a_formula_that_breaks_a_limit_is_tried_with_other_values() -> None:
    stock = [
        {"name": "in_stock", "type": "int", "example": 20, "required": True},
        {"name": "reserved", "type": "int", "example": 19, "required": True},
        {
            "name": "free",
            "type": "int",
            "minimum": 0,
            "required": True,
            "computed": {"formula": "in_stock - reserved"},
        },
    ]
    found = samples(compiled({**COUNTED, "entities": [{"name": "Stock", "fields": stock}]}))["stocks"]
    assert all(one["free"] == one["in_stock"] - one["reserved"] >= 0 for one in found)


def test_prose_is_not_computed() -> None:
    views = {
        "name": "views",
        "type": "int",
        "example": 42,
        "computed": {"formula": "one for each time it is shown"},
    }
    found = samples(compiled({**COUNTED, "entities": [{"name": "Page", "fields": [views]}]}))["pages"]
    assert found[0]["views"] == 42


def test_a_ring_of_formulas_ends() -> None:
    ring = [
        {"name": "a", "type": "int", "required": True, "computed": {"formula": "b + 1"}},
        {"name": "b", "type": "int", "required": True, "computed": {"formula": "a + 1"}},
    ]
    assert samples(compiled({**COUNTED, "entities": [{"name": "Ring", "fields": ring}]}))["rings"]


def test_the_same_design_gives_the_same_documents_and_asking_again_the_same_objects() -> None:
    compilation = design_of("web_shop")
    first = samples(compilation)
    assert samples(compilation) is first
    samples(design_of("university"))
    again = samples(compilation)
    assert again == first and again is not first


def kinds(general: str, special: str, **more: Any) -> Compilation:
    """Animals, some of them cats with an ``_id`` of their own type, and keepers that have animals."""
    entities = [
        {"name": "Animal", "fields": [{"name": "_id", "type": general}, {"name": "name", "type": "string"}]},
        {"name": "Cat", "fields": [{"name": "_id", "type": special}, {"name": "purrs", "type": "bool"}]},
        {"name": "Dog", "fields": [{"name": "barks", "type": "bool"}]},
        {"name": "Keeper", "fields": [{"name": "shift", "type": "string"}]},
    ]
    links = [
        {"name": name, "kind": "is-a", "from": {"entity": "Animal"}, "to": {"entity": kind}}
        for name, kind in (("cats", "Cat"), ("dogs", "Dog"))
    ]
    ends = {"from": {"entity": "Keeper", "has": {"max": 3}}, "to": {"entity": "Animal", "has": {"max": 1}}}
    keeping = {"name": "keeping", "kind": "one-to-many", **ends, **more}
    return compiled({**COUNTED, "entities": entities, "relationships": [*links, keeping]})


@pytest.mark.parametrize("strategy", ["PARENT_REF", "EMBED_ARRAY", "BUCKET", "OUTLIER"])
@pytest.mark.parametrize(("general", "special"), [("int", "string"), ("string", "long"), ("objectId", "int")])
def test_kinds_whose_ids_differ_pass_their_validators(strategy: str, general: str, special: str) -> None:
    made = kinds(general, special, strategy=strategy)
    found = samples(made)
    assert any(found[one.name] for one in made.plan.collections)
    for one in made.plan.collections:
        schema = (one.validator or {}).get("$jsonSchema", {})
        assert [error.message for document in found[one.name] for error in complaints(schema, document)] == []
    assert not [one for one in made.findings if one.code == "L44"]


@pytest.mark.parametrize("holder", ["Team", "Member"])
@pytest.mark.parametrize("poly", ["POLY_SPLIT", "POLY_SINGLE"])
def test_what_names_a_thing_of_several_kinds_names_one_that_is_there(holder: str, poly: str) -> None:
    kinds = [
        {"name": name, "fields": [{"name": f"{name}_no", "type": "int"}]} for name in ("Coach", "Player")
    ]
    is_a = [
        {"name": one["name"], "kind": "is-a", "from": {"entity": "Member"}, "to": {"entity": one["name"]}, "strategy": poly}
        for one in kinds
    ]  # fmt: skip
    ends = {"from": {"entity": holder, "has": {"max": 9}}, "to": {"entity": "Member", "has": {"max": 9}}}
    link = {
        "name": "knows",
        "kind": "many-to-many",
        **ends,
        "strategy": "ONE_WAY_EMBED",
        "link_owner": "from",
    }
    parts = {"entities": [TEAM, MEMBER, *kinds], "relationships": [*is_a, link]}
    found = samples(compiled({**COUNTED, **parts}))
    members = {one["_id"] for name in ("members", "coaches", "players") for one in found.get(name, ())}
    listed = {
        id
        for some in found.values()
        for one in some
        for ids in one.values()
        if isinstance(ids, list)
        for id in ids
    }
    assert listed and listed <= members


def objects(found: Any) -> int:
    """How many documents, sub-documents and elements there are."""
    inner = found.values() if isinstance(found, dict) else found if isinstance(found, list) else ()
    return isinstance(found, dict) + sum(map(objects, inner))


def test_a_few_documents_show_a_whole_tree_however_many_there_are() -> None:
    node = {"entity": "Node"}
    below = {"name": "below", "kind": "tree", "strategy": "EMBED_TREE", "from": node, "to": node}
    near = {"name": "near", "kind": "many-to-many", "strategy": "VALUE_ARRAY", "to": node}
    links = [below, {**near, "from": {**node, "has": {"min": 49}}}]
    design = {**COUNTED, "entities": [{"name": "Node"}], "relationships": links}
    (nodes,) = samples(compiled(design)).values()
    assert len(nodes) == 50 and objects(nodes) < 100


def test_minima_of_arrays_in_arrays_do_not_multiply_without_end() -> None:
    names = "ABCD"
    links = [
        {"name": f"in {one}", "kind": "one-to-many", "strategy": "EMBED_ARRAY", "to": {"entity": other},
         "from": {"entity": one, "has": {"min": 30}}}
        for one, other in pairwise(names)
    ]  # fmt: skip
    design = {**COUNTED, "entities": [{"name": one} for one in names], "relationships": links}
    (found,) = samples(compiled(design)).values()
    assert objects(found) < 20_000


def test_a_minimum_of_a_general_is_met_by_all_of_its_kinds_together() -> None:
    kinds = [
        {"name": f"is {one}", "kind": "is-a", "from": {"entity": "Node"}, "to": {"entity": one}}
        for one in ("Leaf", "Branch", "Root")
    ]
    near = {"name": "near", "kind": "many-to-many", "strategy": "ONE_WAY_EMBED", "to": {"entity": "Node"}}
    links = [*kinds, {**near, "from": {"entity": "Node", "has": {"min": 49}}}]
    entities = [{"name": one} for one in ("Node", "Leaf", "Branch", "Root")]
    inserts = [{"name": one["name"], "kind": "insert", "entity": one["name"]} for one in entities[1:]]
    parts = {"entities": entities, "relationships": links, "operations": inserts}
    (nodes,) = samples(compiled({**COUNTED, **parts})).values()
    assert len(nodes) == 50 and {one["node_type"] for one in nodes} == {"leaf", "branch", "root"}
    assert all(len(set(one["near"])) >= 49 for one in nodes)


def test_kinds_that_take_turns_have_no_key_twice() -> None:
    """A key that is true or false, of two kinds in turn: one value is left to each."""
    kinds = [
        {"name": name, "fields": [{"name": "flag", "type": "bool", "unique": True, "required": True}]}
        for name in ("Bus", "Tram")
    ]
    pages = {"name": "Page", "fields": [{"name": "title", "type": "string"}]}
    links = [
        {
            "name": f"is {each['name']}",
            "kind": "is-a",
            "from": {"entity": "Vehicle"},
            "to": {"entity": each["name"]},
        }
        for each in kinds
    ]
    of_pages = {
        "name": "pages",
        "kind": "one-to-many",
        "from": {"entity": "Vehicle", "has": {"min": 1}},
        "to": {"entity": "Page", "has": {"min": 1, "max": 1}},
    }
    source = {
        "format": "nestlink/1",
        "name": "Fleet",
        "database": "fleet",
        "entities": [{"name": "Vehicle", "fields": [{"name": "plate", "type": "string"}]}, *kinds, pages],
        "relationships": [*links, of_pages],
        "operations": [{"name": each["name"], "kind": "insert", "entity": each["name"]} for each in kinds],
    }
    documents = samples(laid_out(model_of(source)))
    keys = [
        (name, document.get("kind", document.get("type")), document["flag"])
        for name, rows in documents.items()
        for document in rows
        if "flag" in document
    ]
    assert keys and len(keys) == len(set(keys))
