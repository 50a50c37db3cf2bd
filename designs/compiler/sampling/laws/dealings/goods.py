"""Goods: they are searched by words of their own name, numbered like what they are, and dearer in the better class."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from ....content_cache import of_a_short_text
from ....model.conceptual import Field, given, stated
from ...languages import snake
from ...values.pools import words_in
from ...world import Link, Thing
from ...world.sample_data import SampleData
from .. import is_free
from ..bounds import is_loose, number_in, put
from ..windows import RecordOf, parents_of, words_of
from .orders import fields_in, is_kept, places_in

_MONEY = frozenset({"double", "decimal", "number"})
_GOODS = frozenset("price unit_price list_price sale_price net_price sku stock price_cents on_hand".split())
_CALLED = ("name", "title", "product_name")


def _is_of_goods(world: SampleData, entity: str) -> bool:
    names = {snake(field.name) for field in world.fields(entity)}
    return not names.isdisjoint(_GOODS) and not names.isdisjoint(_CALLED)


def _goods_of(world: SampleData, thing: Thing, of: RecordOf) -> Mapping[str, Any]:
    """The goods that a thing is, or that it is a part of one by one; nothing of others."""
    if _is_of_goods(world, thing.entity):
        return {}
    for link, parent in parents_of(world, thing):
        if link.kind == "one-to-one" and _is_of_goods(world, parent.entity):
            return of(parent)
    return {}


def _called(record: Mapping[str, Any]) -> str:
    return next((record[name] for name in _CALLED if isinstance(record.get(name), str)), "")


# --- by which words it is searched ----------------------------------------------------------------------

_TAGS, _PHRASES = (
    frozenset({"tags", "tag", "labels"}),
    frozenset({"keywords", "search_terms", "search_words"}),
)
_TITLES = frozenset("meta_title seo_title og_title page_title".split())
_TELLING = frozenset("meta_description seo_description og_description".split())
_LETTERS = re.compile(r"[^\W\d_][\w-]{2,}")
_MEASURES = words_in("inch for the and with set")


def has_words_of_goods(world: SampleData, entity: str) -> bool:
    """Whether things of an entity are goods, or a part of some, with words by which they are searched."""
    is_goods = _is_of_goods(world, entity) or any(
        link.kind == "one-to-one" and _is_of_goods(world, link.from_.entity)
        for link in world.relationships_to(entity)
    )
    names = {snake(field.name) for field in world.fields(entity)} if is_goods else frozenset()
    return not names.isdisjoint(_TAGS | _PHRASES | _TITLES | _TELLING)


def with_its_own_words(
    world: SampleData, thing: Thing, record: dict[str, Any], fields: Sequence[Field], of: RecordOf
) -> None:
    """Let goods be searched by words of what they are called, and their page be called like them."""
    about = _goods_of(world, thing, of) or record
    called = _called(about)
    for field in fields if called else ():
        name, value = snake(field.name), record.get(field.name)
        if isinstance(value, list) and name in _TAGS | _PHRASES:
            record[field.name] = _words_for(field, value, called, thing, in_full=name in _PHRASES)
        elif isinstance(value, str) and name in _TITLES | _TELLING and is_free(field) | (thing.number > 0):
            brand = about.get("brand")
            by = f" by {brand}" if isinstance(brand, str) else ""
            text = f"{called}{by}" if name in _TITLES else f"{called}{by}: see pictures, prices and reviews."
            if len(text) <= given(field.max_length, 999) and not stated(field.pattern):
                record[field.name] = text


def _words_for(field: Field, value: list[Any], called: str, thing: Thing, *, in_full: bool) -> list[Any]:
    items = given(field.items, None)
    if items is None or items.type != "string" or stated(items.enum) or stated(items.pattern):
        return value
    words = [word for word in _LETTERS.findall(called.casefold()) if word not in _MEASURES]
    last = words[-1] if words else ""
    phrases = [" ".join(words[-2:]), f"{words[0]} {last}" if len(words) > 2 else last, last] if words else []
    others = [each for each in (phrases if in_full else [last, *words]) if each]
    shown = [items.example] if thing.number == 0 and isinstance(items.example, str) else []
    row = list(dict.fromkeys([*shown, *others]))
    return row[: len(value)] or value


# --- numbers of goods -----------------------------------------------------------------------------------

_CODES = frozenset({"sku", "article_no", "article_number", "item_no", "item_number"})
_GROUPS = re.compile(r"[A-Z]{3,}(?:-[A-Z0-9]+)+")
_COLOURS = {"black": "BLK", "white": "WHT", "grey": "GRY", "navy": "NVY", "sand": "SND", "silver": "SLV", "ivory": "IVR", "graphite": "GRP",
            "forest green": "GRN", "walnut": "WLN", "red": "RED", "blue": "BLU", "green": "GRN"}  # fmt: skip


def has_codes_of_goods(world: SampleData, entity: str) -> bool:
    """Whether things of an entity have a number that begins with a word of the name that is its example."""
    return next(_codes(world.fields(entity), world.fields(entity)), None) is not None


def _codes(fields: Sequence[Field], named: Sequence[Field]) -> Iterator[tuple[Field, str]]:
    """The fields of numbers whose example begins with a word of the example of a name, and that word's letters."""
    names = [field.example for field in named if field.name in _CALLED and isinstance(field.example, str)]
    for field in fields:
        example = field.example
        if field.name in _CODES and isinstance(example, str) and _GROUPS.fullmatch(example) and names:
            first = example.partition("-")[0]
            if any(word.startswith(first.casefold()) for word in _LETTERS.findall(names[0].casefold())):
                yield field, first


