"""Example texts: of the kind that a field's name, its entity and its example tell, and as it allows."""

from __future__ import annotations

import math
import re
from collections.abc import Iterator
from datetime import UTC, datetime

import msgspec

from ...content_cache import FIELDS_REMEMBERED, of_a_short_text, of_short_texts
from ...names.inflection import singular
from ...names.inflection import snake as as_written
from ..languages import snake
from .kinds import (
    ASKS,
    STAFF,
    is_company,
    is_person,
    kind_among,
    kind_holding,
    kind_of,
    kind_shown,
    kind_told,
    listed_in,
)
from .kinds.kind import Kind, in_letters, varied
from .kinds.people import PEOPLE, is_given_name
from .kinds.work import LANGUAGES
from .kinds.writing import OWN_NAMES, called_by, like_its_code, saying_of
from .specs import Spec, SpecPlace, Specs, digest, draw, is_large_town

_NUMBERED = frozenset("number no nr num code id ref reference key serial barcode partno handle identifier uid".split())  # fmt: skip
_ACRONYMS = frozenset(
    "id url uri ocr api sms pdf vat gps cpu ram usb seo faq sla kpi hr pin qr scac vin imo iban bic isbn ean sku mrn icd atc uuid ip mac csv json xml html pnr ssn vip uid".split()
)
_MANY_WAYS = 10_000
_REPEATED = re.compile(r"[*+{]")
_PERSON = "person's name"
_DERIVED = frozenset({"e-mail", "slug", "address of a page", "address of a file", "address of a picture", "picture", "SKU", "domain", "mailbox", "bundle id", "description"})  # fmt: skip
_OF_PLACES = frozenset({"city", "state", "postal code", "country", "time zone"})
_OF_PERSONS = frozenset({_PERSON, "e-mail", "login", "family name", "given name", "initials", "nickname"})
_ADDRESS = re.compile(r"[^\s@]*[^\s@/](/[^\s@]*|\.[A-Za-z0-9]{2,4})")
_ENDING = re.compile(r"\.[a-z0-9]{2,4}\Z")
# LS-2026-04417: no word, whatever its field is; 114/26: the number of a year.
_SERIAL = re.compile(r"(?=(?:.*[0-9]){3})[A-Z\u00C0-\u00DE0-9]+(?:[-/.][A-Z\u00C0-\u00DE0-9]+)+")
_SHORT = re.compile(r"[A-Z]{1,3}-?[0-9]{1,2}")
_CODE = re.compile(
    r"[A-Z]{0,3}[0-9]{5,}[A-Z]?"
)  # of a document, where a word would say which kind of document it is
_SAYING = frozenset({"debrief", "findings", "comment", "comments", "remark"})
_WHOLE = frozenset("text body content introduction intro statement".split())
_LOGS = frozenset("log worklog logbook protocol history entry".split())
_KNOWN_BY = frozenset("number citation reference code".split())
_LINES = frozenset("line item position".split())
_GOES_BY = frozenset("name title label code".split())
_GOES_BY_FIRST = ("title", "name")
_ABOUT = frozenset("blurb teaser outline pitch overview about introduction".split())
_SENTENCES = frozenset({"title", "subject", "summary", "headline", "what"})  # many jobs are called alike
_SORTS = ("kind", "type", "category")
_OF_RECORDS = frozenset("entity object resource target subject content event action data message document model table record".split())  # fmt: skip
_MONTHLY = frozenset({"period", "month"})
_YEAR_AND_MONTH = re.compile(r"[12][0-9]{3}-(?:0[1-9]|1[0-2])")
# Words of fields that mean the far end of something whose near end another field means.
_FAR = frozenset("to destination arrival target away discharge last dropoff returning opponent".split())
# Objects inside of a person that are about the same one, and fields of a person that are about another one.
_OWN = frozenset("name address billing_address shipping_address delivery_address account profile contact user".split())  # fmt: skip
_OTHERS = frozenset(
    "emergency_contact next_of_kin guardian spouse partner manager supervisor mentor tutor coach trainer doctor "
    "referred_by reviewer created_by updated_by approved_by recipient teacher physician case_worker account_manager "
    "witness godparent assistant sales_rep driver owner".split()
)
_MODELS = frozenset({"model", "make_and_model", "machine_model", "device_model"})
_LANGUAGE = frozenset("language languages lang langs locale_code".split())
_IN_LANGUAGES = frozenset("title name label translation text description caption localisation localization".split())  # fmt: skip
_ANYWHERE = SpecPlace(
    entity="Thing",
    path="field",
    number=1,
    start=datetime(2024, 3, 4, tzinfo=UTC),
    specs=Specs(),
    person=PEOPLE[0],
)


