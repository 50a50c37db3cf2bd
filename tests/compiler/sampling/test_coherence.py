"""No sample world contradicts itself: not those of the library, of strangers' designs, nor of random ones."""

from __future__ import annotations

import json
import os
from collections import Counter
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
from bson import Decimal128

from designs.compiler import Compilation, read
from designs.compiler.model.conceptual import Model
from designs.compiler.sampling import samples
from designs.compiler.sampling.records import Records
from designs.compiler.sampling.world.lives import with_each_constant
from tests.compiler.in_parts import compile_design, laid_out
from tests.compiler.library import built_of, larger
from tests.compiler.random_wild import wild
from tests.compiler.sampling import coherence
from tests.compiler.sampling.coherence import ROOT, contradictions
from tests.compiler.sampling.coherent_lives import life_contradictions
from tests.compiler.sampling.coherent_pairs import pair_contradictions
from tests.compiler.sampling.coherent_values import value_contradictions

RANDOM = 200 if os.environ.get("NESTLINK_SOAK") else 40
HERE = Path(__file__).resolve().parent / "coherent_designs"
FILES = [
    *sorted(
        path
        for folder in (HERE, ROOT / "designs" / "library", ROOT / "tests" / "oracle" / "designs")
        for path in folder.glob("*.json")
    ),
    *larger(),
]
CLASSES = (
    "diamond",
    "pair",
    "triangle",
    "orphan",
    "time along a relationship",
    "time inside a thing",
    "state",
    "currency",
    "total",
    "series",
    "least and most",
    "length",
    "sum",
    "part of a whole",
    "balance",
    "paid",
    "what follows",
    "begin and end",
    "time of what it belongs to",
    "state allows",
    "part of its whole",
    "one country",
    "ahead of all others",
    "one at a time",
    "row of changes",
    "shared out",
    "missing",
    "bought and asked",
    "seated and standing",
    "history of prices",
    "sold once",
    "back to itself",
    "posts",
    "order on its way",
    "number of a card",
    "sent to another",
    "subtitles",
    "parts of a region",
)


def model_of(source: dict[str, Any]) -> Model:
    """A design that reads without a fault."""
    outcome = read(json.dumps(source))
    assert outcome.value is not None, outcome.findings
    return outcome.value


def samples_of(name: str) -> dict[str, list[dict[str, Any]]]:
    """The sample documents of one of the designs that are held to be coherent, by collection."""
    return samples(laid_out(model_of(json.loads((HERE / f"{name}.json").read_text(encoding="utf-8")))))


def told(model: Model) -> list[coherence.Contradiction]:
    """The contradictions of a design's world, of the classes that are mended."""
    return told_of(compile_design(model))


def told_of(compilation: Compilation) -> list[coherence.Contradiction]:
    """The same of a design that is compiled already."""
    return [one for one in contradictions(compilation) if one.kind in CLASSES]


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)
def test_the_world_of_a_design_does_not_contradict_itself(file: Path) -> None:
    made = built_of(file.read_text(encoding="utf-8"))
    assert made is None or told_of(made.compilation) == []


# What is still contradicted in designs at length, to be lowered as it is mended: a lesson at its example before its car came, and so on.
LEFT = {"clinical_trials": 1, "driving_school": 1, "issue_tracker_sprints": 1, "wind_turbines": 1}


@pytest.mark.parametrize("file", larger(), ids=lambda file: file.stem)
def test_no_more_contradictions_come_into_the_designs_at_length(file: Path) -> None:
    """Of all classes, where the worlds above are asked about those that are mended."""
    made = built_of(file.read_text(encoding="utf-8"))
    assert made is not None
    left = contradictions(made.compilation)
    assert len(left) == LEFT.get(file.stem, 0), left


def test_points_that_are_measured_of_a_point_are_one_series() -> None:
    """A reading with its corrections, and kinds of readings among other things: only points follow one another."""
    reading = {
        "name": "Reading",
        "kind": "measurement",
        "fields": [{"name": "at", "type": "date"}, {"name": "level", "type": "double"}],
    }
    of_itself = {
        "name": "corrections",
        "kind": "one-to-many",
        "from": {"entity": "Reading", "has": {"average": 4}},
        "to": {"entity": "Reading"},
    }
    model = model_of(TASKS | {"entities": [reading], "relationships": [of_itself]})
    records = coherence.world_of(compile_design(model))
    assert told(model) == [] and len(records.world.things["Reading"]) >= 3


