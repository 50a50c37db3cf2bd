"""Lists that documents of both ends, or of subtypes with a collection each, hold of one another."""

from __future__ import annotations

from typing import Any

from tests.compiler.composed import field
from tests.oracle.judging import judge

Json = dict[str, Any]


def _design(entities: list[str], *relationships: Json) -> Json:
    return {
        "format": "nestlink/1", "name": "Clubs", "database": "clubs",
        "entities": [{"name": name, "fields": [field("label", required=True)]} for name in entities],
        "relationships": list(relationships),
    }  # fmt: skip


def _pairs(name: str, one: str, other: str, strategy: str, **more: Any) -> Json:
    ends = {"from": {"entity": one, "field": "lists"}, "to": {"entity": other, "field": "listed_by"}}
    return {"name": name, "kind": "many-to-many", "strategy": strategy, **ends, **more}


def _subtype(general: str, special: str) -> Json:
    ends = {"from": {"entity": general}, "to": {"entity": special}}
    return {"name": f"{special} is a {general}", "kind": "is-a", "strategy": "POLY_SPLIT", **ends}


def _assert_right(design: Json, *names: str) -> None:
    verdicts = {verdict.function: verdict for verdict in judge("clubs", design, only=names)}
    for name in names:
        assert verdicts[name].judged and not verdicts[name].why, verdicts[name]


def test_a_link_of_two_of_one_entity_names_the_first_end_first() -> None:
    said = [field("since", "date", required=True)]
    club = {"from": {"entity": "Club"}, "to": {"entity": "Member"}}  # more members than one lists
    members = {"name": "members", "kind": "one-to-many", "strategy": "PARENT_REF", **club}
    for copies in ([], [{"field": "label", "of": "to"}], [{"field": "label", "of": "from"}]):
        both = _pairs("friends", "Member", "Member", "TWO_WAY_EMBED", link_fields=said, copies=copies)
        _assert_right(_design(["Club", "Member"], members, both), "friendsAdd")
    alone = _pairs("friends", "Member", "Member", "TWO_WAY_EMBED", copies=[{"field": "label", "of": "to"}])
    _assert_right(_design(["Club", "Member"], members, alone), "friendsAdd")


def test_what_goes_leaves_the_lists_in_the_collections_of_all_subtypes() -> None:
    kinds = [_subtype("Holder", special) for special in ("Desk", "Team")]
    for strategy in ("ONE_WAY_EMBED", "VALUE_ARRAY"):
        lists = _pairs("holdings", "Holder", "Member", strategy)
        seats = _pairs("seats", "Member", "Room", "LINK_COLL")
        design = _design(["Holder", "Desk", "Team", "Member", "Room"], *kinds, lists, seats)
        _assert_right(design, "deleteMember")


def test_embedded_parts_leave_the_lists_of_others_with_what_holds_them() -> None:
    order = {"from": {"entity": "Order", "field": "lines"}, "to": {"entity": "Line", "field": "order"}}
    lines = {"name": "lines", "kind": "one-to-many", "strategy": "EMBED_ARRAY", **order}
    picks = _pairs("picks", "Picker", "Line", "ONE_WAY_EMBED")
    routes = _pairs("routes", "Order", "Van", "LINK_COLL")
    drop = {
        "name": "drop order",
        "kind": "delete",
        "entity": "Order",
        "filter": [{"field": "_id"}],
        "per_day": 1,
    }
    design = _design(["Order", "Line", "Picker", "Van"], lines, picks, routes) | {"operations": [drop]}
    _assert_right(design, "linesRemove", "deleteOrder", "dropOrder")


def test_what_is_embedded_under_a_dotted_name_is_written_and_taken_away_there() -> None:
    holder = {"from": {"entity": "Van", "field": "parts.badge"}, "to": {"entity": "Badge", "field": "van"}}
    badge = {"name": "badges", "kind": "one-to-one", "strategy": "EMBED_ONE", **holder}
    _assert_right(_design(["Van", "Badge"], badge), "badgesAdd", "badgesRemove")


def test_a_function_of_one_subtype_is_called_with_its_documents() -> None:
    kinds = [_subtype("Holder", special) for special in ("Desk", "Team")]
    lists = _pairs("holdings", "Holder", "Member", "ONE_WAY_EMBED")
    verdicts = judge("clubs", _design(["Holder", "Desk", "Team", "Member"], *kinds, lists))
    assert {verdict.function for verdict in verdicts if verdict.judged} >= {
        "holdingsRemove",
        "holdingsReadTeam",
    }
    assert [verdict for verdict in verdicts if verdict.judged and verdict.why] == []