def numbered_like_its_name(
    world: SampleData, thing: Thing, record: dict[str, Any], fields: Sequence[Field], of: RecordOf
) -> None:
    """Let the number of goods begin like what they are called: LAP-0412 of a laptop, LAM-0413 of a lamp."""
    for field, first in _codes(fields, fields):
        code, called = record.get(field.name), _called(record)
        if isinstance(code, str) and called and not (stated(field.example) and thing.number == 0):
            _renumber(record, field, first, called, code)


def _renumber(record: dict[str, Any], field: Field, first: str, called: str, code: str) -> None:
    begin = _begin_of(called, first)
    if code.startswith(f"{first}-") and begin:
        other = begin + code[len(first) :]
        if re.search(given(field.pattern, ""), other):
            record[field.name] = other


@of_a_short_text(1024)
def _last_word(called: str) -> str:
    words = [word for word in _LETTERS.findall(called) if word.isascii()]
    return words[-1].upper().replace("-", "") if words else ""


def _begin_of(called: str, first: str) -> str:
    """The first letters of what a thing is, a word of its name where they are one in the example: LAM or LAMP."""
    word = _last_word(called)
    return word[: 3 if len(first) < 5 else 8] if len(word) >= 3 else ""


def link_with_its_code(
    world: SampleData, link: Link, record: dict[str, Any], fields: Sequence[Field], of: RecordOf
) -> None:
    """Let a line of an order say the number of what it is of, the same one each time."""
    for end in (link.target, link.source):
        goods = world.fields(end.entity)
        for field, first in _codes(fields, goods) if _is_of_goods(world, end.entity) else ():
            about, code = of(end), record.get(field.name)
            if isinstance(code, str) and isinstance(field.example, str):
                record[field.name] = _numbered(field.example, end.number)
                _renumber(record, field, first, _called(about), record[field.name])
                _in_its_colour(world, end, record, field, of)


def _numbered(example: str, number: int) -> str:
    """The example with the number of another thing: CHAIR-BLK-002."""
    head, _, tail = example.rpartition("-")
    return f"{head}-{int(tail) + number:0{len(tail)}d}" if tail.isdigit() else example


def _in_its_colour(
    world: SampleData, goods: Thing, record: dict[str, Any], field: Field, of: RecordOf
) -> None:
    groups = record[field.name].split("-")
    own = [of(goods)]
    for link in world.relationships_from(goods.entity):
        if link.kind == "one-to-one":
            own += [of(pair.target) for pair in world.links(link.name, "from", goods)]
    colours = (each.get(name) for each in own for name in ("color", "colour"))
    colour = next((_COLOURS.get(each.casefold()) for each in colours if isinstance(each, str)), None)
    if len(groups) == 3 and groups[1] in _COLOURS.values() and colour is not None:
        record[field.name] = "-".join((groups[0], colour, groups[2]))


# --- languages ------------------------------------------------------------------------------------------

_OVER = frozenset({"subtitles", "subtitle_language", "surtitles", "dubbed_in", "translated_to"})
_SPOKEN = ("language", "original_language", "spoken_language")


def is_in_languages(world: SampleData, entity: str) -> bool:
    """Whether things of an entity are in a language, with subtitles in another one."""
    names = {snake(field.name) for field in fields_in(world.fields(entity))}
    return not (names.isdisjoint(_OVER) or names.isdisjoint(_SPOKEN))