def test_nor_do_those_of_random_designs() -> None:
    for number in range(RANDOM):
        made = built_of(json.dumps(wild(number)))
        assert made is None or (number, told_of(made.compilation)) == (number, [])


def _one_to_many(name: str, parent: str, child: str, **ends: str) -> dict[str, Any]:
    return {
        "name": name,
        "kind": "one-to-many",
        "from": {"entity": parent},
        "to": {"entity": child, "has": {"min": 1, "max": 1}, **ends},
    }


# Who works where, with ways of one, two and three steps to the workspace.
TASKS: dict[str, Any] = {
    "format": "nestlink/1",
    "name": "Tasks",
    "database": "tasks",
    "entities": [
        {"name": "Task", "fields": [{"name": "title", "type": "string"}, {"name": "opened_at", "type": "date"},
                                    {"name": "started_at", "type": "date"}, {"name": "closed_at", "type": "date", "example": "2024-05-02T10:00:00Z"}]},
        {"name": "Project", "fields": [{"name": "name", "type": "string"}, {"name": "created_at", "type": "date", "example": "2024-06-01T08:00:00Z"}]},
        {"name": "Workspace", "fields": [{"name": "name", "type": "string"}]},
        {"name": "User", "fields": [{"name": "name", "type": "string"}]},
        {"name": "Comment", "fields": [{"name": "text", "type": "string"}]},
    ],
    "relationships": [
        _one_to_many("projects", "Workspace", "Project"),
        _one_to_many("users", "Workspace", "User"),
        _one_to_many("in workspace", "Workspace", "Task"),
        _one_to_many("tasks", "Project", "Task"),
        _one_to_many("assigned", "User", "Task", field="assignee_id"),
        _one_to_many("comments", "Task", "Comment"),
        _one_to_many("written", "User", "Comment", field="author_id"),
        _one_to_many("in", "Workspace", "Comment"),
    ],
}  # fmt: skip


def test_a_task_lies_in_its_projects_workspace_and_its_assignee_works_there() -> None:
    assert told(model_of(TASKS)) == []


def test_a_date_without_an_example_lies_between_those_that_have_one() -> None:
    """It ends before the day on which it would start by its name alone."""
    records = coherence.world_of(compile_design(model_of(TASKS)))
    for task in records.world.things["Task"]:
        record = records.of(task)
        assert record["opened_at"] < record["started_at"] < record["closed_at"]


def test_a_project_that_was_made_late_moves_its_tasks_behind_it_but_the_one_with_the_example() -> None:
    """The first sample has the example as it is, whatever the design says of its project."""
    records = coherence.world_of(compile_design(model_of(TASKS)))
    projects = [records.of(project)["created_at"] for project in records.world.things["Project"]]
    assert projects[0].isoformat() == "2024-06-01T08:00:00+00:00"
    first, *others = [records.of(task) for task in records.world.things["Task"]]
    assert first["closed_at"].isoformat() == "2024-05-02T10:00:00+00:00"
    assert others and min(task["opened_at"] for task in others) > min(projects)


def drawn(name: str) -> Records:
    """The world of one of the designs beside this test."""
    return coherence.world_of(
        compile_design(model_of(json.loads((HERE / f"{name}.json").read_text(encoding="utf-8"))))
    )


def test_an_order_comes_to_what_its_lines_come_to_in_one_currency() -> None:
    records = drawn("parcel_lockers")
    for order in records.world.things["Order"]:
        record = records.of(order)
        lines = [records.of(pair.target) for pair in records.world.links("lines", "from", order)]
        rows = [line["line_total"].to_decimal() for line in lines]
        assert rows == [line["quantity"] * line["unit_price"].to_decimal() for line in lines]
        parts = [record[name].to_decimal() for name in ("tax", "shipping")]
        assert record["total"].to_decimal() == sum(rows) + sum(parts)
        assert {record["currency"], *(line["currency"] for line in lines)} == {"USD"}