def text(spec: Spec, place: SpecPlace) -> str:
    """A text within the spec's length that its pattern finds; of several things of an entity
    each gets another one, where the kind has so many."""
    for candidate in _candidates(spec, place):
        if _fits(candidate, spec):
            return candidate
    if spec.pattern:
        from .expressions import matching  # few texts state a pattern

        matched = matching(spec.pattern, place.number, *place.key, longest=spec.length)
        if matched is not None:
            return matched
    if isinstance(spec.example, str) and spec.pattern:
        return spec.example
    return _squeezed(spec, place)


def kind_for(spec: Spec, entity: str, path: str) -> Kind | None:
    """The kind of text that a field has: by its name, else its description, else its example. None where nothing
    tells, or where the example says something else than the name."""
    if _tells_apart(spec):
        return None
    example = spec.example if isinstance(spec.example, str) else ""
    return _kind_for(entity, path, spec.description, example)


@of_short_texts(FIELDS_REMEMBERED)
def _kind_for(entity: str, path: str, description: str, example: str) -> Kind | None:
    kind = kind_of(entity, path) or (kind_told(description) if description else None)
    if not example:
        return kind
    if kind is None:
        is_asked = snake(path.rpartition(".")[2]).partition("_")[0] in ASKS
        shown = kind_shown(example) or (kind_among(example) if is_asked else None)
        return shown or (
            kind_holding(example, snake(path.rpartition(".")[2])) if example[:1].isupper() else None
        )
    if kind.name == "nationality" and re.fullmatch("[A-Z]{2}", example):
        return kind_of("person", "passport_country")  # by its code
    if kind.counts and re.search("[0-9]", example):
        return None
    if kind.check(example):
        return kind
    if (
        _SERIAL.fullmatch(example) or (kind.count and _CODE.fullmatch(example))
    ) and kind.name not in _OF_PLACES:
        return kind_shown(example)
    if kind.count:
        is_telling = kind.leads or " " in example
        holding = kind_holding(example, snake(path.rpartition(".")[2])) if is_telling else None
        return holding or (None if kind.leads or _SHORT.fullmatch(example) else kind)  # L2 is no word
    shown = kind_shown(example)
    if shown is not None and shown is not kind and (kind.leads or shown.name in (_PERSON, "company")):
        return shown
    return None if kind.leads and not _is_formed(kind, example) else kind


def is_made_of_others(entity: str, name: str) -> bool:
    """Whether values of a field are made of what the thing is called: its address, its picture, its number."""
    kind = kind_of(entity, name)
    return kind is not None and kind.name in _DERIVED


def _is_formed(kind: Kind, example: str) -> bool:
    """Whether an example looks like the kind's values, though its check digits may be wrong."""
    options = kind.make(_ANYWHERE, 1)
    return any((_shape(option), len(option)) == (_shape(example), len(example)) for option in options)


def _fits(candidate: str, spec: Spec) -> bool:
    if spec.length is not None and len(candidate) > spec.length:
        return False
    return not spec.pattern or (_is_quick(spec.pattern, len(candidate)) and _finds(spec.pattern, candidate))


