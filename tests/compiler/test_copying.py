"""Which copies are kept: policies, ratios and what holds nothing (rulebook O1)."""

from __future__ import annotations

import math
from typing import Any

import pytest

from designs.compiler.model.conceptual import Copy
from designs.compiler.rules.copies import Verdict, field_at, ratio_of
from tests.compiler.composed import composed, design, entity, field, link, placement
from tests.compiler.small import case, op


def _verdict(
    strategy: Any, kind: str = "one-to-many", source: Any = None, has: Any = None, **copy: Any
) -> Verdict:
    fields = [source or field("name")]
    copies = [{"field": fields[0]["name"], "of": "from", **copy}]
    parent = ("Product", {"has": has or {"average": 20}})
    entities = [entity("Product", *fields), entity("Part", *fields)]
    model = design(entities, [link("parts", kind, parent, ("Part", {"has": {"average": 20}}), copies=copies)])
    here = placement(model, composed(model, parts=strategy))
    (found,) = here.verdicts(here.names.relationships["parts"])
    return found


@pytest.mark.parametrize(
    ("reads", "updates", "ratio", "fate"),
    [(10_000, 1, 500, "kept"), (10_000, 20_000, 0.025, "hot"), (200, 1, 10, "kept"), (199, 1, 9.95, "hot")],
)
def test_a_copy_pays_from_the_ratio_on(reads: int, updates: int, ratio: float, fate: str) -> None:
    found = _verdict("PARENT_REF", reads_per_day=reads, updates_per_day=updates, policy="eventual")
    assert (found.ratio, found.fate) == (pytest.approx(ratio), fate)


@pytest.mark.parametrize("policy", ["snapshot", "immutable"])
def test_what_nobody_updates_is_kept_whatever_the_ratio(policy: str) -> None:
    assert _verdict("PARENT_REF", reads_per_day=1, updates_per_day=1000, policy=policy).fate == "kept"


def test_a_field_that_never_changes_pays_at_once() -> None:
    assert _verdict("PARENT_REF", policy="eventual").ratio == math.inf


def test_updates_of_each_document_count_for_all_documents() -> None:
    source = field("name", updates_per_day=0.01)
    assert _verdict(
        "PARENT_REF", source=source, reads_per_day=2000, policy="eventual"
    ).ratio == pytest.approx(1)


@pytest.mark.parametrize(
    ("strategy", "source", "policy"),
    [
        ("PARENT_REF", field("name"), "eventual"),
        ("PARENT_REF", field("name", immutable=True), "immutable"),
        (("EMBED_LINK", "to"), field("name"), "snapshot"),
        (("EMBED_LINK", "to"), field("name", immutable=True), "immutable"),
    ],
)
def test_an_absent_policy_follows_from_field_and_strategy(strategy: Any, source: Any, policy: str) -> None:
    kind = "many-to-many" if isinstance(strategy, tuple) else "one-to-many"
    found = _verdict(strategy, kind, source)
    assert (found.policy, found.assumed) == (policy, True)


@pytest.mark.parametrize(
    ("strategy", "kind", "of", "fate"),
    [
        ("EMBED_ARRAY", "one-to-many", "from", "dropped"),
        ("FOLD_ONE", "one-to-many", "from", "folded"),
        ("PARENT_REF", "one-to-many", "to", "homeless"),
        ("CHILD_REFS", "one-to-many", "from", "homeless"),
        ("CHILD_REFS", "one-to-many", "to", "kept"),
        ("SUBSET", "one-to-many", "to", "kept"),
        (("ONE_WAY_EMBED", "from"), "many-to-many", "to", "kept"),
        (("ONE_WAY_EMBED", "from"), "many-to-many", "from", "homeless"),
        (("VALUE_ARRAY", "from"), "many-to-many", "to", "homeless"),
        ("LINK_COLL", "many-to-many", "to", "kept"),
    ],
)
def test_a_copy_stands_only_where_a_reference_does(strategy: Any, kind: str, of: str, fate: str) -> None:
    assert _verdict(strategy, kind, of=of, policy="snapshot").fate == fate


NESTED = [
    {"name": "name", "type": "object", "fields": [field("first"), field("last")]},
    {"name": "tags", "type": "array", "items": {"type": "object", "fields": [field("word")]}},
]


@pytest.mark.parametrize(
    ("path", "found"),
    [
        ("name.first", "first"),
        ("tags.word", "word"),
        ("name.word", None),
        ("tags.first", None),
        ("name", "name"),
    ],
)
def test_a_field_is_found_in_objects_and_in_elements(path: str, found: str | None) -> None:
    owner = case(parent={"fields": NESTED}).parent
    told = field_at(owner, path)
    assert (told.name if told else None) == found


@pytest.mark.parametrize(
    ("kind", "changes", "ratio"),
    [
        ("update", ["name.first"], 5),
        ("update", ["name"], 5),
        ("update", ["name.first.letter"], 5),
        ("update", ["name.last"], math.inf),
        ("update", ["name.firstborn"], math.inf),
        ("read", ["name.first"], math.inf),
    ],
)
def test_only_updates_that_write_the_field_count(kind: str, changes: list[str], ratio: float) -> None:
    """A hundred reads for two updates, each of which rewrites ten copies."""
    known = case(
        parent={"fields": NESTED},
        has={"average": 10},
        ops=(op(kind, "Parent", "_id", changes=changes, per_day=2),),
    )
    assert ratio_of(Copy(field="name.first", of="from", reads_per_day=100), known) == ratio


@pytest.mark.parametrize(
    ("more", "ratio"),
    [
        ({"includes": ["r"], "projection": ["text", "parent.title"]}, 10),
        ({"includes": ["r"]}, 0),
        ({"includes": ["r"], "projection": ["text"]}, 0),
        ({"projection": ["text", "parent.title"]}, 10),
        ({"projection": ["text", "parent.title", "parent.city"]}, 0),
    ],
)
def test_a_read_that_fetches_the_source_in_any_case_saves_nothing(more: dict[str, Any], ratio: float) -> None:
    """Two hundred reads for two updates, each of which rewrites ten copies."""
    copies = [{"field": "title", "of": "from", "policy": "strong"}]
    reading = op("read", "Child", "_id", per_day=200, **more)
    changing = op("update", "Parent", "_id", changes=["title"], per_day=2)
    known = case(has={"average": 10}, rel={"copies": copies, "back_field": "parent"}, ops=(reading, changing))
    assert ratio_of(Copy(field="title", of="from"), known) == ratio
