"""Which indexes serve others (IX2), and names where MongoDB's default ones would collide."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Container
from typing import Any

import msgspec

from ...plan_model.physical import PlannedIndex
from .candidates import ORDERED, Candidate

_SIGNATURE = ("unique", "sparse", "partialFilterExpression", "collation")


class _Entry:
    """A surviving candidate with its place in the order of asking."""

    def __init__(self, place: int, candidate: Candidate) -> None:
        self.place, self.candidate = place, candidate


def settle(candidates: list[Candidate], plain: Container[str] = ()) -> tuple[PlannedIndex, ...]:
    """The indexes that stay, in the order of asking; what a dropped one served is noted on the
    one that serves it instead. plain: the paths whose values no collation compares."""
    survivors: list[_Entry] = []
    by_path: defaultdict[str, list[_Entry]] = defaultdict(list)
    for place, candidate in sorted(enumerate(candidates), key=_rank):
        if _is_identity(candidate):
            continue
        starts = _starts(candidate)
        rivals = sorted({entry.place: entry for path in starts for entry in by_path[path]}.items())
        server = next((entry for _, entry in rivals if _replaces(entry.candidate, candidate, plain)), None)
        if server is None:
            survivors.append(_Entry(place, candidate))
            by_path[candidate.paths[0]].append(survivors[-1])
        else:
            server.candidate = _merged(server.candidate, candidate)
    return _named([_index(entry.candidate) for entry in sorted(survivors, key=lambda entry: entry.place)])


def led_by_shared(candidates: list[Candidate]) -> list[Candidate]:
    """Return the candidates, with what another one asks for alone first among the equalities of one: their order is free,
    and that index then serves both. What leads the only index for itself alone stays first there."""
    alone = [each for each in candidates if len(each.keys) == 1 and not each.unused and not each.kept]
    leading = Counter(each.paths[0] for each in candidates if len(each.keys) > 1 and not each.unused)
    ordered = []
    for candidate in candidates:
        wanted = {each.paths[0] for each in alone if serves(candidate, each) or served_first(candidate, each)}
        first, others = candidate.paths[0], candidate.paths[1 : candidate.free]
        is_free = not (candidate.kept or candidate.declared or candidate.exact or candidate.unused)
        path = (
            next((each for each in others if each in wanted and not leading[each]), None) if is_free else None
        )
        if path is not None and (first not in wanted or leading[first] > 1):
            leading.update({path: 1, first: -1})
            candidate = _first(candidate, path)
        ordered.append(candidate)
    return ordered


def _first(candidate: Candidate, path: str) -> Candidate:
    """The candidate with one of its equalities in front."""
    keys = sorted(candidate.keys, key=lambda key: key[0] != path)
    return msgspec.structs.replace(candidate, keys=tuple(keys))


def served_first(candidate: Candidate, wanted: Candidate) -> bool:
    """Return whether an index would serve another with that one's key in front of its equalities."""
    path = wanted.paths[0]
    return path in candidate.paths[: candidate.free] and serves(_first(candidate, path), wanted)


def merge_cases(candidates: list[Candidate]) -> list[Candidate]:
    """One index for a unique value that is only ever looked for without regard to case: then two values that differ by
    case alone could not be told apart, and the unique index compares as the reads do."""
    of_paths: defaultdict[str, list[Candidate]] = defaultdict(list)
    for candidate in candidates:
        of_paths[candidate.paths[0]].append(candidate)
    merged = {id(each): each for each in candidates}
    for same in of_paths.values():
        unique = [each for each in same if each.options.get("unique") and not each.declared]
        others = [each for each in same if each not in unique]
        collations = [each.options.get("collation") for each in others]
        if len(unique) != 1 or not others or None in collations or len(unique[0].keys) > 1:
            continue
        if "collation" in unique[0].options or any(each != collations[0] for each in collations):
            continue
        merged[id(unique[0])] = _ignoring_case(unique[0], others)
        gone = [each for each in others if each.keys == unique[0].keys and _adds_only_case(each)]
        for each in gone:
            del merged[id(each)]
    return list(merged.values())