def _is_quick(pattern: str, length: int) -> bool:
    """Whether trying the pattern on so many characters can't take long: there are few ways to divide them among its
    repetitions, none of which is of a group."""
    repeated = len(_REPEATED.findall(pattern))
    ways = math.comb(length + repeated, repeated) if repeated <= 8 else _MANY_WAYS
    few = repeated <= 3 or ways < _MANY_WAYS
    return len(pattern) < 200 and few and not re.search(r"\)[*+{]", pattern)


def _finds(pattern: str, candidate: str) -> bool:
    try:
        return len(candidate) <= 80 and re.search(pattern, candidate) is not None
    except re.error:
        return False


def _candidates(spec: Spec, place: SpecPlace) -> Iterator[str]:
    """The texts that may stand here, the best first."""
    example = spec.example if isinstance(spec.example, str) else ""
    yield from _listed(spec, place, example)
    yield from _month(spec.name, example, spec.pattern, place)
    kind = kind_for(spec, place.called, place.path)
    if kind is not None and kind.name == _PERSON and _is_kind_of_company(place, example):
        kind = kind_of("company", "name")
    if (
        kind is not None
        and kind.name not in _OF_PLACES
        and not kind.check(example)
        and is_large_town(example)
    ):
        yield example  # where a thing of the design is, others may be
    if snake(spec.name) in _MODELS and " " in example and not (spec.unique or (kind and kind.check(example))):
        yield example  # nobody counts models on: Fresenius 5008S
    if kind is not None:
        yield from _of_kind(kind, spec, example, place)
    elif example:
        listed = kind_of(place.called, place.path)
        if listed is None or not listed.count or re.search("[0-9]", example):
            yield from varied(
                example,
                place,
                is_name=spec.unique
                or not _GOES_BY.isdisjoint(map(snake, (*place.path.split("."), spec.name))),
            )
    name = snake(place.path.rpartition(".")[2])
    if name.rpartition("_")[2] in _NUMBERED or _tells_apart(spec):
        yield from _numbered(name, place)
    if not spec.unique:
        yield from _sort(name, place)
    is_saying = (
        name == "text"
        and _around(place).rpartition("_")[2] in _LOGS
        and example.count(" ") > 1
        and not re.search("[0-9]", example)
    )
    yield from _labelled(name, place, is_saying=is_saying)


def _sort(name: str, place: SpecPlace) -> Iterator[str]:
    """Of which sort a thing is, where nothing tells what sorts there are; and whose name it has."""
    yield from called_by(name, place)
    is_sort = name.rpartition("_")[2] in _SORTS and not place.element and name not in snake(place.entity)
    if is_sort and _OF_RECORDS.isdisjoint(name.split("_")):
        yield saying_of(name)[place.number % 3]


def _listed(spec: Spec, place: SpecPlace, example: str) -> Iterator[str]:
    """What a description lists, for what things go by and for a field of few words: water station, junction, baggage; and codes
    of languages, where a pattern asks for them or a text in that language stands beside."""
    yield from () if example else like_its_code(place)
    name = snake(place.path.rpartition(".")[2])
    inner = "." in place.path and _around(place) in _IN_LANGUAGES
    if name in _LANGUAGE and not example and (spec.pattern or inner):
        yield LANGUAGES[(draw("languages", place.entity) + place.number) % len(LANGUAGES)]
    row = place.specs.listed.get(place.entity, ()) if place.path in ("name", "title", "label") else ()
    row = row or (listed_in(spec.description) if not inner and not example else ())
    begun = [each for each in row if not example.casefold().startswith(each.casefold())]
    at = place.number - (len(begun) < len(row) and bool(example))
    if 0 <= at < len(begun) or (begun and not spec.unique and place.path not in ("name", "title", "label")):
        yield begun[at % len(begun)]


def _is_kind_of_company(place: SpecPlace, example: str) -> bool:
    """Whether a name is asked of a thing that is no person: a business client, or one whose example is a company."""
    if not place.kind and is_company(example):
        return True
    is_its_own = snake(place.path) in OWN_NAMES
    return is_its_own and not _BUSINESSES.isdisjoint(snake(place.kind).split("_"))


