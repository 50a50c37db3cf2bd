"""What a source has lost, its copies lose too: the shell would store null for it, which their validator refuses."""

from __future__ import annotations

from typing import Any

from tests.mongosh.odd import end, entity, field, link
from tests.oracle.test_reads import judged

Json = dict[str, Any]
SIZE = field("size", "object", fields=[field("width", "int"), field("height", "int")], until_version=1)
"""Only the old version of a picture tells its size."""


def _pictures(*relationships: Json) -> Json:
    picture = entity(
        "Picture",
        field("title", required=True),
        field("taken", "date", required=True),
        SIZE,
        schema_version=2,
    )
    return {
        "format": "nestlink/1", "name": "Pictures", "database": "pictures",
        "entities": [picture, entity("Album", field("title", required=True)), entity("Frame", field("wood"))],
        "relationships": [*relationships],
    }  # fmt: skip


COPIES = [{"field": "size.width", "of": "from", "as": "width", "policy": "eventual"}]
UPGRADES = ("pictureUpgrade1", "pictureUpgradeAll1")


def test_a_copy_goes_with_its_source() -> None:
    """The stream finds no width in the picture, and takes it from the frame."""
    framed = link(
        "framed", "one-to-many", end("Picture", None), end("Frame", 1, field="picture_id"),
        strategy="PARENT_REF", copies=COPIES,
    )  # fmt: skip
    assert judged(_pictures(framed), *UPGRADES) == dict.fromkeys(UPGRADES, "")


def test_a_job_takes_a_copy_away_with_its_source() -> None:
    """Of documents and of elements in lists, beside the id and in an object of its own."""
    copies = [{**COPIES[0], "policy": "batch", "as": called} for called in ("width", "as_hung.width")]
    framed = link(
        "framed", "one-to-many", end("Picture", None), end("Frame", 1, field="picture_id"),
        strategy="PARENT_REF", copies=copies,
    )  # fmt: skip
    shown = link(
        "shown", "many-to-many", end("Album", 20, field="pictures"), end("Picture", None), strategy="ONE_WAY_EMBED",
        link_owner="from", copies=[{**each, "of": "to"} for each in copies],
    )  # fmt: skip
    names = (*UPGRADES, "framedSyncTo", "shownSyncFrom")
    assert judged(_pictures(framed, shown), *names) == dict.fromkeys(names, "")


def test_an_element_loses_its_copy() -> None:
    """In a list only the element of that picture loses its width."""
    shown = link(
        "shown", "many-to-many", end("Album", 20, field="pictures"), end("Picture", None), strategy="ONE_WAY_EMBED",
        link_owner="from", copies=[{**COPIES[0], "of": "to"}],
    )  # fmt: skip
    assert judged(_pictures(shown), *UPGRADES) == dict.fromkeys(UPGRADES, "")


def test_a_slice_holds_no_empty_object() -> None:
    """An object that an element has all of is taken as it is, or not at all."""
    newest = link(
        "newest", "one-to-many", end("Album", None, field="pictures"), end("Picture", 1, field="album"), strategy="SUBSET",
        together_needs="recent", recent={"count": 3, "sort": "taken", "direction": -1},
    )  # fmt: skip
    names = (*UPGRADES, "newestSyncFrom", "newestReassign")
    assert judged(_pictures(newest), *names) == dict.fromkeys(names, "")


def test_a_slice_is_sorted_by_a_part_of_such_an_object() -> None:
    """The widest pictures of an album: a change of the size fills its slice anew."""
    widest = link(
        "widest", "one-to-many", end("Album", None, field="pictures"), end("Picture", 1, field="album"), strategy="SUBSET",
        together_needs="recent", recent={"count": 3, "sort": "size.width", "direction": -1},
    )  # fmt: skip
    names = (*UPGRADES, "widestSyncFrom")
    assert judged(_pictures(widest), *names) == dict.fromkeys(names, "")


def test_a_copy_of_what_is_in_the_archive_stays() -> None:
    """No stream follows what moves in an archive, and the function says so."""
    newest = link(
        "newest", "one-to-many", end("Album", None, field="pictures"), end("Picture", 1, field="album"), strategy="SUBSET",
        together_needs="recent", recent={"count": 3, "sort": "taken", "direction": -1},
    )  # fmt: skip
    design = _pictures(newest)
    design["entities"][0]["retention"] = {"policy": "archive", "field": "taken", "after_days": 30}
    assert judged(design, "pictureUpgrade1Archive") == {"pictureUpgrade1Archive": ""}


def test_of_two_copies_of_one_field_one_follows() -> None:
    """The title that a picture had when it was bought, and the one that it has."""
    copies = [
        {"field": "title", "of": "to", "policy": "snapshot", "as": "bought_as"},
        {"field": "title", "of": "to", "policy": "eventual"},
    ]
    sold = link("sold", "many-to-many", end("Album"), end("Picture"), strategy="LINK_COLL", copies=copies)
    assert judged(_pictures(sold), "soldSyncFrom") == {"soldSyncFrom": ""}


def test_a_source_that_says_null_is_copied_as_null() -> None:
    """Whose value is null, because it must say something, has something to copy."""
    picture = entity("Picture", field("title", required=True), field("rating", "null", required=True))
    design = _pictures(
        link(
            "framed", "one-to-many", end("Picture", None), end("Frame", 1, field="picture_id"), strategy="PARENT_REF",
            copies=[{"field": "rating", "of": "from", "policy": "snapshot"}],
        )
    )  # fmt: skip
    design["entities"][0] = picture
    assert judged(design, "framedAdd") == {"framedAdd": ""}


def test_a_strong_copy_goes_with_the_object_around_its_source() -> None:
    """In the transaction that takes the whole size away, and writes the title by an expression."""
    framed = link(
        "framed", "one-to-many", end("Picture", None), end("Frame", 1, field="picture_id"),
        strategy="PARENT_REF", copies=[{**COPIES[0], "policy": "strong", "reads_per_day": 1000}],
    )  # fmt: skip
    design = _pictures(framed)
    listed = field(
        "marks", "array", items={"type": "object", "fields": [field("at", "int", until_version=1)]}
    )
    design["entities"][0]["fields"].append(listed)
    assert judged(design, *UPGRADES) == dict.fromkeys(UPGRADES, "")
