"""Runs the functions of designs in mongosh and compares what they leave with what they mean."""

from __future__ import annotations

import json
import math
import os
import re
import traceback
from collections.abc import Collection, Iterable, Iterator
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

from bson import json_util

from designs.compiler import read
from designs.compiler.exporters.mongosh import render
from designs.compiler.model.conceptual import Model, given
from designs.compiler.model.field_walk import computed_fields
from designs.compiler.operations.functions.document_versions import IDLE
from designs.compiler.plan_model.compilation import Compilation
from designs.compiler.sampling import samples
from tests.compiler.in_parts import compile_design, with_all_functions
from tests.mongosh.cases import server_of
from tests.mongosh.expected import decoded
from tests.mongosh.shell import run, sources, written
from tests.oracle import operations, reads, relationships, slow_clocks, unsaid_kinds, upkeep
from tests.oracle.apart import kept_apart
from tests.oracle.calls import Function, arguments, functions
from tests.oracle.comparing import Comparer
from tests.oracle.growing import random_state
from tests.oracle.in_use import keeping_enough, settled
from tests.oracle.keeping import Keeper
from tests.oracle.left_alone import left_there, places_left
from tests.oracle.meaningless import leading_to_some, meaningless_lists, scattered_trees, shared_copies
from tests.oracle.near_values import takes_namesakes
from tests.oracle.populating import populated
from tests.oracle.projecting import Documented, Projector
from tests.oracle.returned import fault_of, refusal_of
from tests.oracle.scenario import NotJudged, Scenario, Stage
from tests.oracle.state import Json, State
from tests.oracle.states_asked_for import asks_for_state
from tests.oracle.versions import changes_in_steps, with_histories, without_idle

INTERRUPTS = 12
"""Statements after which a function is ended, at most."""
TRIES = 3
"""Facts on which each function is tried."""
OWN_ERROR = "an error of the oracle"  # so begins why a function is not judged where the oracle is wrong
_NO_RESULT = "FORMULA_PROSE"
"""What tells of a formula that it calculates with what is no number: a server refuses that."""
DELETING = ("remove", "delete", "cascade")  # the purposes of functions that take things away
_REFUSED = re.compile(r": (Error|Mongo\w+): ")
"""What tells of an error that it is a server's, a driver's or a shell's, or one that the script itself throws."""
_SELDOM = 0.5
"""How often a call that must be refused is left out, so that others are tried too."""
LARGE = 100_000
"""Characters of documents from which on each function is tried once, and ended after a few statements: a least number
of links to be had by each thing can make facts that take a minute a call."""
FEW = 2
"""Statements after which it is ended there."""
ATTEMPTS = 8
"""Facts that are looked at for each trial, until some are such that the function can be tried on them."""
DIRECT = os.environ.get("NESTLINK_SOAK") != "1"
"""Whether the tests of single designs leave out mongosh's rewriting, which takes half of their time and comes to the
same: that of the library, the handbook and the designs that were brought is tried each time, that of all at length."""
SEEDS = (1, 0, 2, 3, 4, 5)
"""What these facts are chosen by, in turn: 0 stands for the samples as they are."""


def is_job(function: Function) -> bool:
    """Whether a function is one that runs now and then by itself, and mends what waits for it."""
    return (
        function.script == "05_sync"
        and function.writes
        and not function.params
        and function.purpose != "rebuild"
    )


def mends_only(function: Function, model: Model) -> bool:
    """Return whether a job works out nothing but results that every write has to keep: it would hide what a write
    forgets."""
    kind, name = function.about
    if function.purpose != "recompute" or kind != "entity":
        return False
    fields = next(entity.own_fields for entity in model.entities if entity.name == name)
    results = [computed for _, _, computed in computed_fields(fields)]
    return all(given(computed.refresh, "") == "on-write" for computed in results)


def scripts_of(compilation: Compilation) -> dict[str, str]:
    """Return the scripts with all functions of a design, by path."""
    return {file.path: file.text for file in render(with_all_functions(compilation))}


class Refused(Exception):
    """The design file has faults."""


class Verdict(NamedTuple):
    """What came of one function. why: where it left something otherwise, "" where it did as it should; of
    one that was not judged, why not."""

    design: str
    function: str
    why: str
    judged: bool = True
    kind: str = ""


