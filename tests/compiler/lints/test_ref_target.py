"""L14: references to what has no collection."""

from __future__ import annotations

import pytest

from designs.compiler import compile_design
from designs.compiler.lints.ref_target import LINT
from tests.compiler.composed import design, entity, field, link
from tests.compiler.planned import ENDLESS, MANY, UP_TO, findings, found, planned


@pytest.mark.parametrize(
    ("home", "wrong"),
    [
        ("BUCKET", True),
        ("FOLD_ONE", False),
        ("EMBED_ARRAY", False),
        ("EMBED_ONE", False),
        ("PARENT_REF", False),
    ],
)
def test_an_id_of_an_element_is_a_pair_but_a_bucket_has_none(home: str, wrong: bool) -> None:
    kind = "one-to-one" if home == "EMBED_ONE" else MANY
    model = design(
        [entity("Post"), entity("Comment", field("text")), entity("Like", field("at", "date"))],
        [
            link("comments", kind, ("Post", ENDLESS), ("Comment", UP_TO(1))),
            link("likes", MANY, ("Comment", ENDLESS), ("Like", UP_TO(1))),
        ],
    )
    plan = planned(model, comments=home, likes=("PARENT_REF", "to"))
    assert found(LINT, plan) == ([("Like.comment_id", "error")] if wrong else [])


@pytest.mark.parametrize(
    ("strategy", "collections"), [("POLY_SPLIT", ["cards", "wires"]), ("POLY_SINGLE", ["pays"])]
)
def test_an_id_of_what_is_split_into_its_kinds_leads_to_several(
    strategy: str, collections: list[str]
) -> None:
    """The finding says it, and the audit looks in all of them before it calls an id an orphan."""
    kinds = [link(name.lower(), "is-a", "Pay", name, strategy=strategy) for name in ("Card", "Wire")]
    paid = link("pays", MANY, ("Order", ENDLESS), ("Pay", UP_TO(1)), strategy="CHILD_REFS")
    parts = [
        entity("Pay", field("amount", "int")),
        entity("Card", field("no")),
        entity("Wire", field("iban")),
        entity("Order"),
    ]
    made = compile_design(design(parts, [*kinds, paid]))
    told = [one for one in findings(LINT, made) if "nothing says" in one.message]
    assert [(one.subject, one.severity) for one in told] == [("Order.pays", "error")] * (len(collections) - 1)
    (audit,) = [one.pipeline for one in made.plan.statements if one.id == "pays.orphans.from"]
    assert [stage["$lookup"]["from"] for stage in audit if "$lookup" in stage] == collections
    assert sum(stage.get("$match") == {"found": []} for stage in audit) == len(collections)
