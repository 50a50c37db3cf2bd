"""What comments and refusals say of a function is what it does."""

from __future__ import annotations

import pytest

from designs.compiler.plan_model.physical import Statement
from tests.compiler.compiled import compiled
from tests.mongosh.odd import end, entity, field, link


@pytest.mark.parametrize(
    ("history", "removes", "refused"),
    [
        ({"history": "point-in-time"}, "Ends the current version of a contract in one write.", "contract not found, or it has ended"),
        ({"history": "revisions"}, "Deletes a contract.", "contract not found, or changed by someone else: read it again"),
    ],
)  # fmt: skip
def test_the_end_of_a_version_is_no_delete(history: dict[str, str], removes: str, refused: str) -> None:
    """No caller of the first says which version it has read."""
    farm = {"entity": "Contract", "field": "farm", "has": {"min": 1, "max": 1}}
    design = {
        "format": "nestlink/1", "name": "Care", "database": "care",
        "entities": [entity("Farm", field("name")), entity("Contract", field("fee", "int"), **history)],
        "relationships": [link("contracts", "one-to-many", end("Farm"), farm, strategy="PARENT_REF")],
    }  # fmt: skip
    statements = compiled(design).plan.statements
    (comment,) = [each.comment for each in statements if each.recipe == "contracts.remove" and each.comment]
    assert comment.startswith(removes)
    assert refused in [each.must_match for each in statements if each.recipe == "Contract.change"]


def test_what_stands_in_an_element_is_read_with_all_around_it() -> None:
    design = {
        "format": "nestlink/1", "name": "Lots", "database": "lots",
        "entities": [entity("Lot", field("code")), entity("Cupping", field("cupper")), entity("Score", field("points", "int"))],
        "relationships": [
            link("cuppings", "one-to-many", end("Lot", 9), end("Cupping", 1), strategy="EMBED_ARRAY"),
            link("scores", "one-to-many", end("Cupping", 9), end("Score", 1), strategy="EMBED_ARRAY"),
        ],
    }  # fmt: skip
    comments = {each.recipe: each.comment for each in compiled(design).plan.statements}
    assert comments["cuppings.read"] == "Returns the lot with everything embedded in it."
    assert (
        comments["scores.read"]
        == "Returns the whole lot that contains the cupping, with everything embedded in it."
    )


@pytest.mark.parametrize(("formula", "is_asked"), [("sum(payments.amount)", False), ("notes", True)])
def test_a_total_is_asked_for_only_where_none_is_declared(formula: str, is_asked: bool) -> None:
    """Of a read that joins children for their counts and totals."""
    paid = field("paid", "int", computed={"formula": formula, "refresh": "on-write"})
    claim = {"entity": "Payment", "field": "claim", "has": {"min": 1, "max": 1}}
    design = {
        "format": "nestlink/1", "name": "Claims", "database": "claims",
        "entities": [entity("Claim", field("notes", "int"), paid), entity("Payment", field("amount", "int"))],
        "relationships": [link("payments", "one-to-many", end("Claim") | {"field": "payments"}, claim, strategy="PARENT_REF", together_needs="summary")],
        "operations": [{"name": "claim file", "kind": "read", "entity": "Claim", "includes": ["payments"], "per_day": 9}],
    }  # fmt: skip
    comments = " ".join(
        each.comment for each in compiled(design).plan.statements if each.recipe == "claim file"
    )
    assert ("Needs counts or totals of the payments" in comments) == is_asked


def test_a_read_that_joins_the_parent_needs_no_total() -> None:
    """Deliveries that are read with their member were said to need counts of deliveries."""
    claim = {"entity": "Payment", "field": "claim", "has": {"min": 1, "max": 1}}
    design = {
        "format": "nestlink/1", "name": "Claims", "database": "claims",
        "entities": [entity("Claim", field("notes", "int")), entity("Payment", field("amount", "int"))],
        "relationships": [link("payments", "one-to-many", end("Claim") | {"field": "payments"}, claim, strategy="PARENT_REF", together_needs="summary")],
        "operations": [{"name": "list", "kind": "read", "entity": "Payment", "includes": ["payments"], "per_day": 9}],
    }  # fmt: skip
    comments = " ".join(each.comment for each in compiled(design).plan.statements if each.recipe == "list")
    assert comments and "Needs counts or totals" not in comments


@pytest.mark.parametrize("history", [{"history": "point-in-time"}, {}])
def test_a_delete_says_where_versions_that_have_ended_go_on_naming_it(history: dict[str, str]) -> None:
    """They do not keep it, and whoever erases a person has to know."""
    holder = {"entity": "Policy", "field": "holder", "has": {"min": 1, "max": 1}}
    design = {
        "format": "nestlink/1", "name": "Motor", "database": "motor",
        "entities": [entity("Customer", field("name")), entity("Policy", field("premium", "int"), **history)],
        "relationships": [link("policies", "one-to-many", end("Customer"), holder, strategy="PARENT_REF")],
        "operations": [{"name": "forget", "kind": "delete", "entity": "Customer", "filter": [{"field": "_id"}], "per_day": 2}],
    }  # fmt: skip
    comments = [each.comment for each in compiled(design).plan.statements if each.recipe == "forget"]
    told = "Past versions in policies don't prevent this: they keep holder"
    assert "Fails while documents in policies.holder reference it." in comments[0]
    assert (told in comments[0]) == bool(history)


