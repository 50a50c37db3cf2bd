"""What a value must be like, whoever declares it, and for which place in the sample world it is made."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import datetime, timedelta
from functools import cache
from hashlib import blake2b
from typing import Any, TypeVar

import msgspec
from msgspec import UNSET
from msgspec.structs import replace

from ...content_cache import of_a_short_text
from ...model.conceptual import Field, Item, Model, given, stated
from ...model.field_types import geometries_of
from ...model.field_walk import Part, parts
from ...model.values import typed
from ...names.paths import Paths
from ...plan_model.physical import DocField, Element
from ..languages import country_of_names, snake

# Who is a person or a company, by what a thing says itself.
_PARTIES = {
    **dict.fromkeys(("person", "individual", "natural_person", "private"), ("person",)),
    **dict.fromkeys(
        ("corporate", "company", "organisation", "organization", "legal_entity", "business", "firm"),
        ("company",),
    ),
}


class Spec(msgspec.Struct, frozen=True, gc=False, kw_only=True):
    """One value to make. types: without ``null``, main one first. example: UNSET where absent;
    example and enum are BSON values. length: characters at most, None where free. description: the
    designer's words about it. whole: what it is a share of, 1 or 100, 0 where no formula tells."""

    name: str
    types: tuple[str, ...]
    enum: tuple[Any, ...] = ()
    minimum: float | None = None
    maximum: float | None = None
    pattern: str | None = None
    length: int | None = None
    unique: bool = False
    bytes: float = 0
    example: Any = UNSET
    description: str = ""
    is_money: bool = False
    whole: int = 0

    @property
    def type(self) -> str:
        """The main type."""
        return self.types[0]


class Specs:
    """The specs of one design's declared fields, each made once. Keeps what it has seen alive.
    points: entities and paths whose values are places on a map. among: what entities are called beside their
    neighbours. tracks: entities whose places follow one another along a way. abroad: whether the design's examples say that
    its addresses lie in another country than those of the samples; home: that country's code, where samples have towns of it; centre: where things lie by longitude
    and latitude that name no town, where the design tells it. indexed_once: entities and paths of which a unique index
    lets no two documents have the same; listed: what the descriptions of entities list; shares: the wholes of fields, by
    their identity."""

    def __init__(
        self, points: frozenset[tuple[str, str]] = frozenset(), among: Mapping[str, tuple[str, ...]] | None = None,
        tracks: frozenset[str] = frozenset(), *, abroad: bool = False, local: bool = False, home: str = "",
        centre: tuple[float, float] | None = None, indexed_once: frozenset[tuple[str, str]] = frozenset(),
        listed: Mapping[str, tuple[str, ...]] | None = None, shares: Mapping[int, int] | None = None,
    ) -> None:  # fmt: skip
        self.listed, self._shares = listed or {}, shares or {}
        self.indexed_once = indexed_once
        self.centre = centre
        self.abroad, self.local, self.home = abroad, local, home  # local: all is in one town
        self.points, self.among, self.tracks = points, among or {}, tracks
        self._specs: dict[int, tuple[Field | Item, Spec]] = {}

    def of(self, source: Field | Item, name: str) -> Spec:
        """The values that a declared field, or the elements of the array ``name``, take."""
        cached = self._specs.get(id(source))
        if cached is None:
            types = source.all_types if isinstance(source, Field) else (source.type,)
            spec = replace(_spec(name, types, source, ()), whole=self._shares.get(id(source), 0))
            cached = self._specs[id(source)] = (source, spec)
        return cached[1]


def indexed_once(model: Model) -> frozenset[tuple[str, str]]:
    """The entities and paths of unique indexes of one field, which a field of a list may be."""
    return frozenset(
        (entity.name, index.keys[0][0])
        for entity in model.entities
        for index in given(entity.indexes, [])
        if index.unique is True and len(index.keys) == 1
    )


