"""What other rooms of the sample ask about kinds: the people of the world, and who is one."""

from __future__ import annotations

from ...model.conceptual import Model, given
from ...names.inflection import singular, snake
from .kinds.people import PEOPLE
from .kinds.recognising import among, is_person, kind_of

__all__ = ["PEOPLE", "is_person", "neighbours", "words_in"]


_GENERAL = frozenset("product item good goods merchandise".split())
# Fields that goods of a shop have, and fields by which a thing of a general name is of a class.
_GOODS = frozenset(
    "price unit_price list_price sale_price net_price gross_price sku stock price_cents amount".split()
)
_SIGNS = {
    "medication": frozenset(
        "pzn ndc atc atc_code dosage dosage_form strength active_ingredient prescription_only prescription_required inn".split()
    ),
    "dish": frozenset("kcal calories allergens vegetarian vegan portion_g".split()),
    "book": frozenset("isbn isbn13 author pages".split()),
}
_VEHICLES = frozenset("vehicle bus coach".split())
_BUSES = frozenset("standing standing_places standing_room wheelchair_places wheelchair_spaces".split())
_NAMES = frozenset("name full_name first_name".split())
_OF_PERSONS = frozenset(
    "first_name given_name birth_date born_on date_of_birth hired_on hired_at hired employee_no employee_number staff_id staff_no "
    "personnel_no email phone mobile matriculation_no t_shirt academic_title licence_no".split()
)
_OF_COMPANIES = frozenset(
    "vat_id vat_no vat_number tax_id legal_form legal_name customer_no contact contact_name contact_person opening_hours website "
    "register_no registration_no iban payment_terms address_lines industry beds rooms capacity seats location kind type".split()
)


def neighbours(model: Model) -> dict[str, tuple[str, ...]]:
    """What the entities and relationships of a design are called beside their neighbours, as far as tables know: a
    category that apps have is a category of apps."""
    beside: dict[str, dict[str, None]] = {}
    for link in given(model.relationships, []):
        ends = (link.from_.entity, link.to.entity)
        for name, others in ((ends[0], ends[1:]), (ends[1], ends[:1]), (link.name, ends)):
            called = (among(name, other) for other in others if other != name)
            beside.setdefault(name, {}).update({each: None for each in called if each is not None})
    for entity in model.entities:
        own = {snake(field.name) for field in entity.own_fields}
        told_apart = any(
            link.kind == "is-a" and link.from_.entity == entity.name
            for link in given(model.relationships, [])
        )
        known_as = _class_by_fields(entity.name, own, is_general=told_apart)
        if known_as:
            beside[entity.name] = dict.fromkeys(known_as) | beside.get(entity.name, {})
    return {name: tuple(names) for name, names in beside.items() if names}


def _class_by_fields(entity: str, own: set[str], *, is_general: bool) -> list[str]:
    """What an entity is by its fields, where its name may mean much: a product with an ATC code is a drug, and who has
    a phone and was hired is a person. What is no goods of a shop is not called like them: ``!product``."""
    last = singular(snake(entity)).rpartition("_")[2]
    if singular(snake(entity)) in _GENERAL:
        classes = [each for each, signs in _SIGNS.items() if own & signs]
        is_goods = bool(own & _GOODS) and not is_general and not classes
        return classes[:1] + (
            [] if is_goods else [f"!{context}" for context in dict.fromkeys((snake(entity), last))]
        )
    if last in _VEHICLES and own & _BUSES:
        return ["bus"]
    is_unknown = kind_of(entity, "name") is None and bool(own & _NAMES)
    return ["person"] if is_unknown and own & _OF_PERSONS and not own & _OF_COMPANIES else []


def words_in(text: str) -> frozenset[str]:
    """The words of a text, as a set."""
    return frozenset(text.split())