class Trial(NamedTuple):
    """A scenario with its documents. wanted: each of which is right. step: the place of its step in the job. told: what a read should tell."""

    scenario: Scenario
    before: Documented
    wanted: list[Documented]
    step: int
    told: reads.Wanted | None = None


class Sample:
    """The facts that one seed makes of a design, written as documents once for all functions that leave them so."""

    def __init__(self, compilation: Compilation, seed: int) -> None:
        self.compilation = compilation
        self._unchanged = populated(compilation, random_state(compilation, seed), seed)
        self._handed_out: State | None = None
        self._written: tuple[Documented, str] | None = None

    def facts(self, function: Function) -> State:
        """Return the facts for one trial. A read looks at them again after the run, and the reads of relationships
        change nothing; a write may change them, and then nobody else is tried on them."""
        if not function.writes and function.about[0] == "relationship":
            return self._unchanged
        if not function.writes:
            return self._unchanged.clone()[0]
        if self._handed_out is None or self._handed_out.is_changed:
            self._handed_out, _ = self._unchanged.clone()
        return self._handed_out

    @property
    def size(self) -> int:
        """How many characters the documents of these facts have."""
        return len(self.documents(self._unchanged)[1])

    def documents(self, state: State) -> tuple[Documented, str]:
        """Return the documents of facts that were handed out, and the same as text."""
        if state.is_changed:
            return _written(self.compilation, state)
        if self._written is None:
            self._written = _written(self.compilation, state)
        return self._written


def _written(compilation: Compilation, state: State) -> tuple[Documented, str]:
    documents = Projector(compilation, state).all()
    return documents, as_text(documents)