def in_one_index(model: Model) -> dict[str, frozenset[str]]:
    """The optional fields of entities that a sample leaves out, since a server takes two lists in no document that one
    index has: all but the first list of each."""
    left_out: dict[str, frozenset[str]] = {}
    for entity in model.entities:
        lists = {part.path for part in parts(entity.own_fields) if part.field.type == "array"}
        optional = {field.name for field in entity.own_fields if field.required is not True}
        for index in given(entity.indexes, []):
            paths = [
                path for path, _ in index.keys if any(f"{path}.".startswith(f"{each}.") for each in lists)
            ]
            names = {path.partition(".")[0] for path in paths[1:]} - {
                path.partition(".")[0] for path in paths[:1]
            }
            left_out[entity.name] = left_out.get(entity.name, frozenset()) | (names & optional)
    return left_out


def points_of(model: Model, paths: Paths) -> frozenset[tuple[str, str]]:
    """The entities and paths of fields that an operation searches by nearness, or that a declared
    index takes for places, but those of a type that no place has: a server refuses what is none there. And of those that have the parts of GeoJSON."""
    asked = [(operation.entity, match.field, tuple(given(operation.includes, []))) for operation in model.workload
             for match in given(operation.filter, []) if match.how == "near"]  # fmt: skip
    for entity in model.entities:
        keys = [pair for index in given(entity.indexes, []) for pair in index.keys]
        asked += [(entity.name, path, ()) for path, kind in keys if kind in ("2dsphere", "2d")]
    points: set[tuple[str, str]] = set()
    for start, path, includes in asked:
        route = paths.resolve(start, path, includes)
        own = [step.name for step in route.steps if step.kind == "field"] if route is not None else []
        if route is not None and own and route.field is not None and route.field.type in _OF_PLACES:
            points.add((route.steps[-1].entity, ".".join(own)))
    holders = [(entity.name, entity.own_fields) for entity in model.entities]
    holders += [(link.name, given(link.link_fields, [])) for link in model.links]
    points |= {
        (name, part.path) for name, fields in holders for part in parts(fields) if is_geojson(part.field)
    }
    return frozenset(points)


_OF_PLACES = ("object", "array")
"""The types of a field that can be a place: GeoJSON, or a list of two numbers."""
_HOME = ("us", "usa", "united states")
_COUNTRIES, _TOWNS = (
    ("country", "country_code", "country_name"),
    {"city", "town", "street", "postcode", "postal_code", "zip"},
)
_PHONES = ("phone", "mobile", "telephone", "phone_number")


def is_abroad(model: Model) -> bool:
    """Whether an example of an address, or of a telephone, is of another country than those of the samples."""
    return any(_tells_abroad(list(parts(entity.own_fields))) for entity in model.entities)


# What tells of a country that samples have towns of: its names, its telephones, the shape of its postal codes. "": without
# any example they are of the United States.
_HOMES: dict[str, tuple[frozenset[str], str, str]] = {
    "": (frozenset(_HOME), "+1", r"[0-9]{5}-[0-9]{4}|[A-Z]{2} [0-9]{5}"),
    "DE": (frozenset(("de", "deu", "germany", "deutschland")), "+49", r"D-[0-9]{5}"),
    "GB": (frozenset(("gb", "gbr", "uk", "united kingdom", "great britain", "england", "scotland", "wales")), "+44",
           r"[A-Z]{1,2}[0-9][A-Z0-9]? [0-9][A-Z]{2}"),
    "FR": (frozenset(("fr", "fra", "france")), "+33", r"F-[0-9]{5}"),
    "NL": (frozenset(("nl", "nld", "netherlands", "the netherlands", "nederland")), "+31", r"[0-9]{4} ?[A-Z]{2}"),
    "CH": (frozenset(("ch", "che", "switzerland", "schweiz", "suisse", "svizzera")), "+41", r"CH-[0-9]{4}"),
    "AT": (frozenset(("at", "aut", "austria", "österreich")), "+43", r"A-[0-9]{4}"),
    "PL": (frozenset(("pl", "pol", "poland", "polska")), "+48", r"[0-9]{2}-[0-9]{3}"),
    "CZ": (frozenset(("cz", "cze", "czechia", "czech republic", "česko")), "+420", r"CZ-[0-9]{3} ?[0-9]{2}"),
    "SI": (frozenset(("si", "svn", "slovenia", "slovenija")), "+386", r"SI-[0-9]{4}"),
    "NO": (frozenset(("no", "nor", "norway", "norge")), "+47", r"N(?:O)?-[0-9]{4}"),
    "SE": (frozenset(("se", "swe", "sweden", "sverige")), "+46", r"SE?-[0-9]{3} ?[0-9]{2}"),
    "DK": (frozenset(("dk", "dnk", "denmark", "danmark")), "+45", r"DK-[0-9]{4}"),
    "ES": (frozenset(("es", "esp", "spain", "españa")), "+34", r"E(?:S)?-[0-9]{5}"),
    "IT": (frozenset(("it", "ita", "italy", "italia")), "+39", r"I(?:T)?-[0-9]{5}"),
}  # fmt: skip
_POST_CODES = ("postcode", "post_code", "postal_code", "zip", "zip_code")
_NUMBERED_BY_STATES = (
    "vat_id",
    "vat_no",
    "vat_number",
    "vatin",
    "ustid",
    "iban",
    "account_iban",
    "iban_number",
)


