"""A delete is refused while documents need what would go, or say what it was when they were written."""

from __future__ import annotations

from typing import Any

import pytest

from tests.mongosh.odd import end, entity, field, link
from tests.oracle.test_reads import judged

Json = dict[str, Any]


def _shop(strategy: str, policy: str, **more: Any) -> Json:
    """Orders with lines, which say what each food was called, and lots, which need their food."""
    total = field("units", "int", computed={"formula": "sum(lines.quantity)", "refresh": "on-write"})
    return {
        "format": "nestlink/1", "name": "Shop", "database": "shop",
        "entities": [
            entity("Order", field("number", required=True), total), entity("Lot", field("kg", "int")),
            entity("Food", field("name", required=True), field("shelf")),
        ],
        "relationships": [
            link("lines", "many-to-many", end("Order", 80, field="lines"), end("Food", field="orders"), strategy=strategy,
                 copies=[{"field": "name", "of": "to", "policy": policy, "reads_per_day": 9000, "updates_per_day": 0.01}],
                 link_fields=[field("quantity", "int", required=True)], **more),
            link("lots", "one-to-many", end("Food"), end("Lot", has={"min": 1, "max": 1}, field="food"), strategy="PARENT_REF"),
        ],
        "operations": [{"name": "drop food", "kind": "delete", "entity": "Food", "filter": [{"field": "_id"}]},
                       {"name": "clear shelf", "kind": "delete", "entity": "Food", "filter": [{"field": "shelf"}]}],
    }  # fmt: skip


FUNCTIONS = ("dropFood", "clearShelf", "deleteFood")
OWNED = {"link_owner": "from"}


@pytest.mark.parametrize("policy", ["snapshot", "immutable", "eventual"])
@pytest.mark.parametrize(
    ("strategy", "more"), [("ONE_WAY_EMBED", OWNED), ("LINK_COLL", {}), ("TWO_WAY_EMBED", {})]
)
def test_what_says_how_things_were_holds_them_back(strategy: str, more: Json, policy: str) -> None:
    design = _shop(strategy, policy, **more)
    assert judged(design, *FUNCTIONS) == dict.fromkeys(FUNCTIONS, "")


def _club() -> Json:
    """Members trust one another, and the links say what each was called then; who has lent one of a member's boats says
    its name, and a member's boats go with the member."""
    then: Json = {"policy": "snapshot", "reads_per_day": 9000, "updates_per_day": 0.01}
    return {
        "format": "nestlink/1", "name": "Club", "database": "club",
        "entities": [entity("Member", field("name", required=True)), entity("Boat", field("name", required=True))],
        "relationships": [
            link("trusts", "graph", end("Member", field="trusted"), end("Member", field="trusting"), strategy="LINK_COLL",
                 copies=[{"field": "name", "of": "to", **then}]),
            link("owns", "one-to-many", end("Member", field="boats"), end("Boat", field="owner"), strategy="PARENT_REF",
                 exclusive_owner=True),
            link("lent", "one-to-one", end("Boat", field="used_by"), end("Member", field="uses"), strategy="LINK_ONE",
                 copies=[{"field": "name", "of": "from", **then}]),
        ],
        "operations": [{"name": "drop member", "kind": "delete", "entity": "Member", "filter": [{"field": "_id"}]}],
    }  # fmt: skip


def test_what_another_delete_of_the_same_documents_leaves_holds_back() -> None:
    """Links are deleted by one end, members by their id: those that refer by another end, or other members, stay."""
    assert judged(_club(), "dropMember") == {"dropMember": ""}
    undeclared = {**_club(), "operations": []}
    assert judged(undeclared, "deleteMember") == {
        "deleteMember": ""
    }  # by the links, which one function does for both ends


def test_what_says_how_both_were_holds_back_two_that_go_together() -> None:
    """Nothing says that a match goes with either player: it stays, so that both do, too."""
    design = {
        "format": "nestlink/1", "name": "Club", "database": "club",
        "entities": [entity("Player", field("name", required=True), field("team"))],
        "relationships": [
            link("matches", "many-to-many", end("Player", field="home"), end("Player", field="guests"), strategy="LINK_COLL",
                 link_fields=[field("goals", "int", required=True)]),
        ],
        "operations": [{"name": "clear team", "kind": "delete", "entity": "Player", "filter": [{"field": "team"}]},
                       {"name": "clear", "kind": "delete", "entity": "Player", "filter": []}],
    }  # fmt: skip
    assert judged(design, "clear", "clearTeam") == {"clear": "", "clearTeam": ""}


