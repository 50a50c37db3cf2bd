"""Who did something: one of those who work there."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from ....model.conceptual import Field, stated
from ....names.inflection import singular
from ...languages import snake
from ...values.pools import is_person
from ...values.states import is_past
from ...world import Thing
from ...world.sample_data import SampleData
from .. import is_free
from ..progress import inner_fields
from ..windows import words_of


def signed_by_staff(world: SampleData, thing: Thing, record: dict[str, Any], fields: Sequence[Field]) -> None:
    """Let who did something, by the name alone, be one of those who work there, where the design has them."""
    signed = world.answered("signed", thing.entity, lambda: [each for each in fields if _is_signed(each)])
    staff = world.answered("staff", "", lambda: _staff(world)) if signed else []
    for field in signed if staff else ():
        value = record.get(field.name)
        if isinstance(value, list):
            inner = [each for each in inner_fields(field) if _is_name_of_doer(each)]
            for at, element in enumerate(value):
                for each in inner if isinstance(element, dict) else ():
                    if isinstance(element.get(each.name), str):
                        element[each.name] = staff[(thing.number + at) % len(staff)]
        elif isinstance(value, str) and not (thing.number == 0 and stated(field.example)):
            record[field.name] = staff[thing.number % len(staff)]


def _is_signed(field: Field) -> bool:
    return _is_name_of_doer(field) or any(map(_is_name_of_doer, inner_fields(field)))


def _is_name_of_doer(field: Field) -> bool:
    """Whether a text says by whom something was done: signed_by, by."""
    words = snake(field.name).split("_")
    is_said = words == ["by"] or (words[-1] == "by" and any(map(is_past, words[:-1])))
    return field.type == "string" and is_free(field) and is_said and not stated(field.pattern)


def _staff(world: SampleData) -> list[str]:
    """The names of the people who work there: of an entity of staff, as they are drawn or as the first one's example says."""
    for entity in world.names.entities.values():
        name = next(
            (field for field in entity.own_fields if snake(field.name) in ("name", "full_name")), None
        )
        if (
            name is None
            or name.type != "string"
            or not is_person(entity.name)
            or not _STAFF & words_of(singular(snake(entity.name)))
        ):
            continue
        shown = [str(name.example)] if isinstance(name.example, str) else []
        return [*shown, *(" ".join(each.person) for each in world.everywhere(entity.name)[len(shown) :])]
    return []


_STAFF = frozenset(
    "employee staff worker technician clinician nurse doctor physician inspector adviser advisor agent clerk officer operator instructor "
    "engineer mechanic curator registrar lawyer judge teacher specialist surveyor analyst pharmacist vet therapist driver manager member"
    .split()
)  # fmt: skip
