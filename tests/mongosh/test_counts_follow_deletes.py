"""What holders store about those that they list follows where one of these is deleted everywhere."""

from __future__ import annotations

from typing import Any

from tests.mongosh.odd import end, entity, field, link
from tests.mongosh.replay import Play, replay
from tests.mongosh.test_trees import Steps

Json = dict[str, Any]
COUNTED = field("task_count", "int", computed={"formula": "count(tasks)"})
SUMMED = field("hours", "int", computed={"formula": "sum(tasks.hours)"})


def tracker(form: str, kind: str = "many-to-many") -> Json:
    """People with a list of tasks, which belong to projects too."""
    one = end("Person", 50, field="tasks")
    other = end(
        "Task", 9 if kind == "many-to-many" else 1, field="people" if kind == "many-to-many" else "person_id"
    )
    tasks = link(
        "tasks",
        kind,
        one,
        other,
        strategy=form,
        **({"link_owner": "from"} if form == "ONE_WAY_EMBED" else {}),
    )
    plan = link(
        "plan",
        "one-to-many",
        end("Project", field="planned"),
        end("Task", 1, field="project_id"),
        strategy="PARENT_REF",
    )
    return {
        "format": "nestlink/1", "name": "Tracker", "database": "tracker", "operations": [],
        "entities": [
            entity("Person", field("name"), COUNTED, SUMMED), entity("Task", field("title", required=True), field("hours", "int")),
            entity("Project", field("name"), field("task_count", "int", computed={"formula": "count(planned)"})),
        ],
        "relationships": [tasks, plan],
    }  # fmt: skip


def filled(play: Play, **task: Any) -> None:
    play.documents |= {
        "people": [
            {"_id": 1, "name": "a", "task_count": 2, "hours": 7, "tasks": ["t", "u"]},
            {"_id": 2, "name": "b", "task_count": 1, "hours": 3, "tasks": ["t"]},
            {"_id": 3, "name": "c", "task_count": 9, "hours": 9, "tasks": ["u"]},
        ],
        "tasks": [{"_id": "t", "title": "t", "hours": 3, "project_id": 1, **task}, {"_id": "u", "title": "u", "hours": 4, "project_id": 1}],
        "projects": [{"_id": 1, "name": "p", "task_count": 2}],
    }  # fmt: skip


def figures(done: Any) -> list[tuple[int, int]]:
    return [(one["task_count"], one["hours"]) for one in done.all("people")]


@replay(lambda: tracker("ONE_WAY_EMBED"))
def test_a_listed_document_is_no_longer_counted(play: Play) -> Steps:
    """Whoever listed it is recomputed; who did not stays as it is, right or wrong."""
    filled(play)
    play.call("tasks.delete", taskId="t")
    done = yield
    assert figures(done) == [(1, 4), (0, 0), (9, 9)]
    assert done.all("projects")[0]["task_count"] == 1 and [one["_id"] for one in done.all("tasks")] == ["u"]


LINKED = [(1, "t"), (2, "t"), (1, "u")]


@replay(lambda: tracker("LINK_COLL"))
def test_a_linked_document_is_no_longer_counted(play: Play) -> Steps:
    """Nothing is left to be called: whoever was linked is recomputed, once."""
    filled(play)
    links = play.design.compilation.plan.collections[-1].name
    play.documents[links] = [{"_id": n, "person_id": of, "task_id": to} for n, (of, to) in enumerate(LINKED)]
    play.call("tasks.delete", taskId="t")
    done = yield
    assert figures(done) == [(1, 4), (0, 0), (9, 9)] and done.all("projects")[0]["task_count"] == 1
    made = [one for one in play.design.compilation.plan.statements if one.recipe == "tasks.delete"]
    assert [(one.op, one.collection) for one in made] == [
        ("aggregate", links), ("deleteMany", links), ("aggregate", "tasks"), ("deleteOne", "tasks"),
        ("aggregate", "people"), ("updateOne", "people"), ("aggregate", "projects"), ("updateOne", "projects"),
    ]  # fmt: skip
    assert "Then call" not in made[0].comment and "hours of the person are recomputed" in made[0].comment


@replay(lambda: tracker("TWO_WAY_EMBED"))
def test_a_document_that_both_list_is_no_longer_counted(play: Play) -> Steps:
    filled(play, people=[1, 2])
    play.call("tasks.delete", taskId="t")
    done = yield
    assert figures(done) == [(1, 4), (0, 0), (9, 9)] and done.all("projects")[0]["task_count"] == 1


@replay(lambda: tracker("CHILD_REFS", "one-to-many"))
def test_a_child_of_a_list_is_no_longer_counted(play: Play) -> Steps:
    filled(play)
    play.call("tasks.remove", taskId="t")
    done = yield
    assert figures(done)[0] == (1, 4) and done.all("projects")[0]["task_count"] == 1


@replay(lambda: tracker("TWO_WAY_REFS", "one-to-many"))
def test_a_child_that_names_its_parent_is_no_longer_counted(play: Play) -> Steps:
    """The guarded removal: both documents and the project's count, all or nothing."""
    filled(play, person_id=1)
    play.call("tasks.remove", taskId="t")
    done = yield
    assert done.all("people")[0]["tasks"] == ["u"] and done.all("projects")[0]["task_count"] == 1


# --- the list stands deeper than the count --------------------------------------------------------


def boards() -> Json:
    counted = field("size", "int", computed={"formula": "sum(columns.load)"})
    load = field("load", "int", computed={"formula": "count(tasks)"})
    columns = link(
        "columns", "one-to-many", end("Board", 9, field="columns"), end("Column", 1), strategy="EMBED_ARRAY"
    )
    tasks = link(
        "tasks",
        "many-to-many",
        end("Column", 50, field="tasks"),
        end("Task", 9),
        strategy="ONE_WAY_EMBED",
        link_owner="from",
    )
    return {
        "format": "nestlink/1", "name": "Boards", "database": "boards", "operations": [],
        "entities": [entity("Board", field("name"), counted), entity("Column", field("title"), load, kind="weak"), entity("Task", field("title"), field("hours", "int"))],
        "relationships": [columns, tasks],
    }  # fmt: skip


@replay(boards)
def test_what_is_stored_around_lists_in_arrays_follows(play: Play) -> Steps:
    """Once it is out of the lists nothing finds the documents that held it: they are remembered
    before, and recomputed, and no others."""
    play.documents |= {
        "boards": [
            {"_id": 1, "name": "b", "size": 7, "columns": [{"title": "x", "load": 4, "tasks": ["t", "u"]}, {"title": "y", "load": 3, "tasks": ["t"]}]},
            {"_id": 2, "name": "c", "size": 9, "columns": [{"title": "z", "load": 9, "tasks": ["u"]}]},
        ],
        "tasks": [{"_id": "t", "title": "t"}, {"_id": "u", "title": "u"}],
    }  # fmt: skip
    play.call("tasks.delete", taskId="t")
    done = yield
    assert [one["size"] for one in done.all("boards")] == [1, 9]
