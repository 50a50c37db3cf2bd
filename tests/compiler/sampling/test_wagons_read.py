"""Numbers of a series that subtypes share, and what is open of an invoice."""

from __future__ import annotations

from designs.compiler.sampling import samples
from tests.compiler.compiled import compiled
from tests.compiler.composed import entity, field, link
from tests.compiler.small import Json


def _samples(entities: list[Json], links: list[Json]) -> dict[str, list[Json]]:
    source = {"format": "nestlink/1", "name": "Wagons", "database": "wagons", "entities": entities}
    return samples(compiled(source | {"relationships": links}))


def test_the_subtypes_of_an_entity_share_one_series_of_numbers() -> None:
    """A flat wagon had the number of a flat, 3, beside WAG-1001 and TAN-1002."""
    wagon = entity(
        "Wagon", field("number", unique=True, required=True), field("tare_kg", "int", required=True)
    )
    kinds = [
        entity(name, field(own, "double", required=True))
        for name, own in (("Tank", "litres"), ("Flat", "length_m"))
    ]
    links = [
        link(f"{each['name']} is a wagon", "is-a", "Wagon", each["name"], strategy="POLY_SINGLE")
        for each in kinds
    ]
    wagons = _samples([wagon, *kinds], links)["wagons"]
    assert len({each["number"][:4] for each in wagons}) == 1 and len(
        {each["number"] for each in wagons}
    ) == len(wagons)
    assert all(each["tare_kg"] > 10_000 for each in wagons)


def test_nothing_is_open_of_an_invoice_that_is_paid_or_void() -> None:
    invoice = entity(
        "Invoice", field("state", enum=["paid", "issued", "void"], required=True), field("open", "decimal", money=True, required=True),
        field("total", "decimal", money=True, computed={"formula": "sum(lines.amount)", "sources": ["lines.amount"], "refresh": "on-write"}),
    )  # fmt: skip
    lines = link(
        "lines",
        "one-to-many",
        ("Invoice", {"field": "lines", "has": {"max": 9}}),
        "Line",
        strategy="EMBED_ARRAY",
    )
    rows = _samples(
        [invoice, entity("Line", field("amount", "decimal", money=True, required=True))], [lines]
    )["invoices"]
    by_state = {each["state"]: each["open"] for each in rows}
    assert {"paid", "issued"} <= by_state.keys()
    assert all(
        (str(amount) in ("0", "0.00")) == (state in ("paid", "void")) for state, amount in by_state.items()
    ), by_state
