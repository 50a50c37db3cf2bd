"""Where the rules come from: the short names that decisions cite, and what each stands for."""

from __future__ import annotations

SOURCES: dict[str, str] = {
    "S0": "How To Design a Document Schema in MongoDB, a tutorial by Mateusz Papiernik (the students example)",
    "S1": "6 Rules of Thumb for MongoDB Schema Design, part 2, by William Zola",
    "S2": "MongoDB Schema Design Patterns, an article on patterns and their uses",
    "S3": "Schema Basics, a chapter on one-to-one, one-to-many, and many-to-many relationships",
    "6R": "6 Rules of Thumb for MongoDB Schema Design, parts 1 and 3",
    "BWP": "Building with Patterns, a series of articles by MongoDB",
    "LB": "The Little MongoDB Schema Design Book",
    "U11": "MongoDB University's eleven questions on embedding and referencing",
    "DOC": "the MongoDB manual, by page",
    "K": "common MongoDB practice",
    "D": "a Nestlink default, which a design can override",
}


def key_of(source: str) -> str:
    """The short name within a citation: "S0" of "S0 guideline 3", "DOC" of "DOC:subset"."""
    return source.split(" ")[0].split(":")[0]


def written_out(source: str) -> str:
    """A citation in words: what the short name stands for, then the place in it. A source
    without a known short name is in words already."""
    key = key_of(source)
    if key not in SOURCES:
        return source
    place = source[len(key) :].strip(" :")
    if key == "DOC":
        return f"the MongoDB manual, {place.replace('-', ' ')}"
    return f"{SOURCES[key]}: {place}" if place else SOURCES[key]
