"""DOC_VERSION and SCD2: what was is kept before each change, and can be asked for."""

from __future__ import annotations

import re
from typing import Any

import pytest

from designs.compiler import Compilation
from designs.compiler.exporters.documents_diagram import dot, mermaid_text
from designs.compiler.operations.functions.document_versions import NOW
from designs.compiler.plan_model.physical import Outcome, parameters
from designs.compiler.sampling import samples
from tests.compiler.bson_schema import complaints
from tests.compiler.compiled import compiled
from tests.compiler.composed import at
from tests.compiler.small import barred

FIELDS = [
    {"name": "number", "type": "string", "required": True, "unique": True},
    {"name": "limit", "type": "int"},
]
HOLDER = {
    "name": "Holder",
    "fields": [{"name": name, "type": "string"} for name in ("name", "city", "street", "phone")],
}
OPS = [
    {"name": "by limit", "kind": "read", "entity": "Policy", "filter": [{"field": "limit"}]},
    {
        "name": "raise",
        "kind": "update",
        "entity": "Policy",
        "filter": [{"field": "_id"}],
        "changes": ["limit"],
    },
    {"name": "drop", "kind": "delete", "entity": "Policy", "filter": [{"field": "_id"}]},
    {"name": "add", "kind": "insert", "entity": "Policy"},
]


def policies(
    history: str, *fields: dict[str, Any], links: Any = (), ops: Any = OPS, top: Any = None, **more: Any
) -> Compilation:
    policy = {"name": "Policy", "history": history, "fields": [*fields, *FIELDS], **more}
    return compiled(
        {"format": "nestlink/1", "name": "P", "database": "p", "entities": [policy, HOLDER], "relationships": list(links),
         "operations": list(ops), **(top or {})}
    )  # fmt: skip


def link(**more: Any) -> dict[str, Any]:
    ends = {
        "from": {"entity": "Holder", "has": {"max": 5}},
        "to": {"entity": "Policy", "has": {"min": 1, "max": 1}},
    }
    return {"name": "policies", "kind": "one-to-many", **ends, **more}


def collection(made: Compilation, name: str) -> Any:
    return next(one for one in made.plan.collections if one.name == name)


def told(made: Compilation) -> dict[str, Any]:
    return {one.id: one for one in made.plan.statements}


BOTH = pytest.mark.parametrize("history", ["revisions", "point-in-time"])


def test_revisions_have_a_collection_of_their_own() -> None:
    made = policies("revisions")
    past = collection(made, "policy_revisions")
    assert (past.kind, past.revises, past.entity) == ("revisions", "Policy", None)
    assert [one.name for one in past.fields] == ["_id", "policy_id", "number", "limit", "revision"]
    assert at(past.fields, "number").policy == "snapshot"
    (index,) = past.indexes
    assert index.keys == (("policy_id", 1), ("revision", 1)) and index.options == {"unique": True}
    (overlay,) = made.plan.entity_overlays
    assert (overlay.kind, overlay.collection, overlay.path) == ("DOC_VERSION", "policies", "revision")


def test_versions_stand_beside_the_present() -> None:
    made = policies("point-in-time")
    (one,) = [one for one in made.plan.collections if one.entity == "Policy"]
    assert at(one.fields, "valid_to").types == ("date", "null") and at(one.fields, "valid_from").required
    assert at(one.fields, "policy_id").target == "policies"
    indexes = {index.name: index.options for index in one.indexes}
    assert indexes["policy_id_1_valid_to_1"] == {"unique": True}
    assert indexes["number_1"]["partialFilterExpression"]["valid_to"] is None
    assert [overlay.kind for overlay in made.plan.entity_overlays] == ["SCD2"]


@BOTH
@pytest.mark.parametrize("field", [[], [{"name": "_id", "type": "int"}]])
def test_the_samples_show_one_change(history: str, field: list[Any]) -> None:
    made = policies(history, *field)
    assert not [one for one in made.findings if one.severity == "error"]
    for one in made.plan.collections:
        for document in samples(made)[one.name]:
            assert complaints(one.validator["$jsonSchema"], document) == []
    known = samples(made)["policies"]
    if history == "revisions":
        (past,) = samples(made)["policy_revisions"]
        assert [one["revision"] for one in known][:2] == [2, 1]
        assert (past["policy_id"], past["revision"]) == (known[0]["_id"], 1)
    else:
        (past,) = [one for one in known if one["valid_to"] is not None]
        assert past["policy_id"] == known[0]["_id"] == known[0]["policy_id"] != past["_id"]
        assert past["valid_from"] < past["valid_to"] == known[0]["valid_from"]