def test_nobody_is_deleted_who_is_in_a_ring_of_those_who_each_need_the_next() -> None:
    """Without the others there is none above the one who goes, whom the function asks about."""
    design = {
        "format": "nestlink/1", "name": "Firm", "database": "firm",
        "entities": [entity("Person", field("name", required=True)), entity("Manager", field("since", "date"), kind="weak")],
        "relationships": [
            link("people", "one-to-many", end("Manager", has={"min": 1, "max": None, "growth": "unbounded"}, field="people"),
                 end("Person", has={"min": 1, "max": 1}, field="boss"), strategy="PARENT_REF"),
            link("tutors", "one-to-many", end("Person", field="tutored"), end("Person", 1, field="tutor"), strategy="PARENT_REF"),
            link("managers", "is-a", {"entity": "Person"}, {"entity": "Manager"}),
        ],
    }  # fmt: skip
    assert judged(design, "deletePerson") == {"deletePerson": ""}


@pytest.mark.parametrize(
    ("does", "seen"),
    [("db.foods.deleteOne({ _id: id });", "foods: misses"), ("throw new Error('no');", "refused (no)")],
)
def test_a_delete_that_refuses_wrongly_is_found(does: str, seen: str) -> None:
    """One that takes away what is in use, and one that never takes anything away."""
    planted = f"function dropFood(id) {{ {does} }}"
    why = judged(_shop("ONE_WAY_EMBED", "snapshot", **OWNED), "dropFood", planted=planted)["dropFood"]
    assert seen in why


def test_what_belongs_to_nodes_inside_others_is_looked_for_before_anything_goes() -> None:
    """Files of a folder, and of those inside it, are on loan: a loan says how many days, so nothing goes."""
    design = {
        "format": "nestlink/1", "name": "Folders", "database": "folders",
        "entities": [entity("Folder", field("name")), entity("File", field("title")), entity("Reader", field("name"))],
        "relationships": [
            link("folders", "tree", end("Folder", 5, field="folders"), end("Folder", 1, field="around"),
                 strategy="EMBED_TREE", tree={"reads": "whole", "depth": 3}),
            link("files", "one-to-many", end("Folder"), end("File", 1, field="folder"), strategy="PARENT_REF",
                 exclusive_owner=True),
            link("loans", "many-to-many", end("File"), end("Reader"), strategy="LINK_COLL", link_owner="to",
                 link_fields=[field("days", "int", required=True)]),
        ],
    }  # fmt: skip
    names = ("foldersCascade", "deleteFolderWithFiles")
    assert judged(design, *names) == dict.fromkeys(names, "")


def test_a_measurement_that_says_what_its_source_was_holds_it_back() -> None:
    """A reading keeps the calibration that its sensor had: nobody changes readings, so the sensor stays."""
    design = {
        "format": "nestlink/1", "name": "Sensors", "database": "sensors",
        "entities": [
            entity("Sensor", field("place", required=True), field("calibration")),
            entity("Reading", field("taken", "date", required=True), field("value", "double"), kind="measurement"),
        ],
        "relationships": [
            link("readings", "one-to-many", end("Sensor"), end("Reading", 1), strategy="TIME_SERIES",
                 copies=[{"field": "calibration", "of": "from", "policy": "snapshot"}]),
        ],
        "operations": [{"name": "clear", "kind": "delete", "entity": "Sensor", "filter": [{"field": "place"}]}],
    }  # fmt: skip
    assert judged(design, "clear") == {"clear": ""}


@pytest.mark.parametrize("needs", [0, 1])
@pytest.mark.parametrize("kind", ["event", ""])
def test_what_happened_to_a_thing_holds_it_back(kind: str, needs: int) -> None:
    """Entries of a trail go on telling what they are of, whether they need one or not; other documents let go of it."""
    trail = entity(
        "Entry", field("at", "date", required=True), field("action"), **({"kind": kind} if kind else {})
    )
    design = {
        "format": "nestlink/1", "name": "Trail", "database": "trail",
        "entities": [entity("Task", field("name", required=True)), trail],
        "relationships": [
            link("trail", "one-to-many", end("Task"), end("Entry", has={"min": needs, "max": 1}, field="task"),
                 strategy="PARENT_REF"),
        ],
        "operations": [{"name": "drop task", "kind": "delete", "entity": "Task", "filter": [{"field": "_id"}]}],
    }  # fmt: skip
    assert judged(design, "dropTask") == {"dropTask": ""}
    planted = "function dropTask(id) { db.entries.updateMany({ task: id }, { $unset: { task: '' } }); db.tasks.deleteOne({ _id: id }); }"
    # The validator refuses an entry without the task that it needs.
    assert bool(judged(design, "dropTask", planted=planted)["dropTask"]) == (kind == "event" and not needs)


