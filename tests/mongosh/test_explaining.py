"""07_explain.js sums up what a server answers, whatever its version and topology, and a page reads it back."""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from designs.compiler.exporters import mongosh
from designs.compiler.plan_model.explain_answers import PasteRefused, compared_forecasts
from tests.compiler.composed import design, entity, field, link
from tests.compiler.in_parts import compile_design
from tests.mongosh.cases import build
from tests.mongosh.shell import run, script_of
from tests.oracle.run import shipped

FRAGMENT = (Path(mongosh.__file__).parent / "explain.js").read_text(encoding="utf-8")
TOTALS = "executionSuccess: true, nReturned: {0}, executionTimeMillis: 3, totalKeysExamined: {1}, totalDocsExamined: {2}"
STATS = f"executionStats: {{{{ {TOTALS}, executionStages: {{{{ stage: 'FETCH' }}}} }}}}"
WALKED = "{ stage: 'FETCH', inputStage: { stage: 'IXSCAN', indexName: 'sku_1' } }"
SCANNED = "{ stage: 'COLLSCAN' }"


def found(plan: str, *numbers: int) -> str:
    """An answer as a replica set gives it for a find. numbers: returned, keys and documents examined."""
    losers = "rejectedPlans: [{ stage: 'IXSCAN', indexName: 'other_1' }]"
    return f"{{ queryPlanner: {{ winningPlan: {plan}, {losers} }}, {STATS.format(*numbers)} }}"


ANSWERS = {
    "held": found(WALKED, 10, 10, 11),
    "slots": found(f"{{ queryPlan: {WALKED}, slotBasedPlan: {{ stages: 'x' }} }}", 10, 10, 10),
    "examines_more": found(WALKED, 10, 30, 13),
    "scans": found(SCANNED, 10, 0, 5000),
    "other_index": found(WALKED.replace("sku_1", "other_1"), 10, 10, 10),
    "finds_nothing": found(WALKED, 0, 0, 0),
    "pipeline": f"{{ stages: [{{ $cursor: {found(WALKED, 4, 4, 4)} }}, {{ $lookup: {{ from: 'a' }} }}] }}",
    "joins_scan": (
        f"{{ stages: [{{ $cursor: {found(WALKED, 4, 4, 4)} }}, {{ $lookup: {{ from: 'a' }}, collectionScans: Long('4') }}] }}"
    ),
    "joined": (
        f"{{ stages: [{{ $cursor: {found(WALKED, 4, 4, 4)} }}, {{ $lookup: {{ from: 'a' }}, totalDocsExamined: Long('36') }},"
        " { $lookup: { from: 'b' }, totalDocsExamined: Long('4'), collectionScans: Long('0') }] }"
    ),
    "joined_within": found(
        f"{{ queryPlan: {{ stage: 'EQ_LOOKUP', strategy: 'IndexedLoopJoin', indexName: 'a_1', inputStage: {WALKED} }} }}",
        4,
        8,
        40,
    ),
    "scanned_within": found(
        f"{{ queryPlan: {{ stage: 'EQ_LOOKUP', strategy: 'NestedLoopJoin', inputStage: {WALKED} }} }}",
        4,
        4,
        4000,
    ),
    "refused": "{ ok: 1, strategy: 'unknown' }",
    "sharded": (
        f"{{ queryPlanner: {{ winningPlan: {{ stage: 'SHARD_MERGE', shards: [{{ winningPlan: {WALKED} }}] }} }},"
        " executionStats: { nReturned: 4, totalKeysExamined: 4, totalDocsExamined: 4, executionStages: { stage: 'SHARD_MERGE',"
        " shards: [{ nReturned: 4, totalKeysExamined: 4, totalDocsExamined: 4, executionStages: {} }] } } }"
    ),
}


@cache
def printed() -> dict[str, str]:
    """What the script prints of each answer."""
    jobs = []
    for name, answer in ANSWERS.items():
        server = f"db = {{ runCommand: () => ({answer}) }};"
        operation = "addOperation('find it', 'products', ['sku_1'], [], () => ({ find: 'products' }));"
        jobs.append(script_of(f"explain-{name}", f"{FRAGMENT}\n{server}\n{operation}\nexplainAll('Shop');"))
    journals = run(jobs)
    assert not any(each["error"] for each in journals.values()), journals
    return {name: "\n".join(line for (line,) in journals[f"explain-{name}"]["printed"]) for name in ANSWERS}


def shop(**more: Any) -> Any:
    find = {"name": "find it", "kind": "read", "entity": "Product", "filter": [{"field": "sku"}], **more}
    model = design(
        [entity("Product", field("sku", unique=True), field("size", "int"))], [], operations=[find]
    )
    return compile_design(model)


@pytest.mark.parametrize("name", ANSWERS)
def test_an_answer_is_read_back(name: str) -> None:
    text = printed()[name].replace('"Shop"', f'"{shop().plan.design}"')
    (row,) = compared_forecasts(shop(), text)
    alike = dict.fromkeys(("slots", "pipeline", "sharded", "joined", "joined_within"), "held")
    assert row.verdict == (alike | {"scanned_within": "joins_scan"}).get(name, name), row