@BOTH
def test_what_has_a_history_is_not_embedded(history: str) -> None:
    held = [link(exclusive_owner=True)]
    (decision,) = policies(history, links=held, ops=[]).decisions
    assert barred(decision)["EMBED_ARRAY"] == "G9"
    plain = policies("none", links=held, ops=[])
    assert plain.decisions[0].strategy == "EMBED_ARRAY" and not plain.plan.entity_overlays


def ops(made: Compilation, recipe: str) -> list[str]:
    return [one.op for one in made.plan.statements if one.recipe == recipe]


def comment(made: Compilation, recipe: str) -> str:
    return next(one.comment for one in made.plan.statements if one.recipe == recipe)


STANDALONE = {"topology": "standalone"}


def test_a_change_keeps_what_was_in_the_same_transaction_and_is_guarded_by_its_number() -> None:
    made = policies("revisions")
    read, keep, change = (told(made)[f"Policy.change.{number}"] for number in (1, 2, 3))
    assert read.pipeline[1:] == [{"$set": {"policy_id": "$_id"}}, {"$unset": "_id"}]
    assert (keep.op, keep.collection, keep.each) == ("insertOne", "policy_revisions", read.step)
    assert set(change.filter) == {"_id", "revision"} and change.update["$inc"] == {"revision": 1}
    assert change.must_match and all(one.transaction for one in (read, keep, change))
    assert "in the same transaction" in comment(made, "Policy.change")


def test_without_transactions_what_was_is_merged_first() -> None:
    made = policies("revisions", top=STANDALONE)
    keep, change = told(made)["Policy.change.1"], told(made)["Policy.change.2"]
    assert keep.pipeline[-1]["$merge"] == {
        "into": "policy_revisions", "on": ["policy_id", "revision"], "whenMatched": "keepExisting", "whenNotMatched": "insert",
    }  # fmt: skip
    assert change.must_match and not change.transaction
    assert (
        ops(made, "raise") == ["findOne", "aggregate", "updateOne"] and not told(made)["raise.3"].transaction
    )
    read, change = told(made)["raise.1"], told(made)["raise.3"]
    assert change.filter["revision"] == Outcome(step=read.step, path="revision"), (
        "no other than the one that was kept"
    )
    for recipe in ("Policy.change", "raise"):
        assert "standalone servers don't support them" in comment(made, recipe)


@BOTH
def test_a_change_whose_result_is_wanted_keeps_what_was_in_the_same_transaction(history: str) -> None:
    for returns in ("nothing", "after"):
        made = policies(history, ops=[OPS[1] | {"returns": returns}])
        assert all(one.transaction for name, one in told(made).items() if name.startswith("raise."))
        assert "in the same transaction" in comment(made, "raise")


def test_a_version_is_closed_by_a_copy_and_the_present_goes_on() -> None:
    known = told(policies("point-in-time"))
    read, keep, change = (known[f"Policy.change.{number}"] for number in (1, 2, 3))
    assert read.pipeline[0]["$match"]["valid_to"] is None and keep.collection == "policies"
    (dated,) = change.update["$set"].parts
    assert dated["valid_from"] == read.pipeline[1]["$set"]["valid_to"]
    known = told(policies("point-in-time", top=STANDALONE))
    read, keep, change = (known[f"Policy.change.{number}"] for number in (1, 2, 3))
    assert change.filter["valid_from"] == Outcome(step=read.step, path="valid_from")
    merge = keep.pipeline[-1]["$merge"]
    assert (merge["on"], merge["into"]) == (["policy_id", "valid_to"], "policies")


@BOTH
def test_a_change_takes_any_fields_but_those_that_tell_the_document_or_its_kind(history: str) -> None:
    kinds = [
        {
            "name": f"{value} kind",
            "kind": "is-a",
            "from": {"entity": "Policy"},
            "to": {"entity": value.title()},
            "discriminator": {"field": "form", "value": value},
        }
        for value in ("life", "car")
    ]
    made = compiled(
        {"format": "nestlink/1", "name": "P", "database": "p", "relationships": kinds, "entities": [
            {"name": "Policy", "history": history, "fields": [
                {"name": "form", "type": "string", "enum": ["life", "car"]}, {"name": "limit", "type": "int"},
                {"name": "begins", "type": "date"}, {"name": "signed", "type": "date", "immutable": True}]},
            {"name": "Life", "fields": [{"name": "heir", "type": "string"}]},
            {"name": "Car", "fields": [{"name": "plate", "type": "string"}]}]}
    )  # fmt: skip
    (change,) = [
        one for one in made.plan.statements if one.recipe == "Policy.change" and one.op == "updateOne"
    ]
    (changes,) = [each for each in parameters([change]) if each.parts]
    assert [*changes.parts] == ["limit", "begins"]


