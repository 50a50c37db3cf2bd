"""What nobody of the trade would write down: a price list against what was paid, posts against who stands above whom, a car that is
sold twice. An own reading of names, apart from the compiler's."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise
from typing import Any

from designs.compiler.model.conceptual import Relationship, given, stated
from designs.compiler.model.values import plain
from designs.compiler.names.inflection import snake
from designs.compiler.sampling.records import Records
from designs.compiler.sampling.world import Thing

Found = Iterator[tuple[str, str]]
_TOP = ("director", "chief", "owner", "head", "principal", "president")
_LOW = ("trainee", "apprentice", "intern", "cleaner", "porter", "assistant", "helper")


def trade_contradictions(records: Records, everything: list[Thing]) -> Found:
    """All of them."""
    for thing in everything:
        record, name = records.of(thing), f"{thing.entity} {thing.number}"
        yield from _asked_and_bought(record, name)
        yield from _back_to_itself(records, thing, name)
        yield from _orders(records, thing, record, name)
        yield from _languages(record, name)
    for link in records.world.names.relationships.values():
        if link.kind == "one-to-many":
            for parent in records.world.everywhere(link.from_.entity):
                row = [pair.target for pair in records.world.links(link.name, "from", parent)]
                yield from _prices_in_a_row(records, link, parent, row)
                yield from _sold_once(records, link, parent, row)
        elif link.kind == "tree":
            yield from _posts(records, link)
            yield from _heads(records, link)


def _asked_and_bought(record: dict[str, Any], name: str) -> Found:
    asked, bought = (plain(record.get(each)) for each in ("asking_price", "bought_for"))
    if asked and bought is not None and not asked * 0.3 <= bought <= asked:
        yield "bought and asked", f"{name}: bought for {bought}, asked {asked}"
    seated, standing = (plain(record.get(each)) for each in ("seated_capacity", "standing_capacity"))
    if seated and standing is not None and standing < seated:
        yield "seated and standing", f"{name}: {seated} sit, {standing} stand"


def _prices_in_a_row(records: Records, link: Relationship, parent: Thing, row: list[Thing]) -> Found:
    fields = {field.name for field in records.world.fields(link.to.entity) if not stated(field.example)}
    for name in ("price", "rate", "rent", "wage"):
        is_its_own = any(snake(each.name).endswith(name) for each in records.world.fields(parent.entity))
        if {f"old_{name}", f"new_{name}"} <= fields and row and is_its_own:
            said = [
                tuple(plain(records.of(each).get(f"{when}_{name}")) for when in ("old", "new"))
                for each in row
            ]
            if any(old and new and not 0.5 <= old / new <= 2 for old, new in said):
                yield "history of prices", f"{link.name}: {said}"
            if any(before[1] != after[0] for before, after in pairwise(said)):
                yield "history of prices", f"{link.name}: {said}"


def _sold_once(records: Records, link: Relationship, parent: Thing, row: list[Thing]) -> Found:
    options = {option for field in records.world.fields(parent.entity) for option in given(field.enum, [])}
    most = len(records.world.everywhere(link.to.entity)) <= len(records.world.everywhere(link.from_.entity))
    if "sold" in options and snake(link.to.entity).endswith("sale") and len(row) > 1 and most:
        yield "sold once", f"{parent.entity} {parent.number} is sold {len(row)} times"


def _back_to_itself(records: Records, thing: Thing, name: str) -> Found:
    """A way of required and optional references from a thing through what belongs to it, where none must be."""
    world = records.world
    for link in world.relationships_to(thing.entity):
        if link.kind != "one-to-one" or given(link.to.count.min, 0):
            continue
        for pair in world.links(link.name, "to", thing)[:1]:
            backs = [
                (other.name, back.source)
                for other in world.relationships_to(pair.source.entity)
                if other.kind == "one-to-many" and other.from_.entity != other.to.entity
                for back in world.links(other.name, "to", pair.source)
            ]
            yield from (
                ("back to itself", f"{name}: {link.name}, {other}") for other, back in backs if back is thing
            )


def _posts(records: Records, tree: Relationship) -> Found:
    """Nobody of the lowest posts stands above one of the highest."""
    for parent in records.world.everywhere(tree.from_.entity):
        for pair in records.world.links(tree.name, "from", parent):
            for field in records.world.fields(parent.entity):
                if stated(field.example) or snake(field.name) not in (
                    "job",
                    "position",
                    "level",
                    "role",
                    "post",
                    "grade",
                ):
                    continue
                above, below = (
                    set(snake(str(records.of(each).get(field.name))).split("_"))
                    for each in (parent, pair.target)
                )
                if above & {*_LOW} and below & {*_TOP}:
                    yield "posts", f"{above} above {below}"


# --- orders -------------------------------------------------------------------------------------

_BUYERS = ("customer", "client", "buyer", "user")
_CARDS = ("last_four", "last4", "exp_month", "exp_year", "card_last4")
_EARLY = ("pending", "processing", "placed", "new", "cancelled", "canceled")
_SENT = ("shipped", "delivered", "shipped_at", "delivered_at")


def objects_in(record: dict[str, Any], path: str = "") -> Iterator[tuple[str, dict[str, Any]]]:
    """A record and the objects inside of it."""
    yield path, record
    for name, value in record.items():
        if isinstance(value, dict):
            yield from objects_in(value, f"{path}.{name}")


def _orders(records: Records, thing: Thing, record: dict[str, Any], name: str) -> Found:
    world, shown = records.world, thing.number == 0
    early = not shown and any(record.get(each) in _EARLY for each in ("status", "state"))
    buyers = [
        records.of(pair.source)
        for link in world.relationships_to(thing.entity)
        if link.kind == "one-to-many" and snake(link.from_.entity) in _BUYERS
        for pair in world.links(link.name, "to", thing)[:1]
    ]
    for path, inner in objects_in(record) if not shown else ():
        if early and path and (sent := [each for each in _SENT if inner.get(each) is not None]):
            yield "order on its way", f"{name} is {record.get('status')}, and has {path}.{sent[0]}"
        how = inner.get("method", inner.get("type"))
        if isinstance(how, str) and not {"card", "credit", "debit"} & {*snake(how).split("_")}:
            listed = [each for each in _CARDS if each in inner]
            yield from (("number of a card", f"{name}: {how} with {each}") for each in listed)
        to = inner.get("name")
        if buyers and path.endswith("address") and "city" in inner and isinstance(to, str):
            called = buyers[0].get("name")
            whole = " ".join(map(str, called.values())) if isinstance(called, dict) else called
            if isinstance(whole, str) and to != whole:
                yield "sent to another", f"{name} of {whole} goes to {to}"


_OVER = ("subtitles", "subtitle_language", "surtitles")


def _languages(record: dict[str, Any], name: str) -> Found:
    for _, inner in objects_in(record):
        if inner.get("language") is not None and inner["language"] in [inner.get(each) for each in _OVER]:
            yield "subtitles", f"{name}: spoken and written in {inner['language']}"


def _heads(records: Records, tree: Relationship) -> Found:
    """The parts of a region have no more people together than it has."""
    for parent in records.world.everywhere(tree.from_.entity):
        row = [pair.target for pair in records.world.links(tree.name, "from", parent)]
        for name in ("head_count", "headcount", "population", "area"):
            whole = plain(records.of(parent).get(name))
            parts = [plain(records.of(each).get(name)) or 0 for each in row]
            if whole and sum(parts) > whole:
                yield (
                    "parts of a region",
                    f"{parent.entity} {parent.number}: {name} {whole}, its parts {parts}",
                )