@pytest.mark.parametrize("history", ["point-in-time", "revisions", "none"])
def test_a_check_of_references_says_that_it_passes_over_the_past(history: str) -> None:
    """A delete asks the current version alone, so that past ones may lead nowhere."""
    holder = {"entity": "Policy", "field": "holder", "has": {"min": 1, "max": 1}}
    design = {
        "format": "nestlink/1", "name": "Motor", "database": "motor",
        "entities": [entity("Customer", field("name")), entity("Policy", field("premium", "int"), history=history)],
        "relationships": [link("policies", "one-to-many", end("Customer"), holder, strategy="PARENT_REF")],
    }  # fmt: skip
    (comment,) = [
        each.comment for each in compiled(design).plan.statements if each.recipe == "policies.orphans.to"
    ]
    assert comment.startswith("policies.holder values that match no customer.")
    assert ("Past versions aren't checked" in comment) == (history != "none")


@pytest.mark.parametrize(
    ("refresh", "told"),
    [
        ({"refresh": "periodic", "every_seconds": 3600}, "Call it if it can't wait for the job that runs every hour."),
        ({"refresh": "on-write"}, "Call it after changes made by other means than 04_queries.js."),
    ],
)  # fmt: skip
def test_one_document_is_recomputed_by_need_alone(refresh: dict[str, object], told: str) -> None:
    """That of one customer was said to be called every hour, as the job for all is."""
    functions = recomputed(refresh)
    assert told in functions["Claim.recompute.one"][0].comment


def test_a_job_leaves_what_does_not_follow_from_its_results_to_their_own() -> None:
    """That of what claims were paid worked out anew how many are open of each policy, and held all of these at once."""
    job = recomputed({"refresh": "on-write"})["Claim.recompute.all"]
    assert {each.collection for each in job} == {"claims"}
    assert job[0].comment.startswith("Recomputes paid, left in claims.")
    assert "repeat until it returns none" in job[0].comment


def recomputed(refresh: dict[str, object]) -> dict[str, list[Statement]]:
    """The functions of policies with claims, which are open or not, and have payments."""
    paid = field("paid", "int", computed={"formula": "sum(payments.amount)", **refresh})
    left = field("left", "int", computed={"formula": "reserve - paid", "refresh": "on-write"})
    opened = field("opened", "int", computed={"formula": "sum(claims.is_open)", "refresh": "on-write"})
    policy = {"entity": "Policy", "field": "policy", "has": {"min": 1, "max": 1}}
    claim = {"entity": "Claim", "field": "claim", "has": {"min": 1, "max": 1}}
    design = {
        "format": "nestlink/1", "name": "Motor", "database": "motor",
        "entities": [
            entity("Policy", field("number"), opened), entity("Claim", field("is_open", "int", required=True), field("reserve", "int", required=True), paid, left),
            entity("Payment", field("amount", "int", required=True)),
        ],
        "relationships": [
            link("claims", "one-to-many", end("Policy") | {"field": "claims"}, policy | {"entity": "Claim"}, strategy="PARENT_REF"),
            link("payments", "one-to-many", end("Claim") | {"field": "payments"}, claim | {"entity": "Payment"}, strategy="PARENT_REF"),
        ],
    }  # fmt: skip
    functions: dict[str, list[Statement]] = {}
    for each in compiled(design).plan.statements:
        functions.setdefault(each.recipe, []).append(each)
    return functions


@pytest.mark.parametrize("unique", [True, False])
def test_the_change_of_a_merged_parent_says_what_it_sets_and_of_whom(*, unique: bool) -> None:
    """It said that it updates the data, and changed those of others of the same name without a word."""
    garage = entity("Garage", field("name", required=True, unique=unique), field("postcode", required=True))
    kept = {"policy": "archive", "field": "closed", "after_days": 365}
    repaired = {"entity": "Claim", "field": "garage", "has": {"min": 1, "max": 1}}
    design = {
        "format": "nestlink/1", "name": "Motor", "database": "motor", "operations": [],
        "entities": [garage, entity("Claim", field("number", required=True), field("closed", "date"), retention=kept)],
        "relationships": [link("repair", "one-to-many", end("Garage"), repaired, strategy="FOLD_ONE")],
    }  # fmt: skip
    (comment,) = [
        each.comment for each in compiled(design).plan.statements if each.purpose == "rename" and each.comment
    ]
    assert comment.startswith("Updates postcode of a garage in all claims with its name.")
    assert ("name isn't unique: others with the same value change, too." in comment) != unique
    assert "Leaves documents archived in claims_archive unchanged." in comment