def test_the_operations_keep_what_they_change() -> None:
    made = policies("revisions")
    known = told(made)
    assert ops(made, "raise") == ["aggregate", "insertOne", "updateOne"]
    assert known["raise.3"].update["$inc"] == {"revision": 1} and known["raise.3"].transaction
    assert ops(made, "drop") == ["aggregate", "insertOne", "deleteOne"]
    assert "revision" not in known["by limit"].filter and not known["by limit"].transaction
    known = told(policies("point-in-time"))
    assert known["raise.2"].collection == "policies" and "valid_from" in known["raise.3"].update["$set"]
    assert known["drop"].op == "updateOne" and list(known["drop"].update[0]["$set"]) == ["valid_to"]


def test_what_goes_with_its_parent_is_kept_too() -> None:
    made = policies("revisions", links=[link(strategy="PARENT_REF", exclusive_owner=True)])
    assert ops(made, "policies.cascade") == ["aggregate", "insertOne", "deleteMany", "deleteOne"]
    made = policies("point-in-time", links=[link(strategy="PARENT_REF", exclusive_owner=True)])
    first = next(one for one in made.plan.statements if one.recipe == "policies.cascade")
    assert first.op == "updateMany" and list(first.update[0]["$set"]) == ["valid_to"]


def test_a_branch_of_a_tree_is_moved_and_kept_in_its_transaction() -> None:
    tree = {
        "name": "tree",
        "kind": "tree",
        "from": {"entity": "Policy"},
        "to": {"entity": "Policy"},
        "strategy": "TREE_ANCESTORS",
    }
    made = policies("revisions", links=[tree])
    found = ops(made, "tree.reassign")
    kept = ["aggregate", "insertOne"]  # as they were; the branch counts its revision before it changes
    assert found == ["findOne", *kept, "updateMany", *kept, "updateMany", "updateOne"]


def test_reads_of_the_present_leave_the_past_out() -> None:
    assert told(policies("point-in-time"))["by limit"].filter["valid_to"] is None
    held = told(policies("point-in-time", links=[link(strategy="PARENT_REF")]))
    assert held["policies.read"].filter["valid_to"] is None
    (stage,) = [one["$lookup"] for one in held["policies.join"].pipeline if "$lookup" in one]
    assert stage["pipeline"][0] == {"$match": {"valid_to": None}}
    plain = told(policies("revisions", links=[link(strategy="PARENT_REF")]))
    assert "valid_to" not in str(plain["policies.read"].filter) + str(plain["policies.join"].pipeline)


def test_moving_a_child_is_a_change_and_counting_is_not() -> None:
    known = told(policies("revisions", links=[link(strategy="PARENT_REF")]))
    moves = [one for name, one in known.items() if name.startswith("policies.reassign.")]
    assert [one.op for one in moves] == ["findOne", "aggregate", "insertOne", "updateOne"]
    assert moves[-1].update["$inc"] == {"revision": 1}
    assert all("revision" not in str(one.update) for one in known.values() if one.script == "05_sync")


def test_the_past_can_be_asked_for() -> None:
    known = told(policies("revisions"))
    assert (
        known["Policy.history"].sort == {"revision": -1}
        and known["Policy.history"].collection == "policy_revisions"
    )
    assert set(known["Policy.revision"].filter) == {"policy_id", "revision"}
    wanted = told(policies("point-in-time"))["Policy.at"].filter
    assert wanted["valid_from"]["$lte"] == wanted["$or"][1]["valid_to"]["$gt"] and wanted["$or"][0] == {
        "valid_to": None
    }


def test_the_audit_finds_changes_that_kept_nothing() -> None:
    assert told(policies("revisions"))["Policy.missing_revisions"].script == "06_audit"
    assert told(policies("point-in-time"))["Policy.overlapping_versions"].script == "06_audit"


