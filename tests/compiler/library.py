"""Loads the example designs, compiles them once, and reads a plan the way the tests ask about it."""

import dataclasses
import json
import os
from collections.abc import Iterator
from copy import deepcopy
from functools import cached_property, lru_cache
from pathlib import Path
from typing import Any

from tests.compiler.sample_documents import read_documents

ROOT = Path(__file__).resolve().parents[2]
LIBRARY = ROOT / "designs" / "library"
FIXTURES = Path(__file__).resolve().parent / "fixtures"
Json = dict[str, Any]
NEWEST = (
    "blood_donations",
    "housekeeping",
    "coffee_roaster",
    "ferry_company",
    "storage_units",
    "translation_agency",
)
"""The larger designs that were brought last: what they showed is guarded by few others."""
LARGEST = "hospital"
"""The one with most to draw."""


def names() -> list[str]:
    """The names of all library designs, in order."""
    return sorted(path.stem for path in LIBRARY.glob("*.json"))


def larger() -> list[Path]:
    """The larger designs that users brought: some in each run of the tests, all of them with NESTLINK_SOAK=1."""
    paths = sorted((ROOT / "tests" / "oracle" / "designs" / "at_length").glob("*.json"))
    is_all = os.environ.get("NESTLINK_SOAK")
    return [path for path in paths if is_all or path.stem in (*NEWEST, LARGEST)]


def text_of(name: str) -> str:
    """The file of one library design, as it is stored."""
    return (LIBRARY / f"{name}.json").read_text(encoding="utf-8")


def design(name: str) -> Json:
    """A library design that a test may change before it compiles it."""
    return deepcopy(json.loads(text_of(name)))


def fixture(name: str) -> Json:
    """One of the small designs that pin a rule."""
    loaded: Json = json.loads((FIXTURES / f"{name}.json").read_text(encoding="utf-8"))
    return loaded


def named(items: list[Json], name: str) -> Json:
    """The entity, relationship, operation or field of that name."""
    return next(item for item in items if item["name"] == name)


def without(items: list[Json], *unwanted: str) -> list[Json]:
    """The list without the items of those names."""
    return [item for item in items if item["name"] not in unwanted]


def plan_of(compilation: Any) -> Json:
    """plan.json of a compilation."""
    loaded: Json = json.loads(files_of(compilation, "plan")["plan.json"])
    return loaded


def files_of(compilation: Any, output: str | None = None) -> dict[str, str]:
    """Path to text, of all text outputs or of one."""
    from designs.compiler import EXPORTERS

    wanted = [item for item in EXPORTERS if output in (None, item.output)]
    return {file.path: file.text for item in wanted for file in item.render(compilation)}