def with_other_subtitles(
    world: SampleData, thing: Thing, record: dict[str, Any], fields: Sequence[Field], of: RecordOf
) -> None:
    """Let no subtitles be in the language that is spoken."""
    for _, inner, own in places_in(record, fields):
        spoken = next((inner[name] for name in _SPOKEN if isinstance(inner.get(name), str)), None)
        for field in own if spoken is not None else ():
            if snake(field.name) in _OVER and inner.get(field.name) == spoken and not is_kept(field, thing):
                others = [
                    *map(str, given(field.enum, [])),
                    *(["English", "German"] if not stated(field.enum) else []),
                ]
                inner[field.name] = next((each for each in others if each != spoken), spoken)


# --- better classes -------------------------------------------------------------------------------------

_CLASSES = frozenset(
    "category class seat_class tier fare_class ticket_type zone section price_category name type kind".split()
)
_RANKS = {
    "vip": 9, "premium": 8, "box": 8, "boxes": 8, "first": 8, "business": 7, "family": 7, "stalls": 6, "standard": 6, "adult": 6, "regular": 6,
    "circle": 5, "economy": 5, "balcony": 4, "gallery": 3, "senior": 4, "concession": 3, "concessions": 3, "reduced": 3, "student": 3,
    "child": 2, "children": 2, "youth": 2, "standing": 2,
}  # fmt: skip
"""How dear places and tickets are beside one another, by what they are called."""
_TICKETS = words_in("ticket fare seat admission price")


def is_priced_by_class(world: SampleData, entity: str) -> bool:
    """Whether things of an entity are prices of classes of tickets."""
    fields = world.fields(entity)
    return (
        bool(words_of(entity) & _TICKETS)
        and any(snake(field.name) in _CLASSES for field in fields)
        and (_price_of(fields) is not None)
    )


def _price_of(fields: Sequence[Field]) -> Field | None:
    prices = (
        field for field in fields if field.type in _MONEY and snake(field.name) in ("price", "fare", "amount")
    )
    return next((field for field in prices if not stated(field.computed)), None)


def _rank(record: Mapping[str, Any], fields: Sequence[Field]) -> int | None:
    said = (record.get(field.name) for field in fields if snake(field.name) in _CLASSES)
    return next(
        (
            _RANKS[word]
            for text in said
            if isinstance(text, str)
            for word in snake(text).split("_")
            if word in _RANKS
        ),
        None,
    )


def priced_by_class(
    world: SampleData, thing: Thing, record: dict[str, Any], fields: Sequence[Field], of: RecordOf
) -> None:
    """Let a ticket of a better class cost more, beside the one of the first thing."""
    price, rank = _price_of(fields), _rank(record, fields)
    first = world.things[thing.entity][0]
    if price is None or rank is None or first is thing or not is_loose(price, thing.number):
        return
    shown = of(first)
    usual, usual_rank = number_in(shown, price.name), _rank(shown, fields)
    if usual and usual_rank is not None and number_in(record, price.name) is not None:
        number = usual * (rank + 2) / (usual_rank + 2)
        put(record, price, round(number * 2) / 2 if number >= 5 else round(number, 1))


# --- parts of a whole in a tree -------------------------------------------------------------------------

_COUNTED = frozenset(
    "head_count headcount population staff_count employees employee_count inhabitants area area_km2 member_count members residents".split()
)
_SHARES = (0.46, 0.31, 0.14, 0.06)


def is_part_of_tree(world: SampleData, entity: str) -> bool:
    """Whether things of an entity are nodes of a tree that count people or ground."""
    counts = any(
        snake(field.name) in _COUNTED and field.type in (*_MONEY, "int", "long")
        for field in world.fields(entity)
    )
    return counts and any(name in world.trees for name in world.line(entity))


def less_than_all(
    world: SampleData, thing: Thing, record: dict[str, Any], fields: Sequence[Field], of: RecordOf
) -> None:
    """Let the parts of a region have fewer people together than the region has."""
    trees = [tree for name in world.line(thing.entity) for tree in world.trees.get(name, ())]
    for tree in trees[:1]:
        for pair in world.links(tree.name, "to", thing)[:1]:
            row = [each.target for each in world.links(tree.name, "from", pair.source)]
            share = _SHARES[min(row.index(thing), len(_SHARES) - 1)] if thing in row else 0.3
            for field in fields:
                whole = number_in(of(pair.source), field.name) if snake(field.name) in _COUNTED else None
                if whole and number_in(record, field.name) is not None and is_loose(field, thing.number):
                    part = whole * share
                    put(record, field, round(part, -1) if part > 100 else round(part))
