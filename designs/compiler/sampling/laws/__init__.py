"""Laws: what a design says of its things, held over the values that tables of words propose (docs/adr/0051)."""

from __future__ import annotations

import re
from collections.abc import Sequence
from datetime import datetime
from typing import Any

from bson import Decimal128, Int64

from ...content_cache import of_a_short_text
from ...model.conceptual import Field, given, stated
from ...model.values import typed
from ...names.inflection import singular
from ..languages import snake
from ..values.pools import is_person, words_in
from ..values.states import is_state
from ..values.states import words_in_name as words_of
from ..world import elders_at, is_mother
from ..world.sample_data import SampleData

LEFT = words_in("left remaining unsold")
"""How what is left of a number is called beside it: stems_left."""


def like(value: Any, number: float) -> Any:
    """The number as the value's type, with as many digits."""
    if isinstance(value, Decimal128):
        exact = value.to_decimal()
        return Decimal128(f"{number:.{max(0, -int(exact.as_tuple().exponent))}f}")
    if isinstance(value, Int64):
        return Int64(round(number))
    if isinstance(value, int):
        return round(number)
    return round(float(number), len(repr(value).partition(".")[2]) or 1)


def is_free(field: Field) -> bool:
    """Whether nothing that the designer said tells a field's values."""
    return not (field.enum or field.computed or field.unique is True or stated(field.example))


# --- which laws are read: few designs have what most of them are about ------------------------------------------

_NUMBERS = frozenset({"long", "int", "double", "decimal", "number"})
_CHANGED = words_in(
    "from old previous before lessons sessions credits standing free open available vacant deposit seats places spots"
)
_DEALT_WITH = words_in(
    "address last4 four exp expiry sku tags keywords meta seo og subtitles surtitles head headcount population staff inhabitants area "
    "members residents ticket fare admission seat position sequence seq version paid planned scheduled released refunded permit licence license approval "
    "reason refusal since missed skipped absent outcome decision overall quality impact feasibility originality days nights occurred happened hold paused"
)
_SAID_TWICE = words_in(
    "result results outcome verdict decision ruling recommendation rating grade score stars severity seriousness criticality flag passed approved "
    "percent percentage pct per hourly minutes hours break pause paid outstanding open unpaid reminder reminders dunning available left remaining answered certified answer price fee amount"
)


def may_be_traded(world: SampleData, entity: str) -> bool:
    """Whether laws of trades may be about an entity: it has amounts, choices or people above others, or is a change."""
    if any(name in world.trees for name in world.line(entity)):
        return True
    for field in world.fields(entity):
        words: frozenset[str] = (words_of(field.name) | words_of(entity)).union(
            *(words_of(str(each)) for each in given(field.enum, []))
        )
        if field.type in _NUMBERS - {"int", "long"} or words & _CHANGED:
            return True
    return False


def may_be_dealt_with(world: SampleData, entity: str) -> bool:
    """Whether laws of dealings may be about an entity: it is sent, paid, searched, or has objects of dates and costs."""
    if words_of(entity) & _DEALT_WITH:
        return True
    return any(field.type == "object" or words_of(field.name) & _DEALT_WITH for field in world.fields(entity))


def may_say_twice(world: SampleData, entity: str) -> bool:
    """Whether a field of an entity may say what another one says, too: a score, a percentage, what is paid; or a flag, in a list
    or set by operations, whether there is what stands beside it."""
    fields = world.fields(entity)
    lists = (given(field.items, None) for field in fields if field.type == "array")
    inner = [part for item in lists if item is not None for part in given(item.fields, [])]
    effects = [effect for operation in world.operations_on(entity) for effect in given(operation.effects, [])]
    names = [field.name for field in (*fields, *inner)]
    flags = [field.name for field in (*fields, *inner) if field.type == "bool"]
    return (
        any(words_of(field.name) & _SAID_TWICE for field in fields)
        or any(flag.startswith(("is", "has")) for flag in flags)
        or any(name != flag and name[:3] == flag[:3] for flag in flags for name in names)
        or any(isinstance(given(effect.value, None), bool | int) and effect.do == "set" for effect in effects)
        or "answered" in flags
    )


def has_kin(world: SampleData, entity: str) -> bool:
    """Whether things of an entity have elders and young among their own."""
    return any(
        link.from_.entity in world.line(entity)
        and (elders_at(world.names, link) or is_mother(world.names, link) is not None)
        for link in world.loops
    )


def may_be_staged(world: SampleData) -> bool:
    """Whether things that have states are linked, many with many."""
    return world.answered(
        "staged",
        "",
        lambda: any(
            is_state(field)
            for link in world.names.relationships.values()
            if link.kind in ("many-to-many", "graph") and link.from_.entity != link.to.entity
            for end in (link.from_, link.to)
            if end.entity in world.names.entities
            for field in world.fields(end.entity)
        ),
    )


def is_numbered(field: Field) -> bool:
    """Whether the designer's example of a field may be made of other values: letters and digits in several parts."""
    example = field.example if stated(field.example) else None
    is_text = field.type == "string" and isinstance(example, str) and not stated(field.computed)
    return is_text and _PARTED.fullmatch(str(example)) is not None and any(map(str.isdigit, str(example)))


_PARTED = re.compile(r"[A-Z0-9]+(?:[-/. ][A-Z0-9]+)+")
_OF_A_YEAR = re.compile(r"20[1-3][0-9]")


