"""What kinds of text there are, and which of them a field holds: told by its name, what stands around it, its description and its
example. A table of kinds says by what names a design means one, how a value is made, how it is checked."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from ....content_cache import FIELDS_REMEMBERED, of_a_short_text, of_short_texts
from ....model.conceptual import Field, Model, given
from ....names.inflection import plural, singular
from ....names.inflection import snake as as_written
from ...languages import snake
from ..measures import MEASURES
from . import codes, computing, leisure, people, places, trade, work, writing
from .kind import Kind
from .people import IN_FULL, PERSONS

ROOMS = (people, places, codes, trade, computing, leisure, work, writing)
"""The tables of kinds. Of two rows that claim the same name, the first has it; those of nodes of trees come before all."""
# Words that say in what form a thing is named, not what it is.
_PERSON = "person's name"
_WEAK = frozenset("code name value text string label field str number no nr num id key ref".split())
_NUMBERS = frozenset("number no nr num id key ref code".split())
# Last words that mean the same whatever stands before them.
_TAILS = frozenset(
    "city town street state country zip zipcode postcode phone mobile fax email mail url uri link website currency "
    "language colour color timezone locale address ip ipv4 ipv6 hostname domain hash checksum sha256 md5 token uuid "
    "guid slug version image photo picture logo icon avatar thumbnail cover file filename iban bic isbn ean gtin sku "
    "vin plate barcode priority severity status gender sex brand manufacturer supplier vendor publisher material "
    "company employer nationality username login initials author owner user customer manager reviewer driver doctor "
    "contact recipient teacher instructor engineer technician inspector surgeon physician nurse coach referee "
    "photographer composer conductor note notes remark remarks comment comments reason description weekday diagnosis "
    "dose dosage allergy vaccine emoji mime incoterm carrier insurer genre instrument postal_code firmware imo iata icao fabric "
    "unlocode callsign plan tag tags keyword keywords headline caption skill hobby".split()
)
# What an object goes by, and objects that are about the thing itself that they are in.
# Who does something, as a field says: an optometrist. Without those words that fields say of things, too.
PROFESSIONS = frozenset(PERSONS.split()) - frozenset(
    "comment review critic profile account address billing_address shipping_address delivery_address fan follower lead host listener "
    "observer packer porter cook runner ranger keeper scout broker developer recruit prospect address game sibling relative "
    "ship_to bill_to president driver reader player trader seller buyer sender receiver".split()
) | frozenset(
    "vet surveyor farrier patroller counsel optometrist foreman stagehand usher lifeguard umpire".split()
)
# Those of them who do it for others, and are no customers.
STAFF = (
    PROFESSIONS
    - frozenset(IN_FULL.split())
    - frozenset(
        "person user student customer patient contact owner friend guest client visitor tenant passenger participant attendee voter borrower "
        "recipient learner parent applicant pupil child guardian candidate member employee worker staff donor next_of_kin emergency_contact "
        "insured claimant payer payee spouse camper lodger policyholder policy_holder cardholder head_of_household subscriber".split()
    )
)
_GOES_BY = frozenset({"name", "title", "label"})
_SAME_THING = frozenset("profile account details info general basic data core summary about identity".split())
# What one thing does to another: no person has replaced a product.
_BY_THINGS = frozenset(
    "replaced superseded succeeded followed preceded caused triggered covered powered driven blocked".split()
)
_SOLD_BY_PLANS = frozenset(
    "subscription pricing price service membership billing hosting phone mobile tariff data saas payment product rate support gym "
    "insurance account".split()
)
_STAFFED = frozenset(
    "staffed served attended manned operated available closed lit heated guarded valet quiet breakfast lunch dinner".split()
)
ASKS = frozenset(
    "needs requires wants prefers speaks".split()
)  # no person: what kind of one somebody asks for
_BY_EXAMPLE = (
    "email", "url", "uuid", "ip", "mac", "iban", "vin", "hex_color", "password_hash", "sha256", "emoji", "mime_type",
)  # fmt: skip
_COMPANY = re.compile(
    r"\b(Ltd|GmbH|Inc|LLC|AG|PLC|Corp|Co|S\.?A\.?|B\.?V\.?|Sons|Partners|Groundworks|Works|Group|Systems|Maschinen|Foods|Services|Solutions|Trading|Industries|Bakery|Logistics)\.?$"
)


@of_short_texts(FIELDS_REMEMBERED)
def kind_of(entity: str, path: str) -> Kind | None:
    """The kind that a field of an entity (dotted path of plain names) has by its name, None where none tells. What an
    entity is called among its neighbours may follow its name, ``Category|app_category``; what it is not, ``!product``; and kinds of
    other trades, ``-dish``."""
    *heads, last = path.split(".")
    entity, *among = entity.split("|")
    blocked = {context[1:] for context in among if context.startswith("!")}
    foreign = frozenset(context[1:] for context in among if context.startswith("-"))
    among = [context for context in among if context and not context.startswith(("!", "-"))]
    inside = [f"{singular(snake(entity))}_{singular(snake(head))}" for head in reversed(heads)]
    around = [*inside, *(context for head in reversed(heads) for context in _contexts(head))]
    name = snake(last)
    is_inner = bool(heads) and name in _GOES_BY and heads[-1] not in _SAME_THING
    own = [context for context in (*among, *_contexts(entity)) if context not in blocked]
    if name.endswith("_name") and is_person(name.removesuffix("_name")):
        return by_name()["author"]
    for wanted in _readings(name, heads):
        kind = _kind_named(wanted, [*around, *own], foreign)
        if is_inner and kind is not None and kind.name == _PERSON:
            kind = _kind_named(wanted, around, foreign)  # a nurse's courses are no nurses
        if kind is not None and wanted != name and _is_short_for(name, kind):
            continue
        is_thing = kind is not None and (kind.count or kind.name in (_PERSON, "file name"))
        if kind is not None and not (is_thing and _is_number_of(name, wanted)):
            return kind
    kind = _by_words(name)
    is_asked = kind is not None and kind.name == _PERSON and name.partition("_")[0] in ASKS
    return None if kind is None or is_asked or kind.name in foreign else kind


@of_short_texts(4096)
def among(entity: str, neighbour: str) -> str | None:
    """What an entity is called beside another one, where a table knows it by that: a category of apps; None
    elsewhere."""
    context = f"{singular(snake(neighbour))}_{singular(snake(entity))}"
    return context if context in _qualified() else None


_contexts_known: set[str] = set()


def _qualified() -> set[str]:
    """The entities, or objects around, that rows of kinds or of measures are for."""
    if not _contexts_known:
        _contexts_known.update(key.rpartition(".")[0] for key in MEASURES)
        _contexts_known.update(entity for kind in every_kind() for entity in kind.of)
    return _contexts_known


def _contexts(name: str) -> Iterator[str]:
    """What stands around a field, the whole name before its last words: order_line, then line."""
    words = snake(name).split("_")
    for at in range(len(words)):
        if at and words[at:] in (["product"], ["entry"]):
            return  # a fare product is no product of a shop, nor a rent entry one of a diary
        if at and words[at:] == ["plan"] and _SOLD_BY_PLANS.isdisjoint(words[:at]):
            return  # a plan of visits has no price
        yield singular("_".join(words[at:]))


def _readings(name: str, heads: list[str]) -> Iterator[str]:
    """The name, and what it is without a last word that says little; the name of a certificate is a certificate."""
    yield from dict.fromkeys((name, singular(name)))
    if heads and name in ("name", "title") and singular(snake(heads[-1])) in _TAILS:
        yield singular(snake(heads[-1]))
    head, _, tail = name.rpartition("_")
    if head and tail in _WEAK:
        yield from dict.fromkeys((head, singular(head)))


def _is_short_for(name: str, kind: Kind) -> bool:
    """Whether the kind has single words, where a text is asked for: what a decision says is not that it was rejected."""
    return name.endswith("_text") and kind.count > 0 and not any(" " in word for word in kind.words)


def _is_number_of(name: str, wanted: str) -> bool:
    """Whether the name is that of a number of something: what the thing itself is called is no number."""
    return len(name) > len(wanted) + 1 and name.rpartition("_")[2] in _NUMBERS


def _kind_named(name: str, around: list[str], foreign: frozenset[str]) -> Kind | None:
    keys = (*(f"{context}.{name}" for context in around), name)
    named = (by_name().get(key) for key in keys)
    return next((kind for kind in named if kind is not None and kind.name not in foreign), None)


def _by_words(name: str) -> Kind | None:
    """What the last words of a name mean, of what the words before them name; else any word of it."""
    index, words = by_name(), name.split("_")
    if len(words) > 1 and words[-1] == "tag" and words[-2] in ("ear", "asset", "id", "rfid", "name", "price"):
        return None  # a number on a thing
    for at in range(1, len(words)):
        tail, last = "_".join(words[at:]), singular("_".join(words[at:]))
        for start in range(at):
            head = singular("_".join(words[start:at]))
            if f"{head}.{last}" in index:
                return index[f"{head}.{last}"]
        if (len(words) - at > 1 or _TAILS.intersection((tail, last))) and (tail in index or last in index):
            return index.get(tail) or index[last]
    if len(words) == 2 and words[1] in ("from", "until", "till") and words[0] in _STAFFED:
        return index["open_from" if words[1] == "from" else "open_until"]
    if singular(words[-1]) in PROFESSIONS or (words[-1] == "lead" and len(words) > 1):
        return index["author"]
    if words[-1] == "at" and words[0] in ("first", "last"):
        return index["open_from" if words[0] == "first" else "open_until"]
    if words[-1] == "by" and len(words) > 1:
        return index["author"] if _BY_THINGS.isdisjoint(words) else None
    named = (index[word] for word in map(singular, words) if word in index and index[word].within)
    return next(named, None)


def is_company(text: str) -> bool:
    """Whether a text says that it names a company: how it is registered, or what it is."""
    return _COMPANY.search(text) is not None


_index: dict[str, Kind] = {}


def by_name() -> dict[str, Kind]:
    """The kinds by ``field``, or by ``entity.field`` where only some entities mean them."""
    if not _index:
        last_first = every_kind()[::-1]  # so that the first has the last word
        names = {field: kind for kind in last_first if not kind.of for field in kind.fields}
        qualified = {
            f"{entity}.{field}": kind for kind in last_first for field in kind.fields for entity in kind.of
        }
        _index.update(qualified | names)
    return _index


def every_kind() -> list[Kind]:
    """The rows of all tables, in order."""
    return [*work.IN_TREES, *(kind for room in ROOMS for kind in room.KINDS)]


@of_a_short_text(4096)
def kind_told(description: str) -> Kind | None:
    """The kind that a description names: "IBAN of the account"."""
    text = description.casefold()
    described = (
        kind
        for kind in every_kind()
        for words in kind.described_as
        if re.search(rf"(?<![a-z]){re.escape(words)}(?![a-z])", text)
    )
    return next(described, None) if len(text) < 200 else None


@of_a_short_text(4096)
def kind_shown(example: str) -> Kind | None:
    """The kind that an example is plainly of, whatever its field is called."""
    index = by_name()
    if len(example) > 200:
        return None
    if people.looks_like_person(example):
        return index["author"]
    if _COMPANY.search(example):
        return index["company"]
    if re.fullmatch(r"v?[0-9]+\.[0-9]+\.[0-9]+", example):
        return index["semver"]
    if re.fullmatch(r"[a-z][a-z0-9-]*(\.[a-z0-9-]+)*\.(com|org|net|local|internal|example|io)", example):
        return index["hostname"]
    return next((index[name] for name in _BY_EXAMPLE if index[name].check(example)), None)


@of_short_texts(4096)
def kind_holding(example: str, field: str) -> Kind | None:
    """The list that has the example among its words, for a field of this name: a category called drama is a genre,
    one called Kitchen a shop's."""
    wanted = example.casefold()
    holding = (kind for kind in every_kind() if kind.count and field in kind.fields and wanted in kind.words)
    return next(holding, None)


