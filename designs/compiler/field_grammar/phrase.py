"""One field of a line: its name, its type, its properties. What nests in it stands elsewhere."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import Any

from ..reading.grammar import meant, part_faults
from ..reading.json_text import MAX_DEPTH, quoted
from .properties import (
    FIELD_PROPERTIES,
    FLAGS,
    ITEM_PROPERTIES,
    PLAIN_TYPES,
    SHORT,
    SIGNS,
    SPELLINGS,
    TYPE_NAMES,
)
from .scanner import Scanner, Trouble

Raw = dict[str, Any]

_LISTING = frozenset(("enum", "oneof", "one_of", "choice", "choices"))
_QUOTES = re.compile("^[\"']|[\"']$")
_WITHIN = re.compile(r"\s*\(([^)]*)\)")
_FIRST = re.compile(r"[^\W\d][\w-]*")
_MORE = re.compile(r"\s*[,|]\s*([^\W\d][\w-]*)(?=\s*(?:[,|!?;})]|//|$|([^\W\d]\w*)))")
_BARRED = re.compile(r"(?:(?!\s(?:unique|required|nullable|immutable|sensitive)\b)[^!?,;{}/=])*")


@dataclass
class Phrase:
    """A field as its line states it. raw: its JSON value without nested fields; arrays: how many
    arrays stand around the object that nests; typed: whether the line names a type."""

    line: int
    raw: Raw
    arrays: int = 0
    typed: bool = False
    children: list[Phrase] | None = None
    problems: list[tuple[str, str]] = field(default_factory=list)

    @property
    def holder(self) -> Raw:
        """The object whose fields the nested ones are: the field, or its innermost element."""
        holder = self.raw
        for _ in range(self.arrays):
            holder = holder["items"]
        return holder

    def open(self) -> None:
        """Let fields nest here. Raises Trouble where the type holds none."""
        if self.children is not None or "fields" in self.holder:
            raise Trouble(f"{quoted(self.raw['name'])} already has its fields.", "Put them in one place.")
        if not self.typed:
            self.raw["type"] = "object"
        holder = self.holder
        if "object" not in (holder["type"], *holder.get("types", [])):
            problem = f"{quoted(self.raw['name'])} has type {holder['type']}, which can't have fields."
            raise Trouble(problem, f"Write {self.raw['name']}: object, or indent the next line less.")
        self.children = []

    def describe(self, text: str) -> None:
        """Take what stands behind ``//``."""
        if "description" in self.raw:
            raise Trouble("The field has two descriptions.", "Keep one.")
        if text:
            self.raw["description"] = text

    def whole(self) -> Raw:
        """The field's JSON value with all that nests in it."""
        if self.children is not None:
            self.holder["fields"] = [child.whole() for child in self.children]
        return self.raw


def read_phrase(scanner: Scanner, line: int) -> Phrase:
    """The field that comes next; one with problems still lets others nest in it."""
    phrase = Phrase(line, {"name": "?", "type": "string"})
    try:
        phrase.raw["name"] = scanner.name()
        _read(scanner, phrase)
    except Trouble as trouble:
        phrase.problems.append((trouble.problem, trouble.remedy))
        scanner.rest()
        return Phrase(line, {"name": phrase.raw["name"], "type": "object"}, problems=phrase.problems)
    phrase.problems += [
        (f"{fault.subject}: {fault.message}", fault.hint)
        for fault in part_faults(phrase.raw, "field", scanner.guesses)
    ]
    return phrase


def _read(scanner: Scanner, phrase: Phrase) -> None:
    given: Raw = {}
    if scanner.take(":") or _type_ahead(scanner):
        phrase.typed = True
        phrase.raw |= _type(scanner, given)
        more = []
        while scanner.take("|"):
            more.append(_type_name(scanner))
        phrase.raw |= {"types": more} if more else {}
        phrase.arrays = _arrays(phrase.raw)
    _properties(scanner, given, FIELD_PROPERTIES)
    if "items" in given and "items" in phrase.raw:
        raise Trouble("The field's items are given twice.", "Keep either the brackets or items=.")
    phrase.raw |= given
    phrase.raw["type"] = "object" if "fields" in given and not phrase.typed else phrase.raw["type"]


def _type_ahead(scanner: Scanner) -> bool:
    """Whether a type follows its name without a colon: ``points int``."""
    word, behind = scanner.word_ahead()
    if word.lower() not in PLAIN_TYPES:
        return False
    after = Scanner(behind)
    following = after.word_ahead()[0]
    return after.ahead() not in (":", "=") and (
        not following or SHORT.get(following, following) in FIELD_PROPERTIES
    )