def test_a_measurement_with_a_history_is_no_time_series() -> None:
    fields = [{"name": "at", "type": "date", "required": True}, {"name": "level", "type": "int"}]
    for history, kind in (("none", "timeseries"), ("revisions", "standard")):
        made = compiled(
            {"format": "nestlink/1", "name": "P", "database": "p", "relationships": [],
             "entities": [{"name": "Level", "kind": "measurement", "history": history, "fields": fields}]}
        )  # fmt: skip
        assert made.plan.collections[0].kind == kind


def test_taken_names_are_left_alone() -> None:
    other = {"name": "PolicyRevision", "fields": [{"name": "text", "type": "string"}]}
    made = compiled(
        {"format": "nestlink/1", "name": "P", "database": "p", "relationships": [],
         "entities": [{"name": "Policy", "history": "revisions", "fields": FIELDS}, other]}
    )  # fmt: skip
    assert {one.name for one in made.plan.collections} == {
        "policies",
        "policy_revisions",
        "policy_revisions_2",
    }


def test_an_earlier_revision_has_copies_as_they_were() -> None:
    copied = {
        "field": "name",
        "of": "from",
        "policy": "eventual",
        "reads_per_day": 9000,
        "updates_per_day": 1,
    }
    compilation = policies("revisions", links=[link(strategy="PARENT_REF", copies=[copied])])
    now, then = (
        {field.name: field.policy for field in collection(compilation, name).fields}
        for name in ("policies", "policy_revisions")
    )
    (name,) = (name for name, policy in now.items() if policy)
    assert (now[name], then[name]) == ("eventual", "snapshot")
    nodes = {each.name: f"c{number}" for number, each in enumerate(compilation.plan.collections, 1)}
    copies = re.findall(r"^  (c\d+):\S+ -> (c\d+):.*edge-copy", dot(compilation.plan), re.MULTILINE)
    assert {frozenset(ends) for ends in copies} == {
        frozenset((nodes["holders"], nodes["policies"])),
        frozenset((nodes["policies"], nodes["policy_revisions"])),
    }


@pytest.mark.parametrize(("history", "begun"), [
    ("revisions", {"revision": 1}),
    ("point-in-time", {"policy_id": Outcome(step="policy", path="_id"), "valid_from": NOW, "valid_to": None}),
])  # fmt: skip
def test_what_is_inserted_begins_its_history(history: str, begun: dict[str, Any]) -> None:
    """Whose version a new document is, and from when, is nothing that a caller knows."""
    inserted = told(policies(history))["add"]
    assert inserted.documents.parts[1] == begun
    assert {*inserted.documents.parts[0].without} == {*begun}


def test_audits_of_what_other_documents_give_are_of_the_present() -> None:
    """Nothing refers to an earlier version, and its results are those of its time; it is none of the documents that the
    design counts."""
    total = {"name": "total", "type": "int", "computed": {"formula": "count(claims)"}}
    claims = {"name": "claims", "kind": "one-to-many", "from": {"entity": "Policy", "field": "claims"},
              "to": {"entity": "Holder"}, "strategy": "PARENT_REF"}  # fmt: skip
    known = told(policies("point-in-time", total, links=[claims], count=400))
    assert known["Policy.results"].pipeline[0] == {"$match": {"valid_to": None}}
    counted = known["policies.count"].pipeline
    assert counted[0] == {"$match": {"valid_to": None}} and counted[-1] == {"$match": {"count": {"$gt": 800}}}


def test_one_condition_finds_what_is_current() -> None:
    """An index serves the fields of one condition; where two stand behind each other, it is hard to see which."""
    holder = {"name": "of holder", "kind": "read", "entity": "Policy", "includes": ["policies"],
              "filter": [{"field": "limit"}]}  # fmt: skip
    read = told(policies("point-in-time", links=[link(strategy="PARENT_REF")], ops=[holder]))["of holder"]
    assert [*read.pipeline[0]["$match"]] == ["limit", "valid_to"]


def test_a_diagram_tells_no_copies_where_all_is_an_earlier_version() -> None:
    """Each field of it was called "copy, snapshot", beside the copies that really are some."""
    made = policies("revisions")
    fields = {each.name: each for each in collection(made, "policy_revisions").fields}
    assert (fields["limit"].origin, fields["limit"].policy) == ("copy", "snapshot")
    assert "copy, snapshot" not in dot(made.plan)
    assert "copy" not in mermaid_text(made.plan).partition("\n    c1 ")[0]
    assert "revisions" in dot(made.plan)
