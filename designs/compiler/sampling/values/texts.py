"""Example texts: what fits the field's name, its entity and its example, and what it allows."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Any

from ...content_cache import of_a_short_text, of_short_texts
from ...names.inflection import snake
from .draws import digest, draw, turn
from .expressions import matching
from .pools import (
    ADJECTIVES,
    IN_ORDER,
    PEOPLE,
    PERSON_FIELDS,
    POOLS,
    SENTENCES,
    WORDS,
    is_person,
    words_for,
    words_in,
)
from .specs import Spec, SpecPlace

_FIRST = words_in("first_name first given_name given forename")
_LAST = words_in("last_name last surname family_name family")
_LOGINS = words_in("username login handle nickname nick screen_name")
_COUNTED = words_in("number no code id sku isbn ref reference key serial barcode partno ean vin iban")
_DIGITS = words_in("isbn ean barcode gtin")
_PLAIN = words_in("house building apartment flat room floor seat page row lot gate platform line")
_LINKS = words_in("url uri link website homepage href")
_FILES = words_in("image photo picture avatar thumbnail file filename cover logo icon attachment")
_LONG = words_in("text body content message comment description note notes bio summary answer remarks")
_HASHES = frozenset({"hash", "checksum", "sha256", "md5", "fingerprint"})
_PERSONAL = frozenset({"first", "last", "email", "mail"})
_NAMES = _FIRST | _LAST | _LOGINS | PERSON_FIELDS | {"name"}
_DERIVED = _LINKS | _FILES | _HASHES | {"slug", "uuid", "guid"}
_PERSON = re.compile(r"[A-Z][a-z]+ [A-Z][a-z]+\Z")
_START = 60  # a multiple of the lengths that the pools have, so that equally long ones keep step
_REPEATED = re.compile(r"[*+{]")


def text(spec: Spec, place: SpecPlace) -> str:
    """A text within the spec's length that its pattern finds; of several things of an entity
    each gets another one."""
    for candidate in _candidates(spec, place):
        if _fits(candidate, spec):
            return candidate
    if spec.pattern:
        matched = matching(spec.pattern, place.number, *place.key, longest=spec.length)
        if matched is not None:
            return matched
    if isinstance(spec.example, str) and spec.pattern:
        return spec.example
    return _short(spec, place)


def _fits(candidate: str, spec: Spec) -> bool:
    if spec.length is not None and len(candidate) > spec.length:
        return False
    return not spec.pattern or (_is_quick(spec.pattern) and _finds(spec.pattern, candidate))


def _is_quick(pattern: str) -> bool:
    """Whether trying the pattern can't take long: few repetitions, and none of a group."""
    return len(pattern) < 200 and len(_REPEATED.findall(pattern)) <= 3 and not re.search(r"\)[*+{]", pattern)


def _finds(pattern: str, candidate: str) -> bool:
    try:
        return len(candidate) <= 80 and re.search(pattern, candidate) is not None
    except re.error:
        return False


def _short(spec: Spec, place: SpecPlace) -> str:
    """A word cut to length, told apart by the thing's number where there is room."""
    words = f"{turn(WORDS, place.number, *place.key)}{place.number}"
    if spec.length is None or len(words) <= spec.length:
        return words
    return digest(place.number, *place.key, size=32).hex()[: spec.length]


def _candidates(spec: Spec, place: SpecPlace) -> Iterator[str]:
    name, last, personal, derived = _name_traits(place.path)
    example = spec.example if isinstance(spec.example, str) else ""
    if personal:
        yield from _personal(name, last, "" if spec.unique else example, place)
    if derived:
        yield from _derived(last, example, place)
    pooled = words_for(place.entity, place.path)
    if example and (not pooled or (last in _COUNTED and name not in POOLS)):
        yield from _counted(example, place.number)
    yield from _pooled(pooled, spec, example, place)
    if not pooled and not example and last in _COUNTED:
        yield from _numbered(name, last, spec, place)
    if example and not _known_text(last, spec):
        yield f"{example} {place.number + 1}"
    if last in _LONG or spec.bytes >= 60:
        yield turn(SENTENCES, place.number, *place.key)
    if name == "name" or name == "title":
        yield f"{turn(ADJECTIVES, place.number, *place.key)} {snake(place.entity).replace('_', ' ')}"
    yield turn(WORDS, place.number, *place.key) if place.number < len(WORDS) else _short(spec, place)


@of_a_short_text(4096)
def _name_traits(path: str) -> tuple[str, str, bool, bool]:
    """The field's name in snake_case, its last word, whether ``_personal`` and whether ``_derived``
    may know such a name: most are of neither kind."""
    name = snake(path.rpartition(".")[2])
    last = name.rpartition("_")[2]
    personal = last in _PERSONAL or name in _NAMES or _is_name_of_person(name)
    return name, last, personal, last in _DERIVED


def _known_text(last: str, spec: Spec) -> bool:
    return last in _LONG or spec.bytes >= 60


def _personal(name: str, last: str, example: str, place: SpecPlace) -> Iterator[str]:
    first, family = place.person
    if place.number >= len(PEOPLE):
        family = f"{family} {place.number // len(PEOPLE) + 1}"
    if name in _FIRST or last == "first":
        yield first
    elif name in _LAST or last == "last":
        yield family
    elif name in _LOGINS:
        yield f"{first}.{family}".lower()
    elif last == "email" or last == "mail":
        yield _address(place)
    elif _is_personal(name, example, place):
        yield first if example and " " not in example else f"{first} {family}"


