"""The dates of a link lie in the time of what it links."""

from __future__ import annotations

import pytest

from designs.compiler.sampling import samples
from tests.compiler.compiled import compiled
from tests.compiler.composed import entity, field, link
from tests.compiler.small import Json


def _design(*fields: Json) -> Json:
    """Leases of wagons, each wagon since a day."""
    dates = [field("since", "date", required=True), field("returned_on", "date")]
    state = field("state", enum=["draft", "active", "ended"], required=True)
    close = {
        "name": "end", "kind": "update", "entity": "Lease", "per_day": 9, "filter": [{"field": "_id"}],
        "effects": [{"field": "state", "do": "set", "value": "ended"}, {"field": fields[-1]["name"], "do": "current-date"}],
    }  # fmt: skip
    return {
        "format": "nestlink/1", "name": "Leases", "database": "leases", "entities": [entity("Lease", state, *fields), entity("Wagon")],
        "relationships": [link("wagons", "many-to-many", "Lease", "Wagon", strategy="LINK_COLL", link_fields=dates)],
        "operations": [close],
    }  # fmt: skip


@pytest.mark.parametrize("begins", [[field("from_on", "date", required=True)], []])
@pytest.mark.parametrize("ends", ["until_on", "closed_on"])
def test_nothing_is_linked_with_what_is_over(begins: list[Json], ends: str) -> None:
    documents = samples(compiled(_design(*begins, field(ends, "date"))))
    leases = {each["_id"]: each for each in documents["leases"]}
    (links,) = (row for name, row in documents.items() if name not in ("leases", "wagons"))
    for each in links:
        lease = leases[each["lease_id"]]
        dates = [each["since"], *([each["returned_on"]] if each.get("returned_on") else [])]
        if lease.get(ends):
            assert max(dates) <= lease[ends], (lease, each)
        if begins:
            assert min(dates) >= lease["from_on"], (lease, each)
    assert any(lease.get(ends) for lease in leases.values())