# Large towns by which an example of a town or an address tells a country; and currencies and languages of one alone.
_LARGE = {
    "": "New York|Chicago|Los Angeles|Houston|San Francisco|Oakland|Philadelphia|Boston|Seattle|Denver|Austin|Portland",
    "DE": "Berlin|Hamburg|München|Munich|Köln|Cologne|Frankfurt|Stuttgart|Düsseldorf|Leipzig|Dresden|Bremen|Hannover|Nürnberg|Kiel",
    "GB": "London|Manchester|Birmingham|Leeds|Liverpool|Bristol|Edinburgh|Glasgow|Cardiff|Sheffield",
    "FR": "Paris|Lyon|Marseille|Toulouse|Nantes|Bordeaux|Lille|Strasbourg|Nice",
    "NL": "Amsterdam|Rotterdam|Utrecht|Eindhoven|Groningen|Den Haag|The Hague",
    "CH": "Zürich|Zurich|Genève|Geneva|Basel|Bern|Lausanne|Luzern|Winterthur",
    "AT": "Wien|Vienna|Graz|Linz|Salzburg|Innsbruck",
    "PL": "Warszawa|Warsaw|Gdańsk|Gdansk|Kraków|Krakow|Cracow|Poznań|Wrocław|Wroclaw|Łódź|Lublin|Szczecin",
    "CZ": "Praha|Prague|Brno|Ostrava|Plzeň|Pilsen|Olomouc|Liberec",
    "SI": "Ljubljana|Maribor|Celje|Kranj|Koper|Piran",
    "NO": "Oslo|Bergen|Trondheim|Stavanger|Tromsø|Drammen",
    "SE": "Stockholm|Göteborg|Gothenburg|Malmö|Uppsala|Örebro|Umeå",
    "DK": "København|Copenhagen|Aarhus|Odense|Aalborg|Esbjerg",
    "ES": "Madrid|Barcelona|Valencia|Sevilla|Seville|Bilbao|Zaragoza|Málaga",
    "IT": "Roma|Rome|Milano|Milan|Genova|Genoa|Bologna|Firenze|Florence|Napoli|Naples|Torino|Turin|Palermo",
}
_TIME_ZONES = {
    "Europe/Berlin": "DE", "Europe/London": "GB", "Europe/Paris": "FR", "Europe/Amsterdam": "NL", "Europe/Zurich": "CH", "Europe/Vienna": "AT",
    "America/New_York": "", "America/Chicago": "", "America/Denver": "", "America/Los_Angeles": "",
}  # fmt: skip
HOMES_BY_CURRENCY = {
    "USD": "", "GBP": "GB", "CHF": "CH", "PLN": "PL", "CZK": "CZ", "NOK": "NO", "SEK": "SE", "DKK": "DK", "EUR": "DE",
}  # the euro's largest country  # fmt: skip
_LANGUAGES = {
    "de": "DE", "de-de": "DE", "en-gb": "GB", "en-us": "", "fr": "FR", "fr-fr": "FR", "nl": "NL", "nl-nl": "NL", "de-ch": "CH",
    "fr-ch": "CH", "de-at": "AT", "pl": "PL", "cs": "CZ", "sl": "SI", "nb": "NO", "no": "NO", "nn": "NO", "sv": "SE", "da": "DK", "es": "ES",
    "it": "IT",
}  # fmt: skip
_WRITTEN = ("address", "full_address", "postal_address", "site_address", "venue_address", "city", "town")


