"""Which paths of documents a statement writes, and what it puts there."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import Any

from ...placement.doc_path import DocPath
from ...plan_model.physical import Param, Statement
from ..context import ScriptFunction, outcome

Json = dict[str, Any]
_MARK = re.compile(r"\.\$(\[[^\]]*\])?")  # the elements that an update of an array means
_WHOLE = ("insert", "delete", "replace", "findOneAndDelete", "findOneAndReplace")


def places_of(one: Statement) -> list[str] | None:
    """The paths that a statement writes, none where it is about whole documents; None where it only reads."""
    if one.op.startswith(_WHOLE):
        return []
    if one.op == "aggregate":
        return _merged(one)
    return None if one.update is None else [*updated(one.update)]


def updated(update: Any) -> Iterator[str]:
    """The paths that an update names, as they stand in documents: below its operators, or in its stages."""
    for stage in update if isinstance(update, list) else [update or {}]:
        for content in stage.values():
            for path in [content] if isinstance(content, str) else content:
                yield plain(path)


def plain(path: str) -> str:
    """A path that an update writes to, as it stands in documents."""
    return _MARK.sub("", path)


def _merged(one: Statement) -> list[str] | None:
    """What a pipeline merges into its own collection."""
    last = one.pipeline[-1] if one.pipeline else {}
    if last.get("$merge", {}).get("into") != one.collection:
        return None
    return [path for stage in one.pipeline for path in stage.get("$project", {})]


def touches(one: Statement, read: Iterable[str]) -> bool:
    """Whether a statement writes what is read at some paths, or the documents themselves."""
    written = places_of(one)
    if written is None or one.op == "aggregate":
        return False
    if not written:
        return True
    paths = list(read)
    return any(path == each or path.startswith(f"{each}.") for each in written for path in paths)


def takes_whole(one: Statement, reference: str, within: tuple[str, ...] = ()) -> bool:
    """Whether all that a write moves is in what it puts: nothing was there before."""
    if one.op.startswith("insert"):
        return True
    return (
        isinstance(one.update, dict)
        and list(one.update) == ["$push"]
        and bool([*values_put(one, reference, within)])
    )


def values_put(one: Statement, reference: str, within: tuple[str, ...] = ()) -> Iterator[Any]:
    """The references that a write puts: of a new document, of new elements, and new ones of what is there.
    within: the arrays that the reference stands in."""
    if one.op.startswith("insert") and isinstance(one.documents, Param):
        yield from ids_given(one.documents.name, reference, within)
    elif one.op.startswith("insert") and isinstance(one.documents, dict) and reference in one.documents:
        yield one.documents[reference]
    if not isinstance(one.update, dict):
        return
    for operator, content in one.update.items():
        for path, value in content.items() if isinstance(content, dict) else ():
            written = plain(path)
            if operator == "$set" and written == reference:
                yield value
            elif operator in ("$push", "$addToSet") and reference.startswith(f"{written}."):
                start = len(written) + 1
                inner = tuple(array[start:] for array in within if array.startswith(f"{written}."))
                for element in _elements(value):
                    yield from ids_given(element.name, reference[start:], inner)


def ids_given(name: str, reference: str, within: tuple[str, ...]) -> Iterator[Any]:
    """The references in what a caller gives whole."""
    if not within:
        yield outcome(name, reference)
    elif len(within) == 1:
        yield {"$in": outcome(name, within[0], many=True, each=reference[len(within[0]) + 1 :])}


def _elements(value: Any) -> list[Param]:
    """The elements that an update adds, where callers give them."""
    each = value.get("$each", value) if isinstance(value, dict) else value
    return [one for one in (each if isinstance(each, list) else [each]) if isinstance(one, Param)]


def is_gone(recipe: ScriptFunction, one: Statement, reference: str, home: DocPath | None, own: str) -> bool:
    """Whether those that would follow are deleted by the recipe too, as parents with their children are."""
    wanted = one.filter.get(reference) if isinstance(one.filter, dict) else None
    if wanted is None or home is None or not one.op.startswith("delete"):
        return False
    return any(
        each.op.startswith("delete") and each.collection == home.collection and each.filter.get(own) == wanted
        for each in recipe.statements
    )


def is_unlinked(recipe: ScriptFunction, one: Statement, key: str, links: str, through: str) -> bool:
    """Whether the recipe deletes all links to what a statement deletes, too. key: by which both name it;
    links, through: the collection of the links, and where these hold it."""
    wanted = one.filter.get(key) if isinstance(one.filter, dict) else None
    if wanted is None or not one.op.startswith("delete"):
        return False
    return any(
        each.op == "deleteMany" and each.collection == links and each.filter == {through: wanted}
        for each in recipe.statements
    )
