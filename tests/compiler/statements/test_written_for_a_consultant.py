"""What functions say of writes that reach further, or not so far, as one would think; and no unguarded twin of a guarded write."""

from __future__ import annotations

from typing import Any

import pytest

from designs.compiler.plan_model.compilation import Compilation
from tests.compiler.composed import design, entity, field, link
from tests.compiler.in_parts import compile_design

Json = dict[str, Any]
BY_ID = {"field": "_id"}


def _note(compilation: Compilation, recipe: str) -> str:
    return next(
        each.comment for each in compilation.plan.statements if each.recipe == recipe and each.comment
    )


def _update(name: str, of: str, *filter: Json, **effects: Any) -> Json:
    does = [{"field": path.replace("__", "."), "do": "set", **({} if value is None else {"value": value})}
            for path, value in effects.items()]  # fmt: skip
    return {
        "name": name,
        "kind": "update",
        "entity": of,
        "filter": [BY_ID, *filter],
        "effects": does,
        "per_day": 3,
    }


@pytest.mark.parametrize(("key", "is_said"), [("text", True), ("_id", False)])
def test_an_update_of_items_says_that_it_changes_all_that_match(key: str, is_said: bool) -> None:
    line = field("lines", "array", max_items=9, items={"type": "object", "fields": [
        {"name": "_id", "type": "int", "required": True}, {"name": "text", "type": "string"}, {"name": "hours", "type": "int"}]})  # fmt: skip
    change = _update("change", "Invoice", {"field": f"lines.{key}"}, lines__hours=None)
    note = _note(compile_design(design([entity("Invoice", line)], [], operations=[change])), "change")
    assert ("Changes every matching item in lines." in note) is is_said


def _incidents(*values: str) -> Compilation:
    """Incidents of guests, with their earlier versions, that are sent out once. values: of their state."""
    state = field("state", required=True, enum=["reported", "sent", *values])
    return compile_design(
        design(
            [entity("Guest", field("name")), entity("Incident", state, field("note"), history="revisions")],
            [link("of", "one-to-many", ("Guest", {"has": {"min": 0, "growth": "unbounded"}}),
                  ("Incident", {"field": "guest", "has": {"min": 0, "max": 1}}), strategy="PARENT_REF")],
            operations=[
                _update("send", "Incident", {"field": "state", "value": "reported"}, state="sent"),
                {"name": "erase", "kind": "delete", "entity": "Guest", "filter": [BY_ID], "per_day": 1},
            ],
        )
    )  # fmt: skip


def test_a_delete_says_which_earlier_versions_keep_what_it_clears() -> None:
    assert "Earlier versions in incident_revisions keep guest, including this one" in _note(
        _incidents(), "erase"
    )


@pytest.mark.parametrize(
    ("values", "said"),
    [((), 'state is set only by "send".'), (("lost",), 'Doesn\'t check state, as "send" does.')],
)
def test_a_change_leaves_states_to_guarded_operations_that_know_them_all(
    values: tuple[str, ...], said: str
) -> None:
    """No operation sets another state: then the change does, and says that it asks for nothing."""
    plan = _incidents(*values)
    (change,) = [
        each for each in plan.plan.statements if each.recipe == "Incident.change" and each.step == "changed"
    ]
    assert said in _note(plan, "Incident.change")
    assert ("state" in dict(change.written)) is bool(values)


@pytest.mark.parametrize("counts", [True, False])
@pytest.mark.parametrize("asks", [True, False])
def test_no_function_adds_unguarded_what_an_operation_adds(asks: bool, counts: bool) -> None:
    """Where a count follows, both set the list in a pipeline."""
    count = field("count", "int", computed={"formula": "count(loads)", "refresh": "on-write"})
    loads = link("loads", "many-to-many", ("Shipment", {"field": "loads", "has": {"max": 9}}), ("Pack", {"has": {"max": 2}}),
                 strategy="ONE_WAY_EMBED", link_owner="from", link_fields=[field("at", "date")])  # fmt: skip
    load = {"name": "load", "kind": "update", "entity": "Shipment", "per_day": 3,
            "filter": [BY_ID, {"field": "state", "value": "loading"}], "effects": [{"field": "loads", "do": "push"}]}  # fmt: skip
    parts = [entity("Shipment", field("state"), *([count] if counts else [])), entity("Pack", field("name"))]
    plan = compile_design(design(parts, [loads], operations=[load] if asks else [])).plan
    assert {each.extra for each in plan.statements if each.recipe == "loads.add"} == {asks}