def test_what_has_not_happened_has_no_date() -> None:
    """A planned tour has not started, a void invoice may have been issued, few drivers have left."""
    records = drawn("parcel_lockers")
    tours = {records.of(tour)["state"]: records.of(tour) for tour in records.world.things["Tour"]}
    assert "started_at" not in tours["planned"] and "ended_at" not in tours["running"]
    assert tours["finished"]["ended_at"] > tours["finished"]["started_at"]
    assert sum("left_on" in records.of(driver) for driver in records.world.things["Driver"]) == 1
    records = drawn("language_school")
    invoices = {
        records.of(invoice)["state"]: records.of(invoice) for invoice in records.world.things["Invoice"]
    }
    assert "paid_on" not in invoices["sent"] and invoices["void"]["issued_on"] > invoices["sent"]["issued_on"]


def test_who_may_apply_until_a_day_may_do_so_before_the_start() -> None:
    records = drawn("language_school")
    for course in map(records.of, records.world.things["Course"]):
        assert course["registration_deadline"] < course["starts_on"] < course["ends_on"]


def test_a_balance_runs_from_entry_to_entry_and_ends_at_what_the_account_has() -> None:
    """Of two movements that follow one another the second begins with what the first leaves; so do their numbers."""
    records = drawn("shoe_shops")
    level = records.world.things["StockLevel"][0]
    entries = [pair.target for pair in records.world.links("movements", "from", level)]
    early, late = (records.of(entry) for entry in entries)
    assert (
        late["moved_at"] > early["moved_at"] and early["type"] == "transfer" and late["type"] == "shrinkage"
    )
    assert early["balance_before"] - early["quantity"] == early["balance_after"] == late["balance_before"]
    assert late["balance_before"] - late["quantity"] == late["balance_after"] == records.of(level)["on_hand"]


def test_no_more_is_granted_than_is_claimed_and_nothing_paid_of_what_is_refused() -> None:
    records = drawn("dialysis_clinics")
    for claim in map(records.of, records.world.things["Claim"]):
        billed, allowed = (claim[f"amount_{name}"].to_decimal() for name in ("billed", "allowed"))
        share = claim["patient_share"].to_decimal()
        assert billed > allowed >= share and ("amount_paid" in claim) == (claim["state"] == "paid")
        if claim["state"] == "paid":
            assert claim["amount_paid"].to_decimal() == allowed - share == allowed
    assert len(records.world.things["Claim"]) == 3


def test_who_is_on_leave_has_not_left() -> None:
    """The ``on`` of ``left_on`` is no word of a state."""
    records = drawn("community_choir")
    singers = [*map(records.of, records.world.things["Singer"])]
    assert [singer["status"] for singer in singers if "left_on" in singer] != ["on_leave", "on_leave"]


def test_doors_open_shortly_before_and_blood_is_taken_before_it_is_reported() -> None:
    records = drawn("community_choir")
    for concert in map(records.of, records.world.things["Concert"]):
        assert timedelta(0) < concert["starts_at"] - concert["doors_open_at"] < timedelta(hours=2)
    records = drawn("dialysis_clinics")
    for result in map(records.of, records.world.things["LabResult"]):
        assert result["collected_at"] < result["reported_at"]


def test_a_total_is_the_price_less_the_discount_and_a_deposit_a_part_of_it() -> None:
    records = drawn("car_dealer")
    for sale in map(records.of, records.world.things["Sale"]):
        price, discount, total, deposit = (
            sale[name].to_decimal() for name in ("list_price", "discount", "total", "deposit")
        )
        assert total == price - discount > deposit > 0
    records = drawn("shoe_shops")
    receipts = [*map(records.of, records.world.things["Receipt"])]
    assert all(("amount_tendered" in receipt) == (receipt["state"] != "open") for receipt in receipts)
    for receipt in (receipt for receipt in receipts if receipt["state"] != "open"):
        given, back, total = (
            receipt[name].to_decimal() for name in ("amount_tendered", "change_given", "total")
        )
        assert given - back == total and back >= 0


