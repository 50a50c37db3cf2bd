"""L05: documents that grow large."""

from __future__ import annotations

from typing import Any

import pytest

from designs.compiler.lints.embedding.doc_size import LINT
from designs.compiler.plan.document_size import weight_of
from tests.compiler.composed import field
from tests.compiler.planned import findings, found, inspection, pair, things

MIB = 1024 * 1024


def test_the_limits_of_a_projected_document() -> None:
    size = _size(1000)
    for limit, severities in ((size, []), (size - 1, ["warning"])):
        plan = things(field("text", average_bytes=1000), top={"constants": {"doc_warn": limit}})
        assert [severity for _, severity in found(LINT, plan)] == severities
    plan = things(
        field("text", average_bytes=1000), top={"constants": {"doc_warn": 1, "doc_error": size - 1}}
    )
    assert found(LINT, plan) == [("things", "error")]


@pytest.mark.parametrize(
    ("limit", "below", "above"),
    [(64 * 1024, [], ["info"]), (MIB, ["info"], ["warning"]), (8 * MIB, ["warning"], ["error"])],
)
def test_one_byte_over_a_limit_is_told(limit: int, below: list[str], above: list[str]) -> None:
    fits = limit - (_size(1000) - 1000)
    for text, severities in ((fits, below), (fits + 1, above)):
        plan = things(field("text", average_bytes=text))
        assert [severity for _, severity in found(LINT, plan)] == severities


def test_sizes_are_told_in_kib_up_to_a_mib() -> None:
    (small,) = findings(LINT, things(field("text", average_bytes=100_000)))
    assert "reaches 97.7 KiB in 3 years" in small.message and "text (97.7 KiB)" in small.message
    (just,) = findings(LINT, things(field("text", average_bytes=MIB - (_size(1000) - 1000))))
    assert "reaches 1.0 MiB" in just.message
    (large,) = findings(LINT, things(field("text", average_bytes=2 * MIB)))
    assert "reaches 2.0 MiB" in large.message


def _size(text: int) -> float:
    plan = things(field("text", average_bytes=text))
    return weight_of(plan.plan.collections[0], inspection(plan).survey).ahead


@pytest.mark.parametrize(("each", "severities"), [(80_000, ["warning"]), (90_000, ["error"])])
def test_the_largest_document_must_stay_under_the_servers_limit(each: int, severities: list[str]) -> None:
    """200 children of 80,000 bytes are 15.3 MiB, of 90,000 bytes 17.2 MiB; the average has half."""
    plan = pair("EMBED_ARRAY", 200, child={"fields": [field("photo", "binData", average_bytes=each)]})
    relaxed = pair(
        "EMBED_ARRAY", 200, child={"fields": [field("photo", "binData", average_bytes=each)]},
        top={"constants": {"doc_error": 12 * MIB}},
    )  # fmt: skip
    assert [severity for _, severity in found(LINT, relaxed)] == severities
    assert found(LINT, plan)


def test_the_largest_parts_are_named() -> None:
    plan = pair("EMBED_ARRAY", 200, child={"fields": [field("photo", "binData", average_bytes=90_000)]})
    assert "Largest parts: children (17.2" in findings(LINT, plan)[0].message


AROUND = (
    16  # bytes of a document with one value: its own, of the type, of a name of four letters, of the length
)


@pytest.mark.parametrize(("bytes_", "told"), [(999, False), (1000, True)])
def test_parts_of_a_hundredth_are_named(bytes_: int, told: bool) -> None:
    sizes = {"text": 100_000, "note": bytes_}
    plan = things(*(field(name, average_bytes=size - AROUND) for name, size in sizes.items()))
    assert ("note (" in findings(LINT, plan)[0].message) is told


def test_the_three_largest_parts_are_named() -> None:
    plan = things(*(field(name, average_bytes=100_000 + place) for place, name in enumerate("abcd")))
    (told,) = findings(LINT, plan)
    assert [name in told.message for name in ("a (", "b (", "c (", "d (")] == [False, True, True, True]


def test_an_array_without_a_bound_is_left_to_its_own_check() -> None:
    assert found(LINT, pair("EMBED_ARRAY", None)) == []


def test_a_time_series_is_measured_by_its_own_check() -> None:
    child = {"kind": "measurement", "fields": [field("at", "date"), field("text", average_bytes=2 * MIB)]}
    assert found(LINT, pair("TIME_SERIES", None, child=child, side="to")) == []


def test_the_largest_may_be_just_what_the_server_takes() -> None:
    def photos(**top: Any) -> Any:
        photo = {"fields": [field("photo", "binData", average_bytes=90_000)]}
        return pair("EMBED_ARRAY", 200, child=photo, top=top)

    (told,) = findings(LINT, photos())
    for most, severities in ((told.params["largest"], []), (told.params["largest"] - 1, ["error"])):
        limits = {"doc_max": most, "doc_error": 64 * MIB, "doc_warn": 64 * MIB, "doc_soft": 64 * MIB}
        plan = photos(constants=limits)
        assert [severity for _, severity in found(LINT, plan)] == severities


@pytest.mark.parametrize(
    ("kind", "size", "told"),
    [("binData", 16 * MIB + 1, True), ("binData", 16 * MIB, False), ("string", 17 * MIB, False)],
)
def test_binary_data_that_no_document_holds_belongs_elsewhere(kind: str, size: int, told: bool) -> None:
    (found_,) = findings(LINT, things(field("film", kind, average_bytes=size - AROUND)))
    assert ("GridFS" in found_.hint) is told
