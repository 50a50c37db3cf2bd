"""Words of names: snake_case, plurals and singulars.

The tables of plurals are ours and pinned by a test: an upgraded library must not rename
somebody's collections. Only English is inflected.
"""

from __future__ import annotations

import re
import unicodedata

from ..content_cache import of_a_short_text

_IRREGULAR = {
    "person": "people", "child": "children", "grandchild": "grandchildren", "man": "men", "woman": "women",
    "salesman": "salesmen", "craftsman": "craftsmen", "foreman": "foremen", "chairman": "chairmen",
    "foot": "feet", "tooth": "teeth", "goose": "geese", "mouse": "mice", "ox": "oxen", "vertex": "vertices",
    "matrix": "matrices", "appendix": "appendices", "criterion": "criteria", "phenomenon": "phenomena",
    "leaf": "leaves", "knife": "knives", "life": "lives", "wife": "wives", "half": "halves", "shelf": "shelves",
    "bookshelf": "bookshelves", "self": "selves", "wolf": "wolves", "thief": "thieves", "calf": "calves",
    "loaf": "loaves", "hero": "heroes", "potato": "potatoes", "tomato": "tomatoes", "echo": "echoes",
    "veto": "vetoes", "quiz": "quizzes", "epoch": "epochs", "stomach": "stomachs", "monarch": "monarchs",
    "tech": "techs", "movie": "movies", "cookie": "cookies", "calorie": "calories", "zombie": "zombies",
    "selfie": "selfies", "pie": "pies", "tie": "ties", "lie": "lies", "die": "dies", "genie": "genies",
    "cache": "caches", "headache": "headaches", "niche": "niches", "avalanche": "avalanches", "axe": "axes",
    "axis": "axes", "taxi": "taxis", "ski": "skis", "api": "apis", "kpi": "kpis", "menu": "menus", "guru": "gurus",
    "cpu": "cpus", "gpu": "gpus", "sku": "skus", "alias": "aliases", "bias": "biases", "atlas": "atlases",
    "canvas": "canvases", "gas": "gases", "lens": "lenses", "bus": "buses", "pos": "pos", "use": "uses",
    "fuse": "fuses", "excuse": "excuses", "abuse": "abuses", "eclipse": "eclipses", "muse": "muses", "waltz": "waltzes", "cd": "cds", "tv": "tvs", "pc": "pcs", "pdf": "pdfs", "dvd": "dvds", "url": "urls", "id": "ids", "shoe": "shoes", "toe": "toes", "canoe": "canoes",
}  # fmt: skip
_UNINFLECTED = frozenset((
    "data", "metadata", "media", "series", "species", "news", "information", "equipment", "staff", "money",
    "feedback", "software", "hardware", "firmware", "sheep", "fish", "deer", "aircraft", "spacecraft",
    "police", "advice", "furniture", "luggage", "traffic", "weather", "chaos", "kudos", "cosmos",
    "logistics", "analytics", "physics", "mathematics", "economics", "politics", "statistics", "ethics", "aws", "ios", "os", "sms",
))  # fmt: skip
_SINGULAR = {plural: word for word, plural in _IRREGULAR.items() if plural != "axes"} | {"axes": "axis"}
_MARKED = ("L", "M", "N")


@of_a_short_text(8192)
def snake(text: str) -> str:
    """The name in snake_case, NFC; "" where no letter is left. Case and word boundaries are
    those of names with ASCII letters: others keep theirs."""
    text = unicodedata.normalize("NFC", text)
    kept = "".join(char if unicodedata.category(char)[0] in _MARKED else "_" for char in text)
    if not any(unicodedata.category(char)[0] == "L" for char in kept):
        return ""
    if re.search("[A-Za-z]", kept):
        kept = re.sub(r"(?<=[a-z0-9])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])", "_", kept).lower()
    return re.sub("_+", "_", kept).strip("_")


def _last(word: str) -> tuple[str, str]:
    head, joint, tail = word.rpartition("_")
    return head + joint, tail


@of_a_short_text(8192)
def plural(word: str) -> str:
    """The plural of a snake_case word; what is plural or not English already stays."""
    head, tail = _last(word)
    if not re.search("[a-z]", tail) or tail in _UNINFLECTED or singular(tail) != tail:
        return word
    return head + _plural(tail)


def _plural(word: str) -> str:
    if word in _IRREGULAR:
        return _IRREGULAR[word]
    if len(word) > 3 and word.endswith(("sis", "xis")):
        return word[:-2] + "es"
    if len(word) > 1 and word[-1] == "y" and word[-2] not in "aeiou":
        return word[:-1] + "ies"
    return word + ("es" if word.endswith(("s", "x", "z", "ch", "sh")) else "s")


@of_a_short_text(8192)
def singular(word: str) -> str:
    """The singular of a snake_case word; what is singular or not English already stays."""
    head, tail = _last(word)
    if tail in _UNINFLECTED or tail in _IRREGULAR:
        return word
    return head + _SINGULAR.get(tail, _singular(tail))


def _singular(word: str) -> str:
    if len(word) < 3 or not word.endswith("s") or word.endswith(("ss", "us", "is")):
        return word
    if not re.search("[aeiouy]", word[:-1]):
        return word if len(word) < 4 else word[:-1]
    if word.endswith("ies") and len(word) > 4:
        return word[:-3] + "y"
    if word.endswith("uses"):
        return word[:-1] if word.endswith(("auses", "ouses")) else word[:-2]
    if word.endswith(("lyses", "ypses", "heses", "crises", "gnoses", "opses", "lipses")):
        return word[:-2] + "is"
    if word.endswith(("sses", "ches", "shes", "xes", "zzes", "tzes")):
        return word[:-2]
    return word[:-1]


_BEFORE_VOWELS = re.compile(  # begins with a letter that a search leaps to
    r" (?<=\b[Aa] )(?=[AEIOaeio]|[Uu](?!ni|s[eau]|t[ei]|k)|hour|honou?r)"
    r"(?!(?:and|or|is|of|in|as|are|at|on|an|if|it|its|any|all|also|each|else|one|once|until|unless|up|under|over)\b|eu)"
)


def with_articles(words: str) -> str:
    """Return words with "an" where an "a" stands before a vowel: the noun is often a name from the design."""
    return _BEFORE_VOWELS.sub("n ", words).replace("an other ", "another ").replace("An other ", "Another ")
