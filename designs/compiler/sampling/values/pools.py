"""What other rooms of the sample ask about kinds: the people of the world, who is one, and that a company has one name
and its town one country."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

import msgspec

from ...model.conceptual import Field, Model, given, stated
from ...model.field_walk import parts
from ...names.inflection import singular
from ..languages import snake
from .kinds import among, is_company, is_mailed_by_name, is_person, kind_of
from .kinds.people import PEOPLE, is_mailed_as_company, looks_like_person

__all__ = [
    "PEOPLE",
    "called_alike",
    "is_company",
    "is_of_one_town",
    "is_person",
    "neighbours",
    "words_in",
]


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
_LIVED = frozenset(("born", "died"))
_OF_ANIMALS = frozenset("breed species sire dam sex chip chip_no".split())
_CALLED_BY = frozenset("name title label".split())
_VEHICLES = frozenset("vehicle bus coach".split())
_BUSES = frozenset("standing standing_places standing_room wheelchair_places wheelchair_spaces".split())
_NAMES = frozenset("name full_name first_name".split())
_OF_PERSONS = frozenset(
    "first_name given_name birth_date born_on date_of_birth hired_on hired_at hired employee_no employee_number staff_id staff_no "
    "personnel_no email phone mobile matriculation_no t_shirt academic_title licence_no".split()
)
_REACHED_BY, _IN_FULL = frozenset("email phone mobile".split()), frozenset("full_name first_name".split())
# What people carry or are paid by the hour, beside an address or a number at which they are reached.
_CARRIED = frozenset(
    "badge badge_no badge_number initials hourly_rate day_rate first_aid first_aid_until shift skills languages nationality".split()
)
_OF_COMPANIES = frozenset(
    "vat_id vat_no vat_number tax_id legal_form legal_name customer_no contact contact_name contact_person opening_hours website "
    "register_no registration_no iban payment_terms address_lines industry beds rooms capacity seats location kind type".split()
)
# Whose name is a company's, though it might be a person's: somebody else is asked for there.
_ONLY_COMPANIES = frozenset(
    "vat_id vat_no vat_number subdomain contact_name contact_person company_number trade_register legal_form contact_first_name registration_no siret".split()
)
_HOSTED = frozenset({"tenant", "customer", "client", "subscriber"})
# What a customer of a service has who is no person: an address of their own there, and money to bill in.
_HOSTS = frozenset("slug subdomain custom_domain suspended_at next_invoice_number max_users seats".split())
_ONLY_PERSONS = frozenset(
    "first_name given_name last_name birth_date born_on date_of_birth gender salutation".split()
)

_GIVEN_NAMES = frozenset("first_name given_name".split())
_FAMILY_NAMES = frozenset("last_name family_name surname full_name".split())
_COMPANIES = ("legal_name", "company_name", "trading_name")
_CALLED = ("display_name", "full_name")


# Words of a trade: lists whose words fit one trade alone, and what a design of that trade has. A field may be called like
# one of another trade: a callout has a log and a brewery has recipes. Such a list is taken where the design's own words
# bear its trade out, and where no field of the entity speaks against it.
_WORD = re.compile(r"[^\W\d_]+")


class Trade(msgspec.Struct, frozen=True, gc=False, kw_only=True):
    """Kinds of text of one trade. asks: words of which a design has one; none: of any design. against: fields of an
    entity that is something else. is_inner: only what an object inside of an entity says is asked about."""

    kinds: frozenset[str]
    asks: frozenset[str] = frozenset()
    against: frozenset[str] = frozenset()
    is_inner: bool = False


def _trade(kinds: str, asks: str = "", against: str = "", *, is_inner: bool = False) -> Trade:
    named = frozenset(kind.strip() for kind in kinds.split("|"))
    return Trade(
        kinds=named, asks=frozenset(asks.split()), against=frozenset(against.split()), is_inner=is_inner
    )


TRADES: tuple[Trade, ...] = (
    _trade(
        "dish|course of a meal|ingredient|step of a recipe",
        "cook cooking cuisine kitchen meal dish menu serving portion canteen restaurant cafe calorie kcal vegetarian "
        "vegan diet chef oven lunch dinner food bakery pizza",
    ),
    _trade(
        "how to take a drug",
        "drug medication medicine pharmacy pharmacist dose dosage tablet vaccine patient veterinary vet clinic",
        against="shade tooth teeth lens",
    ),
    _trade(
        "surgical instrument|set of instruments|surgical supply|operation",
        "surgery surgeon surgical hospital operating steriliser sterilisation",
    ),
    _trade(
        "ICD code|symptom|diagnosis",
        "patient clinic doctor nurse hospital disease illness physician veterinary vet medical health symptom icd animal insured",
    ),
    _trade("note on a claim", "claim insurance insurer policy insured adjuster"),
    _trade(
        "condition of a permit|building project", "building planning construction permit zoning plot parcel"
    ),
    _trade("donated food", "food donation donor charity pantry"),
    _trade("workout", "sport gym fitness athlete coach exercise workout runner yoga swimming heart"),
    _trade(
        "log message",
        "server host hostname microservice process device network cpu disk deployment http api app application "
        "collector container node syslog logger software",
    ),
    _trade(
        "alarm",
        "sensor reading threshold limit telemetry device probe gauge metric setpoint thermostat turbine",
    ),
    _trade("objection", "building planning construction permit zoning plot flat"),
    _trade("tariff", "rental rent hire bike bicycle scooter ticket fare trip ride parking weekday passenger"),
    _trade(
        "work billed",
        "hour hourly consulting consultant consultancy project timesheet freelancer agency",
        against="kwh mwh litres nights seats pages grams tonnes kg units_used",
    ),
    _trade(
        "title of a text|subtitle|topic|summary|body of a text",
        against="sku stock on_hand reorder_level unit_price barcode ean gtin",
    ),
    _trade("product", "shop order cart basket checkout catalog catalogue retail", is_inner=True),
    _trade("document", against="kind type document_type doc_type"),
    _trade(
        "job title|department",
        "employee staff vacancy applicant candidate salary personnel recruitment recruiter payroll hr career colleague worker",
    ),
    _trade(
        "role on stage|role of a production",
        "opera theatre theater play cast casting stage actor actress singer rehearsal film movie drama musical",
    ),
    _trade("opera", "opera theatre theater stage premiere ensemble singer orchestra"),
    _trade(
        "vaccine",
        "patient clinic doctor nurse hospital child immunisation immunization practice physician traveller",
    ),
    _trade(
        "procedure", "patient clinic doctor nurse hospital surgery surgeon medical physician veterinary vet"
    ),
    _trade(
        "instrument",
        "music orchestra choir concert band song musician ensemble composer conservatory violin piano singer recording studio",
    ),
    _trade("publisher", "book author isbn edition publisher magazine newspaper journal article"),
    _trade("cause of a claim", "insurance insurer policy insured coverage"),
    _trade(
        "reason for a visit",
        "patient doctor clinic hospital pet animal vet veterinary dentist dental practice physician nurse medical health therapy diagnosis",
    ),
    _trade(
        "fault",
        "machine device equipment vehicle car truck engine pump lift elevator boat ship repair maintenance technician workshop sensor "
        "locomotive train railway tram wagon drone aircraft bus bike network plant tool heating installation asset spare meter printer computer server router outage breakdown hardware",
    ),
    _trade("amenity", "hotel room apartment guest campsite resort spa flat holiday"),
    _trade("title of a ticket", "software app login account website web portal support helpdesk it"),
    _trade("hospital department", against="address vat_number licence_number license_number credit_limit"),
    _trade(
        "category of a shop",
        "shop basket cart retail electronics laptop computer webshop storefront book film article furniture toy",
    ),
    _trade(
        "channel",
        "campaign marketing advertising ad lead visit referrer traffic newsletter booking order ticket contact",
    ),
    _trade("tracking number", "shipment carrier courier package consignment"),
    _trade(
        "reason of a sanction",
        "club league match game player referee tournament sport chess team fixture arbiter handicap",
    ),
    _trade("chapter", "book course lesson textbook manual novel guide tutorial script handbook module"),
    _trade(
        "comment",
        "post blog forum thread reader video discussion social channel photo follower community user article ticket issue task review",
        against="visited_on graft creatinine dose diagnosis blood_pressure",
    ),
    _trade("reason", "order customer shop booking reservation sale purchase cart stock invoice"),
    _trade(
        "degree programme|course",
        "student university faculty college school degree semester enrolment campus curriculum lecture lecturer academy education professor",
        against="discipline",
    ),
    _trade(
        "theme", "festival exhibition museum art concert theatre gallery conference party wedding photo room"
    ),
    _trade("dose", against="weaknesses"),
    _trade("condition", against="paid_on due_on instalment"),
    _trade(
        "symptom",
        "patient doctor clinic hospital nurse animal pet health medical therapy diagnosis vet dental medication",
    ),
    _trade("purpose of payment", "bank iban remittance standing_order sepa"),
    _trade("file name", against="sku day_rate price weight_kg serial_number manufacturer"),
    _trade("hotel", "hotel hostel guesthouse accommodation room suite night booking"),
    _trade(
        "hall",
        "concert orchestra music theatre theater venue festival event stage choir surgery operating conference wedding",
    ),
    _trade(
        "sensor",
        "sensor device server building room network smart iot greenhouse boiler thermostat humidity energy",
    ),
    _trade("kind of animal", "animal pet zoo dog cat horse cattle sheep veterinary vet breed shelter"),
    _trade("public service", "city municipal municipality council public citizen county borough town"),
    _trade("court case", "court judge plaintiff defendant hearing verdict litigation lawsuit trial"),
    _trade("podcast", "podcast episode audio broadcast radio listener"),
    _trade(
        "station",
        "bus train tram rail railway metro subway timetable passenger fare transit vehicle bike scooter car charging driver",
    ),
    _trade("workspace", "workspace kanban saas tenant wiki collaboration sprint organization task"),
    _trade("feature", "flag rollout saas software toggle experiment deploy deployment app browser"),
    _trade(
        "repository",
        "repository repo commit software microservice dependency git deploy deployment server build pipeline api endpoint",
    ),
    _trade(
        "task|what a task asks for",
        "office meeting project workspace kanban sprint backlog agenda todo assignee board team",
        against="mileage odometer labour parts bay machine score max_points handed_in_at",
    ),
)


def neighbours(model: Model) -> dict[str, tuple[str, ...]]:
    """What the entities and relationships of a design are called beside their neighbours, as far as tables know: a
    category that apps have is a category of apps. Kinds of other trades follow, each with a minus before it."""
    beside: dict[str, dict[str, None]] = {}
    words = _words_of(model)
    for link in given(model.relationships, []):
        ends = (link.from_.entity, link.to.entity)
        for name, others in ((ends[0], ends[1:]), (ends[1], ends[:1]), (link.name, ends)):
            called = (among(name, other) for other in others if other != name)
            beside.setdefault(name, {}).update({each: None for each in called if each is not None})
    generals = {link.from_.entity for link in given(model.relationships, []) if link.kind == "is-a"}
    for entity in model.entities:
        own = {snake(field.name) for field in entity.own_fields}
        known_as = _class_by_fields(
            entity.name, entity.own_fields, own, words, is_general=entity.name in generals
        )
        if (
            not known_as
            and kind_of(entity.name, "name") is None
            and _is_named_like_a_person(entity.own_fields)
        ):
            known_as = ["person"]
        if words & _FOR_TODDLERS and singular(snake(entity.name)) in _CHILDREN:
            known_as = [*known_as, "toddler"]
        if known_as:
            beside[entity.name] = dict.fromkeys(known_as) | beside.get(entity.name, {})
    holders = [(entity.name, entity.own_fields) for entity in model.entities]
    holders += [(link.name, given(link.link_fields, [])) for link in given(model.relationships, [])]
    for name, fields in holders:
        names = beside.setdefault(name, {})
        names.update(dict.fromkeys(_foreign_to("|".join((name, *names)), fields, words)))
    return {name: tuple(names) for name, names in beside.items() if names}


def _animals_of(fields: Iterable[Field], words: frozenset[str]) -> str:
    """What an animal is by the choices of its fields, as sexes are called, else by the words of the design; "" where none tells."""
    chosen = {snake(str(option)) for field in fields for option in given(field.enum, [])}
    for said in (chosen, words):
        kinds = [kind for kind, called in _CALLED_ANIMALS.items() if called & said]
        if len(kinds) == 1:
            return kinds[0]
    return ""


_BRED = frozenset("breed ear_tag dam sire".split())
_CALLED_ANIMALS = {
    "cattle": frozenset("cattle heifer bull steer cow calf bullock".split()), "horse": frozenset("stallion mare gelding foal stud".split()),
    "sheep": frozenset("ewe ram lamb wether tup sheep".split()), "pig": frozenset("boar sow gilt piglet".split()),
    "goat": frozenset("doe buck kid goat".split()), "poultry": frozenset("hen rooster cockerel pullet chick".split()),
}  # fmt: skip


def _class_by_fields(
    entity: str, fields: Sequence[Field], own: set[str], words: frozenset[str], *, is_general: bool
) -> list[str]:
    """What an entity is by its fields, where its name may mean much: a product with an ATC code is a drug, and who has
    a phone and was hired is a person. What is no goods of a shop is not called like them: ``!product``."""
    last = singular(snake(entity)).rpartition("_")[2]
    if singular(snake(entity)) in _GENERAL or (last in _GENERAL and not own & _CALLED_BY):
        classes = [each for each, signs in _SIGNS.items() if own & signs]
        is_goods = own & _GOODS and words & _SHOPPED and not (is_general or classes or _is_of_a_trade(fields))
        return classes[:1] + (
            _sold_by(words)
            if is_goods
            else [f"!{context}" for context in dict.fromkeys((snake(entity), last))]
        )
    if last in _VEHICLES and own & _BUSES:
        return ["bus"]
    if (
        (own & _ONLY_COMPANIES or (last in _HOSTED and own & _HOSTS) or _is_firm(fields))
        and own & {"name", "legal_name"}
        and not own & _ONLY_PERSONS
        and _is_persons(entity)
    ):
        return ["company", *(f"!{context}" for context in dict.fromkeys((singular(snake(entity)), last)))]
    if "name" in own and own & _GIVEN_NAMES and not own & _FAMILY_NAMES:
        return ["person_in_parts"]  # nom and prénom
    if own >= _LIVED and own & _NAMES and not own & _OF_ANIMALS:
        return ["person", *(f"!{context}" for context in dict.fromkeys((singular(snake(entity)), last)))]
    if own & _BRED and (animals := _animals_of(fields, words)):
        return [animals]
    is_unknown = kind_of(entity, "name") is None and bool(own & _NAMES)
    signs = own & _OF_PERSONS
    is_reached = bool(own & _IN_FULL) or _is_doer(last) or bool(own & _CARRIED)
    is_person = bool(signs) and (bool(signs - _REACHED_BY) or is_reached) and not own & _OF_COMPANIES
    return ["person"] if is_unknown and (is_person or (_is_doer(last) and is_mailed_by_name(fields))) else []


def _is_doer(word: str) -> bool:
    """Whether a word says who does something: a patroller, an upholsterer."""
    return (
        len(word) > 4
        and word not in _FIRMS
        and word.endswith(("er", "or", "ist", "ian", "eer", "man", "woman", "hand"))
    )


_FIRMS = frozenset("haulier retailer wholesaler distributor importer exporter insurer lender provider contractor caterer operator "
                   "charterer shipper forwarder printer publisher processor".split())  # fmt: skip


def _is_of_a_trade(fields: Iterable[Field]) -> bool:
    """Whether the categories of goods are those of one trade, as no shop for all has them: panels, inverters, batteries."""
    chosen = [
        {snake(str(option)) for option in given(field.enum, [])}
        for field in fields
        if snake(field.name) in ("category", "type", "kind") and len(given(field.enum, [])) > 2
    ]
    return bool(chosen) and not any(chosen_words & _OF_SHOPS for chosen_words in chosen)


_SHOPPED = frozenset(
    "shop store cart basket checkout retail webshop storefront marketplace wishlist coupon merchandise".split()
)
_OF_SHOPS = frozenset(
    "electronics clothing books toys garden kitchen sports home food drinks furniture lighting office accessories beauty grocery shoes "
    "tableware outdoor stationery household physical digital simple standard goods product service bundle new used".split()
)
_TRADES_OF_SHOPS = {
    "electronics": frozenset("electronic gadget smartphone".split()), "fashion": frozenset("fashion clothing apparel garment boutique".split()),
    "grocery": frozenset("grocery supermarket greengrocer delicatessen".split()), "garden": frozenset(("gardening", "gardener")),
}  # fmt: skip
_OF_ALL_SORTS = frozenset("furniture department marketplace kitchen".split())


def _sold_by(words: frozenset[str]) -> list[str]:
    """The goods of a shop of one trade, where its words tell one alone; nothing where it sells all sorts."""
    trades = [trade for trade, said in _TRADES_OF_SHOPS.items() if said & words]
    return [f"{trades[0]}_goods"] if len(trades) == 1 and not words & _OF_ALL_SORTS else []


def _is_named_like_a_person(fields: Iterable[Field]) -> bool:
    """Whether the example of a name is a person's: of a known given name, or as the example of the thing's mail has it."""
    shown = {snake(field.name): field.example for field in fields if isinstance(field.example, str)}
    name = next((shown[each] for each in ("name", "full_name") if each in shown), "")
    if (len(shown) and " " not in name) or shown.keys() & _ONLY_COMPANIES:
        return False
    first, *_, last = (each.casefold() for each in name.split(" ")) if " " in name else ("", "")
    local = shown.get("email", "").partition("@")[0].casefold()
    return looks_like_person(name) or (
        last != ""
        and local in (f"{first}.{last}", f"{first[0]}.{last}", f"{first}_{last}", f"{first[0]}{last}")
    )


def _is_firm(fields: Iterable[Field]) -> bool:
    shown = {snake(field.name): field.example for field in fields if stated(field.example)}
    return is_mailed_as_company(shown.get("name"), shown.get("email"))


_OF_A_TOWN = frozenset("cadastral municipal municipality borough councillor zoning".split())


def is_of_one_town(model: Model) -> bool:
    """Whether a design is an authority's, whose plots and people are all of one town."""
    words = _words_of(model)
    return bool(words & _OF_A_TOWN) or words >= {"district", "parcel"}


