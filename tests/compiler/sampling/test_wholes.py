"""Over the library and the designs that are kept: parts come to their whole, and what states say agrees with dates."""

from __future__ import annotations

import json
from collections.abc import Iterator
from datetime import datetime
from pathlib import Path
from typing import Any

import pytest

from designs.compiler.model.conceptual import given, stated
from designs.compiler.model.values import plain
from designs.compiler.sampling.laws.stories import today_of
from designs.compiler.sampling.records import Records
from designs.compiler.sampling.values.states import ENDED, is_ahead, is_exit, is_past, is_state, words_in_name
from designs.compiler.sampling.world.lives import is_of
from tests.compiler.in_parts import compile_design
from tests.compiler.library import larger
from tests.compiler.sampling import coherence
from tests.compiler.sampling.test_between import _field, _link, _records
from tests.compiler.sampling.test_called import ALWAYS, _all
from tests.compiler.sampling.test_coherence import FILES, model_of

_SHARES = frozenset("percent percentage pct share split portion ownership".split())
_OWNERS = frozenset(
    "owner shareholder partner investor heir landlord".split()
)  # these share out what they have
_PAPER = frozenset("due until expires valid".split())


def _of_several(records: Records) -> Iterator[str]:
    """The things whose links share out more or less than all of it."""
    world = records.world
    for link in world.names.relationships.values():
        shares = [
            each
            for each in given(link.link_fields, [])
            if words_in_name(each.name) <= _SHARES and given(each.maximum, 100) in (1, 100)
        ]
        if (
            link.kind != "many-to-many"
            or link.from_.entity not in world.names.entities
            or is_of(link.from_.entity, _OWNERS)
        ):
            continue
        for thing in world.everywhere(link.from_.entity):
            row = [records.of(pair) for pair in world.links(link.name, "from", thing)]
            for field in shares if len(row) > 1 else ():
                parts = [plain(each.get(field.name)) or 0 for each in row]
                if round(sum(parts), 2) not in (1, 100):
                    yield f"{thing.entity} {thing.number}: {field.name} {parts}"


def _of_states(records: Records) -> Iterator[str]:
    """The things that are over after today, or were but planned before it."""
    world = records.world
    today = today_of(world)
    for entity in world.names.entities:
        fields: list[Any] = [*world.fields(entity)]
        state = next((field for field in fields if is_state(field)), None)
        dated = [field.name for field in fields if field.type == "date"]
        if state is None or any(stated(field.example) for field in fields if field.type == "date"):
            continue
        options = [str(each) for each in given(state.enum, [])]
        for thing in world.things[entity]:
            record = records.of(thing)
            now, begun = (
                str(record.get(state.name)),
                [name for name in dated if is_past(name) and isinstance(record.get(name), datetime)],
            )
            if words_in_name(now) & ENDED or is_exit(now):
                late = [name for name in begun if record[name] > today and not words_in_name(name) & _PAPER]
                yield from (f"{entity} {thing.number}: {now}, {name} after today" for name in late)
            elif is_ahead(now, options):
                yield from (
                    f"{entity} {thing.number}: {now}, but {name}"
                    for name in begun
                    if words_in_name(name) & {"ended", "finished", "completed", "closed", "returned"}
                )


@pytest.mark.parametrize("file", [*FILES, *larger()], ids=lambda file: file.stem)
def test_parts_come_to_their_whole_and_states_agree_with_dates(file: Path) -> None:
    source = json.loads(file.read_text(encoding="utf-8"))
    records = coherence.world_of(compile_design(model_of(source)))
    assert [*_of_several(records)] == []
    assert [*_of_states(records)] == []


def test_payments_come_to_no_more_than_what_a_balance_is_made_of() -> None:
    """A hospital's balance was -32,589.89, as the example of a payment was ten times what its orders came to."""
    entities = {
        "Hospital": [
            _field("balance", "decimal", computed={"formula": "sum(orders.total) - sum(payments.amount)"})
        ],
        "Order": [_field("total", "decimal", example={"$numberDecimal": "1695.52"})],
        "Payment": [_field("amount", "decimal", example={"$numberDecimal": "18420.50"})],
    }
    links = [
        _link("orders", "one-to-many", ("Hospital", "orders", {}), ("Order", "hospital", ALWAYS)),
        _link("payments", "one-to-many", ("Hospital", "payments", {}), ("Payment", "hospital", ALWAYS)),
    ]
    records = _records(entities, links)
    balances = {plain(row["balance"]) for row in _all(records, "Hospital")}
    assert all(balance >= 0 for balance in balances) and any(balances), balances
    assert all(plain(row["amount"]) > 0 for row in _all(records, "Payment"))