def test_documents_of_joins_count_among_those_examined() -> None:
    """A read of 4 that joined 40 was said to examine 4."""
    text = printed()["joined"].replace('"Shop"', f'"{shop().plan.design}"')
    (row,) = compared_forecasts(shop(), text)
    assert row.answer is not None
    assert (row.answer.docs_examined, row.answer.join_docs, row.answer.all_examined) == (4, 40, 44)


def test_a_bad_paste_is_told_what_it_lacks() -> None:
    text = printed()["held"].replace('"Shop"', f'"{shop().plan.design}"')
    bad = {
        "": "empty", "hello": "none", text.replace("--- end of explain ---", ""): "cut",
        text.replace(f'"{shop().plan.design}"', '"Zoo"'): "other_design", text.replace('{"operation"', "{"): "broken",
        "x" * 500_001: "long",
    }  # fmt: skip
    for paste, code in bad.items():
        with pytest.raises(PasteRefused) as refused:
            compared_forecasts(shop(), paste)
        assert refused.value.code == code


def test_a_scan_that_was_forecast_holds() -> None:
    compilation = shop(filter=[{"field": "size"}], per_day=0.001)
    text = printed()["scans"].replace('"Shop"', f'"{compilation.plan.design}"')
    (row,) = compared_forecasts(compilation, text)
    assert row.verdict == ("scans" if row.scan.indexes else "held")


def test_a_search_for_a_beginning_is_given_that_of_a_drawn_text() -> None:
    drawn = "db = { getCollection: () => ({ aggregate: () => ({ toArray: () => [{ name: 'Anders' }] }) }) };"
    values = "[{ path: 'name', isStart: true, sample: 'A' }]"
    ends = f"const [first] = valuesOf({{ collection: 'a', values: {values} }});"
    told = "print(first);"
    journal = run([script_of("explain-prefix", f"{FRAGMENT}\n{drawn}\n{ends}\n{told}")])["explain-prefix"]
    assert not journal["error"] and journal["printed"] == [["And"]], journal


def test_reads_of_a_time_series_are_said_to_be_left_out() -> None:
    """They were missing without a word."""
    reading = entity("Reading", field("at", "date", required=True), field("kw", "double"), kind="measurement")
    read_it = {
        "name": "curve",
        "kind": "read",
        "entity": "Reading",
        "filter": [{"field": "at", "match": "range"}],
    }
    compilation = compile_design(design([reading], [], operations=[read_it]))
    script = next(
        each.text for each in mongosh.EXPORTER.make(compilation) if each.path.endswith("07_explain.js")
    )
    assert 'Excludes "curve": explain counts a time series\' buckets, not documents.' in " ".join(
        script.replace("//", "").split()
    )


def test_a_search_is_given_what_a_sample_has_where_the_samples_own_find_nothing() -> None:
    """Drafts are asked for: the language is that of the one draft among the samples."""
    translations = next(named for named in shipped("library") if named[0] == "template_i18n")
    built = build(translations[1])
    drafts = [each for each in built.samples["descriptions"] if each["status"] == "draft"]
    script = built.scripts["mongosh/07_explain.js"]
    assert f'{{ path: "locale", isList: false, sample: "{drafts[0]["locale"]}" }}' in script
    assert drafts[0]["locale"] != built.samples["descriptions"][0]["locale"]


SEVEN = "[3, 1, 2, 7, 5, 4, 6].map((at) => ({ room: 'r' + at, at }))"
RANGED = (
    "db = { getCollection: () => ({ aggregate: (stages) => ({ toArray: () => stages.some((each) => each.$sort)"
    f" ? {SEVEN}.sort((a, b) => a.at - b.at) : {SEVEN} }}) }}) }};"
)


def test_a_range_reaches_from_one_drawn_value_to_another() -> None:
    """It was of one value, so that hardly anything could be examined in vain."""
    values = "[{ path: 'room', sample: 'x' }, { path: 'at', end: 'least', sample: 0 }, { path: 'at', end: 'most', sample: 0 }]"
    told = f"print(valuesOf({{ collection: 'a', values: {values} }}).join(' '));"
    journal = run([script_of("explain-range", f"{FRAGMENT}\n{RANGED}\n{told}")])["explain-range"]
    assert not journal["error"] and journal["printed"] == [["r4 2 6"]], journal
    ranged = shop(filter=[{"field": "size", "match": "range"}])
    script = next(each.text for each in mongosh.EXPORTER.make(ranged) if each.path.endswith("07_explain.js"))
    assert '{ path: "size", isList: false, end: "least", sample: ' in script
    assert '{ path: "size", isList: false, end: "most", sample: ' in script


@pytest.mark.parametrize(
    ("asked", "explained"),
    [("", ["a", "b: c", "b"]), ("b", ["b: c", "b"]), ("a, x", ["a"]), ("x", [])],
)
def test_operations_are_chosen_by_name(asked: str, explained: list[str]) -> None:
    chosen = f"globalThis.process = {{ env: {{ NESTLINK_EXPLAIN: '{asked}' }} }};"
    adds = "".join(f"addOperation('{name}', 'p', [], [], () => ({{}}));" for name in ("a", "b: c", "b"))
    told = "print(hotOperations.map(({ operation }) => operation).join('|'));"
    journal = run([script_of("explain-chosen", f"{chosen}\n{FRAGMENT}\n{adds}\n{told}")])["explain-chosen"]
    assert not journal["error"] and journal["printed"] == [["|".join(explained)]], journal


