"""What a pedigree says of those in it: a sire is male and a dam female, and both were born before their young."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from datetime import datetime, timedelta
from typing import Any

from ....model.conceptual import Field, given, stated
from ...values.pools import is_person, words_in
from ...world import Link, Thing, elders_at, is_mother
from ...world.sample_data import SampleData
from ..windows import RecordOf, words_of

_MALE = words_in("male m man boy cock bull stallion ram boar buck drake gander tom rooster sire father")
_FEMALE = words_in("female f woman girl hen cow mare ewe sow doe duck goose queen bitch dam mother")
_BORN = words_in("born birth birthday birthdate dob hatched foaled whelped calved lambed kidded")
_YEAR = timedelta(days=365)


def _sexes(field: Field) -> tuple[Any, Any] | None:
    """The choices of a field that are of the one sex and the other; None of fields that don't tell."""
    options = given(field.enum, [])
    both = [[each for each in options if words_of(str(each)) & words] for words in (_MALE, _FEMALE)]
    return (both[0][0], both[1][0]) if all(both) else None


def like_kin(
    world: SampleData, thing: Thing, record: dict[str, Any], fields: Sequence[Field], of: RecordOf
) -> None:
    """Let an elder be of the sex that its young know it by, and born before them. The first thing keeps the designer's examples."""
    young = [*_young(world, thing)]
    for field in fields if young else ():
        if (
            field.name not in record
            or (thing.number == 0 and stated(field.example))
            or stated(field.computed)
        ):
            continue
        sexes = _sexes(field)
        if sexes is not None:
            record[field.name] = sexes[young[0][1]]
        elif words_of(field.name) & _BORN:
            own, births = (
                record[field.name],
                [of(each).get(field.name) for each, _ in young if each.number < thing.number],
            )
            apart = (27 if is_person(thing.entity) else 2) + thing.number % 2
            for birth in births:
                if isinstance(own, datetime) and isinstance(birth, datetime) and own > birth - apart * _YEAR:
                    record[field.name] = own = birth - apart * _YEAR
                elif isinstance(own, int) and isinstance(birth, int) and own > birth - apart:
                    record[field.name] = own = type(own)(birth - apart)


def _young(world: SampleData, thing: Thing) -> Iterator[tuple[Thing, int]]:
    """The young of a thing, each with whether it is their mother, as a number."""
    for relationship in world.loops:
        mother = is_mother(world.names, relationship)
        side = "from" if mother is not None else elders_at(world.names, relationship)
        other = "to" if side == "from" else "from"
        for link in world.links(relationship.name, side, thing) if side else ():
            row = world.links(relationship.name, other, link.end(other))
            yield link.end(other), int(mother) if mother is not None else row.index(link) % 2


def known_by_sex(
    world: SampleData, link: Link, record: dict[str, Any], fields: Sequence[Field], of: RecordOf
) -> None:
    """Let a link say sire of a male and dam of a female."""
    elder = link.end(elders_at(world.names, link.relationship))
    for field in fields:
        sexes = _sexes(field)
        young = [place for other, place in _young(world, elder) if other in (link.source, link.target)]
        if sexes is None or not young:
            continue
        own = next(
            (
                pair
                for each in world.fields(elder.entity)
                if (pair := (of(elder).get(each.name), _sexes(each)))[1]
            ),
            None,
        )
        place = (
            own[1].index(own[0]) if own is not None and own[1] is not None and own[0] in own[1] else young[0]
        )
        record[field.name] = sexes[place]
