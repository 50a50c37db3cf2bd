"""Takes each rule away, or moves each threshold by a step, and says which tests notice.

    python -m tests.compiler.mutants [KIND ...] [--only NAME ...] [--json]

KIND: guideline, gate (with the clashes), constant, lint, severity, pattern, turn or literal; all without
it. NAME: of mutants, or patterns (`lints.*`). Each mutant runs in a process of its own, first on the
tests of its name, then on those of everything that it may touch. A mutant that no test notices survives,
and the command ends with 1, unless EQUIVALENT says why there is nothing to notice.
"""

from __future__ import annotations

import argparse
import json
import re
import sys
from collections.abc import Callable, Iterator, Sequence
from fnmatch import fnmatchcase
from pathlib import Path
from typing import Any, NamedTuple

import msgspec

from designs.compiler import GUIDELINES, LINTS, PATTERNS
from designs.compiler.composition import conflicts
from designs.compiler.model import constants
from designs.compiler.rules import gates
from tests.compiler.operators import EQUIVALENT, literals, turns
from tests.compiler.standing_by import AREAS, DERIVING, ELSEWHERE, FOLDERS, JUDGING, SIDES, WIDE, WITH_OTHERS
from tests.compiler.trials import notices, warm_up

HERE = Path(__file__).resolve().parent
COMPILER = HERE.parents[1] / "designs" / "compiler"
GATES = ("G1", "G2", "G3", "G4", "G5", "G7", "G11", "G12")
CLASHES = ("G4", "G6", "G7", "G8", "G9", "G10")


class Mutant(NamedTuple):
    """A change of the compiler. tests: files that may notice, the likeliest first."""

    kind: str
    name: str
    apply: Callable[[], None]
    tests: tuple[str, ...]


def instead(old: object, new: object) -> None:
    """Put one object in the place of another wherever a module of the compiler holds it; None takes it
    out of every registry."""
    for name, module in list(sys.modules.items()):
        if name.startswith("designs.compiler"):
            for key, value in list(vars(module).items()):
                if value is not (changed := _changed(value, old, new)):
                    setattr(module, key, changed)


def _changed(value: Any, old: object, new: object) -> Any:
    if value is old:
        return new
    if isinstance(value, tuple) and type(value) is tuple and any(one is old for one in value):
        kept = (new if one is old else one for one in value)
        return tuple(one for one in kept if one is not None)
    if isinstance(value, dict):
        for key, one in list(value.items()):
            value[key] = _changed(one, old, new) if isinstance(one, tuple) or one is old else one
    return value


def _tests(*names: str) -> tuple[str, ...]:
    """Those of these files that there are, and then the wide ones."""
    return _found(*names, *WIDE)


def _found(*names: str) -> tuple[str, ...]:
    return tuple(dict.fromkeys(name for name in names if (HERE / name).exists()))


def _module(entry: Any, folder: str) -> str:
    """The module that defines a registry's entry."""
    for name, module in sys.modules.items():
        if name.startswith(f"designs.compiler.{folder}.") and any(
            one is entry for one in vars(module).values()
        ):
            return name.rpartition(".")[2]
    raise LookupError(entry)


def guidelines() -> Iterator[Mutant]:
    """Every rule, taken away."""
    for rule in GUIDELINES:
        tests = _tests("test_rules_matter.py", f"guidelines/test_{_module(rule, 'rules.guidelines')}.py")
        yield Mutant("guideline", rule.code, lambda old=rule: instead(old, None), tests)  # type: ignore[misc]


def lints() -> Iterator[Mutant]:
    """Every check, blind."""
    for lint in LINTS:
        blind = msgspec.structs.replace(lint, check=lambda seen: ())
        tests = _tests(f"lints/test_{_module(lint, 'lints')}.py", "test_fixes.py")
        yield Mutant("lint", lint.code, lambda old=lint, new=blind: instead(old, new), tests)  # type: ignore[misc]


def patterns() -> Iterator[Mutant]:
    """Every pattern, idle."""
    for pattern in PATTERNS:
        idle = msgspec.structs.replace(pattern, apply=lambda draft: None)
        tests = _tests(f"patterns/test_{_module(pattern, 'plan.patterns')}.py", "test_sample_documents.py")
        yield Mutant("pattern", pattern.slug, lambda old=pattern, new=idle: instead(old, new), tests)  # type: ignore[misc]


def open_gates() -> Iterator[Mutant]:
    """Every gate before the rules, and every clash between decisions, let through."""
    for gate in GATES:

        def let_in(case: Any, wanted: Any = None, *, gate: str = gate, judged: Any = gates.bars) -> Any:
            return {name: bar for name, bar in judged(case, wanted).items() if bar.gate != gate}

        yield Mutant("gate", gate, lambda new=let_in: instead(gates.bars, new), _tests("test_gates.py"))  # type: ignore[misc]
    for gate in CLASHES:

        def agree(survey: Any, decisions: Any, gate: str = gate, judged: Any = conflicts.clashes) -> Any:
            return [clash for clash in judged(survey, decisions) if clash.gate != gate]

        tests = _tests("test_composing.py", "test_composing_sizes.py", "test_composing_references.py")
        yield Mutant("clash", gate, lambda new=agree: instead(conflicts.clashes, new), tests)  # type: ignore[misc]


def step_of(value: float) -> float:
    """One step of a constant: a hundredth of a share, else one."""
    return 0.01 if value < 1 else 1.0