def working(**more: Any) -> Any:
    """A chain of shops with each kind of what somebody has to run."""
    shop_fields = (
        field("name"),
        field("open_orders", "int", computed={
            "formula": "count(orders)", "sources": ["orders"], "refresh": "periodic", "every_seconds": 900,
        }),
    )  # fmt: skip
    placed = {"policy": "archive", "field": "at", "after_days": 1095}
    parts = [
        entity("Shop", *shop_fields),
        entity("Clerk", field("name")),
        entity("Order", field("at", "date", required=True), retention=placed),
    ]
    many = {"has": {"max": None, "growth": "unbounded"}}
    by_job = [{"field": "name", "of": "from", "policy": "batch"}]
    by_stream = [{"field": "name", "of": "from", "policy": "eventual"}]
    links = [
        link("orders", "one-to-many", ("Shop", {"field": "orders", **many}), "Order", strategy="PARENT_REF", copies=by_job),
        link("sold", "one-to-many", ("Clerk", many), "Order", strategy="PARENT_REF", copies=by_stream),
    ]  # fmt: skip
    return compile_design(design(parts, links, **more))


def points(compilation: Any) -> list[tuple[str, str]]:
    """The checklist of a script, by name and words."""
    (text,) = (
        each.text for each in mongosh.EXPORTER.make(compilation) if each.path.endswith("07_explain.js")
    )
    calls = re.findall(r'^checkPoint\(\s*"(\w+)",\s*"(.*)",?\s*\);$', text, re.MULTILINE)
    assert len(calls) == text.count("\ncheckPoint(")
    return calls


def test_the_checklist_names_what_has_to_run() -> None:
    listed = [words for name, words in points(working()) if name in ("validators", "worker", "job")]
    validators, worker, *jobs = listed
    assert "tightenValidation(collection name)" in validators
    assert "NESTLINK_SYNC=watch" in worker and "It watches clerks;" in worker
    assert [each.partition(", and an alert")[0] for each in jobs] == [
        "orderArchive(cutoff) in 04_queries.js runs daily with a cutoff 1,095 days back, until deletedCount is 0",
        "shopRecomputeAll() in 05_sync.js runs every 15 minutes, for open_orders",
        "ordersSyncTo() in 05_sync.js runs as often as shop_name must be fresh",
    ]


def test_the_checklist_names_no_more_than_there_is() -> None:
    names = [name for name, _ in points(shop())]
    assert names == ["roles", "backup", "topology", "version", "profiler", "audit", "validators"]


def test_without_change_streams_their_functions_are_to_be_called() -> None:
    words = [words for name, words in points(working(topology="standalone")) if name in ("worker", "job")]
    assert words[0].startswith("soldSyncTo(clerkId, newName) in 05_sync.js runs after each change of clerks")
    assert not any("NESTLINK_SYNC" in each for each in words)


def test_values_of_an_element_are_drawn_from_elements() -> None:
    """Of those that have what the design asks of the element itself."""
    drawn = "[{ staff: { who: 7, at: 1 } }, { staff: { who: 8, at: 2 } }, { staff: { who: 9, at: 3 } }]"
    server = f"db = {{ getCollection: () => ({{ aggregate: (stages) => {{ print(EJSON.stringify(stages)); return {{ toArray: () => ({drawn}) }}; }} }}) }};"
    within = "within: ['staff'], beside: { 'staff.duty': 'bar' }, isList: false"
    values = f"[{{ path: 'staff.who', {within} }}, {{ path: 'staff.at', end: 'least', {within} }}, {{ path: 'staff.at', end: 'most', {within} }}]"
    call = f"print(EJSON.stringify(valuesOf({{ collection: 'events', values: {values} }})));"
    journal = run([script_of("drawn", f"{FRAGMENT}\n{server}\n{call}")])["drawn"]
    assert not journal["error"], journal
    stages, values_drawn = (line for (line,) in journal["printed"])
    assert (
        '{"$unwind":"$staff"},{"$match":{"staff.who":{"$ne":null},"staff.at":{"$ne":null},"staff.duty":"bar"}}'
        in stages
    )
    assert values_drawn == "[8,1,3]"


def test_a_document_that_is_claimed_is_searched_in_its_order() -> None:
    """Without it any document that fits would do, and a missing index of the order would not show."""
    first = {"sort": [{"field": "size", "direction": -1}], "limit": 1, "returns": "after"}
    several = {"kind": "update", "filter": [{"field": "size"}]}  # a sku leads to one
    claimed = shop(**several, effects=[{"field": "size", "do": "increment", "by": 1}], **first)
    script = next(each.text for each in mongosh.EXPORTER.make(claimed) if each.path.endswith("07_explain.js"))
    assert "sort: { size: -1 }" in script
