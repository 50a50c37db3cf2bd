"""Writes replayed on documents in memory: a test says which functions it calls, and then looks at
the documents. All replays run in one mongosh process. The scripts of small designs are not rewritten by mongosh, which
takes most of the time and comes to the same, but for NESTLINK_SOAK=1; those of the library, which have all that a
script may have, are."""

from __future__ import annotations

import json
import os
from collections.abc import Callable, Generator
from copy import deepcopy
from functools import cache
from typing import Any

from tests.mongosh.cases import Built, built, built_once, extended, server_of
from tests.mongosh.expected import decoded, recipes
from tests.mongosh.runs import audit_of_all, call, function_names
from tests.mongosh.shell import run, sources

Json = dict[str, Any]
SCRIPTS = ("04_queries", "05_sync")
AT_LENGTH = os.environ.get("NESTLINK_SOAK") == "1"


class Play:
    """The calls of one replay. documents: what is in the database at first, to be changed. direct: whether the scripts
    are run as they are."""

    def __init__(self, name: str, design: Built, *, direct: bool = False) -> None:
        self.name, self.design, self.direct = name, design, direct
        self.documents: dict[str, list[Json]] = deepcopy(design.samples)
        self.steps: list[Json] = []
        self.audited = False
        self._paths = sources(design.scripts, f"replay-{name}")

    def first(self, collection: str, number: int = 0) -> Json:
        """One of the documents that are there at first."""
        return self.documents[collection][number]

    def call(self, recipe: str, /, **values: Any) -> None:
        """Call a recipe's function; parameters that are not given have the samples' values."""
        for script in SCRIPTS:
            for statements in recipes(self.design, script):
                if statements[0].recipe == recipe:
                    name = function_names(self.design, script)[recipe]
                    self.steps.append({**call(name, statements, self.design, **values), "dares": True})
                    return
        raise LookupError(recipe)

    def begin_with(self, documents: dict[str, list[Json]]) -> None:
        """Put other documents in the place of all, once the scripts are loaded, which read the samples. It counts as a
        call."""
        self.steps.append({"reset": json.loads(extended(documents)), "name": "other documents"})

    def audit(self) -> None:
        """Run the audit of everything at the end."""
        self.audited = True

    @property
    def job(self) -> Json:
        """The job for the harness: indexes first, so that unique ones hold."""
        scripts = ["02_indexes", *SCRIPTS]
        loads = [{"load": self._paths[one], "name": one} for one in scripts]
        audits = audit_of_all(self._paths["06_audit"]) if self.audited else []
        documents = json.loads(extended(self.documents))
        return {
            "id": self.name,
            "live": True,
            "direct": self.direct,
            **server_of(self.design.compilation),
            "documents": documents,
            "steps": [*loads, *self.steps, *audits],
        }


class Played:
    """What came of a replay: results and documents after each call, and what the audit found."""

    def __init__(self, journal: Json) -> None:
        assert journal["error"] is None, journal["error"]
        self.results = [decoded(one) for one in journal["returned"][3:]]
        self.states = [decoded(one) for one in journal["states"]]
        self.found = {
            one[0]["audit"]: decoded(one[0]["found"])
            for one in journal["printed"]
            if isinstance(one[0], dict) and "audit" in one[0]
        }

    def one(self, collection: str, id: Any, step: int = -1) -> Json | None:
        """A document by its id after a call, None where there is none."""
        return next((one for one in self.states[step].get(collection, []) if one["_id"] == id), None)

    def all(self, collection: str, step: int = -1) -> list[Json]:
        """The documents of a collection after a call."""
        found: list[Json] = self.states[step].get(collection, [])
        return found


Running = Generator[None, Played, None]
Scenario = Callable[[Play], Running]
_begun: dict[str, Callable[[], tuple[Play, Running]]] = {}


def replay(design: str | Callable[[], Json]) -> Callable[[Scenario], Callable[[], None]]:
    """Makes a test of a generator: what stands before its yield is called, what stands behind it
    is given what came of it. Its design is compiled once a test runs: who imports the module may need its data alone."""

    def decorate(scenario: Scenario) -> Callable[[], None]:
        name = scenario.__name__

        @cache
        def begun() -> tuple[Play, Running]:
            is_small = not isinstance(design, str)
            own = built_once(design()) if is_small else built(design)
            play = Play(name, own, direct=is_small and not AT_LENGTH)
            running = scenario(play)
            next(running)
            return play, running

        _begun[name] = begun

        def test() -> None:
            played = Played(journals()[name])
            _, running = begun()
            try:
                running.send(played)
            except StopIteration:
                return
            raise AssertionError("a scenario yields once")

        test.__name__, test.__doc__ = name, scenario.__doc__
        return test

    return decorate


@cache
def journals() -> dict[str, Json]:
    return run(begun()[0].job for begun in _begun.values())