@of_a_short_text(4096)
def kind_among(example: str) -> Kind | None:
    """The list that has what somebody asks for among its words."""
    kind = next((kind for kind in every_kind() if kind.count and example.casefold() in kind.words), None)
    is_spoken = kind is not None and kind.name == "nationality"  # Polish is what somebody speaks, too
    return by_name()["spoken_languages"] if is_spoken else kind


@of_a_short_text(4096)
def is_person(entity: str) -> bool:
    """Whether the entity's ``name`` is most likely a person's."""
    kind = kind_of(entity, "name")
    return kind is not None and kind.name == _PERSON


def is_mailed_by_name(fields: Sequence[Field]) -> bool:
    """Whether the designer's examples say that mail goes to somebody's family name: kolbe@example.org of Dieter Kolbe."""
    shown = {snake(field.name): field.example for field in fields if isinstance(field.example, str)}
    name = str(shown.get("name", shown.get("full_name", "")))
    return (
        name.count(" ") == 1
        and name.rpartition(" ")[2].casefold() in str(shown.get("email", "")).partition("@")[0]
    )


_LISTED = re.compile(r"(?:.*\b(?:e\.g\.|for example|such as|like)[:,]? )?(.+?)\.?")
_ITEM = re.compile(r"(?:(?:and|or) )?([A-Za-z0-9][A-Za-z0-9'-]*(?: [A-Za-z0-9'-]+){0,2})")


