"""The steps that both engines take of each design, and what differs in what came of them."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any, NamedTuple

from tests.mongosh.cases import Built, built_once, server_version
from tests.mongosh.expected import decoded
from tests.mongosh.shell import run, sources
from tests.oracle.comparing import plain
from tests.oracle.run import shipped
from tests.oracle.state import NOW
from tests.second_engine.engine import play

HERE = Path(__file__).resolve().parent
EACH_CALL = {"load": str(HERE / "each_call.js"), "name": "each_call"}
ALONE = "alone refuses"
Json = dict[str, Any]


class Difference(NamedTuple):
    """Where the engines do not do the same. place: the design, and the script or the call of it."""

    place: str
    what: str

    def __str__(self) -> str:
        return f"{self.place}: {self.what}"


def designs(*folders: str) -> dict[str, Built]:
    """Return the designs of these folders, compiled, by folder and name."""
    return {f"{folder}/{name}": built_once(source) for folder in folders for name, source in shipped(folder)}


def job(name: str, design: Built) -> Json:
    """Return the steps of a design: each script twice, since all of them are safe to run again."""
    paths = sources(design.scripts, f"second-{name}")
    found = re.search(r'getSiblingDB\("([^"]*)"\)', design.scripts["mongosh/01_collections.js"])
    assert found, f"{name} names no database"

    def twice(script: str, keeps: bool = False) -> list[Json]:
        step: Json = {"load": paths[script], "name": script}
        return [step, {**step, "name": f"{script}, again", "keeps": keeps}]

    steps = [
        *twice("01_collections"),
        *twice("02_indexes"),
        *twice("03_sample_data", keeps=True),
        {"load": paths["04_queries"], "name": "04_queries"},
        {"call": "showReads", "name": "showReads"},
        EACH_CALL,
        {"call": "demo", "name": "demo", "keeps": True},
        {"call": "demo", "name": "demo, again", "keeps": True},
        {"reset": design.documents, "name": "reset"},
        {"load": paths["06_audit"], "name": "06_audit"},
        EACH_CALL,
        {"call": "eachCheck", "name": "audit"},
        {"call": "eachCheck", "name": "audit, again"},
    ]
    return {
        "id": name,
        "database": found[1],
        "steps": steps,
        "version": server_version(design.compilation),
    }


def differences(built: Mapping[str, Built]) -> list[Difference]:
    """Return where the engines differ on these designs."""
    jobs = [job(name, design) for name, design in built.items()]
    theirs = play(jobs)
    ours = run({**one, "live": True, "steps": [_dared(step) for step in one["steps"]]} for one in jobs)
    return [
        difference
        for one in jobs
        for difference in compared(one, outcomes(one, ours[one["id"]]), theirs[one["id"]])
    ]


def _dared(step: Json) -> Json:
    """Return a step that may be refused, after which the job goes on."""
    return {**step, "dares": True}


def outcomes(own: Json, journal: Json) -> list[Json]:
    """Return what came of each step on the in-memory engine, as the second engine tells it."""
    assert journal["error"] is None, (own["id"], journal["error"])
    ends = [0, *journal["prints"]]
    found = []
    for place, step in enumerate(own["steps"]):
        came = journal["returned"][place]
        is_refused = isinstance(came, dict) and "refused" in came
        outcome: Json = {"printed": journal["printed"][ends[place] : ends[place + 1]]}
        outcome |= {"refused": {"words": came["refused"]}} if is_refused else {}
        found.append({**outcome, "left": journal["states"][place] if step.get("keeps") else None})
    return found


def compared(own: Json, ours: Iterable[Json], theirs: Iterable[Json]) -> Iterator[Difference]:
    """Yield how the outcomes of a job's steps differ. Once one engine alone has refused a write, their documents are
    no longer the same, and nothing more is compared, or nothing until other documents are put there."""
    is_apart = False
    for step, one, other in zip(own["steps"], ours, theirs, strict=True):
        place = f"{own['id']} {step['name']}"
        is_apart = is_apart and step["name"] != "reset"
        if is_apart:
            continue
        if "refused" in one or "refused" in other:
            is_apart = step["name"] == "reset" and ("refused" in one) != ("refused" in other)
            yield from refusals(place, one.get("refused"), other.get("refused"))
            continue
        for difference in printed(place, one["printed"], other["printed"]):
            yield difference
            is_apart = step.get("call") == "demo" and ALONE in difference.what
            if is_apart:
                break
        if step.get("keeps") and not is_apart:
            yield from left(place, decoded(one["left"]), decoded(other["left"]))


def refusals(place: str, ours: Json | None, theirs: Json | None) -> Iterator[Difference]:
    """Yield where one engine alone refuses, or each with another code of the server."""
    if theirs is None and ours is not None:
        yield Difference(place, f"ours {ALONE}: {ours['words']}")
    elif ours is None and theirs is not None:
        yield Difference(place, f"theirs {ALONE}: {theirs['words']}")
    elif ours and theirs and ours.get("code") != theirs.get("code") and "code" in ours:
        yield Difference(place, f"refused as {ours['code']} and {theirs['code']}: {theirs['words']}")


def printed(place: str, ours: list[Any], theirs: list[Any]) -> Iterator[Difference]:
    """Yield where the lines that a step prints differ: those of calls by the name of the call."""
    calls = [[line[0] for line in lines if _is_call(line)] for lines in (ours, theirs)]
    texts = [[line for line in lines if not _is_call(line)] for lines in (ours, theirs)]
    if [call["call"] for call in calls[0]] != [call["call"] for call in calls[1]]:
        yield Difference(place, "other calls")
        return
    for one, other in zip(*calls, strict=True):
        call = f"{place} {one['call']}"
        if "refused" in one or "refused" in other:
            told = [
                {"code": each["refused"], "words": each["words"]} if "refused" in each else None
                for each in (one, other)
            ]
            yield from refusals(call, told[0], told[1])
        else:
            yield from values(call, decoded(one["value"]), decoded(other["value"]))
    for one, other in zip(*texts, strict=False):
        yield from values(place, decoded(one), decoded(other))
    if len(texts[0]) != len(texts[1]):
        yield Difference(place, f"ours prints {len(texts[0])} lines, theirs {len(texts[1])}")


def _is_call(line: Any) -> bool:
    return isinstance(line[0], dict) and "call" in line[0]


def left(place: str, ours: Mapping[str, Any], theirs: Mapping[str, Any]) -> Iterator[Difference]:
    """Yield where the documents of the collections differ; in which order they stand is nobody's promise."""
    for name in sorted(ours.keys() | theirs.keys()):
        yield from values(f"{place} {name}", ours.get(name, []), theirs.get(name, []))