def _words_of(model: Model) -> frozenset[str]:
    """The words of a design: its name and description, its entities' and fields' names, and the examples."""
    texts = [model.name, given(model.description, "")]
    fields: list[Field] = []
    for entity in model.entities:
        texts.append(snake(entity.name))
        fields += (part.field for part in parts(entity.own_fields))
    for link in given(model.relationships, []):
        fields += (part.field for part in parts(given(link.link_fields, [])))
    for field in fields:
        texts += (
            snake(field.name),
            field.example if isinstance(field.example, str) and not _is_address(field.example) else "",
        )
    return frozenset(singular(word) for text in texts for word in _WORD.findall(text.casefold()))


def _is_address(example: str) -> bool:
    """Whether an example is an address of mail or of a page, which says nothing of the trade: orders@example.com."""
    return "@" in example or "://" in example


def _foreign_to(called: str, fields: Iterable[Field], words: frozenset[str]) -> list[str]:
    """Which lists of words of other trades an entity's fields would take, as marks for what it is called: ``-dish``."""
    parts_of_it = list(parts(fields))
    own = {snake(part.field.name) for part in parts_of_it}
    marks: list[str] = []
    for part in parts_of_it:
        while (kind := kind_of("|".join((called, *marks)), part.path)) is not None:
            last = singular(snake(called.partition("|")[0])).rpartition("_")[2]
            if last == kind.name == "fault" or not _is_foreign(kind.name, part.path, own, words):
                break
            marks.append(f"-{kind.name}")
    return marks