@of_a_short_text(4096)
def is_large_town(text: str) -> bool:
    """Whether a text is the name of a town that tells a country."""
    return any(re.fullmatch(towns, text) for towns in _LARGE.values())


def home_of(model: Model) -> str:
    """The code of the country in which the design's examples lie, by the first of them that tells it; "" for that of the
    samples, and where nothing tells. What is said outright goes before what the design's name and description name, that
    before a town, that before a currency, a language and a collation, and those before the language of its names; who has accounts
    with an IBAN is in a country that has them."""
    return next((home for home in _hints(model) if home is not None), "")


def _hints(model: Model) -> Iterator[str | None]:
    """The countries that a design tells, what is said outright first, each None where it tells nothing."""
    yield from (_home_told(model), _home_named(model), *_homes_hinted_at(model), _home_sorted(model))
    names = [part.field.name for entity in model.entities for part in parts(entity.own_fields)]
    yield country_of_names([*(entity.name for entity in model.entities), *names])
    shown = {str(part.field.example).casefold() for entity in model.entities for part in parts(entity.own_fields)
             if stated(part.field.example) and snake(part.field.name) in _COUNTRIES}  # fmt: skip
    yield next((code for code in _HOMES if code and shown & _HOMES[code][0]), None)
    yield "NL" if any(snake(name) in _IBANS for name in names) else None
    called = (each.example for entity in model.entities for each in entity.own_fields if each.name == "name")
    yield _town_in(text for text in called if isinstance(text, str) and text.count(" ") > 1)  # no person


_IBANS = ("iban", "account_iban", "iban_number")


def _home_named(model: Model) -> str | None:
    """The country that the name or the description of a design names first, itself or by a town; None where they name none."""
    text = f"{model.name}. {given(model.description, '')}"
    named = [(place.start(), code) for code in _LARGE if (place := _named_in(code).search(text)) is not None]
    return min(named)[1] if named else None


@cache
def _named_in(code: str) -> re.Pattern[str]:
    """What finds a country, or a town of it, in a text."""
    countries = "|".join(sorted(re.escape(name) for name in _HOMES[code][0] if len(name) > 3))
    return re.compile(rf"\b(?:{_LARGE[code]}|(?i:{countries}))\b")


def _home_sorted(model: Model) -> str | None:
    """The country whose language texts of a design are sorted in: by a collation; None without any."""
    for entity in model.entities:
        collation = given(entity.collation, None)
        locale = str(getattr(collation, "locale", "") or "").casefold().replace("_", "-")
        if locale in _LANGUAGES:
            return _LANGUAGES[locale]
    return None


def _homes_hinted_at(model: Model) -> Iterator[str | None]:
    """What towns of examples, currencies and languages tell, each None where it tells nothing."""
    shown = [
        (snake(part.field.name), part.field.example)
        for entity in model.entities
        for part in parts(entity.own_fields)
        if isinstance(part.field.example, str)
    ]
    yield _town_in(str(example) for name, example in shown if name in _WRITTEN)
    for names, homes in (
        (("timezone", "time_zone"), _TIME_ZONES),
        (("currency", "currency_code"), HOMES_BY_CURRENCY),
        (("language", "locale"), _LANGUAGES),
    ):
        texts = (str(example) for name, example in shown if name in names)
        yield next((homes[key] for each in texts for key in (each, each.casefold()) if key in homes), None)