_BUSINESSES = frozenset(
    "business company corporate corporation organisation organization firm institution legal association".split()
)


def _tells_apart(spec: Spec) -> bool:
    """Whether a tag is one of its kind on each thing: that of a hive, of a piece of luggage."""
    return spec.unique and not isinstance(spec.example, str) and snake(spec.name).rpartition("_")[2] == "tag"


def _month(name: str, example: str, pattern: str | None, place: SpecPlace) -> Iterator[str]:
    """The year and month of a period that is written so: of the example, or of the first thing, and of each further
    thing one earlier."""
    if _MONTHLY.isdisjoint(snake(name).split("_")):
        return
    if _YEAR_AND_MONTH.fullmatch(example):
        year, month = map(int, example.split("-"))
    elif not example and pattern and _finds(pattern, "2024-03") and not _finds(pattern, "2024"):
        first = place.start - place.shift
        year, month = first.year, first.month
    else:
        return
    months = max(year * 12 + month - 1 - place.number, 12)
    yield f"{months // 12:04d}-{months % 12 + 1:02d}"


def _of_kind(kind: Kind, spec: Spec, example: str, place: SpecPlace) -> Iterator[str]:
    """What the kind makes here; the first thing's own turn where it took the example instead."""
    if kind.name in (_PERSON, "nickname") and place.element and not _someone_else(place):
        place = msgspec.structs.replace(place, person=_another(place))
    elif kind.name in ("e-mail", _PERSON, "login"):
        place = msgspec.structs.replace(place, person=_person(place))
    if kind.name == _PERSON and example and " " not in example:
        yield place.person[0]
    if kind.name == "initials" and spec.unique:  # two people may have the same two letters
        first, family = (part[:1].upper() for part in place.person)
        yield f"{first}{chr(65 + place.number % 26)}{family}"
        yield f"{first}{place.number + 1}"
    if example and kind.name in _OF_PLACES and not spec.unique and _is_elsewhere(kind, example, place):
        yield example  # all things are of one town, that of the design's example
    if (
        kind.name == "country"
        and example
        and not kind.count
        and snake(spec.name) in ("country", "country_code")
    ):
        yield example  # what says where it is says where all of its kind are
    if kind.name == "currency" and example and not kind.count:
        yield example  # all that has a price is priced in one currency
    far = bool(kind.count) and not _FAR.isdisjoint(snake(spec.name).split("_"))
    options = kind.make(place, place.number + far)
    if example and options[0].casefold() == example.casefold():
        options = kind.make(place, far)
    if len(options) > 1 and example:
        options = tuple(sorted(options, key=lambda option: _shape(option) != _shape(example)))
    yield from _told_apart(kind, spec, example, place, options)


def _told_apart(
    kind: Kind, spec: Spec, example: str, place: SpecPlace, options: tuple[str, ...]
) -> Iterator[str]:
    """The options, with a number where they come round again."""
    around = place.number // kind.count if kind.count else 0
    if spec.unique and kind.name not in _OF_PERSONS and not kind.count and kind.make(place, 0) == options:
        around = place.number  # all things have the same, and each is to have another
    for option in (_placed_like(example, option) for option in options):
        if example[:1].isupper() and option[:1].islower() and kind.count:
            option = option[:1].upper() + option[1:]
        is_told = kind.names and not place.element and snake(spec.name) not in _SENTENCES
        if around and (spec.unique or is_told):
            ending = _ENDING.search(option)
            if ending is not None:  # invoice-2.pdf, no invoice.pdf 2
                yield f"{option[: ending.start()]}-{around + 1}{ending[0]}"
            yield f"{option} {around + 1}"
            yield f"{option}-{around + 1}"
        if not (around and spec.unique):
            yield option


def _is_elsewhere(kind: Kind, example: str, place: SpecPlace) -> bool:
    """Whether an example says that things are of another town or country than those of the samples; what a town itself is
    called is another one each time."""
    if place.specs.local and kind.name in ("city", "state", "postal code"):
        return True
    if not place.specs.abroad:
        return False
    is_its_own = snake(place.path.rpartition(".")[2]) in _GOES_BY and "." not in place.path
    return not is_its_own and not (kind.count and example.casefold() in kind.words)