def _adds_only_case(candidate: Candidate) -> bool:
    return set(candidate.options) == {"collation"}


def _ignoring_case(unique: Candidate, readers: list[Candidate]) -> Candidate:
    alike = [each for each in readers if each.keys == unique.keys and _adds_only_case(each)]
    if not alike:
        return unique
    return msgspec.structs.replace(
        unique,
        options={**unique.options, "collation": alike[0].options["collation"]},
        reason=f"{unique.reason}; values that differ only by case count as equal, as in all reads",
        serves=tuple(dict.fromkeys(name for each in (unique, *alike) for name in each.serves)),
    )


def suggested(
    candidates: list[Candidate], settled: tuple[PlannedIndex, ...], plain: Container[str] = ()
) -> tuple[PlannedIndex, ...]:
    """What nothing in the design finds by, and no index that stays begins with."""
    unused = [candidate for candidate in candidates if candidate.unused and not _is_identity(candidate)]
    servers = [Candidate(keys=index.keys, options=index.options) for index in settled]
    free = [each for each in unused if not any(serves(index, _by_first(each), plain) for index in servers)]
    only = settle([msgspec.structs.replace(each, unused=False) for each in free], plain)
    return _apart_from(only, {index.name for index in settled})


def _apart_from(indexes: tuple[PlannedIndex, ...], existing: set[str]) -> tuple[PlannedIndex, ...]:
    """The indexes under names that existing ones do not have: the server refuses a second one of a name."""
    taken = {*existing, *(index.name for index in indexes if index.name not in existing)}
    apart = []
    for index in indexes:
        name = index.name
        if name in existing:
            name = _free(name + (_mark(index.options) or "_all"), taken)
            taken.add(name)
            index = msgspec.structs.replace(index, options={**index.options, "name": name})
        apart.append(index)
    return tuple(apart)


def _free(base: str, taken: Container[str]) -> str:
    """The name, with a number behind it where it is taken."""
    name, number = base, 2
    while name in taken:
        name, number = f"{base}_{number}", number + 1
    return name


def _by_first(candidate: Candidate) -> Candidate:
    """The candidate without its order."""
    return msgspec.structs.replace(candidate, keys=candidate.keys[: max(1, candidate.free)], sorts=0)


def _is_identity(candidate: Candidate) -> bool:
    """IX9: the server indexes ``_id`` by itself, and no further key narrows it."""
    return not candidate.kept and candidate.keys[0] in (("_id", 1), ("_id", -1))


def _rank(numbered: tuple[int, Candidate]) -> tuple[bool, bool, int, bool]:
    """Declared first, then what must stay, then long before short, then what can't be read
    backwards instead: servers come before those they serve."""
    candidate = numbered[1]
    return not candidate.declared, not candidate.kept, -len(candidate.keys), not candidate.exact


def _starts(candidate: Candidate) -> tuple[str, ...]:
    """The paths that an index which serves a candidate may begin with: without those that it fixes, the next one."""
    free = max(1, candidate.free)
    more = () if candidate.whole is None else candidate.whole.paths[: candidate.whole.free]
    return (*candidate.paths[: free + bool(candidate.fixed)], *more)


def _replaces(server: Candidate, wanted: Candidate, plain: Container[str]) -> bool:
    if wanted.kept:
        return _is_same(server, wanted)
    if serves(server, wanted, plain):
        return True
    if not wanted.fixed or "partialFilterExpression" not in server.options:
        return False
    from .fixed_values import is_served  # where an operation fixes a value

    return is_served(server, wanted, plain)


