"""No word of another trade: a list that fits one trade is taken where the design is of it, else the example or the
thing's own name with a number."""

from __future__ import annotations

import re
from typing import Any

import pytest

from designs.compiler.sampling import samples
from designs.compiler.sampling.values.kinds import ROOMS, every_kind
from designs.compiler.sampling.values.kinds.writing import saying_of
from designs.compiler.sampling.values.pools import TRADES
from tests.compiler.in_parts import laid_out
from tests.compiler.sampling.test_coherence import model_of

_LOG = {"name": "log", "type": "array", "min_items": 2, "max_items": 4}


def _texts(*names: str, **more: Any) -> list[dict[str, Any]]:
    return [{"name": name, "type": "string", "required": True, **more} for name in names]


def _log(name: str = "text") -> dict[str, Any]:
    return _LOG | {"required": True, "items": {"type": "object", "fields": _texts(name)}}


def _lines(name: str = "text") -> dict[str, Any]:
    return _log(name) | {"name": "lines"}


def _values(entity: str, fields: list[dict[str, Any]], path: str) -> set[str]:
    """What the samples of a design of this entity alone have there."""
    entities = [{"name": entity, "count": 9, "fields": fields}]
    source = {"format": "nestlink/1", "name": "Any", "database": "any", "entities": entities}
    (documents,) = samples(laid_out(model_of(source))).values()
    head, _, last = path.partition(".")
    held = [document[head] for document in documents]
    return {part[last] for parts in held for part in parts} if last else set(held)


def _words_of(name: str) -> frozenset[str]:
    return frozenset().union(*(kind.words for kind in every_kind() if kind.name == name))


CASES: list[tuple[str, list[dict[str, Any]], str, str, list[dict[str, Any]]]] = [
    # entity, its fields, the field asked for, the list that isn't meant, fields of the trade that it is meant in
    ("Recipe", _texts("name", "style"), "name", "dish", _texts("cuisine")),
    ("Ingredient", _texts("name", "sku"), "name", "ingredient", _texts("kitchen")),
    ("Training", _texts("title"), "title", "workout", _texts("gym")),
    ("Callout", [_log()], "log.text", "log message", _texts("server")),
    ("PageAlert", _texts("text"), "text", "alarm", _texts("sensor")),
    ("Appeal", _texts("grounds"), "grounds", "objection", _texts("building_plot")),
    ("Tariff", _texts("name"), "name", "tariff", _texts("bike")),
    ("Delivery", [_lines("product")], "lines.product", "product", _texts("order_number")),
    ("Invoice", [_lines()], "lines.text", "work billed", _texts("project")),
]


@pytest.mark.parametrize(("entity", "fields", "path", "kind", "of_the_trade"), CASES)
def test_words_of_a_trade_are_those_of_designs_of_the_trade(
    entity: str, fields: list[dict[str, Any]], path: str, kind: str, of_the_trade: list[dict[str, Any]]
) -> None:
    foreign = {value.casefold() for value in _values(entity, fields, path)}
    assert not foreign & _words_of(kind)
    sayings = {sentence.casefold() for sentence in saying_of(path)}
    assert all(re.search(" ([0-9]+|[a-z])$", value) or value in sayings for value in foreign), foreign
    own = {value.casefold() for value in _values(entity, [*fields, *of_the_trade], path)}
    assert own <= _words_of(kind)


def test_articles_in_stock_are_no_texts() -> None:
    stocked = [*_texts("name"), {"name": "on_hand", "type": "int", "required": True}]
    assert not {name.casefold() for name in _values("Article", stocked, "name")} & _words_of(
        "title of a text"
    )
    assert {title.casefold() for title in _values("Article", _texts("title"), "title")} <= _words_of(
        "title of a text"
    )


def test_a_document_that_says_its_kind_is_not_called_like_another_one() -> None:
    kind = _texts("kind", enum=["death_certificate", "permit"])
    titles = _values("CaseDocument", [*_texts("title"), *kind], "title")
    assert titles and all(title.startswith(("Death certificate ", "Permit ")) for title in titles)


def test_papers_are_kept_as_pages() -> None:
    paths = _values("CaseDocument", _texts("title", "storage_key"), "storage_key")
    assert paths and all(path.endswith(".pdf") for path in paths)


def test_an_example_tells_more_than_the_name() -> None:
    assert _values("Engine", _texts("call_sign", example="Engine 31"), "call_sign") >= {
        "Engine 31",
        "Engine 32",
    }
    assert "Firefighter II" in _values("Training", _texts("title", example="Firefighter I"), "title")
    sizes = _values("Wobble", _texts("wobble", example="Harbour Pale 30 l"), "wobble")
    assert sizes == {"Harbour Pale 30 l", "Harbour Pale 60 l"}


def test_wishes_are_of_what_is_brought_only_where_something_is_brought() -> None:
    brought = _words_of("special wish")
    assert not {wish.casefold() for wish in _values("Funeral", _texts("wishes"), "wishes")} & brought
    assert {wish.casefold() for wish in _values("Delivery", _texts("wishes"), "wishes")} <= brought


def test_each_list_of_a_trade_has_its_name_alone() -> None:
    for name in (name for trade in TRADES for name in trade.kinds):
        assert len([room for room in ROOMS if any(kind.name == name for kind in room.KINDS)]) == 1, name


def test_an_address_of_mail_says_nothing_of_the_trade() -> None:
    fields = [*_texts("email", example="orders@gym.example"), _lines("product")]
    assert not {each.casefold() for each in _values("Delivery", fields, "lines.product")} & _words_of(
        "product"
    )