def _town_in(texts: Iterable[str]) -> str | None:
    """The country of the first town that texts name, None where they name none."""
    pairs = ((code, text) for text in texts for code in _LARGE)
    return next((code for code, text in pairs if re.search(rf"\b({_LARGE[code]})\b", text)), None)


def _home_told(model: Model) -> str | None:
    """The country that an address, a telephone, a bank account or a tax number of the examples is of; None of none."""
    for entity in model.entities:
        fields = list(parts(entity.own_fields))
        towns = {part.path.rpartition(".")[0] for part in fields if snake(part.field.name) in _TOWNS}
        is_told = any(
            snake(part.field.name) in (*_PHONES, *_NUMBERED_BY_STATES) for part in fields
        )  # there, too
        for part in fields:
            example, name = part.field.example, snake(part.field.name)
            is_there = name not in _COUNTRIES or is_told or part.path.rpartition(".")[0] in towns
            if isinstance(example, str) and is_there:
                home = next((code for code in _HOMES if _is_of(code, name, example)), None)
                if home is not None:
                    return home
    return None


def _is_of(code: str, name: str, example: str) -> bool:
    """Whether the example of a field of this name is of the country with this code."""
    names, dialled, post_code = _HOMES[code]
    return (
        (name in _COUNTRIES and example.casefold() in names)
        or (name in _PHONES and example.startswith(dialled))
        or (name in _POST_CODES and re.fullmatch(post_code, example) is not None)
        or (
            code != ""
            and name in _NUMBERED_BY_STATES
            and re.match(f"{code}(?:[A-Z]{{4}}|[A-Z]|E-)?[0-9]{{2}}", example) is not None
        )
    )


def _tells_abroad(fields: list[Part]) -> bool:
    """Whether one of the fields of an entity does: the country of a town or street, or a number of a telephone."""
    towns = {part.path.rpartition(".")[0] for part in fields if snake(part.field.name) in _TOWNS}
    for part in fields:
        name, example = snake(part.field.name), part.field.example
        if not isinstance(example, str):
            continue
        if name in _COUNTRIES and part.path.rpartition(".")[0] in towns and example.casefold() not in _HOME:
            return True
        if name in _PHONES and example.startswith("+") and not example.startswith("+1"):
            return True
    return False


def is_geojson(field: Field) -> bool:
    """Whether an object has the parts of a GeoJSON geometry, and no place as its example that others lie near."""
    inner = {part.name: part for part in given(field.fields, [])}
    if set(inner) != {"type", "coordinates"} or inner["coordinates"].type != "array":
        return False
    example = given(inner["coordinates"].example, None)
    is_place = isinstance(example, list) and not any(isinstance(each, list) for each in example)
    return bool(geometries_of(field)) and not is_place


class Slot(msgspec.Struct, frozen=True, gc=False, kw_only=True):
    """How long after its thing's start a date lies, how much longer at most, and whether it is a whole day. step: how
    far the dates of an array's elements lie apart."""

    offset: timedelta
    room: timedelta = timedelta(0)
    step: timedelta = timedelta(0)
    is_day: bool = False


class Calendar(msgspec.Struct, frozen=True, kw_only=True):
    """When an entity's dates lie, by path. opened: after a thing's start, when all that tells its beginning
    has happened. lowest: the earliest of what happens to it, births and the like aside."""

    slots: Mapping[str, Slot]
    opened: timedelta = timedelta(0)
    lowest: timedelta = timedelta(0)