def _is_personal(name: str, example: str, place: SpecPlace) -> bool:
    if name in PERSON_FIELDS or _is_name_of_person(name):
        return True
    # The name in an address of a person is that person's.
    return name == "name" and (
        is_person(place.entity) or (bool(place.about) and bool(_PERSON.match(example)))
    )


def _is_name_of_person(name: str) -> bool:
    """customer_name, author_name and their like."""
    head, _, tail = name.rpartition("_")
    return tail == "name" and bool(head) and is_person(head)


def _address(place: SpecPlace) -> str:
    """An e-mail address of the person; a second and a third one of one owner look different."""
    first, family = (_ascii(part) for part in place.person)
    forms = (f"{first}.{family}@example.com", f"{first}@example.org", f"{first[:1]}{family}@example.net")
    stem, _, host = forms[place.ordinal % 3].partition("@")
    again = place.ordinal // 3 + place.salt + place.number // len(PEOPLE)
    return f"{stem}{again + 1 if again else ''}@{host}"


def _ascii(word: str) -> str:
    return re.sub(r"[^a-z0-9]+", "", word.lower()) or "mail"


def _derived(last: str, example: str, place: SpecPlace) -> Iterator[str]:
    """What follows from the thing's other values: its slug, its pages, its files."""
    if last == "slug":
        yield _slug(place)
    elif last in _LINKS or last in _FILES:
        yield _link(example, place, ".jpg" if last in _FILES else "")
    elif last in ("uuid", "guid"):
        digits = digest(place.number, *place.key, size=16).hex()
        yield f"{digits[:8]}-{digits[8:12]}-4{digits[13:16]}-a{digits[17:20]}-{digits[20:]}"
    elif last in _HASHES and not words_for(place.entity, place.path):
        yield digest(place.number, *place.key, size=16).hex()


_TITLES = 4


def _slug(place: SpecPlace) -> str:
    title = _title(place.record)
    if title and place.number >= _TITLES:  # the titles come round again
        return f"{title}-{place.number + 1}"
    return title or f"{turn(WORDS, place.number, *place.key)}-{place.number + 1}"


def _title(record: Mapping[str, Any]) -> str:
    """What a thing is called, as a part of an address; "" where nothing tells."""
    for name in ("title", "name", "headline", "subject", "label"):
        value = record.get(name)
        if isinstance(value, str) and value.strip():
            return re.sub(r"[^a-z0-9]+", "-", value.lower()).strip("-")
    return ""


def _link(example: str, place: SpecPlace, ending: str) -> str:
    head, dot, tail = example.rpartition(".")
    if example and dot and 2 <= len(tail) <= 4 and "/" not in tail and head and "://" not in example:
        owner, own = _title(place.about), _title(place.record)
        stem = f"{owner}-{place.ordinal + 1}" if owner else own
        return f"{stem or f'{head}-{place.number + 1}'}.{tail}"
    if "://" in example:
        base = example.rpartition("/")[0]
        return f"{base if base.count('/') >= 2 else example.rstrip('/')}/{_slug(place)}"
    return f"{_slug(place)}{ending}" if ending else f"https://www.example.com/{_slug(place)}"


def _counted(example: str, number: int) -> Iterator[str]:
    """The example with its last number raised: ORD-12345, ORD-12346."""
    numbers = list(re.finditer(r"[0-9]+", example))
    if numbers:
        start, end = numbers[-1].span()
        raised = (int(example[start:end]) + number) % 10 ** (end - start)
        yield f"{example[:start]}{raised:0{end - start}d}{example[end:]}"


@of_short_texts(4096)
def _start(entity: str, salt: int) -> int:
    """Where an entity's things start in every pool: together, so that a city keeps its state and its
    postal code."""
    return draw(entity, salt) % _START


def _numbered(name: str, last: str, spec: Spec, place: SpecPlace) -> Iterator[str]:
    """What looks like a number that people give to things: INV-1001 for an invoice's. The number of a
    phone is a phone's, and that of a house has no letters."""
    head = name.rpartition("_")[0]
    yield from _pooled(POOLS.get(head, ()), spec, "", place)
    if last in _DIGITS:
        yield f"978{draw('digits', place.number, *place.key) % 10**10:010d}"
    elif head in _PLAIN:
        yield f"{place.number + 1}"
    else:
        yield f"{re.sub(r'[^A-Z]', '', (head or snake(place.entity)).upper())[:3] or 'NO'}-{1001 + place.number}"


def _pooled(pool: tuple[str, ...], spec: Spec, example: str, place: SpecPlace) -> Iterator[str]:
    if not pool:
        return
    start = 0 if pool in IN_ORDER else _start(place.entity, place.salt)
    word = pool[(start + place.number) % len(pool)]
    if word == example and len(set(pool)) == len(pool):
        word = pool[start % len(pool)]  # the first thing's own turn, which took the example instead
    if example[:1].isupper() and word[:1].islower():
        word = word[:1].upper() + word[1:]
    if place.number >= len(pool) and spec.unique:
        yield f"{word} {place.number + 1}"
    yield word