@dataclasses.dataclass
class Built:
    """A compiled design, with what the tests ask of it: an output is written once, when it is first asked for."""

    source: Json
    compilation: Any
    _written: dict[str, dict[str, str]] = dataclasses.field(default_factory=dict)

    def output(self, name: str) -> dict[str, str]:
        """Path to text of one output."""
        if name not in self._written:
            self._written[name] = files_of(self.compilation, name)
        return self._written[name]

    @cached_property
    def plan(self) -> Json:
        """plan.json, read back."""
        loaded: Json = json.loads(self.output("plan")["plan.json"])
        return loaded

    @cached_property
    def files(self) -> dict[str, str]:
        """Path to text of all text outputs."""
        from designs.compiler import EXPORTERS

        outputs = dict.fromkeys(item.output for item in EXPORTERS)
        return {path: text for name in outputs for path, text in self.output(name).items()}

    def decision(self, relationship: str) -> Json:
        """The decision on one relationship."""
        found = [d for d in self.plan["decisions"] if d["relationship"] == relationship]
        assert len(found) == 1, [d["relationship"] for d in self.plan["decisions"]]
        return found[0]

    def chosen(self, relationship: str) -> tuple[str, str]:
        """Rule and strategy."""
        decision = self.decision(relationship)
        return decision["rule"], decision["strategy"]

    def holders(self, relationship: str) -> set[tuple[str, str]]:
        """Collection and path of each place that holds the relationship."""
        return {(h["collection"], h["path"]) for h in self.decision(relationship)["holders"]}

    def rejected(self, relationship: str) -> dict[str, str]:
        """Rejected strategy to the gate or rule that rejected it."""
        return {r["strategy"]: r["by"] for r in self.decision(relationship)["rejected"]}

    def overlays(self, relationship: str, kind: str = "EXT_REF") -> list[Json]:
        """The overlays of one kind on one relationship."""
        return [o for o in self.decision(relationship)["overlays"] if o["kind"] == kind]

    def copied(self, relationship: str) -> dict[str, str | None]:
        """Copied field to the policy of its copy."""
        found: dict[str, str | None] = {}
        for overlay in self.overlays(relationship):
            for field in overlay["fields"] or [overlay["field"]]:
                found[field] = overlay["policy"]
        return found

    def entity_overlay(self, entity: str, kind: str) -> Json:
        """The overlay of one kind on one entity."""
        found = [o for o in self.plan["entity_overlays"] if (o["entity"], o["kind"]) == (entity, kind)]
        assert found, self.plan["entity_overlays"]
        return found[0]

    def collections(self) -> set[str]:
        """The names of all collections."""
        return {c["name"] for c in self.plan["collections"]}

    def collection(self, name: str) -> Json:
        """One collection of the plan."""
        return named(self.plan["collections"], name)

    def collection_of(self, entity: str) -> str:
        """The collection in which an entity is at home."""
        return next(c["name"] for c in self.plan["collections"] if c["entity"] == entity)

    def shape(self, name: str, under: str = "") -> set[str]:
        """The document tree as `path:type` of its leaves; an array's element is `path[]`."""
        leaves = set(_leaves(self.collection(name)["fields"], ""))
        return {leaf for leaf in leaves if leaf.startswith(under)}

    def indexes(self, name: str) -> set[str]:
        """The indexes as `key:1,key:-1` with unique, partial and ttl behind."""
        return {_index(item) for item in self.collection(name)["indexes"]}

    def documents(self, name: str) -> list[Json]:
        """The example documents of one collection, read back from its file."""
        return read_documents(self.output("documents")[f"documents/{self.collection(name)['file']}.js"])

    def schema(self, name: str) -> Json:
        """The `$jsonSchema` of one collection."""
        validator: Json = self.collection(name)["validator"]["$jsonSchema"]
        return validator

    def script(self, name: str) -> str:
        """The text of one mongosh script, `04` for mongosh/04_queries.js."""
        return next(t for p, t in sorted(self.output("mongosh").items()) if p.startswith(f"mongosh/{name}"))

    def scripts(self) -> str:
        """All mongosh scripts, one after the other."""
        return "\n".join(t for p, t in sorted(self.output("mongosh").items()) if p.startswith("mongosh/"))

    def statements(self, subject: str = "", **like: Any) -> list[Json]:
        """The statements of one subject that have these keys at these values."""
        return [
            s
            for s in self.plan["statements"]
            if subject in ("", s["subject"]) and all(s.get(k) == v for k, v in like.items())
        ]

    def codes(self, severity: str | None = None) -> set[str]:
        """The codes of the findings."""
        return {f["code"] for f in self.plan["findings"] if severity in (None, f["severity"])}


def build(source: Json) -> Built:
    """Compiles a design given as data; a refused one fails the test with its faults."""
    made = _built(json.dumps(source))
    assert isinstance(made, Built), made
    return made


def _built(text: str) -> Built | list[str]:
    """A design file compiled, or its faults."""
    from designs.compiler import read
    from tests.compiler.in_parts import compile_design

    report = read(text)
    if report.value is None:
        return [str(finding) for finding in report.findings]
    return Built(json.loads(text), compile_design(report.value))


_shared = lru_cache(maxsize=700)(_built)
"""More than what one run asks for (some 500 files): of fewer, each walk through all would drop what the next one begins
with."""


def built_of(text: str) -> Built | None:
    """A design file compiled, once for all tests that ask for the same file; None where it is no valid design. For
    what several tests go through: the library, the handbook, and the first random designs."""
    made = _shared(text)
    return made if isinstance(made, Built) else None


def built(name: str) -> Built:
    """A library design, compiled once for all tests."""
    made = built_of(text_of(name))
    assert made is not None, name
    return made


def leaf_values(document: Any, path: str) -> Iterator[Any]:
    """Every value at a dotted path, through arrays."""
    if isinstance(document, list):
        for item in document:
            yield from leaf_values(item, path)
    elif not path:
        yield document
    elif isinstance(document, dict):
        head, _, rest = path.partition(".")
        if head in document:
            yield from leaf_values(document[head], rest)


def _leaves(fields: list[Json], prefix: str) -> Iterator[str]:
    for field in fields:
        yield from _leaf(field, prefix + field["name"])


def _leaf(field: Json, path: str) -> Iterator[str]:
    if field.get("items"):
        yield from _leaf(field["items"], path + "[]")
    if field.get("fields"):
        yield from _leaves(field["fields"], path + ".")
    if not field.get("items") and not field.get("fields"):
        yield f"{path}:{'|'.join(field['types'])}"


def _index(index: Json) -> str:
    line = ",".join(f"{path}:{direction}" for path, direction in index["keys"])
    options = index["options"]
    if options.get("unique"):
        line += " unique"
    if "expireAfterSeconds" in options:
        line += f" ttl {options['expireAfterSeconds']}"
    if "partialFilterExpression" in options:
        line += " partial " + json.dumps(options["partialFilterExpression"], sort_keys=True)
    return line
