"""TTL, CAPPED, ARCHIVE, ROLLING: options and overlays."""

from __future__ import annotations

from typing import Any

import pytest

from designs.compiler import Compilation
from designs.compiler.exporters.mongosh import render
from designs.compiler.plan_model.decisions import Composition, Home
from tests.compiler.composed import collections, composed, design, drafted, entity, field, link
from tests.compiler.in_parts import compile_design

TTL = {"policy": "ttl", "field": "at", "seconds": 60}


@pytest.mark.parametrize(
    ("retention", "kind", "path", "details", "options"),
    [
        (TTL, "TTL", "at", {"seconds": 60}, {}),
        ({"policy": "ttl", "seconds": 60}, "TTL", "at", {"seconds": 60}, {}),
        (
            {"policy": "capped", "bytes": 1048576, "documents": 1000},
            "CAPPED",
            "",
            {"bytes": 1048576, "documents": 1000},
            {"capped": True, "size": 1048576, "max": 1000},
        ),
        ({"policy": "archive", "field": "at", "after_days": 30}, "ARCHIVE", "at", {"after_days": 30}, {}),
        ({"policy": "rolling", "field": "at", "period": "month"}, "ROLLING", "at", {"period": "month"}, {}),
    ],
)
def test_a_policy_is_an_overlay(
    retention: dict[str, object], kind: str, path: str, details: object, options: object
) -> None:
    model = design([entity("Log", field("at", "date"), retention=retention)], [])
    (overlay,) = drafted(model, composed(model)).entity_overlays
    assert (overlay.kind, overlay.path, overlay.details) == (kind, path, details)
    made = collections(model, composed(model))["logs"]
    assert (made.options, made.kind) == (options, "capped" if options else "standard")


def test_a_cap_without_a_size_follows_from_the_number() -> None:
    model = design(
        [entity("Log", field("at", "date"), retention={"policy": "capped", "documents": 1000})], []
    )
    size = collections(model, composed(model))["logs"].options["size"]
    assert 1000 * 20 < size < 1000 * 100


def test_a_cap_is_as_large_as_the_server_demands_at_least() -> None:
    model = design([entity("Log", field("at", "date"), retention={"policy": "capped", "documents": 1})], [])
    assert collections(model, composed(model))["logs"].options["size"] == 4096


def test_a_time_series_expires_by_itself() -> None:
    model = design([entity("Reading", field("at", "date"), retention=TTL)], [])
    home = (Home(entity="Reading", kind="timeseries"),)
    made = collections(model, Composition(decisions={}, homes={"Reading": home}))["readings"]
    assert made.options["expireAfterSeconds"] == 60


def test_an_embedded_entity_has_no_retention_of_its_own() -> None:
    model = design(
        [entity("Post"), entity("Draft", field("at", "date"), retention=TTL)],
        [link("drafts", "one-to-many", "Post", "Draft")],
    )
    assert not drafted(model, composed(model, drafts="EMBED_ARRAY")).entity_overlays


@pytest.mark.parametrize(
    ("period", "days"), [("day", 1), ("week", 7), ("month", 31), ("year", 366), (None, 31)]
)
@pytest.mark.parametrize("kind", ["standard", "timeseries"])
def test_what_is_kept_for_a_period_expires_when_the_longest_such_is_over(
    period: str | None, days: int, kind: str
) -> None:
    """One collection with a TTL index: a forecast counts as many documents as come in that time."""
    retention = {"policy": "rolling", "field": "at", **({"period": period} if period else {})}
    more = {"kind": "measurement"} if kind == "timeseries" else {}
    log = entity(
        "Log",
        field("at", "date", required=True),
        field("value", "double"),
        retention=retention,
        inserts_per_day=100,
        **more,
    )
    compilation = compile_design(design([log], []))
    (collection,) = compilation.plan.collections
    if kind == "timeseries":
        assert (collection.kind, collection.options["expireAfterSeconds"]) == (kind, days * 86_400)
    else:
        assert expiring(compilation) == [("logs", days * 86_400, None)]
    (forecast,) = compilation.forecasts
    assert {moment.documents for moment in forecast.moments} == {100 * days}
    assert "periodName" not in "".join(file.text for file in render(compilation))


# --- kinds ----------------------------------------------------------------------------------------

ARCHIVE = {"policy": "archive", "field": "at", "after_days": 30}
LATER = {"policy": "ttl", "field": "at", "seconds": 90}


def kinds(strategy: str, *, top: dict[str, Any] | None = None, **kept: Any) -> Compilation:
    """Books of two kinds, ebooks of two kinds of their own; kept: by entity its retention."""
    parts = [entity("Book", field("at", "date", required=True)), entity("Ebook", field("pages"))]
    parts += [entity(name, field(name.lower())) for name in ("Audio", "Comic", "Manual")]
    for one, count in zip(parts, (40, 20, 20, 10, 10), strict=True):
        one |= {"count": count}
        one |= {"retention": kept[one["name"]]} if one["name"] in kept else {}
    links = [link(name, "is-a", "Book", name, strategy=strategy) for name in ("Ebook", "Audio")]
    links += [link(name, "is-a", "Ebook", name, strategy=strategy) for name in ("Comic", "Manual")]
    return compile_design(design(parts, links, **(top or {})))