def _is_foreign(kind: str, path: str, own: set[str], words: frozenset[str]) -> bool:
    name = snake(path.rpartition(".")[2])
    if " " in kind and name.partition("_")[0] == kind.partition(" ")[0]:
        return False  # what is called like the kind is of it
    trade = next((trade for trade in TRADES if kind in trade.kinds), None)
    if trade is None or (trade.is_inner and "." not in path):
        return False
    return bool(trade.asks and not trade.asks & words) or bool(trade.against & own)


_FOR_TODDLERS = frozenset(
    "kindergarten kita nursery preschool creche daycare toddler kindertagesstaette guarderia".split()
)
_CHILDREN = frozenset("child kid pupil kind nino enfant bambino".split())


def _is_persons(entity: str) -> bool:
    """Whether the name of a thing is that of a person, as far as its entity's tells."""
    kind = kind_of(entity, "name")
    return kind is not None and kind.name == "person's name"


def words_in(text: str) -> frozenset[str]:
    """The words of a text, as a set."""
    return frozenset(text.split())


def called_alike(record: dict[str, Any], free: Mapping[str, Field]) -> None:
    """A company goes by its own name, where its kind of thing may be a person as well, and is registered under that."""
    called, registered = record.get("name"), free.get("legal_name")
    if isinstance(called, str) and registered is not None and is_company(str(record["legal_name"])):
        whole = called if is_company(called) else f"{called} Ltd"
        is_taken = not looks_like_person(called) and not stated(registered.pattern)
        if is_taken and len(whole) <= given(registered.max_length, 99):
            record["legal_name"] = whole
    if record.keys().isdisjoint(_COMPANIES):
        return
    company = next((record[name] for name in _COMPANIES if isinstance(record.get(name), str)), None)
    called = next((free[name] for name in _CALLED if name in free), None)
    if company is None or called is None or called.type != "string" or "given_name" in record:
        return
    if (
        "first_name" not in record
        and not stated(called.pattern)
        and len(company) <= given(called.max_length, 99)
    ):
        record[called.name] = company