def thresholds() -> Iterator[Mutant]:
    """Every constant, a step up and a step down."""
    usual = constants.DEFAULTS
    for name in constants.Constants.__struct_fields__:
        value = getattr(usual, name)
        for way, sign in ((1, "+"), (-1, "-")):
            moved = round(value + way * step_of(value), 4)
            other = msgspec.structs.replace(usual, **{name: moved})
            tests = _found("test_thresholds.py", *_users(name))
            yield Mutant("constant", f"{name} {sign}", lambda new=other: instead(usual, new), tests)  # type: ignore[misc]


def _users(constant: str) -> list[str]:
    """The tests of the modules that name a constant."""
    asked = re.compile(rf"\.{constant}\b")
    found = []
    for path in sorted(COMPILER.rglob("*.py")):
        if asked.search(path.read_text(encoding="utf-8")):
            place = path.relative_to(COMPILER)
            near = (
                f"test_{place.name}",
                f"{place.parent.name}/test_{place.name}",
                f"{place.parts[0]}/test_{place.name}",
            )
            found += [ELSEWHERE[path.stem]] if path.stem in ELSEWHERE else near
    return sorted(found, key=lambda name: "/" not in name)  # the quicker ones first


def severities() -> Iterator[Mutant]:
    """Every check, its findings more or less severe."""
    for lint in LINTS:
        other = msgspec.structs.replace(lint, severity="info" if lint.severity == "error" else "error")
        tests = _tests(f"lints/test_{_module(lint, 'lints')}.py", "lints/test_registry.py")
        yield Mutant("severity", lint.code, lambda old=lint, new=other: instead(old, new), tests)  # type: ignore[misc]


def turned() -> Iterator[Mutant]:
    """Every operator of the modules that decide, that judge and that build, turned."""
    for area, path, tests in _judging():
        for turn in turns(path):
            yield Mutant("turn", f"{area}{turn.name}", turn.apply, tests)


def numbers() -> Iterator[Mutant]:
    """Every number that those modules name for themselves, a step up and a step down."""
    for area, path, tests in _judging():
        for turn in literals(path):
            yield Mutant("literal", f"{area}{turn.name}", turn.apply, tests)


def _judging() -> Iterator[tuple[str, Path, tuple[str, ...]]]:
    """The modules that are turned, each with the area that its names begin with and the tests that stand by it: a
    changed output of some large design is not enough."""
    for place, name in (
        ("rules/gates", "gates"),
        ("composition/conflicts", "clashes"),
        ("composition/fixpoint", "composing"),
    ):
        near = (f"test_{name}.py", *JUDGING, *SIDES, "guidelines", *WITH_OTHERS.get(name, ()))
        yield "", COMPILER / f"{place}.py", _found(*near)
    for place, tests in DERIVING.items():
        yield "", COMPILER / f"{place}.py", _found(*tests, *SIDES)
    for area, tests in AREAS.items():
        for path in sorted(COMPILER.glob(FOLDERS[area])):
            shared = path.stem in ("__init__", "base")
            own = [*WITH_OTHERS.get(f"{area}.{path.stem}", ()), *([area] if shared else [])]
            yield f"{area}.", path, _found(f"{area}/test_{path.name}", *tests, *own)


KINDS: dict[str, Callable[[], Iterator[Mutant]]] = {
    "guideline": guidelines,
    "gate": open_gates,
    "constant": thresholds,
    "lint": lints,
    "severity": severities,
    "pattern": patterns,
    "turn": turned,
    "literal": numbers,
}


def survivors(kinds: list[str], only: Sequence[str] = ("*",)) -> list[tuple[Mutant, str]]:
    """Each mutant, or those of some names, with what noticed it; survivors are told as they come."""
    warm_up()
    made = []
    for kind in kinds:
        for mutant in KINDS[kind]():
            if not any(fnmatchcase(mutant.name, name) for name in only):
                continue
            noticed = notices(mutant.apply, mutant.tests)
            made.append((mutant, noticed))
            if not noticed and mutant.name not in EQUIVALENT:
                print(f"{mutant.kind} {mutant.name} survives", file=sys.stderr, flush=True)
    return made


def main() -> int:
    """Runs the mutants and prints how many of each kind were noticed."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("kinds", nargs="*", metavar="KIND", default=[])
    parser.add_argument(
        "--only", nargs="+", metavar="NAME", default=["*"], help="mutants of these names or patterns alone"
    )
    parser.add_argument("--json", action="store_true")
    options = parser.parse_args()
    made = survivors(options.kinds or list(KINDS), options.only)
    alive = [one.name for one, noticed in made if not noticed and one.name not in EQUIVALENT]
    if options.json:
        print(json.dumps({f"{mutant.kind} {mutant.name}": noticed for mutant, noticed in made}))
        return bool(alive)
    print(f"{'kind':<12}{'mutants':>9}{'noticed':>9}{'the same':>9}  survivors")
    for kind in dict.fromkeys(mutant.kind for mutant, _ in made):
        own = [(mutant.name, noticed) for mutant, noticed in made if mutant.kind == kind]
        left = [name for name, noticed in own if not noticed and name in alive]
        kept = sum(bool(noticed) for _, noticed in own)
        print(f"{kind:<12}{len(own):>9}{kept:>9}{len(own) - kept - len(left):>9}  {'; '.join(left)}")
    return bool(alive)


if __name__ == "__main__":
    sys.exit(main())