@of_a_short_text(4096)
def listed_in(description: str) -> tuple[str, ...]:
    """What a description is a list of: three things or more of few words each; nothing of another one."""
    whole = _LISTED.fullmatch(description) if "," in description and len(description) < 200 else None
    items = [_ITEM.fullmatch(part.strip()) for part in re.split(r",|;| or ", whole[1])] if whole else []
    if len(items) < 3 or not all(items):
        return ()
    return tuple(item[1][:1].upper() + item[1][1:] for item in items if item is not None)


_SORTS = frozenset("category kind type genre class sort".split())
_SLUG = re.compile(r"[a-z]+(?:-[a-z]+)*")


def listed(model: Model) -> dict[str, tuple[str, ...]]:
    """What there is of entities, by their names: what their descriptions list, else, of sorts, what the design itself says."""
    rows = {each.name: listed_in(given(each.description, "")) for each in model.entities}
    rows = {name: row or _shown_by_slug(model, name) + _sorts_in(model, name) for name, row in rows.items()}
    return {name: row for name, row in rows.items() if row and not is_person(name)}


def _shown_by_slug(model: Model, entity: str) -> tuple[str, ...]:
    """What the example of a slug says of how the first thing is called, where its name has no example."""
    fields = {
        field.name: field.example
        for each in model.entities
        if each.name == entity
        for field in each.own_fields
    }
    slug, name = (
        fields.get("slug"),
        next((fields[each] for each in ("title", "name", "label") if each in fields), ""),
    )
    is_telling = isinstance(slug, str) and not isinstance(name, str) and _SLUG.fullmatch(slug)
    return (str(slug).replace("-", " ").capitalize(),) if is_telling else ()


def _sorts_in(model: Model, entity: str) -> tuple[str, ...]:
    """The subtypes of what an entity sorts: a category of lots, which are paintings and jewels."""
    if singular(snake(entity)).rpartition("_")[2] not in _SORTS:
        return ()
    links = given(model.relationships, [])
    pairs = [{link.from_.entity, link.to.entity} for link in links if link.kind != "is-a"]
    sorted_by_it = set().union(*(pair for pair in pairs if entity in pair)) - {entity}
    names = [link.to.entity for link in links if link.kind == "is-a" and link.from_.entity in sorted_by_it]
    return tuple(plural(as_written(name)).replace("_", " ").capitalize() for name in names)