class SpecPlace(msgspec.Struct, frozen=True, gc=False, kw_only=True):
    """Where a value will stand.

    entity, path: whose field. kind: of the entity, "" where it is itself. number: of the thing, from 0; the first one takes the examples.
    salt: a second try at the same place. start: when the thing began; shift: how far that is
    from the first thing's start. people: the person (given name, family name) it is about.
    ordinal: among what one holder has; element: it is one value of a list.
    record: the values of the thing so far; about: those of the thing that holds it. row: which of the things of
    its first parent it is, from 0.
    times: the calendar of its entity.
    """

    entity: str
    path: str
    number: int
    salt: int = 0
    kind: str = ""
    start: datetime
    specs: Specs
    shift: timedelta = timedelta(0)
    person: tuple[str, str]
    ordinal: int = 0
    row: int | None = None
    element: bool = False
    record: Mapping[str, Any] = {}
    about: Mapping[str, Any] = {}
    times: Calendar | None = None

    @property
    def key(self) -> tuple[str, str, int]:
        """What choices at this place follow from, the number aside."""
        return (self.entity, self.path, self.salt)

    @property
    def called(self) -> str:
        """The entity, and what it is called beside its neighbours, set apart by ``|``."""
        own, kind_said = self.specs.among.get(self.entity, ()), self.record.get("kind")
        if not self.kind and kind_said is None:
            return "|".join((self.entity, *own)) if own else self.entity
        party = next((_PARTIES[word] for word in snake(self.kind).split("_") if word in _PARTIES), ())
        kind = (snake(self.kind), *party, *self.specs.among.get(self.kind, ())) if self.kind else ()
        return "|".join((self.entity, *kind, *_PARTIES.get(str(kind_said), ()), *own))

    @property
    def content(self) -> tuple[Any, ...]:
        """All that values at this place follow from beside their declarations."""
        points = sorted(path for entity, path in self.specs.points if entity == self.entity)
        declared = ("specs", "times")
        own = [getattr(self, name) for name in self.__struct_fields__ if name not in declared]
        once = sorted(path for entity, path in self.specs.indexed_once if entity == self.entity)
        return (
            self.specs.listed.get(self.entity),
            points,
            once,
            self.specs.abroad,
            self.specs.local,
            self.specs.home,
            self.specs.centre,
            self.called,
            own,
        )


def _spec(name: str, types: tuple[str, ...], source: Field | Item | None, enum: tuple[Any, ...]) -> Spec:
    kept = tuple(bson_type for bson_type in types if bson_type != "null") or ("null",)
    if source is None:
        return Spec(name=name, types=kept, enum=tuple(typed(value, kept) for value in enum))
    declared = tuple(typed(value, kept) for value in given(source.enum, []) if value is not None)
    return Spec(
        name=name,
        types=kept,
        enum=tuple(typed(value, kept) for value in enum) or declared,
        minimum=given(source.minimum, None),
        maximum=given(source.maximum, None),
        pattern=given(source.pattern, None),
        length=given(source.max_length, None),
        unique=isinstance(source, Field) and source.unique is True,
        bytes=given(source.average_bytes, 0),
        example=typed(source.example, kept) if stated(source.example) else UNSET,
        description=given(source.description, "") if isinstance(source, Field) else "",
        is_money=isinstance(source, Field) and source.money is True,
    )


def spec_in_document(field: DocField) -> Spec:
    """The values of a field that the plan made, with the limits of the plan and of its source."""
    spec = _spec(field.name, field.types, field.source, field.enum)
    low = spec.minimum if field.minimum is None else field.minimum
    high = spec.maximum if field.maximum is None else field.maximum
    return replace(spec, minimum=low, maximum=high)


def spec_in_array(element: Element, name: str) -> Spec:
    """The values of an array that the plan made; ``name`` is the array's."""
    return _spec(name, element.types, element.source, element.enum)


# --- stateless choices: each value follows from the names that it belongs to, never from a clock or a seed kept somewhere

T = TypeVar("T")


def digest(*parts: object, size: int = 8) -> bytes:
    """``size`` bytes (at most 64) that follow from the parts alone."""
    text = "\x1f".join(map(str, parts))
    return blake2b(text.encode("utf-8", "surrogatepass"), digest_size=size).digest()


def draw(*parts: object) -> int:
    """An integer of 64 bits that follows from the parts alone."""
    return int.from_bytes(digest(*parts), "big")


def between(low: int, high: int, *parts: object) -> int:
    """An integer from ``low`` to ``high``, both included."""
    return low + draw(*parts) % (high - low + 1)


def turn(options: Sequence[T], number: int, *parts: object) -> T:
    """The option of this number, counted from a start that follows from the parts: as many
    numbers as there are options give as many different options."""
    return options[(draw(*parts) + number) % len(options)]