def expiring(made: Compilation) -> list[tuple[str, int, Any]]:
    """By collection, the seconds and what limits it, of each TTL index."""
    return [
        (one.name, index.options["expireAfterSeconds"], index.options.get("partialFilterExpression"))
        for one in made.plan.collections
        for index in one.indexes
        if "expireAfterSeconds" in index.options
    ]


COMICS = {"$in": ["comic", "manual"]}


@pytest.mark.parametrize(
    ("kept", "wanted"),
    [
        ({"Book": TTL}, [("books", 60, None)]),
        ({"Audio": TTL}, [("books", 60, {"book_type": "audio"})]),
        ({"Ebook": TTL}, [("books", 60, {"book_type": COMICS})]),
        ({"Audio": {"policy": "rolling", "field": "at", "period": "day"}}, [("books", 86_400, {"book_type": "audio"})]),
        ({"Book": TTL, "Audio": LATER}, [("books", 60, {"book_type": COMICS}), ("books", 90, {"book_type": "audio"})]),
        ({"Book": TTL, "Audio": {"policy": "keep"}}, [("books", 60, {"book_type": COMICS})]),
        ({"Ebook": TTL, "Comic": LATER}, [("books", 60, {"book_type": "manual"}), ("books", 90, {"book_type": "comic"})]),
    ],
)  # fmt: skip
def test_one_kind_expires_without_the_others(kept: Any, wanted: Any) -> None:
    made = kinds("POLY_SINGLE", **kept)
    assert expiring(made) == wanted and not [one for one in made.findings if one.severity == "error"]
    assert len({index.name for index in made.plan.collections[0].indexes}) == len(
        made.plan.collections[0].indexes
    )


def test_a_server_that_limits_no_index_by_several_values_gets_several() -> None:
    old = {"server_version": "5.0"}
    assert expiring(kinds("POLY_SINGLE", Ebook=TTL, top=old)) == [
        ("books", 60, {"book_type": "comic"}), ("books", 60, {"book_type": "manual"}),
    ]  # fmt: skip


def archives(made: Compilation) -> dict[str, Any]:
    """By statement what finds the documents that are moved to an archive."""
    return {
        one.id: one.filter for one in made.plan.statements if one.purpose == "archive" and one.op == "find"
    }


def test_one_kind_is_archived_without_the_others() -> None:
    for name, wanted in (("Book", None), ("Audio", "audio"), ("Ebook", COMICS)):
        found = archives(kinds("POLY_SINGLE", **{name: ARCHIVE}))
        assert [one.get("book_type") for one in found.values()] == [wanted]


def test_kinds_apart_are_kept_as_their_general_unless_they_say_otherwise() -> None:
    made = kinds("POLY_SPLIT", Book=ARCHIVE, Audio=TTL)
    overlays = [(one.kind, one.collection) for one in made.plan.entity_overlays]
    assert overlays == [("TTL", "audios"), ("ARCHIVE", "comics"), ("ARCHIVE", "manuals")]
    assert list(archives(made)) == ["Book.archive.1", "Book.archive.manuals.1"]
    assert expiring(made) == [("audios", 60, None)]


@pytest.mark.parametrize("policy", [{"policy": "capped", "bytes": 5000}])
def test_what_holds_for_whole_collections_is_not_done_for_one_kind(policy: Any) -> None:
    made = kinds("POLY_SINGLE", Audio=policy)
    assert [one.kind for one in made.plan.entity_overlays] == ["POLY_SINGLE"]
    assert made.plan.collections[0].kind == "standard"
    assert [(one.code, one.subject) for one in made.findings if one.severity == "error"] == [("L49", "Audio")]
    made = kinds("POLY_SINGLE", Book=policy)
    assert policy["policy"].upper() in [one.kind for one in made.plan.entity_overlays]
    assert not [one for one in made.findings if one.code == "L49"]


@pytest.mark.parametrize(("policy", "is_told"), [(TTL, True), (ARCHIVE, False)])
def test_samples_that_the_server_takes_away_are_said_to_go(policy: Any, is_told: bool) -> None:
    made = compile_design(design([entity("Log", field("at", "date", required=True), retention=policy)], []))
    (script,) = [file.text for file in render(made) if file.path == "mongosh/03_sample_data.js"]
    assert ("Documents in logs expire" in script) is is_told


def test_a_delete_that_reaches_into_an_archive_speaks_of_references() -> None:
    """It removes none of what was archived, as "those in orders_archive" sounded."""
    archived = entity("Order", field("at", "date"), retention=ARCHIVE)
    links = [
        link(
            "placed",
            "one-to-many",
            "Customer",
            ("Order", {"has": {"min": 0, "max": 1}}),
            strategy="PARENT_REF",
        )
    ]
    drop = {"name": "drop", "kind": "delete", "entity": "Customer", "filter": [{"field": "_id"}]}
    model = design([entity("Customer", field("name")), archived], links, operations=[drop])
    made = compile_design(model)
    comments = "".join(each.comment for each in made.plan.statements)
    assert "removes the references in orders_archive" in comments