def _placed_like(example: str, option: str) -> str:
    """The address of a page or file, in the place of the example and with its ending."""
    if not _ADDRESS.fullmatch(example):
        return option
    base, slash, last = example.rpartition("/")
    name = option.rpartition("/")[2]
    ending, own = _ENDING.search(last), _ENDING.search(name)
    if "://" not in option and "://" not in example and own is None:
        return option
    name = (name[: own.start()] if own else name) + (ending[0] if ending and base.count("/") != 1 else "")
    if slash and base.count("/") < 2 and "://" in example:
        return f"{example.rstrip('/')}/{name}"
    return f"{base}{slash}{name}"


def _shape(text: str) -> str:
    """What a text looks like: a letter for each run of letters, digits and others."""
    return re.sub(r"\d+", "0", re.sub(r"[^\W\d_]+", "a", text))


def _another(place: SpecPlace) -> tuple[str, str]:
    """One of several people in a list: each another one."""
    return PEOPLE[(draw("people", place.entity, place.path) + place.number) % len(PEOPLE)]


def _person(place: SpecPlace) -> tuple[str, str]:
    """The person that the place is about. A name with two words is not one, where the thing is none: an address of
    mail is then some person's of the thing's number."""
    other = _someone_else(place)
    if other:
        return PEOPLE[(draw("other", place.entity, other) + place.number) % len(PEOPLE)]
    return _of_record(place)


def _of_record(place: SpecPlace) -> tuple[str, str]:
    """The person whom another field of the thing names: a driver_email is the driver's. Of two fields that name
    people, in a thing that is none, each names another one."""
    head, _, last = snake(place.path.rpartition(".")[2]).rpartition("_")
    owner = place.record.get(head) or place.record.get(f"{head}_name")
    if last in ("email", "mail", "initials", "login") and isinstance(owner, str) and owner.count(" ") == 1:
        first, _, family = owner.partition(" ")
        return first, family
    if not is_person(place.entity) and (last in STAFF or f"{head}_{last}" in STAFF):
        return PEOPLE[(draw("another", *place.key) + place.number) % len(PEOPLE)]  # not of whom it is
    if not is_person(place.entity) and " ".join(place.person) in place.record.values():
        own = place.record.get("name") == " ".join(place.person)
        if not own and last not in ("email", "mail"):
            return PEOPLE[(draw("another", *place.key) + place.number) % len(PEOPLE)]
    name = place.record.get("name")
    if isinstance(name, str) and name == " ".join(place.person) and not is_person(place.entity):
        if is_given_name(place.person[0]):
            return place.person
        return PEOPLE[(draw("person", place.entity) + place.number) % len(PEOPLE)]
    return place.person


def _someone_else(place: SpecPlace) -> str:
    """Who else a field is about than the person that its thing is: a pupil's guardian. "" for that person."""
    around, _, name = place.path.rpartition(".")
    head = snake(around.rpartition(".")[2])
    if head:
        return head if head not in _OWN and is_person(head) else ""
    name = snake(name).removesuffix("_name")
    is_done = name.endswith(("_by", "_to", "_lead")) or name.rpartition("_")[2] in STAFF
    named = is_person(place.entity) and (name in _OTHERS or is_done)
    return name if named else ""


def is_someone(entity: str) -> bool:
    """Whether an entity is people, rather than what people have of their own: addresses, accounts."""
    return is_person(entity) and snake(entity).rpartition("_")[2] not in _OWN


def _is_word(sort: object) -> bool:
    """Whether a thing may be called by what sort of thing it is: a tent, no B2."""
    return isinstance(sort, str) and re.fullmatch("[a-z]{3,}(?:[_ ][a-z]+)*", sort) is not None