def test_what_a_capped_collection_says_holds_nothing_back() -> None:
    """Nobody could delete a user whom the log names: its documents go when it is full."""
    then: Json = {"policy": "snapshot", "reads_per_day": 9000, "updates_per_day": 0.01}
    design = {
        "format": "nestlink/1", "name": "Log", "database": "log",
        "entities": [
            entity("User", field("name", required=True)),
            entity("Entry", field("text"), field("at", "date", required=True), retention={"policy": "capped", "bytes": 100000}),
        ],
        "relationships": [
            link("entries", "one-to-many", end("User", field="entries"), end("Entry", 1, field="user"), strategy="PARENT_REF",
                 copies=[{"field": "name", "of": "from", **then}]),
        ],
        "operations": [{"name": "drop user", "kind": "delete", "entity": "User", "filter": [{"field": "_id"}]}],
    }  # fmt: skip
    assert judged(design, "dropUser") == {"dropUser": ""}


def _staff(strategy: str, **more: Any) -> Json:
    """Employees name the one whom they report to; all who report to one are deleted at once."""
    boss = end("Employee", 1, field="boss")
    return {
        "format": "nestlink/1", "name": "Staff", "database": "staff",
        "entities": [entity("Employee", field("name", required=True))],
        "relationships": [link("reports", "one-to-many", end("Employee", field="reports"), boss, strategy=strategy, **more)],
        "operations": [{"name": "drop team", "kind": "delete", "entity": "Employee", "filter": [{"field": "boss"}]}],
    }  # fmt: skip


@pytest.mark.parametrize("strategy", ["PARENT_REF", "ELEMENT_REF"])
def test_what_goes_together_may_name_one_another(strategy: str) -> None:
    """The filter asks for the very reference that would be cut if what it names stayed away from the start."""
    assert judged(_staff(strategy), "dropTeam") == {"dropTeam": ""}
    planted = "function dropTeam(id) { db.employees.deleteOne({ boss: id }); }"
    assert "too many" in judged(_staff(strategy), "dropTeam", planted=planted)["dropTeam"]


_TOPICS = link(
    "topics", "many-to-many", end("Note", 5, field="topics"), end("Topic"), strategy="VALUE_ARRAY", link_owner="to",
    link_fields=[field("how", required=True)],
)  # fmt: skip
_VISITS = link("visits", "one-to-many", end("Topic", 5), end("Note", 1), strategy="CHILD_REFS")
_FOLLOWS = link(
    "follows", "graph", end("Topic", 5, field="follows"), end("Topic", field="followers"), strategy="EMBED_LINK",
    copies=[{"field": "name", "of": "from", "policy": "immutable", "as": "follower"}, {"field": "name", "of": "to"}],
)  # fmt: skip
_EMBEDS = {
    **_FOLLOWS,
    "name": "embeds",
    "kind": "many-to-many",
    "strategy": "ONE_WAY_EMBED",
    "link_owner": "from",
}


@pytest.mark.parametrize("stored", [_TOPICS, _VISITS, _FOLLOWS, _EMBEDS], ids=lambda each: each["name"])
def test_what_a_document_lists_by_itself_does_not_hold_it_back(stored: Json) -> None:
    """What goes with it names it nowhere else, and a list of values says nothing of each link."""
    design = {
        "format": "nestlink/1", "name": "Notes", "database": "notes",
        "entities": [
            entity("Note", field("text", required=True), kind="event"), entity("Topic", field("name", required=True)),
        ],
        "relationships": [
            stored, link("leads", "one-to-one", end("Topic"), end("Topic", field="leader"), strategy="LINK_ONE"),
        ],
        "operations": [{"name": "forget", "kind": "delete", "entity": "Topic", "filter": [{"field": "_id"}]}],
    }  # fmt: skip
    assert judged(design, "forget") == {"forget": ""}


def test_what_goes_need_not_keep_what_it_lists() -> None:
    """Of members who each know one of those that go, those that go with it hold nothing back."""
    known = {
        "from": {"entity": "Member"},
        "to": {"entity": "Member", "field": "knows", "has": {"min": 1, "max": 9}},
    }
    design = {
        "format": "nestlink/1", "name": "Club", "database": "club",
        "entities": [entity("Member", field("town", required=True))],
        "relationships": [
            {"name": "known", "kind": "many-to-many", "strategy": "ONE_WAY_EMBED", "link_owner": "to", **known}
        ],
        "operations": [{"name": "close", "kind": "delete", "entity": "Member", "filter": []}],
    }  # fmt: skip
    assert judged(design, "close") == {"close": ""}
