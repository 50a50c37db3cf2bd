"""The whole way from a design to its plan: complete, consistent, the same every time."""

from __future__ import annotations

import gc
import json
import os
import re
import subprocess
import sys
from collections.abc import Iterator, Mapping
from contextlib import nullcontext
from typing import Any

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from designs.compiler import compile_design, pipeline, read
from designs.compiler.exporters.base import Exporter
from designs.compiler.model.conceptual import Model
from designs.compiler.placement.doc_path import DocPath
from designs.compiler.plan_model.compilation import Compilation
from designs.compiler.plan_model.physical import DocField
from designs.compiler.strategies.table import strategies_of
from tests.compiler.composed import design, entity, field, link, placement
from tests.compiler.library import built, fixture, names, text_of
from tests.compiler.random_designs import EXAMPLES, examples
from tests.compiler.random_wild import wild
from tests.compiler.rich_design import RICH
from tests.house.figures import sources

KINDS = ("one-to-one", "one-to-many", "many-to-many", "graph", "tree", "is-a")


def _library(name: str) -> Model:
    model = read(text_of(name)).value
    assert model is not None
    return model


def _paths(fields: tuple[DocField, ...], before: str = "") -> Iterator[str]:
    for one in fields:
        yield before + one.name
        yield from _paths(one.fields, f"{before}{one.name}.")
        yield from _paths(one.items.fields if one.items is not None else (), f"{before}{one.name}.")


def _missing(found: Compilation) -> list[DocPath]:
    """The places that placing names and no document has."""
    model = found.model
    here = placement(model, found.composition)
    spots = [spot for one in model.entities for spot in here.spots(one.name)]
    for one in model.links:
        spots += here.contents(one)
        for side in ("from", "to"):
            spots += here.references(one, side)
            spots += [spot for copy in here.copies(one, side) for spot in copy.spots]
            pair = here.pair(one, side)
            spots += [pair] if pair is not None else []
    spots += [DocPath(holder.collection, holder.path) for one in found.decisions for holder in one.holders]
    spots += [DocPath(over.collection, over.path) for one in found.decisions for over in one.overlays]
    known = {one.name: {"", *_paths(one.fields)} for one in found.plan.collections}
    return [spot for spot in spots if spot.path not in known.get(spot.collection, set())]


@pytest.mark.parametrize("name", names())
def test_documents_have_everything_where_placing_says(name: str) -> None:
    assert _missing(built(name).compilation) == []


def test_every_relationship_has_a_decision_with_its_places() -> None:
    found = compile_design(_library("university"))
    assert [one.relationship for one in found.decisions] == [one.name for one in found.model.links]
    assert all(one.holders for one in found.decisions)
    assert found.composition.decisions["emails"].holders == found.decisions[1].holders


def test_collections_come_with_validator_indexes_and_size() -> None:
    found = compile_design(_library("university"))
    for one in found.plan.collections:
        assert one.validator is not None and one.bytes is not None and one.bytes.today > 0
    assert [one.name for one in found.plan.collections] == ["students", "courses", "messages"]
    assert found.plan.statements


def test_two_entities_with_one_collection_name_are_a_finding_and_stay_apart() -> None:
    found = compile_design(design([entity("A", collection="things"), entity("B", collection="things")], []))
    assert [(one.name, one.entity) for one in found.plan.collections] == [("things", "A"), ("things_2", "B")]
    assert [one.code for one in found.findings if one.severity == "error"] == ["COLLECTION_TWICE"]


def test_the_smallest_design_compiles() -> None:
    found = compile_design(design([], []))
    assert found.plan.collections == () and found.findings == ()


_AGAIN = """
import hashlib, json, sys
from designs.compiler import EXPORTERS, compile_design, read
found = {}
for number, text in enumerate(json.load(sys.stdin)):
    report = read(text)
    made = compile_design(report.value) if report.value is not None else None
    texts = {"findings": repr(report.findings if made is None else made.findings)}
    texts |= {one.path: one.text for each in EXPORTERS if made is not None for one in each.render(made)}
    for path, text in texts.items():
        found[f"{number} {path}"] = hashlib.sha256(text.encode()).hexdigest()
print(json.dumps(found))
"""
SEEDS = ("0", "1", "4242") if os.environ.get("NESTLINK_SOAK") else ("0", "4242")
"""Of hashes; a third at length."""
_KINDS_AND_TREES = (60, 96, 103, 191, 289)
"""Wild designs of many collections, kinds and statements."""


def test_same_input_same_bytes_whatever_the_hash_seed() -> None:
    """All outputs of the file with every key, the largest of the library, one of kinds, a fixture, and designs by chance,
    each time in another process."""
    own = [json.dumps(RICH), text_of("web_shop"), text_of("cms"), json.dumps(fixture("F18"))]
    texts = [*own, *(json.dumps(wild(seed)) for seed in _KINDS_AND_TREES)]
    command = [sys.executable, "-c", _AGAIN]

    def start(seed: str) -> subprocess.Popen[str]:
        environment = {**os.environ, "PYTHONHASHSEED": seed}
        pipe = subprocess.PIPE
        return subprocess.Popen(
            command, env=environment, stdin=pipe, stdout=pipe, text=True, encoding="utf-8"
        )

    running = [start(seed) for seed in SEEDS]
    one, *others = (json.loads(each.communicate(json.dumps(texts))[0]) for each in running)
    assert {path.partition(" ")[0] for path in one} == {str(number) for number in range(len(texts))}
    for other in others:
        assert [path for path in {**one, **other} if one.get(path) != other.get(path)] == []