class Judge:
    """Judges the functions of one design. planted: a script that is loaded after those of the design. scripts: those of
    the design, where they are written already. direct: whether the scripts are run as they are, without mongosh's
    rewriting."""

    def __init__(
        self, name: str, compilation: Compilation, seed: int = 1, tries: int = TRIES, *, direct: bool = False
    ) -> None:
        self.name, self.compilation, self.direct = name, compilation, direct
        self.tries, self.interrupts = tries, INTERRUPTS
        self.functions = list(functions(compilation))
        self.comparer = Comparer(compilation)
        self.seed = seed
        self.samples: dict[int, Sample] = {}
        self.left_out: dict[str, str] = {}
        self.trials: list[Trial] = []
        self.steps: list[Json] = []
        self.keeper = Keeper(compilation)
        own = compilation.plan.statements
        self.planted = ""
        self.scripts: dict[str, str] = {}
        self.scattered = scattered_trees(compilation)
        self.listed = meaningless_lists(compilation)
        self.twice_copied = shared_copies(compilation)
        self.leading_to_some = leading_to_some(compilation)
        self.drains = any(one.purpose == "watch" for one in own)
        self.jobs = [
            one.name for one in self.functions if is_job(one) and not mends_only(one, compilation.model)
        ]

    def keep(self, only: Collection[str]) -> None:
        """Judge the functions of these names alone, all where none is named; the facts of each stay the same."""
        if only:
            if unknown := {*only} - {function.name for function in self.functions}:
                raise LookupError(f"no functions of {self.name}: {', '.join(sorted(unknown))}")
            self.functions = [function for function in self.functions if function.name in only]

    # --- before the run -----------------------------------------------------------------------

    def job(self, key: str) -> Json:
        """Return the job of all trials. key: what the run is to call it."""
        paths = sources(self.scripts or scripts_of(self.compilation), f"oracle-{key}")
        self.steps = [{"load": paths[one]} for one in ("01_collections", "02_indexes")]
        self.steps.append({"reset": as_text(samples(self.compilation))})  # 04 reads them while it loads
        self.steps += [{"load": paths[one]} for one in ("04_queries", "05_sync")]
        if self.planted:
            self.steps.append({"load": written(f"oracle-{key}/planted.js", self.planted)})
        self._spare()
        for function in self.functions:
            self._plan(function)
        server = server_of(self.compilation)
        return {"id": key, "live": True, **server, "direct": self.direct, "steps": self.steps}

    def _spare(self) -> None:
        """Try less on large facts, so that any design ends."""
        if self.functions and self._sample(SEEDS[0]).size > LARGE:
            self.tries, self.interrupts = 1, FEW

    def _plan(self, function: Function) -> None:
        if why := self._no_meaning(function):
            self.left_out[function.name] = why
            return
        why = ""
        tried = 0
        for attempt in range(ATTEMPTS * self.tries):
            sample = self._sample(SEEDS[attempt % self.tries % len(SEEDS)])
            try:
                self._add(sample, *self._scenario(function, sample, attempt))
            except NotJudged as reason:
                why = str(reason)
                continue
            except Exception as error:  # noqa: BLE001 (a design that the oracle can't read must not stop it)
                why = f"{OWN_ERROR}: {_told(error)}"
                continue
            tried += 1
            if tried == self.tries:
                break
        if not tried:
            self.left_out[function.name] = why
        elif function.purpose in DELETING:
            self._plan_refusal(function, in_use=True)
        elif function.purpose == "change" or asks_for_state(self.compilation, function):
            self._plan_refusal(function, unlike=True)

    def _plan_refusal(self, function: Function, *, in_use: bool = False, unlike: bool = False) -> None:
        """Try a function once more on facts where it must be refused, if there are any: something refers to what it would
        take away (in_use), or what it would change is in another state (unlike)."""
        for attempt in range(self.tries):
            sample = self._sample(SEEDS[attempt % len(SEEDS)])
            try:
                scenario, _ = self._scenario(function, sample, attempt, in_use=in_use, unlike=unlike)
                if scenario.refused:
                    self._add(sample, scenario)
                    return
            except Exception:  # noqa: BLE001 (it is judged already; an error of the oracle's was told then)
                continue

    def _no_meaning(self, function: Function) -> str:
        """Return why a function cannot do what it means, as an error of the design says already; "" where it can."""
        for tree, collections in self.scattered.items():
            written = {one.collection for one in function.statements if one.writes}
            if function.about == ("relationship", tree) or written & collections:
                return "L14 says that the nodes of a tree are in several collections"
        written = {one.collection for one in function.statements if one.writes}
        for name, collections in self.listed.items():
            if function.about == ("relationship", name) or written & collections:
                return "BAD_FIELD says that the values of a list name nothing"
        if function.about[0] == "relationship" and function.about[1] in self.leading_to_some:
            return "L14 says that no reference leads to subtypes that stand apart"
        if written & self.twice_copied:
            return "L40 says that two copies are stored under one name"
        return ""

    def _sample(self, seed: int) -> Sample:
        if seed not in self.samples:
            self.samples[seed] = Sample(self.compilation, seed)
        return self.samples[seed]

    def _scenario(
        self,
        function: Function,
        sample: Sample,
        attempt: int,
        *,
        in_use: bool = False,
        unlike: bool = False,
    ) -> tuple[Scenario, reads.Wanted | None]:
        dice = Random(f"{self.seed} {function.name} {attempt}")
        stage = Stage(self.compilation, sample.facts(function), function, dice)
        stage.may_be_in_use, stage.may_be_unlike = in_use, unlike
        kind, _ = function.about
        if not function.writes:
            return reads.meaning(stage)
        if kind == "operation":
            scenario = operations.meaning(stage)
        elif kind == "relationship":
            scenario = relationships.meaning(stage)
        else:
            scenario = upkeep.of_entity(stage, function.about[1])
        if takes_namesakes(stage, scenario):
            raise NotJudged("a value that leaves its list, and is of two")
        scenario = kept_apart(stage, keeping_enough(stage, settled(stage, scenario)))
        scenario = slow_clocks.sometimes_late(stage, unsaid_kinds.without_kinds(stage, scenario))
        if scenario.refused and not (in_use or unlike) and dice.random() < _SELDOM:
            raise NotJudged("what must stay where it is")
        return scenario, None

    def _add(self, sample: Sample, scenario: Scenario, told: reads.Wanted | None = None) -> None:
        before, text = sample.documents(scenario.before)
        wanted = [before]
        self._check(before)
        if scenario.after is not scenario.before:
            after = Projector(self.compilation, scenario.after, is_open=True).all()
            self._check(after)
            ends = [after] if scenario.ends is None else scenario.ends(before, after)
            statements = scenario.function.statements
            wanted = [
                way for end in ends for way in with_histories(self.compilation, before, end, statements)
            ]
        absent = next(
            (
                name
                for name, value in scenario.values.items()
                if value is None and name not in scenario.nobody
            ),
            "",
        )
        if absent:
            raise NotJudged(f"no value for {absent}")
        call = {
            "documents": text if scenario.start is None else as_text(scenario.start(before, wanted[0])),
            "call": scenario.function.name,
            "argumentsAsText": as_text(arguments(scenario.function, scenario.values)),
            "drains": self.drains and told is None,
            "jobs": [] if told is not None else self.jobs,
            "interrupts": self.interrupts if told is None and not scenario.function.is_by_chance else 0,
        }
        self.trials.append(Trial(scenario, before, wanted, len(self.steps), told))
        self.steps.append({"trial": call})

    def _check(self, documents: Documented) -> None:
        """Leave alone what the server would refuse: it keeps such facts out."""
        if fault := self.keeper.fault(documents):
            raise NotJudged(f"facts that {fault} refuses")

    # --- after the run ------------------------------------------------------------------------

    def verdicts(self, journal: Json) -> Iterator[Verdict]:
        """Yield what came of each function."""
        if journal["error"]:
            errors = sorted({each.code for each in self.compilation.findings if each.severity == "error"})
            if not _REFUSED.search(journal["error"]):  # no finding foretells that a script is wrong
                errors = []
            why = (
                f"{', '.join(errors)} said that it will be refused: {journal['error']}"
                if errors
                else journal["error"]
            )
            yield Verdict(self.name, "(script)", why, judged=not errors, kind="script")
            return
        why: dict[str, str] = {}
        for trial in self.trials:
            name = trial.scenario.function.name
            if why.get(name):
                continue
            try:
                why[name] = self._difference(trial, journal["returned"][trial.step])
                if why[name].startswith("refused") and (code := self._foretold(trial.scenario.function)):
                    self.left_out[name] = f"{code} said that it will be {why.pop(name)}"
            except Exception as error:  # noqa: BLE001 (as above)
                self.left_out[name] = f"{OWN_ERROR}: {_told(error)}"
        for function in self.functions:
            if function.name in why and (why[function.name] or function.name not in self.left_out):
                yield Verdict(self.name, function.name, why[function.name], kind=self._kind(function))
            else:
                reason = self.left_out.get(function.name, "?")
                yield Verdict(self.name, function.name, reason, judged=False, kind=self._kind(function))

    def _foretold(self, function: Function) -> str:
        """Return the code of the error that says of an operation, or of a formula of an entity whose results a function
        works out, that the server refuses it; "" where none does."""
        errors = [each for each in self.compilation.findings if each.severity == "error"]
        subjects = {("operation", each.subject): each.code for each in errors}
        formulas = {each.subject.partition(".")[0] for each in errors if each.code == _NO_RESULT}
        subjects |= {("entity", name): _NO_RESULT for name in formulas}
        subjects |= {
            ("relationship", link.name): _NO_RESULT
            for link in self.compilation.model.links
            if formulas & {link.from_.entity, link.to.entity}
        }
        return subjects.get(function.about, "")

    def _kind(self, function: Function) -> str:
        kind, name = function.about
        decided = self.compilation.composition.decisions.values()
        strategies = {one.relationship: one.strategy for one in decided}
        return f"{strategies.get(name, kind)} {function.purpose}"

    def _off(
        self, trial: Trial, came: Json, seen: list[tuple[Any, list[str]]], *, is_again: bool = False
    ) -> list[str]:
        """Return how what was left differs from all that would be right. seen: what was left of the same trial, and how
        that differs. is_again: whether the call was a second one. Where the function says so, it keeps what it finds as it
        is to be: of a first call what was so before, of a second one all."""
        for same, differences in seen:
            if same == came["left"]:
                return differences
        left = slow_clocks.in_time(self.compilation, trial.scenario, trial.before, decoded(came["left"]))
        differences = self.comparer.differences(trial.wanted[0], left)
        if differences and any(not self.comparer.differences(way, left) for way in trial.wanted[1:]):
            differences = []
        if differences and any(IDLE in one.comment for one in trial.scenario.function.statements):
            begun = None if is_again else trial.before
            ways = ((way, without_idle(self.compilation, way, left, begun)) for way in trial.wanted)
            differences = [] if any(not self.comparer.differences(*way) for way in ways) else differences
        if differences and changes_in_steps(self.compilation, trial.scenario.function.statements):
            ways = (
                (way, without_idle(self.compilation, way, left, trial.before, in_steps=True))
                for way in trial.wanted
            )
            differences = [] if any(not self.comparer.differences(*way) for way in ways) else differences
        if differences and (places := places_left(trial.scenario.function.statements)):
            ways = ((left_there(trial.before, way, places), left) for way in trial.wanted)
            differences = [] if any(not self.comparer.differences(*way) for way in ways) else differences
        seen.append((came["left"], differences))
        return differences

    def _difference(self, trial: Trial, came: Json) -> str:
        if came["faults"]:
            return f"a fault of the script: {came['faults'][0][:200]}"
        seen: list[tuple[Any, list[str]]] = []
        found = self._off(trial, came, seen)
        if found:
            told = [*refusal_of(came["answer"]), *came["refusals"], *found[:3]]
            return "; ".join(told)
        refused = refusal_of(came["answer"])
        if trial.scenario.refused:
            is_delete = trial.scenario.function.purpose in DELETING
            why = "what it would take away is in use" if is_delete else "what it names is in another state"
            return "" if refused else f"not refused, though {why}"
        if refused and not trial.scenario.finds_nothing:
            return f"{refused[0]}, though all is as it should be in the end"
        if trial.told is not None:
            reader = reads.Reader(self.compilation, trial.scenario, trial.before)
            return reader.difference(trial.told, decoded(came["answer"]))
        is_alone = not (self.drains or self.jobs)
        if fault := fault_of(self.compilation, trial.scenario, trial.before, came, is_alone=is_alone):
            return fault
        for again in came["again"]:
            if found := self._off(trial, again, seen, is_again=True):
                told = [*refusal_of(again["answer"]), *found[:2]]
                return f"ended after {again['ends']} statements and called again: {'; '.join(told)}"
        return ""