def test_each_state_that_an_operation_asks_for_is_some_things() -> None:
    """A read of paid receipts finds one, and a session can be started and finished."""
    receipts = map((shops := drawn("shoe_shops")).of, shops.world.things["Receipt"])
    assert {"paid", "open"} <= {receipt["state"] for receipt in receipts}
    sessions = map((clinics := drawn("dialysis_clinics")).of, clinics.world.things["Session"])
    assert {"running", "scheduled"} <= {session["state"] for session in sessions}


def test_what_shows_nothing_that_is_asked_for_gives_way_but_never_the_first() -> None:
    assert with_each_constant(["new", "old", "old"], [("paid",)]) == ["new", "old", "paid"]
    assert with_each_constant(["new", "old", "void"], [("void",), ("paid",)]) == ["new", "paid", "void"]
    assert with_each_constant(["new"], [("paid",)]) == ["new"]
    assert with_each_constant(["new", "old"], [("old",), ("paid",)]) == ["new", "old"]
    assert with_each_constant(["new", "old", "void"], [("open", "late")]) == ["new", "old", "open"]
    assert with_each_constant(["new", "late", "late"], [("open", "late"), ("late",), ("void",)]) == [
        "new",
        "late",
        "void",
    ]


def test_bills_are_paid_as_their_states_say_and_nothing_follows_what_was_called_off() -> None:
    """The payments of a paid bill come to it, those of another one to less; a case with bills is neither cancelled nor an
    enquiry."""
    file = ROOT / "tests" / "oracle" / "designs" / "at_length" / "funeral_home.json"
    records = coherence.world_of(compile_design(model_of(json.loads(file.read_text(encoding="utf-8")))))
    for invoice in records.world.things["Invoice"]:
        record = records.of(invoice)
        total, paid = record["total"].to_decimal(), record["paid"].to_decimal()
        assert (paid == total) if record["status"] == "paid" else (0 <= paid < total)
    states = [records.of(case)["status"] for case in records.world.things["Funeral"]]
    assert "cancelled" not in states[:2] and "enquiry" not in states[:2]


def test_a_state_that_is_asked_for_is_shown_by_a_thing_that_may_be_in_it() -> None:
    never_last = lambda at, constant: at != 2  # noqa: E731
    assert with_each_constant(["new", "old", "old"], [("void",)], never_last) == ["new", "void", "old"]
    assert with_each_constant(["new", "old"], [("void",)], lambda at, constant: False) == ["new", "void"]


def test_planted_contradictions_are_seen() -> None:
    records = coherence.world_of(compile_design(model_of(TASKS)))
    world = records.world
    links = world._links["in workspace", "to"]
    for task in links:
        here = links[task][0].source
        links[task][0].source = next(other for other in world.things["Workspace"] if other is not here)
    world.things["Task"][1].start -= timedelta(days=4000)
    everything = [thing for things in world.things.values() for thing in things]
    seen = Counter(kind for kind, _ in value_contradictions(records, everything))
    assert seen["time along a relationship"]
    assert [*coherence.disagreeing(world, everything)]
    records = drawn("shoe_shops")
    entry = records.world.things["StockMovement"][0]
    records.of(entry)["balance_before"] += 1
    assert [kind for kind, _ in pair_contradictions(records, entry)] == ["balance"]
    records = drawn("dialysis_clinics")
    claim = records.world.things["Claim"][0]
    records.of(claim)["amount_paid"] = records.of(claim)["amount_billed"]
    assert [kind for kind, _ in pair_contradictions(records, claim)] == ["part of a whole"]
    file = ROOT / "tests" / "oracle" / "designs" / "at_length" / "funeral_home.json"
    records = coherence.world_of(compile_design(model_of(json.loads(file.read_text(encoding="utf-8")))))
    case, invoice = records.world.things["Funeral"][0], records.world.things["Invoice"][0]
    assert [*life_contradictions(records, case), *life_contradictions(records, invoice)] == []
    records.of(case)["status"] = "cancelled"
    payment = records.world.links("payments", "from", invoice)[-1].target
    records.of(payment)["amount"] = records.of(invoice)["paid"] = Decimal128("1.00")
    assert {kind for kind, _ in life_contradictions(records, case)} == {"what follows"}
    assert {kind for kind, _ in life_contradictions(records, invoice)} == {"paid"}