def test_a_list_by_a_reference_says_where_its_index_gives_no_order() -> None:
    """The next page said so already."""
    assert _note(_incidents(), "of.read").endswith("using the reference index, and sorts them in memory.")


def _assigning(**more: Any) -> Compilation:
    """Cases of judges who count them, which an operation assigns while they are open."""
    total = {"formula": "count(cases)", "sources": ["cases"], "refresh": "on-write"}
    case = entity(
        "Case",
        field("number", required=True, unique=True),
        field("state", required=True, enum=["open", "shut"]),
    )
    assign = _update("assign", "Case", {"field": "state", "value": "open"}, judge=None) | {
        "filter": [{"field": "number"}, {"field": "state", "value": "open"}]
    }
    open_case = {"name": "open", "kind": "insert", "entity": "Case", "per_day": 9}
    return compile_design(
        design(
            [entity("Judge", field("name"), field("load", "int", computed=total)), case],
            [link("tries", "one-to-many", ("Judge", {"field": "cases", "has": {"min": 0, "growth": "unbounded"}}),
                  ("Case", {"field": "judge", "has": {"min": 0, "max": 1}}), strategy="PARENT_REF", **more)],
            operations=[assign, open_case],
        )
    )  # fmt: skip


@pytest.mark.parametrize("recipe", ["assign", "open"])
@pytest.mark.parametrize("atomic", [True, False])
def test_an_operation_names_the_totals_that_it_writes_along(recipe: str, atomic: bool) -> None:
    note = _note(_assigning(atomic=atomic), recipe)
    assert note.count("load of the judge is updated in the same transaction.") == 1


def test_a_move_that_asks_for_a_state_says_whether_it_found_its_document() -> None:
    statements = [each for each in _assigning().plan.statements if each.recipe == "assign"]
    assert [each.must_miss for each in statements if each.must_miss] == [
        'case found, but its state isn\'t "open"'
    ]
    assert [each.must_match for each in statements if each.op == "findOneAndUpdate"] == [""]


def _donors(**more: Any) -> Compilation:
    """Donations count for their donor, who refers some to others, and each is tested."""
    totals = [
        field(name, "date" if name == "last" else "int", computed={"formula": formula, "refresh": "on-write"})
        for name, formula in (("given", "count(donations)"), ("last", "max(donations.at)"))
    ]
    one = {"has": {"min": 1, "max": 1}}
    return compile_design(
        design(
            [entity("Donor", field("name"), *totals), entity("Donation", field("at", "date", required=True)), entity("Test")],
            [
                link("donations", "one-to-many", ("Donor", {"field": "donations"}), ("Donation", {"field": "donor", **one}),
                     strategy="PARENT_REF", **more),
                link("tests", "one-to-many", ("Donation", {"has": {"min": 0, "max": 400}}), ("Test", {"field": "of", "has": {"min": 0}}),
                     strategy="PARENT_REF"),
                link("refers", "graph", ("Donor", {"field": "referred", "has": {"min": 0, "max": 40}}),
                     ("Donor", {"field": "referring", "has": {"min": 0}}), strategy="LINK_COLL"),
            ],
        )
    )  # fmt: skip


def test_each_total_of_a_parent_is_spoken_of_once() -> None:
    """A child that moves leaves one parent, whose latest one is worked out anew, and comes to another."""
    note = _note(_donors(), "donations.reassign")
    assert note.count("given of the donor") == note.count("last of the donor") == 1
    assert "given and last" not in note


def test_links_between_things_of_one_kind_are_called_links() -> None:
    assert "Fails if the donor already has 40 links." in _note(_donors(), "refers.add")


def test_what_refers_to_what_goes_with_its_parent_refers_to_them() -> None:
    note = _note(_donors(exclusive_owner=True), "donations.cascade")
    assert "Optional references to them in tests.of are removed first." in note
