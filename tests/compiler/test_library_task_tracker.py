"""Task tracker: references on both sides (F05)."""

from tests.compiler.library import built


def test_f05_both_sides_hold_the_link() -> None:
    plan = built("task_tracker")
    assert plan.chosen("tasks") == ("B8", "TWO_WAY_REFS")
    assert plan.holders("tasks") == {("people", "tasks"), ("tasks", "owner")}
    assert plan.shape("people") == {"_id:objectId", "name:string", "tasks[]:objectId"}
    assert plan.shape("tasks") == {
        "_id:objectId",
        "description:string",
        "due_date:date",
        "project:string",
        "owner:objectId",
    }


def test_f05_embedding_is_ruled_out_by_the_maximum() -> None:
    rejected = built("task_tracker").rejected("tasks")
    assert rejected["EMBED_ARRAY"] == "G2"
    assert {"CHILD_REFS", "PARENT_REF"} <= rejected.keys()


def test_f05_both_directions_and_the_board_are_indexed() -> None:
    plan = built("task_tracker")
    assert plan.indexes("tasks") == {"owner:1", "project:1,due_date:1"}
    assert plan.indexes("people") == {"tasks:1"}


def test_f05_handing_a_task_over_writes_three_documents_in_one_transaction() -> None:
    plan = built("task_tracker")
    writes = plan.statements("relationship:tasks", purpose="reassign", writes=True)
    assert sorted(s["collection"] for s in writes) == ["people", "people", "tasks"]
    changes = {operator for s in writes for operator in s["update"]}
    assert changes == {"$set", "$pull", "$addToSet"}
    assert "withTransaction" in plan.scripts()


def test_f05_the_audit_compares_both_sides() -> None:
    audit = built("task_tracker").script("06")
    assert "$lookup" in audit and "owner" in audit


def test_f05_the_examples_agree_on_both_sides() -> None:
    plan = built("task_tracker")
    listed = {(person["_id"], task) for person in plan.documents("people") for task in person["tasks"]}
    owned = {(task["owner"], task["_id"]) for task in plan.documents("tasks")}
    assert listed == owned and listed