# --- random designs -----------------------------------------------------------------------------

WORDS = st.sampled_from(["Person", "Order", "Line item", "Größe", "a.b", "$x", "数据", "Tag", "Event", "_id"])
TYPES = st.sampled_from(["string", "int", "date", "decimal", "objectId", "object", "array"])
COUNTS = st.fixed_dictionaries(
    {}, optional={"min": st.sampled_from([0, 1]), "max": st.sampled_from([1, 5, 300, None])}
)


@st.composite
def designs(draw: st.DrawFn) -> Model:
    """Small designs of every kind of relationship, decided by rule or by the designer."""
    chosen = draw(st.lists(WORDS, min_size=1, max_size=4, unique=True))
    kinds = st.sampled_from(["entity", "weak", "event", "measurement", "lookup"])
    entities = [entity(name, *draw(_fields()), kind=draw(kinds)) for name in chosen]
    links = [draw(_links(number, chosen, entities)) for number in range(draw(st.integers(0, 4)))]
    return design(entities, links, naming={"references": draw(st.sampled_from(["x_id", "role", "_id"]))})


@st.composite
def _fields(draw: st.DrawFn) -> list[dict[str, Any]]:
    found = draw(
        st.lists(
            st.tuples(st.sampled_from(["name", "at", "_id", "meta", "code"]), TYPES),
            max_size=3,
            unique_by=lambda x: x[0],
        )
    )
    return [
        field(name, kind if name != "_id" else "int", required=draw(st.booleans())) for name, kind in found
    ]


@st.composite
def _links(draw: st.DrawFn, number: int, chosen: list[str], entities: list[Any]) -> dict[str, Any]:
    kind = draw(st.sampled_from(KINDS))
    parent, child = draw(st.sampled_from(chosen)), draw(st.sampled_from(chosen))
    child = parent if kind in ("tree", "graph") else child
    own = draw(st.sampled_from([None, *strategies_of(kind)[: -3 if kind == "tree" else None]]))
    ends = [(name, {"has": draw(COUNTS)}) for name in (parent, child)]
    more: dict[str, Any] = {}
    if own and kind not in ("tree", "is-a"):
        more["strategy"] = own
    named = [one["name"] for one in entities[chosen.index(parent)]["fields"]]
    if named and draw(st.booleans()) and kind != "is-a":
        more["copies"] = [{"field": named[0], "of": "from", "policy": "snapshot"}]
    if kind in ("many-to-many", "graph") and draw(st.booleans()):
        more["link_fields"] = [field("quantity", "int")]
    return link(f"r{number}", kind, *ends, **more)


@settings(examples, max_examples=2 * EXAMPLES)
@given(designs())
def test_random_designs_compile_or_are_refused(model: Model) -> None:
    text = msgspec.json.encode(model)
    report = read(text)
    if report.value is None:
        assert report.findings
        return
    found = compile_design(report.value)
    assert _missing(found) == []
    assert {one.name for one in found.plan.collections} == set(
        placement(model, found.composition).collections
    )


@pytest.mark.parametrize("fails", [False, True])
def test_the_collector_pauses_while_a_plan_is_made_and_goes_on_after_it(
    fails: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    seen: list[bool] = []

    def derive(model: Model) -> Any:
        seen.append(gc.isenabled())
        if fails:
            raise RuntimeError
        return groundwork(model)

    groundwork = pipeline.groundwork
    monkeypatch.setattr(pipeline, "groundwork", derive)
    with pytest.raises(RuntimeError) if fails else nullcontext():
        pipeline.plan_design(design([entity("A")], []))
    assert seen == [False] and gc.isenabled()


def test_the_collector_pauses_while_files_are_rendered() -> None:
    seen: list[bool] = []

    def make(compilation: Any) -> tuple[Any, ...]:
        seen.append(gc.isenabled())
        return ()

    exporter = Exporter(slug="", output="", title="", help="", make=make)
    exporter.render(compile_design(design([entity("A")], [])))
    assert seen == [False] and gc.isenabled()


STEPS = re.compile(
    r"\b(?:deciding\.survey|fixpoint\.settled|settled|Composer|Placement\.composed|lints\.run)\("
)
"""What a design is derived with, step by step."""


def _driving(texts: Mapping[str, str]) -> set[str]:
    """The modules that call a step; a definition is no call."""
    calls = {path: re.sub(r"\b(?:def|class) \w+\(", "", text) for path, text in texts.items()}
    return {path for path, text in calls.items() if STEPS.search(text)}


def test_pipeline_alone_says_in_which_order_the_steps_go() -> None:
    texts = dict(sources())
    own = {"composition/fixpoint.py"}  # compose, for tests that need no more
    assert _driving(texts) == {"pipeline.py", *own}
    planted = texts | {"cost/variants.py": texts["cost/variants.py"] + "\nFOUND = settled(model)\n"}
    assert "cost/variants.py" in _driving(planted)