def _numbered(name: str, place: SpecPlace) -> Iterator[str]:
    """What looks like a number that people give to things: INV-1001 for an invoice's."""
    around = name.rpartition("_")[0] or _around(place, of_all=True)  # subtypes share a series
    letters = re.sub(r"[^A-Z]", "", around.upper())[:3] or "NO"
    yield f"{letters}-{1001 + place.number}"
    yield f"{letters[:1]}{1001 + place.number}"
    yield f"{1001 + place.number}"


def _around(place: SpecPlace, *, of_all: bool = False) -> str:
    """What the field is of: the object around it, else the entity."""
    heads = place.path.split(".")[:-1]
    return singular(as_written(heads[-1] if heads else (not of_all and place.kind) or place.entity))


def _labelled(name: str, place: SpecPlace, *, is_saying: bool = False) -> Iterator[str]:
    """What the field is called, and the thing's number: nothing that it might not mean. What a thing goes by is
    called like the thing. is_saying: what its example says is a sentence, so that a note fits any thing."""
    written = as_written(place.path.rpartition(".")[2])
    if name in ("name", "title", "label", "designation", "subject", "what") and place.entity:
        thing = _around(place) or name
        sorts = map(place.record.get, () if place.kind else _SORTS)
        sort = next((sort for sort in sorts if _is_word(sort)), None)
        own = (
            snake(sort)
            if sort and name in ("name", "title") and not place.element
            else singular(thing)
            if place.element
            else thing
        )
        called = f"{_words(own)} {place.number + 1}"
        if called not in place.record.values():  # what else it has of the kind is no name of it
            yield called
            name = written = thing
    if (name.rpartition("_")[2] in _SAYING or is_saying) and (saying := kind_of("note", "note")):
        yield saying.make(place, place.number)[0]
    if name == "text" and _around(place).rpartition("_")[2] in _LINES:
        yield f"Item {place.number + 1}"
    if (sentences := saying_of(name)) and not is_made_of_words(name, place):
        yield sentences[(draw("saying", place.entity, name) + place.number) % len(sentences)]
    if not _ABOUT.isdisjoint(name.split("_")) and not place.element:
        yield from (
            f"What {title} is about."
            for title in map(place.record.get, _GOES_BY_FIRST)
            if isinstance(title, str)
        )
    if name.rpartition("_")[2] in _WHOLE and place.entity and not place.element:
        yield f"{_words(written)} of {_around(place).replace('_', ' ')} {_known_by(place)}"
    words, letter = _words(singular(written) if place.element else written), in_letters(place.number)
    if words:
        yield f"{words} {letter}"
        yield f"{words.partition(' ')[0]} {letter}"
        yield f"{''.join(word[:1] for word in words.split()).upper()}-{letter}"


def _known_by(place: SpecPlace) -> str:
    """The number, citation or code of a thing, else its turn."""
    codes = (place.record[key] for key in place.record if snake(key).rpartition("_")[2] in _KNOWN_BY)
    return next((each for each in codes if isinstance(each, str)), str(place.number + 1))


def is_made_of_words(name: str, place: SpecPlace) -> bool:
    """Whether another text is to be told for each of several things: where a value stands in a list, as a choice does."""
    return place.element or name.rpartition("_")[2] in ("code", "id", "type", "kind")


@of_a_short_text(4096)
def _words(name: str) -> str:
    """A name in snake_case as people write it: ``meeting_point`` is Meeting point, ``vat_code`` VAT code."""
    words = [word.upper() if word in _ACRONYMS else word for word in name.split("_") if word]
    text = " ".join(words)
    return text[:1].upper() + text[1:]


def _squeezed(spec: Spec, place: SpecPlace) -> str:
    """A text for where no words have room: the thing's number, else letters that follow from it."""
    if spec.length is None:
        return f"{_words(as_written(spec.name)) or 'Text'} {in_letters(place.number)}"
    if len(str(place.number + 1)) <= spec.length:
        return f"{place.number + 1:0{min(spec.length, 4)}d}"
    return digest(place.number, *place.key, size=32).hex()[: spec.length]
