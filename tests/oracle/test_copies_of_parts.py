"""An object and a part of it may both be copied by a link, each by a policy of its own."""

from __future__ import annotations

from typing import Any

from tests.mongosh.odd import end, entity, field, link
from tests.oracle.judging import judge
from tests.oracle.test_reads import judged

Json = dict[str, Any]


def _design() -> Json:
    address = field("address", "object", fields=[field("street"), field("city")])
    tours = link(
        "stops", "many-to-many", end("Tour", field="stops"), end("Customer"),
        strategy="EMBED_LINK", link_owner="from",
        copies=[{"field": "address", "of": "to", "policy": "eventual"}, {"field": "address.city", "of": "to"}],
    )  # fmt: skip
    return {
        "format": "nestlink/1", "name": "Tours", "database": "tours",
        "entities": [entity("Tour", field("day", "date", required=True)), entity("Customer", address)],
        "relationships": [tours],
    }  # fmt: skip


def test_a_link_reads_the_object_once_and_a_part_without_a_policy_keeps_its_value() -> None:
    """The server refuses a projection of an object and of a part of it; inside of embedded links, a copy without a
    policy is a snapshot."""
    verdicts = {verdict.function: verdict for verdict in judge("tours", _design(), tries=1)}
    assert {"stopsAdd", "stopsSyncFrom"} <= verdicts.keys()
    assert not [verdict for verdict in verdicts.values() if verdict.why and verdict.judged]
    assert verdicts["stopsAdd"].judged and verdicts["stopsSyncFrom"].judged


def test_what_is_embedded_copies_from_each_document_that_it_names() -> None:
    """The trip of a booking repeats the names of its country and of its guide."""
    copies = [{"field": "name", "of": "from", "policy": "snapshot"}]
    design = {
        "format": "nestlink/1", "name": "Trips", "database": "trips",
        "entities": [
            entity("Booking", field("made", "date", required=True)), entity("Trip", field("days", "int")),
            entity("Country", field("name", required=True)), entity("Guide", field("name", required=True)),
        ],
        "relationships": [
            link("trip", "one-to-one", end("Booking", 1), end("Trip", 1), strategy="EMBED_ONE"),
            link("into", "one-to-many", end("Country", None), end("Trip", 1), strategy="PARENT_REF", copies=copies),
            link("led", "one-to-many", end("Guide", None), end("Trip", 1), strategy="PARENT_REF", copies=copies),
        ],
    }  # fmt: skip
    assert judged(design, "tripAdd") == {"tripAdd": ""}
