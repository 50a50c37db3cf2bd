"""What the functions of the scripts are called: identifiers made from names that people gave, ASCII, unique, no reserved
word; and how a note tells to call one, by its recipe until all of them are there."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Collection, Iterable, Iterator, Mapping

from .physical import Statement, relabelled

EXCLUDES = "Excludes the sensitive"
"""The start of a read's note that leaves sensitive fields out. The head of its script says how to read them."""

# Words of the language, and globals of mongosh and of our own scripts that must stay callable.
RESERVED = frozenset(  # words in a text, because a list of a hundred quoted ones is no better to read
    """
    abstract arguments async await boolean break byte case catch char class const continue debugger default delete do
    double else enum eval export extends false final finally float for function get goto if implements import in
    instanceof int interface let long native new null of package private protected public return set short static
    super switch synchronized this throw throws transient true try typeof undefined var void volatile while with
    yield globalThis Object Array String Number Boolean Date Math JSON Map Set Symbol Promise Error RegExp Function
    isNaN isFinite parseInt parseFloat NaN Infinity console process require module exports global
    db target rs sh config it load print printjson use show exit quit cls sleep version passwordPrompt disableTelemetry
    enableTelemetry snippet edit help connect Mongo DBRef DBPointer ObjectId ISODate UUID BinData HexData MD5 NumberInt
    NumberLong NumberDecimal Int32 Long Double Decimal128 Timestamp MinKey MaxKey Code BSONRegExp BSONSymbol EJSON
    demo showReads drain watch session inside printed recent removeSampleData
    """.split()
)

# What the fragments of the scripts define: no function of a design may be called like that.
HELPERS = frozenset(
    """
    addCheck answerOne answerWaiting passOver mostTries refusals beginWithSamples endWithSamples insertAbsent sampleDocuments attempt audit auditChecks describeAudit described ensureCollection
    ensureValidation tightenValidation wantedOptions addValidatorCheck isTimeSeries estimatedCount
    createIndex ensureDocument ensureIndex failIfIndexesAreMissing missingIndexes storedKeys ensureShardKey follow metricsEvery printMetrics restart startAsked showReadsIfAsked givenFields howToChange howToExpire identified
    literalOrRemove momentAfter mustBeGiven mustNotBeNull mustChangeSome mustFit whyUnfit openEnded resetSampleData setOrClear startOf
    listFixedOptions listOtherCollections listOtherIndexes longestTurn longestUnsaved mustBePlace
    mustBePlaces mustChange openStream pickLike printed queried report resetSampleData sameCollation sameIndex
    sameOption sameValue sampleSize savePlace savedAt setOrUnset startLetters startsWith tokens withinTime
    outgrows addOperation checkPoint drawn explainAll explainOne hotOperations longestDraw longestExplain mostExamined
    drawnBeside explainChosen
    movedByWeeks notedSamples isSample forgetSamples inTheWay serverTells summaryOf valueAt valuesOf visitPlan withCopies withoutAbsent withoutEmpty
    """.split()
)
_SPELLED = str.maketrans({
    "ß": "ss", "æ": "ae", "Æ": "Ae", "œ": "oe", "Œ": "Oe", "ø": "o", "Ø": "O", "ł": "l", "Ł": "L", "đ": "d", "Đ": "D",
    "ð": "d", "Ð": "D", "þ": "th", "Þ": "Th", "ı": "i",
})  # fmt: skip
"""Latin letters that aren't others with a mark."""
HIDDEN = frozenset({"prepare", "watch"})
"""The purposes of statements that run as they are, in no function."""


def function_names(statements: Iterable[Statement], script: str) -> dict[str, str]:
    """Return the recipes of a script that are functions, each with the function's name: an operation has its own, whatever
    else would be called so."""
    shown = [each for each in statements if each.script == script and each.purpose not in HIDDEN]
    collections = {each.recipe: each.collection for each in reversed(shown)}
    called = {each.recipe: each.called for each in shown if each.called}
    own_first = sorted(
        shown, key=lambda each: (bool(each.called), not each.subject.startswith("operation:"), each.extra)
    )
    return identifiers((each.recipe for each in own_first), RESERVED | HELPERS, collections, called)


def identifiers(
    names: Iterable[str], taken: frozenset[str] = RESERVED, about: Mapping[str, str] | None = None,
    called: Mapping[str, str] | None = None,
) -> dict[str, str]:  # fmt: skip
    """Each name with its identifier: words in camel case, numbered where two would be alike. about: what is added to
    a name that is a reserved word: ``editArticles`` of ``edit``; called: other words for some names."""
    by_name: dict[str, str] = {}
    reserved = {name.lower() for name in taken}
    used = set(reserved)
    for name in names:
        if name not in by_name:
            wish = _camel((called or {}).get(name, name))
            if about is not None and wish.lower() in reserved:
                wish = _camel(f"{name} {about[name]}")
            by_name[name] = _free(wish, used)
    return by_name


def without_marks(text: str) -> str:
    """Return a text with Latin letters that have no marks, as any keyboard has them: ``razon`` of ``razón``."""
    if text.isascii():
        return text
    parts = unicodedata.normalize("NFKD", text.translate(_SPELLED))
    return "".join(char for char in parts if unicodedata.category(char) != "Mn")


def _camel(name: str) -> str:
    words = re.findall(r"[A-Za-z0-9]+", without_marks(name))
    text = "".join(word if place == 0 else word[0].upper() + word[1:] for place, word in enumerate(words))[
        :60
    ]
    text = text[:1].lower() + text[1:]
    return text if text[:1].isalpha() else f"run{text[:1].upper()}{text[1:]}"


def _free(wish: str, used: set[str]) -> str:
    name, number = wish, 2
    while name.lower() in used:
        name, number = f"{wish}{number}", number + 1
    used.add(name.lower())
    return name


# --- notes ---------------------------------------------------------------------------------------

_CALLED = ("04_queries", "05_sync")
_MENTION = re.compile("\0([^\0]+)\0")


def mention(recipe: str) -> str:
    """Return what stands in a note for the function of a recipe."""
    return f"\0{recipe}\0"


def mentioned_in(text: str, recipes: Collection[str]) -> Iterator[str]:
    """Yield the recipes whose functions a note tells to call."""
    for name in _MENTION.findall(text) if "\0" in text else ():
        yield from _variants(name, recipes)


def _variants(name: str, recipes: Collection[str]) -> list[str]:
    """Return the recipe of a name; those for each of several places where there is none for all of them."""
    if name in recipes:
        return [name]
    return [recipe for recipe in recipes if f".{name}." in f".{recipe}."]


def spelled(statements: Iterable[Statement]) -> Iterator[Statement]:
    """Yield the statements, whose comments tell to call functions by their names in the scripts."""
    every = list(statements)
    names = {script: function_names(every, script) for script in _CALLED}
    for statement in every:
        parts = _MENTION.split(statement.comment)
        parts[1::2] = [_functions(recipe, names, statement.script) for recipe in parts[1::2]]
        yield relabelled(statement, comment="".join(parts)) if len(parts) > 1 else statement


def _functions(name: str, names: Mapping[str, Mapping[str, str]], script: str) -> str:
    """Return what the functions of a recipe are called, and where they are if not in the same script."""
    functions = [
        functions[recipe] + ("" if where == script else f" in {where}.js")
        for where, functions in names.items()
        for recipe in _variants(name, functions)
    ]
    return " or ".join(functions) or name