def may_be_made_of_others(world: SampleData, entity: str) -> bool:
    """Whether numbers of things begin with those of what they belong to, or have a year in them, as their examples show."""
    numbered = [str(field.example) for field in world.fields(entity) if is_numbered(field)]
    if not numbered:
        return False
    parts = {part for example in numbered for part in re.split(r"[-/. ]", example)}
    above = {link.from_.entity for link in world.relationships_to(entity)} & world.names.entities.keys()
    shown = [
        str(field.example) for name in above for field in world.fields(name) if isinstance(field.example, str)
    ]
    years = [
        field.example
        for field in world.fields(entity)
        if field.type in ("int", "long") and isinstance(field.example, int)
    ]
    days = (typed(each.example, ("date",)) for each in world.fields(entity) if each.type == "date")
    years += [day.year for day in days if isinstance(day, datetime)]
    return (
        any(each and each in example and len(each) > 2 for each in shown for example in numbered)
        or any(str(year)[-2:] in parts or str(year) in parts for year in years)
        or any(map(_OF_A_YEAR.fullmatch, parts))
    )


BIRTHS, DEATHS = words_in("born birth birthday birthdate dob"), words_in("died death deceased")
_YEARS = BIRTHS | DEATHS | words_in("year dated founded")
_SPANS = words_in(
    "from since until till to begin end start built made created painted written composed established opened"
)


def example_year(field: Field) -> int | None:
    """The year that the example of a whole number may be; None of others."""
    example = field.example if field.type in ("int", "long") else None
    return example if isinstance(example, int) and 1000 <= example <= 2200 else None


def is_year_of(field: Field) -> bool:
    """Whether a whole number says in which year something was: by its name, or by that and its example."""
    words = words_of(field.name)
    if field.type not in ("int", "long") or stated(field.computed) or given(field.enum, []):
        return False
    if stated(field.example) or stated(field.maximum):
        return example_year(field) is not None and bool(words & (_YEARS | _SPANS))
    return bool(words & (BIRTHS | DEATHS)) and len(words) == 1


def may_say_years(fields: Sequence[Field]) -> bool:
    """Whether numbers or numbered texts of a record say years, or a date since when somebody has had something."""
    births = any(field.type == "date" and words_of(field.name) & BIRTHS for field in fields)
    return any(
        is_year_of(field)
        or (field.type == "string" and field.unique is True and YEAR.search(str(field.example)) is not None)
        or (births and field.type == "date" and "since" in words_of(field.name))
        for field in fields
    )


YEAR = re.compile(r"(?<![0-9])(?:1[4-9]|20)[0-9]{2}(?![0-9])")


def named_by_choice(world: SampleData, entity: str) -> tuple[Field, Field] | None:
    """What things go by and the choice that their name's example says, or that says of which kind they are; None of others."""
    fields = world.fields(entity)
    names = [field for field in fields if field.name in ("name", "title", "label") and _is_plain(field)]
    choices = [field for field in fields if given(field.enum, []) and isinstance(field.example, str)]
    for name in names:
        for choice in choices:
            if not is_state(choice) and choice_in(str(name.example), str(choice.example)):
                return name, choice
    kinds = [
        field for field in choices if snake(field.name) in ("kind", "category") and not is_person(entity)
    ]
    return (names[0], kinds[0]) if names and kinds and not is_place(entity) else None


def seats_of(world: SampleData, entity: str) -> tuple[Field, str, str] | None:
    """What counts the seats taken in a thing, and by which relationship, and from which end of it, the people are there."""
    for field in world.fields(entity):
        words = words_of(field.name)
        if field.type == "int" and words & _SEATS and words & _TAKEN and not stated(field.computed):
            links = _leading_to_people(world, entity)
            return (field, *links[0]) if len(links) == 1 else None
    return None


def _leading_to_people(world: SampleData, entity: str) -> list[tuple[str, str]]:
    ends = [(link, "from") for link in world.relationships_from(entity)]
    ends += [(link, "to") for link in world.relationships_to(entity)]
    return [
        (link.name, near)
        for link, near in ends
        if link.kind == "many-to-many" or (link.kind == "one-to-many" and near == "from")
        if is_person((link.to if near == "from" else link.from_).entity)
    ]


_SEATS, _TAKEN = words_in("seats places spots"), words_in("taken booked occupied filled")


def _is_plain(field: Field) -> bool:
    bound = stated(field.computed) or stated(field.pattern) or given(field.enum, [])
    return field.type == "string" and isinstance(field.example, str) and not bound


def choice_in(example: str, choice: str) -> re.Match[str] | None:
    """Where an example says a choice."""
    words = choice.replace("_", " ")
    return re.search(rf"\b{re.escape(words)}\b", example, re.IGNORECASE) if len(words) > 3 else None


_PLACES = words_in(
    "place berth slot bed room stall locker shelf box bin bay compartment space cell kennel cage pen table desk rack position cabin"
)


@of_a_short_text(4096)
def is_place(entity: str) -> bool:
    """Whether an entity is called like a place that a thing has and leaves."""
    return singular(snake(entity)).rpartition("_")[2] in _PLACES


_RANKS = frozenset("rank level kind type tier".split())


def is_level(field: Field) -> bool:
    """Whether a list of choices says which level of a tree a node is of."""
    return (
        field.type == "string"
        and len(given(field.enum, [])) > 1
        and field.unique is not True
        and not is_state(field)
        and snake(field.name).rpartition("_")[2] in _RANKS
    )
