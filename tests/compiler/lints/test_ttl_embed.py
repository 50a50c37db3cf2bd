"""L49: expiry of an embedded part."""

from __future__ import annotations

from typing import Any

import pytest

from designs.compiler.lints.lifecycle.ttl_embed import LINT
from tests.compiler.planned import findings, found, pair, planned
from tests.compiler.small import design, entity, link, text

TTL = {"policy": "ttl", "seconds": 60, "field": "born_on"}


@pytest.mark.parametrize(
    ("strategy", "count"),
    [("EMBED_ARRAY", 1), ("OUTLIER", 1), ("BUCKET", 1), ("PARENT_REF", 0), ("SUBSET", 0)],
)
def test_only_whole_documents_expire(strategy: str, count: int) -> None:
    assert found(LINT, pair(strategy, child={"retention": TTL})) == [("Child", "error")] * count


ARCHIVE = {"policy": "archive", "after_days": 30, "field": "born_on"}


@pytest.mark.parametrize(
    ("strategy", "own", "holders", "expected"),
    [
        ("EMBED_ARRAY", {"policy": "keep"}, None, []),
        ("EMBED_ARRAY", ARCHIVE, None, [("Child", "warning")]),
        ("EMBED_ARRAY", ARCHIVE, ARCHIVE, []),
        ("EMBED_ARRAY", ARCHIVE, {**ARCHIVE, "after_days": 31}, [("Child", "warning")]),
        ("PARENT_REF", ARCHIVE, None, []),
        ("EMBED_ARRAY", TTL, TTL, []),
        ("EMBED_ARRAY", TTL, {**TTL, "seconds": 61}, [("Child", "error")]),
        ("BUCKET", TTL, TTL, [("Child", "error")]),
    ],
)
def test_what_is_kept_as_its_holder_is_goes_with_it(
    strategy: str, own: dict[str, Any], holders: dict[str, Any] | None, expected: list[tuple[str, str]]
) -> None:
    parent = {"retention": holders} if holders else {}
    assert found(LINT, pair(strategy, child={"retention": own}, parent=parent)) == expected


def test_every_holder_of_a_shape_must_be_kept_so() -> None:
    made = {"name": "born_on", "type": "date"}
    parts = [entity(name, made, retention=TTL) for name in ("One", "Other")]
    shape = entity("Shape", made, kind="weak", retention=TTL)
    links = [link(name, "one-to-one", name, "Shape", strategy="EMBED_ONE") for name in ("One", "Other")]
    assert found(LINT, planned(design([*parts, shape], links))) == []
    parts[1] = entity("Other", made)
    assert found(LINT, planned(design([*parts, shape], links))) == [("Shape", "error")]


@pytest.mark.parametrize(
    ("retention", "expected"),
    [
        ({"policy": "ttl", "seconds": 60, "field": "made"}, []),
        ({"policy": "capped", "bytes": 4096}, [("Kind", "error")]),
        ({"policy": "rolling", "period": "month", "field": "made"}, []),
    ],
)
def test_a_kind_may_expire_alone_but_takes_no_others_along(
    retention: dict[str, Any], expected: list[tuple[str, str]]
) -> None:
    made = {"name": "made", "type": "date"}
    parts = [entity("Thing", text()), entity("Kind", made, retention=retention)]
    kinds = [link("r", "is-a", "Thing", "Kind", strategy="POLY_SINGLE")]
    assert found(LINT, planned(design(parts, kinds))) == expected


@pytest.mark.parametrize(
    ("types", "edits"), [(["objectId", "uuid"], []), (["objectId", "int"], [["type"], ["types"]])]
)
def test_one_click_gives_each_kind_an_id_that_no_other_has(types: list[str], edits: list[Any]) -> None:
    """An objectId and a uuid are no other's as they are."""
    made = {"name": "made", "type": "date"}
    capped = {"policy": "capped", "bytes": 4096}
    own = {"name": "_id", "id": "own", "type": types[0], "types": types}
    number = {"name": "_id", "id": "number", "type": "int"}
    parts = [entity("Thing", number), entity("Kind", own, made, retention=capped), entity("Note")]
    notes = link("notes", "one-to-many", "Thing", "Note", strategy="PARENT_REF")
    kinds = [link("r", "is-a", "Thing", "Kind", strategy="POLY_SINGLE", id="r"), notes]
    (told,) = findings(LINT, planned(design(parts, kinds)))
    assert told.fix is not None
    found = [(one["id"], one["path"]) for one in told.fix["edits"] if one["id"] != "r"]
    assert sorted(found) == sorted([("number", ["type"]), *(("own", path) for path in edits)])
