"""L14: references to what has no collection."""

from __future__ import annotations

import pytest

from designs.compiler.lints.ref_target import LINT
from tests.compiler.composed import design, entity, field, link
from tests.compiler.planned import ENDLESS, MANY, UP_TO, found, planned


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
