"""A number that a formula takes as a share is a fraction, or a percentage where the formula divides it by a hundred."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest

from designs.compiler.model.conceptual import Computed, given
from designs.compiler.model.formulas import multiplied, parse, shares
from designs.compiler.model.values import plain
from tests.compiler.in_parts import compile_design
from tests.compiler.sampling.coherence import ROOT, world_of
from tests.compiler.sampling.test_coherence import model_of
from tests.compiler.sampling.test_years_and_days import _entity, _field, documents_of


def _share(kind: str, name: str, formula: str, **more: Any) -> list[float]:
    """The samples of a number beside a net amount, of which a formula makes another."""
    bill = _entity(
        "Bill",
        _field("net", "decimal", required=True, money=True),
        _field(name, kind, required=True, **more),
        _field("due", "decimal", money=True, computed={"formula": formula}),
    )
    made = documents_of([bill])["bills"]
    return [plain(each[name]) or 0 for each in made]


@pytest.mark.parametrize("kind", ["decimal", "double", "number"])
@pytest.mark.parametrize("name", ["tax_rate", "discount", "rebate_percent", "levy"])
def test_what_is_added_to_one_or_taken_off_it_is_a_fraction(name: str, kind: str) -> None:
    for formula in (
        f"round(net * (1 + {name}), 2)",
        f"net * (1 - {name})",
        f"net - round(net * {name}, 2)",
        f"net / (1 + {name})",
    ):
        assert all(0 < each <= 1 for each in _share(kind, name, formula)), formula


@pytest.mark.parametrize("kind", ["decimal", "int"])
@pytest.mark.parametrize("name", ["tax_rate", "discount", "rebate_percent", "levy"])
def test_what_is_divided_by_a_hundred_is_a_percentage(name: str, kind: str) -> None:
    for formula in (
        f"round(net * (1 + {name} / 100), 2)",
        f"net * (100 - {name}) / 100",
        f"net - net * {name} / 100",
    ):
        assert all(1 <= each <= 100 for each in _share(kind, name, formula)), formula


def test_what_only_multiplies_is_a_share_where_its_name_says_so() -> None:
    assert all(0 < each <= 1 for each in _share("decimal", "vat_rate", "round(net * vat_rate, 2)"))
    assert all(0 < each <= 1 for each in _share("double", "fee_percent", "net * fee_percent"))
    assert all(each > 1 for each in _share("decimal", "vat_rate", "net * vat_rate / 100"))
    assert any(each > 1 for each in _share("double", "hours", "net * hours"))


def test_an_example_stays() -> None:
    assert _share("decimal", "tax_rate", "net * (1 + tax_rate)", example="0.07")[0] == 0.07


def test_a_share_is_found_behind_a_path_a_copy_and_the_formula_of_another_field() -> None:
    product = _entity("Product", _field("name"), _field("vat_rate", "double", required=True))
    line = _entity(
        "Line",
        _field("price", "double", required=True),
        _field("discount", "double", required=True),
        _field("levy", "double", required=True),
        _field("dues", "double", computed={"formula": "price * levy"}),
        _field("whole", "double", computed={"formula": "price + dues"}),
        _field("gross", "double", computed={"formula": "price * (1 + vat_then)"}),
    )
    order = _entity(
        "Order", _field("total", "double", computed={"formula": "sum(lines.price * (1 - lines.discount))"})
    )
    of_product = {
        "name": "product of a line", "kind": "one-to-many", "from": {"entity": "Product"},
        "to": {"entity": "Line", "field": "product", "has": {"min": 1, "max": 1}},
        "copies": [{"field": "vat_rate", "of": "from", "as": "vat_then", "policy": "snapshot"}],
    }  # fmt: skip
    of_order = {
        "name": "lines of an order", "kind": "one-to-many", "from": {"entity": "Order", "field": "lines"},
        "to": {"entity": "Line", "field": "order", "has": {"min": 1, "max": 1}},
    }  # fmt: skip
    made = documents_of([product, line, order], (of_product, of_order))
    assert all(0 < each["vat_rate"] <= 1 for each in made["products"])
    lines = [each for some in made["orders"] for each in some.get("lines", ())] or made["lines"]
    assert lines and all(0 < each[name] <= 1 for each in lines for name in ("discount", "levy"))


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("price * (1 - a - b / 100)", [("a", 1), ("b", 100)]),
        ("net + net * (a + b) / 100", [("a", 100), ("b", 100)]),
        ("w * a + (1 - w) * b", [("w", 1)]),
        ("level + 1", []),
        ("price + quantity * weight", []),
        ("(kg_in - kg_out) / kg_in * 100", []),
    ],
)
def test_the_shares_of_a_formula(text: str, found: list[tuple[str, int]]) -> None:
    formula = parse(text)
    assert formula is not None and sorted(set(shares(formula))) == found


def test_what_a_formula_multiplies() -> None:
    formula = parse("sum(lines.kwh * lines.price) * rate / 100 + fee")
    assert formula is not None
    assert set(multiplied(formula)) == {("rate", 100), ("lines.kwh", 1), ("lines.price", 1)}


_USED = re.compile(
    r"\b1 [-+] (?P<fraction>[a-z_]+)\)|(?P<percentage>(?:[a-z_]+_)?(?:pct|percent|rebate|rate)) / 100\b"
)
_KEPT = [
    *(ROOT / "designs" / "library").glob("*.json"),
    *(ROOT / "tests" / "oracle" / "designs").rglob("*.json"),
]
_USING = sorted(path for path in _KEPT if _USED.search(path.read_text(encoding="utf-8")))


@pytest.mark.parametrize("path", _USING, ids=lambda path: path.stem)
def test_no_design_has_a_percentage_for_a_fraction(path: Path) -> None:
    model = model_of(json.loads(path.read_text(encoding="utf-8")))
    records = world_of(compile_design(model))
    for entity in model.entities:
        texts = [given(field.computed, Computed(formula="")).formula for field in entity.own_fields]
        for used in (match for text in texts for match in _USED.finditer(text)):
            fraction, percentage = used["fraction"], used["percentage"]
            for record in map(records.of, records.world.everywhere(entity.name)):
                value = plain(record.get(fraction or percentage))
                assert value is None or (0 <= value < 1 if fraction else 1 <= value <= 100), (used[0], value)
