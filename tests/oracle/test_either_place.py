"""An update that finds one document, in one place or else in another, returns it: one write needs no transaction. What
only a document lists is said to stay when it goes, and is audited; an operation on kinds apart says which it is about."""

from __future__ import annotations

import json
from typing import Any

import pytest

from designs.compiler import Compilation, read
from designs.compiler.plan_model.physical import Statement
from tests.compiler.in_parts import compile_design
from tests.mongosh.odd import end, entity, field, link
from tests.oracle.judging import judge

Json = dict[str, Any]


def _file(entities: list[Json], links: list[Json], *operations: Json) -> Json:
    return {
        "format": "nestlink/1", "name": "Either", "database": "either", "entities": entities,
        "relationships": links, "operations": list(operations),
    }  # fmt: skip


def _overflowing() -> Json:
    parts = [
        entity("Claim", field("mark", required=True)),
        entity("Remark", field("text", required=True), field("upheld", "bool"), field("by", sensitive=True)),
    ]
    remarks = link("remarks", "one-to-many", end("Claim", 400, field="remarks"), end("Remark", 1, field="claim_id"),
                   strategy="OUTLIER", exclusive_owner=True)  # fmt: skip
    decide = {"name": "decide", "kind": "update", "entity": "Remark", "per_day": 5, "filter": [{"field": "_id"}],
              "changes": ["upheld"], "returns": "after"}  # fmt: skip
    return _file(parts, [remarks], decide)


def _compiled(source: Json) -> Compilation:
    model = read(json.dumps(source)).value
    assert model is not None
    return compile_design(model)


def _of(found: Compilation, recipe: str) -> list[Statement]:
    return [one for one in found.plan.statements if one.recipe == recipe]


def test_the_document_that_was_found_is_returned_without_what_is_sensitive() -> None:
    first, second = _of(_compiled(_overflowing()), "decide")
    assert not first.transaction and second.unless == first.step
    assert first.options["projection"] == {"remarks.by": 0} and second.options["projection"] == {"item.by": 0}
    (verdict,) = judge("either", _overflowing(), only=["decide"])
    assert verdict.judged and not verdict.why, verdict


def test_what_only_a_document_lists_is_said_to_stay_and_is_audited() -> None:
    parts = [
        entity("Ward", field("code", unique=True, required=True)),
        entity("Hut", field("name", required=True)),
    ]
    huts = link("huts", "one-to-many", end("Ward", 9, field="huts"), {"entity": "Hut", "has": {"min": 1, "max": 1}},
                strategy="CHILD_REFS")  # fmt: skip
    close = {"name": "close", "kind": "delete", "entity": "Ward", "per_day": 1, "filter": [{"field": "code"}]}
    found = _compiled(_file(parts, [huts], close))
    assert (
        "Huts referenced only by it become orphans; the audit finds them." in _of(found, "close")[0].comment
    )
    (audit,) = _of(found, "huts.unlisted")
    assert audit.collection == "huts" and audit.pipeline[0]["$lookup"]["from"] == "wards"


def test_an_operation_on_kinds_apart_says_which_it_is_about() -> None:
    parts = [
        entity("Giver", field("name", required=True)),
        entity("Firm", field("vat")),
        entity("Person", field("born", "date")),
    ]
    kinds = [
        link(name, "is-a", end("Giver"), end(name), strategy="POLY_SPLIT") for name in ("Firm", "Person")
    ]
    listed = {"name": "all givers", "kind": "read", "entity": "Giver", "per_day": 9,
              "filter": [{"field": "name", "match": "prefix"}], "sort": [{"field": "name"}], "limit": 5}  # fmt: skip
    found = _compiled(_file(parts, kinds, listed))
    (note,) = [one.comment for one in found.plan.statements if one.subject == "operation:all givers"]
    assert "Queries every subtype's collection: firms, people." in note


@pytest.mark.parametrize("topology", ["standalone", "replica-set"])
def test_the_flag_goes_with_the_last_element_beyond_the_array(topology: str) -> None:
    """Links to the element are deleted ahead of it, and it last: what is left beyond the array was asked before that, so
    that the flag stayed."""
    parts = [
        entity("Book", field("title", required=True), count=1000),
        entity("Review", field("text", required=True)),
        entity("Reader", field("name", required=True), count=100),
    ]
    reviews = link("reviews", "one-to-many", end("Book", 2, field="reviews"), end("Review", 1, field="book"),
                   strategy="OUTLIER", exclusive_owner=True)  # fmt: skip
    praise = link("praise", "many-to-many", end("Reader"), end("Review"), strategy="LINK_COLL")
    design = {**_file(parts, [reviews, praise]), "topology": topology}
    (verdict,) = judge("either", design, tries=8, only=["reviewsRemove"])
    assert verdict.judged and not verdict.why, verdict


@pytest.mark.parametrize("absent", ["either", "missing"])
def test_a_root_that_is_planted_has_no_parent(absent: str) -> None:
    """Drivers may write null for it; a function leaves it out."""
    parts = [entity("Taxon", field("name", required=True))]
    tree = link("narrower", "tree", end("Taxon", 30, field="narrower"), end("Taxon", 1, field="parent"), strategy="TREE_NESTED",
                tree={"reads": "subtree", "static": True})  # fmt: skip
    design = {**_file(parts, [tree]), "absent": absent}
    (verdict,) = judge("either", design, only=["narrowerPlant"])
    assert verdict.judged and not verdict.why, verdict


@pytest.mark.parametrize("strategy", ["LINK_COLL", "ONE_WAY_EMBED"])
def test_what_a_link_copies_is_read_beyond_the_array_too(strategy: str) -> None:
    """A review that had no room in its book's array was not found, so that it had no tags."""
    parts = [
        entity("Book", field("title", required=True)),
        entity("Review", field("text", required=True), field("stars", "object", fields=[field("n", "int")], nullable=True)),
        entity("Tag", field("name", required=True)),
    ]  # fmt: skip
    most = {"entity": "Book", "has": {"min": 0, "p95": 3, "max": 5000}}
    reviews = link("reviews", "one-to-many", most, end("Review", 1), strategy="OUTLIER", exclusive_owner=True)
    copies = [{"field": name, "of": "to", "policy": "snapshot"} for name in ("text", "stars")]
    tags = link("tags", "many-to-many", end("Tag"), end("Review"), strategy=strategy, copies=copies)
    (verdict,) = judge("either", _file(parts, [reviews, tags]), tries=80, only=["tagsAdd"])
    assert verdict.judged and not verdict.why, verdict


def test_a_list_of_an_element_changes_beyond_the_array_too() -> None:
    """What the call was given was the list of another element, which is in the array."""
    parts = [
        entity("Book", field("title", required=True)),
        entity("Review", field("text", required=True), field("spans", "array", items={"type": "date"})),
    ]
    most = {"entity": "Book", "has": {"min": 0, "p95": 3, "max": 5000}}
    reviews = link("reviews", "one-to-many", most, end("Review", 1), strategy="OUTLIER", exclusive_owner=True)
    (verdict,) = judge("either", _file(parts, [reviews]), tries=40, only=["reviewsEdit"])
    assert verdict.judged and not verdict.why, verdict