def _choices(scanner: Scanner) -> list[str]:
    """Read the values that stand in the place of a type: ``waiting | in work``, ``enum(waiting, in work)``."""
    word, behind = scanner.word_ahead()
    within = _WITHIN.match(behind) if word.lower() in _LISTING else None
    taken = word + within[0] if within else (_BARRED.match(word + behind) or [""])[0]
    parts = (_QUOTES.sub("", part.strip()) for part in re.split("[|,]", within[1] if within else taken))
    values = list(dict.fromkeys(filter(None, parts)))
    named = any(value in TYPE_NAMES or value.lower() in SPELLINGS for value in values)
    if named or not values or (not within and (not word or len(values) < 2)):
        return []
    scanner.skip(len(taken))
    return values


def _arrays(raw: Raw) -> int:
    return 1 + _arrays(raw["items"]) if "items" in raw else 0


def _type(scanner: Scanner, outermost: Raw) -> Raw:
    """The type with its arrays. Properties of the outermost level go where the field's own do."""
    if values := _choices(scanner):
        _put(outermost, "enum", values)
        return {"type": "string"}
    raw: Raw = {"type": _type_name(scanner)}
    own = _in_parentheses(scanner)
    depth = 0
    while scanner.take("["):
        if not scanner.take("]"):
            raise Trouble("Unclosed bracket.", "Write an array after its type: string[].")
        _allowed(own, ITEM_PROPERTIES, f"an item of type {raw['type']}")
        raw = {"type": "array", "items": raw | own}
        own, depth = _in_parentheses(scanner), depth + 1
        if depth > MAX_DEPTH:
            raise Trouble("The arrays are nested too deeply.", "Flatten them.")
    _allowed(own, FIELD_PROPERTIES, "a field")
    outermost |= own
    return raw


def _type_name(scanner: Scanner) -> str:
    word = scanner.word()
    if not word:
        raise Trouble("Missing type.", "Add one: price: decimal.")
    name = word if word in TYPE_NAMES else SPELLINGS.get(word.lower())
    if name is None:
        raise Trouble(f"Unknown type {quoted(word)}.", meant(word, TYPE_NAMES, scanner.guesses))
    return name


def _in_parentheses(scanner: Scanner) -> Raw:
    given: Raw = {}
    if scanner.take("("):
        _properties(scanner, given, (*FIELD_PROPERTIES, *ITEM_PROPERTIES))
        if not scanner.take(")"):
            raise Trouble("Unclosed parenthesis.", "Close it with ).")
    return given


def _allowed(given: Raw, names: tuple[str, ...], whose: str) -> None:
    for name in given:
        if name not in names:
            raise Trouble(f"{whose} can't have {name}.", "Write it after the brackets.")


def _properties(scanner: Scanner, given: Raw, names: tuple[str, ...]) -> None:
    """All properties that follow, until something else does."""
    while True:
        sign = scanner.ahead()
        if sign in SIGNS:
            scanner.take(sign)
            _put(given, SIGNS[sign], True)
            continue
        if sign == "," and names is not FIELD_PROPERTIES:
            scanner.take(sign)
            continue
        word = scanner.word()
        if not word:
            return
        name = SHORT.get(word, word)
        if name not in names:
            near = scanner.guesses.nearest(word, names)
            apart = "Remove it. Two fields on the same line need a comma between them."
            remedy = apart if near is None else f"Did you mean {quoted(near)}?"
            raise Trouble(f"Unknown keyword {quoted(word)}.", remedy)
        if scanner.take("="):
            _put(
                given, name, (_several(scanner) if name == "enum" else None) or _value(name, scanner.value())
            )
        elif name in FLAGS:
            _put(given, name, True)
        else:
            raise Trouble(f"{name} has no value.", f"Write one after it: {name}=….")


def _several(scanner: Scanner) -> list[str] | None:
    """Read values as people list them behind ``enum=``: ``open, full``, ``(open, in work)``; None for JSON. A word that
    anything but a property follows begins the next field."""
    scanner.ahead()
    text = scanner.text[scanner.at :]
    if within := _WITHIN.match(text):
        scanner.skip(within.end())
        return [value for part in re.split("[|,]", within[1]) if (value := _QUOTES.sub("", part.strip()))]
    first = _FIRST.match(text)
    if first is None:
        return None
    values, end = [first[0]], first.end()
    while (more := _MORE.match(text, end)) and (
        not more[2] or SHORT.get(more[2], more[2]) in FIELD_PROPERTIES
    ):
        values.append(more[1])
        end = more.end()
    scanner.skip(end)
    return values


def _value(name: str, value: Any) -> Any:
    """A formula alone stands for a computed value that states nothing else."""
    return {"formula": value} if name == "computed" and isinstance(value, str) else value


def _put(given: Raw, name: str, value: Any) -> None:
    if name in given:
        raise Trouble(f"Duplicate {name}.", "Keep one.")
    given[name] = value