def _is_same(candidate: Candidate, other: Candidate) -> bool:
    """Whether the server would take two indexes for the same one (5.0: keys, uniqueness,
    sparseness, filter and collation tell them apart), or both say the same uniqueness."""
    if candidate.keys != other.keys:
        return False
    if candidate.declared and candidate.options.get("unique") and other.options.get("unique"):
        return True
    return all(candidate.options.get(key) == other.options.get(key) for key in _SIGNATURE)


def serves(server: Candidate, wanted: Candidate, plain: Container[str] = ()) -> bool:
    """Whether an index makes another one unnecessary: its keys begin with the other's, it holds
    the same documents, and it compares what is asked for alike."""
    if not _same_documents(server, wanted) or not _compares_alike(server, wanted, plain):
        return False
    if any(kind not in ORDERED for _, kind in (*server.keys, *wanted.keys)):
        return False
    free, size = wanted.free, len(wanted.keys)
    if len(server.keys) < size or set(server.paths[:free]) != set(wanted.paths[:free]):
        return False
    return server.paths[free:size] == wanted.paths[free:] and _same_directions(server, wanted)


def _compares_alike(server: Candidate, wanted: Candidate, plain: Container[str]) -> bool:
    """An index with another collation finds by leading keys that hold no strings; of an order by one
    the server does not know that no string is in it."""
    if server.options.get("collation") == wanted.options.get("collation"):
        return True
    return not wanted.sorts and all(path in plain for path in wanted.paths)


def _same_documents(server: Candidate, wanted: Candidate) -> bool:
    filtered, asked = (each.options.get("partialFilterExpression") or {} for each in (server, wanted))
    if server.options.get("sparse"):
        return False
    if filtered == asked:
        return True
    # An equality with a value implies that the field is there, but the server takes none to imply a $type.
    equal, beyond = (
        wanted.paths[: wanted.free],
        {path: filtered[path] for path in filtered.keys() - asked.keys()},
    )
    return (
        {**asked, **beyond} == filtered
        and not wanted.of_null
        and all(path in equal and there == {"$exists": True} for path, there in beyond.items())
    )


def _same_directions(server: Candidate, wanted: Candidate) -> bool:
    if wanted.exact:
        return server.keys[: len(wanted.keys)] == wanted.keys
    end = wanted.free + wanted.sorts
    pairs = zip(server.keys[wanted.free : end], wanted.keys[wanted.free : end], strict=True)
    return len({mine == theirs for (_, mine), (_, theirs) in pairs}) < 2


def _merged(server: Candidate, dropped: Candidate) -> Candidate:
    both = tuple(dict.fromkeys((*server.serves, *dropped.serves)))
    options = server.options
    if dropped.kept and "expireAfterSeconds" in dropped.options:
        options = {**dropped.options, **options}
    return msgspec.structs.replace(server, serves=both, options=options)


def _index(candidate: Candidate) -> PlannedIndex:
    return PlannedIndex(
        keys=candidate.keys,
        options=candidate.options,
        reason=candidate.reason,
        serves=candidate.serves,
        declared=candidate.declared,
    )


def _named(indexes: list[PlannedIndex]) -> tuple[PlannedIndex, ...]:
    """Two indexes with one default name (equal keys, other options): all but a plain one get
    names of their own."""
    taken = {index.name for index in indexes if "name" in index.options or not _mark(index.options)}
    return tuple(_with_name(index, taken) for index in indexes)


def _with_name(index: PlannedIndex, taken: set[str]) -> PlannedIndex:
    mark = _mark(index.options)
    if "name" in index.options or not mark:
        return index
    name = _free(index.name if index.name not in taken else index.name + mark, taken)
    taken.add(name)
    return (
        index
        if name == index.name
        else msgspec.structs.replace(index, options={**index.options, "name": name})
    )


def _mark(options: dict[str, Any]) -> str:
    """What tells an index from a plain one with the same keys, as the end of a name."""
    marks = {
        "unique": "_unique",
        "partialFilterExpression": "_partial",
        "collation": "_collation",
        "sparse": "_sparse",
    }
    return next((mark for key, mark in marks.items() if options.get(key)), "")
