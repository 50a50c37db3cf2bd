"""What a function says that it doesn't change may stay as it was, and become nothing else."""

from __future__ import annotations

import json
from typing import Any

from designs.compiler import read
from tests.compiler.in_parts import compile_design
from tests.mongosh.odd import end, entity, field, link
from tests.oracle.test_reads import judged

Json = dict[str, Any]


def _design() -> Json:
    """Reviews in their product, those without room in an overflow; and the last ones of each reviewer beside them."""
    return {
        "format": "nestlink/1", "name": "Shop", "database": "shop",
        "entities": [
            entity("Product", field("name", required=True)),
            entity("Review", field("at", "date", required=True), field("text", required=True), field("stars", "int")),
        ],
        "relationships": [
            link("reviews", "one-to-many", end("Product"), end("Review", 1, field="product"), strategy="OUTLIER"),
            link("latest", "one-to-many", end("Product", field="latest"), end("Review", 1), strategy="SUBSET",
                 recent={"count": 2, "sort": "at", "direction": -1}),
        ],
        "operations": [
            {"name": "forget", "kind": "delete", "entity": "Review", "per_day": 1, "filter": [{"field": "stars"}]},
        ],
    }  # fmt: skip


def test_a_slice_and_the_mark_of_an_overflow_may_stay_as_the_note_says() -> None:
    names = ("forget", "reviewsAdd", "reviewsEdit", "reviewsRemove")
    assert judged(_design(), *names) == dict.fromkeys(names, "")


def test_they_become_nothing_else() -> None:
    """A planted delete empties the slices, as its note does not say."""
    planted = """
    const own = forget;
    forget = (stars) => {
      own(stars);
      db.products.updateMany({}, { $set: { latest: [] } });
    };
    """
    assert "products.latest" in judged(_design(), "forget", planted=planted)["forget"]


def test_an_operation_that_writes_both_places_names_no_function_that_is_not_there() -> None:
    design = read(json.dumps(_design())).value
    assert design is not None
    asked = [one for one in compile_design(design).plan.statements if one.subject == "operation:forget"]
    assert {one.recipe for one in asked} == {"forget"}
    assert "has_extras doesn't change." in asked[0].comment
    assert "each covers only" not in asked[0].comment
