"""The language of a text index: whose words it reduces to stems, and which field of a document names another one.

The server takes a string called ``language``, in a document or around a text in it, for the language of that text, and
refuses documents where it is none that it knows (MongoDB manual, specify the default language for a text index).
"""

from __future__ import annotations

import msgspec

from ...model.conceptual import given
from .candidates import Candidate, Shelf

_OVERRIDE = "language"
_BY_CODE = {
    "da": "danish", "nl": "dutch", "en": "english", "fi": "finnish", "fr": "french", "de": "german", "hu": "hungarian",
    "it": "italian", "nb": "norwegian", "pt": "portuguese", "ro": "romanian", "ru": "russian", "es": "spanish",
    "sv": "swedish", "tr": "turkish",
}  # fmt: skip
_KNOWN = frozenset({*_BY_CODE, *_BY_CODE.values(), "none"})


def with_language(candidate: Candidate, shelf: Shelf) -> Candidate:
    """Return the candidate with the language of its texts: that of the collection's collation, else English as the server
    has it, which its reason says; and with another field for the language of one document, where the one called so may
    hold what the server takes for no language."""
    texts = [path for path, kind in candidate.keys if kind == "text"]
    if not texts:
        return candidate
    options, reason = dict(candidate.options), candidate.reason
    code = str(shelf.collection.options.get("collation", {}).get("locale", ""))[:2]
    if code in _BY_CODE:
        options.setdefault("default_language", _BY_CODE[code])
    else:
        reason += "; treats all text as English, unless the entity's collation has another locale"
    if any(_may_be_none(shelf, path) for path in _overrides(texts)):
        options.setdefault("language_override", _free(shelf))
        reason += f"; {_OVERRIDE} is an ordinary field here and doesn't set the language"
    return msgspec.structs.replace(candidate, options=options, reason=reason)


def _overrides(texts: list[str]) -> list[str]:
    """Where the server looks for a document's language: beside each text, and beside what is around it."""
    around = {tuple(text.split(".")[:depth]) for text in texts for depth in range(text.count(".") + 1)}
    return sorted(".".join((*path, _OVERRIDE)) for path in around)


def _may_be_none(shelf: Shelf, path: str) -> bool:
    """Whether a field is there that may hold something else than the name of a language that the server knows."""
    located = shelf.fields.get(path)
    if located is None:
        return False
    field = located.field
    values = given(field.source.enum, []) if field.source is not None else field.enum
    return field.types != ("string",) or not values or not {str(value).lower() for value in values} <= _KNOWN


def _free(shelf: Shelf) -> str:
    """A name that no field of the collection has."""
    names, name = {path.rpartition(".")[2] for path in shelf.fields}, f"text_{_OVERRIDE}"
    while name in names:
        name += "_"
    return name