def _told(error: Exception) -> str:
    last = traceback.extract_tb(error.__traceback__)[-1]
    return f"{type(error).__name__} in {last.name}, {Path(last.filename).name} {last.lineno}: {error}"[:200]


def as_text(value: Any) -> str:
    """Return a value as Extended JSON."""
    return json_util.dumps(value, json_options=json_util.CANONICAL_JSON_OPTIONS)


def judge(
    name: str, source: Json, seed: int = 1, tries: int = TRIES, *, only: Collection[str] = ()
) -> list[Verdict]:
    """Return what came of each function of a design file, or of those alone that are named. tries: facts that the soak
    tries each on; of these the first half otherwise, which shows each planted bug. Raises Refused where it is no valid
    design, LookupError where it has no function of such a name."""
    fewer = math.ceil(tries / 2) if DIRECT else tries
    return list(judge_all([(name, source)], seed, fewer, direct=DIRECT, only=only))


def judge_all(
    designs: Iterable[tuple[str, Json]],
    seed: int = 1,
    tries: int = TRIES,
    *,
    direct: bool = False,
    rewritten: Collection[str] = (),
    only: Collection[str] = (),
) -> Iterator[Verdict]:
    """Yield what came of each function of several designs, from one run of mongosh. direct: see Judge. rewritten: the
    designs whose scripts mongosh rewrites all the same. only: the functions that are judged, where not all are."""
    judges: list[Judge] = []
    jobs: list[Json] = []
    for name, source in designs:
        report = read(json.dumps(source))
        if report.value is None:
            raise Refused("; ".join(map(str, report.findings[:3])))
        as_it_is = direct and name not in rewritten
        judges.append(Judge(name, compile_design(report.value), seed, tries, direct=as_it_is))
        judges[-1].keep(only)
        jobs.append(judges[-1].job(str(len(jobs))))
    journals = run(jobs)
    for place, one in enumerate(judges):
        yield from one.verdicts(journals[str(place)])