def test_folded_data_changes_in_the_document_of_a_parent_of_the_same_entity() -> None:
    ends = {"from": {"entity": "Member", "field": "members"}, "to": {"entity": "Member", "field": "leader"}}
    teams = {"name": "teams", "kind": "one-to-many", "strategy": "FOLD_ONE", **ends}
    fields = [field("label", required=True, unique=True), field("town", required=True)]
    owns = {"from": {"entity": "Member"}, "to": {"entity": "Badge"}}  # so that members have documents
    badges = {"name": "badges", "kind": "one-to-many", "strategy": "PARENT_REF", **owns}
    design = _design(["Badge"], teams, badges)
    design["entities"].append({"name": "Member", "fields": fields})
    _assert_right(design, "teamsRenameLeader")


def test_a_reference_to_an_element_of_elsewhere_goes_with_it() -> None:
    ends = {"from": {"entity": "Van"}, "to": {"entity": "Crate"}}
    crates = {"name": "crates", "kind": "one-to-many", "strategy": "ELEMENT_REF", **ends}
    routes = _pairs("routes", "Van", "Room", "LINK_COLL")
    _assert_right(_design(["Van", "Crate", "Room"], crates, routes), "deleteVan")


def test_a_new_node_of_a_tree_enters_the_lists_of_those_that_it_lists() -> None:
    ends = {"from": {"entity": "Club"}, "to": {"entity": "Club", "field": "above"}}
    tree = {"name": "branches", "kind": "tree", "strategy": "TREE_ANCESTORS", **ends}
    design = _design(["Club", "Member"], tree, _pairs("members", "Club", "Member", "TWO_WAY_EMBED"))
    _assert_right(design, "branchesAdd")


def test_a_new_document_is_of_the_subtype_whose_collection_takes_it() -> None:
    kinds = [_subtype("Person", "Worker") | {"strategy": "POLY_SINGLE"}, _subtype("Worker", "Driver")]
    ends = {"from": {"entity": "Depot"}, "to": {"entity": "Worker"}}
    staff = {"name": "staff", "kind": "one-to-many", "strategy": "PARENT_REF", **ends}
    design = _design(["Person", "Worker", "Driver", "Depot"], *kinds, staff)
    verdicts = [each for each in judge("clubs", design) if each.function.startswith("staffAdd")]
    assert len(verdicts) == 2
    assert [each for each in verdicts if not each.judged or each.why] == []


def test_two_of_one_value_are_one_in_an_array_of_values() -> None:
    """A value stands for all that have it: it is counted once for a holder, and found by all who list it."""
    marks = _pairs("marks", "Member", "Mark", "VALUE_ARRAY")
    seats = _pairs("seats", "Mark", "Room", "LINK_COLL")
    design = _design(["Member", "Room"], marks, seats)
    design["entities"].append(
        {"name": "Mark", "fields": [field("grade", "string", required=True, enum=["pass", "fail"])]}
    )
    _assert_right(design, "marksCount", "marksRead")


def test_a_subtype_without_fields_is_listed_by_a_value_of_what_it_is_a_kind_of() -> None:
    """What goes takes its value out of the lists: a made-up one would stay."""
    kind = _subtype("Person", "Worker") | {"strategy": "POLY_SINGLE"}
    ends = {"from": {"entity": "Room"}, "to": {"entity": "Worker"}}
    desks = {"name": "desks", "kind": "one-to-many", "strategy": "CHILD_REFS", **ends}
    design = _design(
        ["Person", "Room", "Club"], kind, desks, _pairs("staff", "Club", "Worker", "VALUE_ARRAY")
    )
    design["entities"].append({"name": "Worker", "fields": []})
    _assert_right(design, "deleteWorker")


def test_links_of_one_entity_are_listed_at_the_end_that_holds_them_whatever_their_paths_end_in() -> None:
    ends = {
        "from": {"entity": "Member", "field": "liked._id"},
        "to": {"entity": "Member", "field": "likes._id"},
    }
    likes = {"name": "likes", "kind": "many-to-many", "strategy": "EMBED_LINK", "link_owner": "to", **ends}
    likes["link_fields"] = [field("since", "date")]
    _assert_right(_design(["Member"], likes), "likesAdd", "likesRemove", "likesEdit")