def values(place: str, ours: Any, theirs: Any) -> Iterator[Difference]:
    """Yield where two values differ, in a form that compares."""
    one, other = comparable(ours), comparable(theirs)
    if one != other:
        yield from (Difference(place, what) for what in parts("", one, other))


def comparable(value: Any) -> Any:
    """Return a value in a form that compares: numbers by what they are worth, a list of documents in any order, what
    was made a moment ago as such."""
    if isinstance(value, dict):
        return {name: comparable(inner) for name, inner in value.items()}
    if isinstance(value, list):
        inner = [comparable(each) for each in value]
        is_of_documents = all(isinstance(each, dict) for each in inner)
        return sorted(inner, key=lambda each: json.dumps(each, sort_keys=True)) if is_of_documents else inner
    generated = getattr(value, "generation_time", None)
    if generated is not None and abs(generated.replace(tzinfo=None) - NOW).days < 1:
        return "(new id)"
    return plain(value)


def parts(path: str, ours: Any, theirs: Any) -> Iterator[str]:
    """Yield the innermost places where two values differ, in words."""
    if ours == theirs:
        return
    if isinstance(ours, dict) and isinstance(theirs, dict):
        for name in sorted(ours.keys() | theirs.keys()):
            inner = f"{path}.{name}" if path else name
            yield from parts(inner, ours.get(name, "(absent)"), theirs.get(name, "(absent)"))
    elif isinstance(ours, list) and isinstance(theirs, list) and len(ours) == len(theirs):
        for one, other in zip(ours, theirs, strict=True):
            yield from parts(f"{path}[]", one, other)
    else:
        yield f"{path or 'all'}: ours {_short(ours)}, theirs {_short(theirs)}"


def _short(value: Any) -> str:
    text = json.dumps(value, ensure_ascii=False)
    return text if len(text) <= 160 else f"{text[:157]}..."
