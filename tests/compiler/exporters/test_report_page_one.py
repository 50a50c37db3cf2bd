"""Page one of the report, on designs that somebody might bring: what may go wrong, and what each operation uses."""

from __future__ import annotations

import json
import re
from copy import deepcopy
from pathlib import Path
from types import SimpleNamespace
from typing import Any, cast

import pytest

from designs.compiler import LINTS, compile_design
from designs.compiler.emit.markdown import Document
from designs.compiler.exporters import report
from designs.compiler.exporters.documents_diagram import dot as drawn
from designs.compiler.exporters.report import page_one
from designs.compiler.exporters.report.index_use import ID, numbered_indexes, uses_of
from designs.compiler.plan_model.findings import Finding
from tests.compiler.compiled import compiled
from tests.compiler.library import built, names
from tests.compiler.small import design, entity, link, op, text

HERE = Path(__file__).parent
LIBRARY = HERE.parents[2] / "designs" / "library"
VETS, FESTIVAL = (
    json.loads((HERE / f"{name}.json").read_text(encoding="utf-8"))
    for name in ("veterinary_practice", "festival_tickets")
)
Json = dict[str, Any]


def part(compilation: Any, heading: str) -> str:
    """A section of the report."""
    (file,) = report.render(compilation)
    told: str = file.text.partition(f"\n## {heading}\n")[2]
    return re.split(r"\n##? ", told, maxsplit=1)[0]


def risks(compilation: Any) -> list[str]:
    """The risks, the largest first."""
    return [line[2:] for line in part(compilation, "Largest risks").splitlines() if line.startswith("- ")]


def changed(design: Json, kind: str, name: str, **properties: Any) -> Json:
    """A copy of a design with properties of one of its parts."""
    copy = deepcopy(design)
    next(one for one in copy[kind] if one["name"] == name).update(properties)
    return copy


def test_a_question_with_nothing_at_stake_is_not_asked() -> None:
    def asked(*stakes: float | None) -> str:
        questions = [
            SimpleNamespace(ask=f"Is it {stake}?", assumed="no", consequences=(), at_stake=stake) for stake in stakes
        ]  # fmt: skip
        page, compilation = Document(), SimpleNamespace(decisions=(1,), questions=questions, titles={})
        page_one._questions(page, cast(Any, compilation))
        return page.text()

    assert "Is it 0.5?" in asked(20.0, 0.5, 0.49) and "Is it 0.49?" not in asked(20.0, 0.5, 0.49)
    assert "Is it None?" in asked(None)
    assert "No open question would change the cost per day." in asked(0.0)
    assert "No open question would change a decision." in asked()


@pytest.mark.parametrize("name", names())
def test_at_most_five_risks_each_short_and_said_once(name: str) -> None:
    said = risks(built(name).compilation)
    assert len(said) <= 5 and len(set(said)) == len(said)
    for risk in said:
        assert risk.startswith("**") and risk.endswith(".")
        assert len(risk.split()) <= 50, risk


@pytest.mark.parametrize(("per_day", "waits"), [(3_455_999, False), (3_456_000, True)])
def test_a_document_that_is_written_all_the_time(per_day: int, waits: bool) -> None:
    said = risks(compiled(changed(FESTIVAL, "operations", "count a sale", per_day=per_day)))
    assert (
        any("a document of `festivals` is written 86,400 times per day on average" in risk for risk in said)
        is waits
    )


def test_numbers_that_nobody_states_are_a_risk_and_called_assumed() -> None:
    compilation = compiled(FESTIVAL)
    said = risks(compilation)
    assert any("No frequency is set for `festival page`, `buy`, `check in`." in one for one in said)
    assert any("from assumed counts: `categories`, `tickets`, `visitors`" in one for one in said)
    rows = part(compilation, "Collections")
    assert re.search(r"^\| `acts` +\| +assumed [\d,]+ \|", rows, re.MULTILINE)
    assert re.search(r"^\| `festivals` +\| +40 \|", rows, re.MULTILINE)


def test_what_nobody_can_count_is_not_asked_for() -> None:
    assert "`contract_revisions`" in part(built("city_theatre").compilation, "Collections")
    assert not any("from assumed counts" in one for one in risks(built("city_theatre").compilation))


def test_an_array_without_end_comes_first_and_says_when() -> None:
    forced = changed(VETS, "relationships", "visits", strategy="EMBED_ARRAY")
    forced["relationships"][1]["from"]["has"]["adds_per_day"] = 60
    said = risks(compiled(forced))
    full = next(place for place, one in enumerate(said) if "`animals` reaches 16 MiB in" in one)
    assert "or move it to a collection before that day" in said[full] and "`animals.visits`" in said[full]
    assert not any("16 MiB" in one for one in risks(compiled(VETS)))


def test_errors_come_before_all_else_and_a_kind_of_finding_once() -> None:
    compilation = compiled(VETS).whole
    error = Finding(code="L99", severity="error", subject="visits", message="it is broken", hint="mend it")
    planted = type(compilation)(
        **{name: getattr(compilation, name) for name in compilation.__struct_fields__ if name != "findings"},
        findings=(*compilation.findings, error, error),
    )
    assert risks(planted)[0] == "**`visits`: it is broken.** Mend it. Also applies to 1 more place (L99)."


def test_warnings_about_the_file_leave_room_for_what_happens_in_operation() -> None:
    compilation = compiled(broker("replica-set")).whole
    warnings = [
        Finding(
            code=f"L9{number}", severity="warning", subject="fleet", message=f"odd {number}", hint="mend it"
        )
        for number in range(6)
    ]
    planted = type(compilation)(
        **{name: getattr(compilation, name) for name in compilation.__struct_fields__ if name != "findings"},
        findings=tuple(warnings),
    )
    headlines = risks(planted)
    assert [f"odd {number}." in each for number, each in enumerate(headlines[:3])] == [True] * 3
    assert any("out of date while the change stream is down" in each for each in headlines)


def test_second_opinions_and_what_is_left_out_on_purpose_are_no_risk() -> None:
    assert {lint.code for lint in LINTS if not lint.is_risk} == {"L19", "L58", "L61", "W-U11"}


@pytest.mark.parametrize(("lint", "count"), [("L61", 0), ("L62", 1)])
def test_what_is_no_risk_is_under_findings_alone(lint: str, count: int) -> None:
    compilation = compiled(VETS).whole
    check = next(each for each in LINTS if each.code == lint)
    told = check.finding("visits", "it is said twice", "mend it", "error")
    planted = type(compilation)(
        **{name: getattr(compilation, name) for name in compilation.__struct_fields__ if name != "findings"},
        findings=(told,),
    )
    assert len([each for each in risks(planted) if "it is said twice" in each]) == count


@pytest.mark.parametrize(("per_day", "count"), [(99, 0), (100, 1)])
def test_a_transaction_that_hardly_ever_runs_meets_no_other(per_day: int, count: int) -> None:
    theatre = json.loads((LIBRARY / "city_theatre.json").read_text(encoding="utf-8"))
    said = risks(compiled(changed(theatre, "operations", "set fee", per_day=per_day)))
    assert sum("in one transaction" in each for each in said) == count


def finding_with(message: str) -> str:
    """The risk that a warning with a message is."""
    compilation = compiled(VETS).whole
    warning = Finding(code="L99", severity="warning", subject="visits", message=message, hint="mend it")
    planted = type(compilation)(
        **{name: getattr(compilation, name) for name in compilation.__struct_fields__ if name != "findings"},
        findings=(warning,),
    )
    return next(risk for risk in risks(planted) if "L99" in risk)


@pytest.mark.parametrize(
    ("start", "said"),
    [
        (
            "9 TiB, and no key. Proposed: {meta.sensor: 1}. It",
            "9 TiB, and no key. Proposed: {meta.sensor: 1}",
        ),
        ("9 TiB. No key {meta.a: 1. }: proposed", "9 TiB"),
        ("9 TiB and {meta.sensor: 1}; it (a: b) has", "9 TiB and {meta.sensor: 1}"),
    ],
)
def test_a_long_message_ends_where_a_sentence_ends_and_never_in_braces(start: str, said: str) -> None:
    assert finding_with(f"{start} {'more ' * 30}").startswith(f"**`visits`: {said}.** Mend it.")


@pytest.mark.parametrize(
    ("a_day", "said"),
    [
        (
            0,
            r"`visits` is ([\d.]+ GiB), including indexes, before compression.** Its working set is [\d.]+ GiB. Plan disks",
        ),
        (
            100_000,
            r"`visits` grows from [\d.]+ GiB to [\d.]+ GiB in three years, including indexes, before compression.** Its .* then. Decide",
        ),
    ],
)
def test_what_does_not_grow_is_not_told_to_grow(a_day: int, said: str) -> None:
    visits = changed(VETS, "entities", "Visit", count=100_000_000, inserts_per_day=a_day)
    assert any(re.search(said.replace("**", r"\*\*"), one) for one in risks(compiled(visits)))


def test_each_operation_beside_the_indexes_that_find_and_those_that_it_updates() -> None:
    compilation = compiled(VETS)
    numbers = {(one.collection, one.planned.name): one.number for one in numbered_indexes(compilation)}
    uses = {use.name: use for use in uses_of(compilation)}
    by_animal, by_note = numbers["visits", "animal_id_1_started_at_-1"], numbers["visits", "notes_1"]
    assert uses["history of an animal"].found_by == {by_animal}
    assert uses["close a visit"].found_by == {ID} and by_note in uses["close a visit"].updates
    assert by_animal not in uses["close a visit"].updates
    assert [use.per_day for use in uses.values()][-1] is None  # not stated: last
    assert [*uses][:2] == ["history of an animal", "animal card"]
    table = part(compilation, "Operations and indexes")
    head, _, *rows = [line.split("|") for line in table.splitlines() if line.startswith("|")]
    column = [cell.strip() for cell in head].index(str(by_animal))
    assert {row[1].strip() for row in rows if row[column].strip()} == {"history of an animal"}


def test_an_index_that_an_include_of_the_same_collection_goes_by_is_used() -> None:
    """What else an operation finds there is found by other indexes than the one that is made for its filter."""
    places = link("places", "tree", "Place", "Place", tree={"depth": 5, "reads": "children"})
    code = {"name": "code", "type": "string", "required": True, "unique": True}
    below = op("read", "Place", "code", includes=["places"])
    compilation = compile_design(design([entity("Place", code)], [places], (below,)))
    (use,) = uses_of(compilation)
    keys = {
        numbered.planned.keys[0][0]
        for numbered in numbered_indexes(compilation)
        if numbered.number in use.found_by
    }
    assert len(keys) == 2 and "code" in keys
    assert "serve no operation" not in part(compilation, "Operations and indexes")


def test_an_insert_is_of_its_own_collection_and_updates_every_index_of_it() -> None:
    uses = {use.name: use for use in uses_of(compiled(FESTIVAL))}
    assert uses["buy"].collections[0] == "tickets"
    tickets = {one.number for one in numbered_indexes(compiled(FESTIVAL)) if one.collection == "tickets"}
    assert tickets and tickets <= uses["buy"].updates


def test_a_write_is_of_the_collection_that_it_is_for() -> None:
    uses = {use.name: use for use in uses_of(built("activity_stream").compilation)}
    assert uses["track"].collections[0] == "user_activity", "the user is looked for only"


@pytest.mark.parametrize("name", names())
def test_no_remark_is_a_risk(name: str) -> None:
    compilation = built(name).compilation
    remarks = {each.code for each in compilation.findings} - {
        each.code for each in compilation.findings if each.severity != "info"
    }
    assert not [told for told in risks(compilation) if told.endswith(tuple(f", {code}." for code in remarks))]


def test_counts_that_contradict_each_other_are_a_risk() -> None:
    unlikely = deepcopy(FESTIVAL)
    stages = next(each for each in unlikely["relationships"] if each["kind"] == "one-to-many")
    holder, part_of_it = stages["from"], stages["to"]["entity"]
    for each in unlikely["entities"]:
        each["count"] = {holder["entity"]: 100, part_of_it: 10}.get(each["name"], each.get("count", 1))
    holder["has"] = {**holder.get("has", {}), "average": 40, "p95": 90, "max": 200}
    assert any("= 4,000, but" in told for told in risks(compiled(unlikely)))


def test_a_read_without_an_index_is_told() -> None:
    unserved = deepcopy(FESTIVAL)
    unserved["operations"].append({"name": "any of a name", "kind": "read", "entity": "Act", "per_day": 500})
    unserved["operations"][-1]["filter"] = [{"field": "bio", "match": "regex"}]
    use = next(use for use in uses_of(compiled(unserved)) if use.name == "any of a name")
    assert bool(use.scans) is not bool(use.found_by)


@pytest.mark.parametrize("name", ["department_store", "web_shop"])
def test_whom_to_follow_is_said_where_another_way_costs_less(name: str) -> None:
    told = part(built(name).compilation, "Recommendations and lowest cost")
    if name == "web_shop":
        assert "|" not in told and "keep the recommendation" in told
    else:
        assert re.search(
            r"^\| \w+ → Product +\| Parent reference +\| Subset .*% \| [a-z]", told, re.MULTILINE
        )


def broker(topology: str, policy: str = "eventual") -> Json:
    """Ships whose documents show their owner's name, on a server of a topology."""
    copies = [{"field": "name", "of": "from", "as": "owner_name", "policy": policy}]
    fleet = {
        "name": "fleet",
        "kind": "one-to-many",
        "from": {"entity": "Company", "field": "ships", "has": {"max": 700, "average": 2}},
        "to": {"entity": "Ship", "field": "owner", "has": {"min": 1, "max": 1}},
        "strategy": "PARENT_REF",
        "copies": copies,
        "exclusive_owner": False,
    }
    name = {"name": "name", "type": "string", "max_length": 80}
    return {
        "format": "nestlink/1",
        "name": "Broker",
        "database": "broker",
        "topology": topology,
        "constants": {"denorm_ratio": 0},
        "entities": [
            {"name": "Company", "count": 6800, "fields": [name]},
            {"name": "Ship", "count": 13500, "fields": [name]},
        ],
        "relationships": [fleet],
        "operations": [
            {"name": "ship", "kind": "read", "entity": "Ship", "filter": [{"field": "_id"}], "per_day": 900}
        ],
    }


@pytest.mark.parametrize("topology", ["standalone", "replica-set", "sharded"])
def test_what_keeps_a_copy_true_is_what_the_server_has(topology: str) -> None:
    compilation = compiled(broker(topology))
    (file,) = report.render(compilation)
    has_streams = topology != "standalone"
    assert ("Run watch() from 05_sync.js as a service" in file.text) is has_streams
    assert ("call the functions in 05_sync.js after each change" in file.text) is not has_streams
    assert ("by a change stream" in part(compilation, "Where is it stored?")) is has_streams
    strong = compiled(broker(topology, "strong"))
    assert ("in the same transaction" in report.render(strong)[0].text) is has_streams


def test_a_large_collection_is_on_page_one_though_nothing_reads_it() -> None:
    small = [{"name": f"Small{number}", "count": 10, "fields": []} for number in range(12)]
    reads = [
        {"name": f"see {one['name']}", "kind": "read", "entity": one["name"], "filter": [{"field": "_id"}], "per_day": 100 - place}
        for place, one in enumerate(small)
    ]  # fmt: skip
    large = {"name": "Large", "count": 10_500_000, "fields": [{"name": "at", "type": "date"}]}
    design = {
        "format": "nestlink/1",
        "name": "Much",
        "database": "much",
        "entities": [*small, large],
        "relationships": [],
        "operations": reads,
    }
    told = part(compiled(design), "Collections")
    assert "`larges`" in told and "`small11s`" not in told
    assert "1 smaller, less used collection is under Reference." in told


def test_a_cheaper_way_that_no_single_answer_leads_to_is_no_risk() -> None:
    """Of a gym's sessions two out of five operations come without their studio, so that no page holds them; its lockers
    come to 650 KiB."""
    brought = HERE.parents[1] / "oracle" / "designs" / "at_length" / "gym_chain.json"
    gyms = json.loads(brought.read_text(encoding="utf-8"))
    timetable = next(each for each in gyms["relationships"] if each["name"] == "timetable")
    # else a read of it gives a page, and pages are not read for less in buckets
    timetable["from"]["has"] = {"max": 1_000, "average": 800}
    compilation = compiled(gyms)
    assert "could cost" not in " ".join(risks(compilation))
    table = part(compilation, "Recommendations and lowest cost")
    assert "Lowest cost alone" in table
    assert re.search(
        r"Studio → \w+ .*\| Page buckets .*40% of its operations start outside the studio",
        table,
    )
    assert "`staff_of`" not in table, (
        "sessions store the _id of a trainer, so that no studio can hold its staff"
    )


def test_an_archive_stands_beside_the_collections_with_what_it_gets() -> None:
    kept = {"policy": "archive", "field": "bought_at", "after_days": 365}
    archived = deepcopy(FESTIVAL)
    ticket = next(each for each in archived["entities"] if each["name"] == "Ticket")
    ticket |= {"retention": kept, "count": 4000 * 365}
    next(each for each in archived["operations"] if each["name"] == "buy")["per_day"] = 4000
    compilation = compiled(archived)
    assert re.search(
        r"`tickets_archive` *\| *0 \| *4,380,000 \| *0 B \| *\d", part(compilation, "Collections")
    )
    assert re.search(
        r"`ticketArchive\(cutoff\)` *\| `04_queries.js` *\| daily with a cutoff 365 days back",
        part(compilation, "Jobs"),
    )
    forecast = part(compilation, "Forecast")
    assert "`tickets_archive`" in forecast and "archived from tickets so far: 0" in forecast
    assert "old documents in tickets_archive" in re.sub(r"&#160;", " ", drawn(compilation.plan))
    assert "tickets_archive" not in part(compiled(FESTIVAL), "Collections") + drawn(compiled(FESTIVAL).plan)


@pytest.mark.parametrize(
    "refresh", [{"refresh": "on-write"}, {"refresh": "periodic", "every_seconds": 86400}]
)
def test_an_archive_has_its_indexes_beside_it(refresh: dict[str, object]) -> None:
    """What results count there, they find by an index that setup makes: a job would look through it once for each."""
    counted = {"formula": "count(orders)", "sources": ["orders"], **refresh}
    kept = {"policy": "archive", "field": "at", "after_days": 30}
    orders = {"count": 1000, "inserts_per_day": 10, "retention": kept}
    model = design(
        [
            entity("Shop", text(9, "name"), {"name": "order_count", "type": "int", "computed": counted}, count=10),
            entity("Order", {"name": "at", "type": "date", "required": True}, **orders),
        ],
        [
            link(
                "orders", "one-to-many", "Shop", "Order", has={"growth": "unbounded", "average": 100}, field="orders",
                back={"min": 1, "max": 1}, strategy="PARENT_REF",
            )
        ],
    )  # fmt: skip
    compilation = compile_design(model)
    (file,) = report.render(compilation)
    assert " indexes, and 1 archive with 1 index." in " ".join(file.text.split())
    rows = part(compilation, "Collections")
    assert re.search(r"^\| `orders_archive` .* \| `shop_id` +\| –", rows, re.MULTILINE), rows


def test_a_delete_stands_with_what_it_is_for() -> None:
    """What goes along with it is deleted first."""
    model = design(
        [entity("Owner", text(9, "name")), entity("Chip", text(9, "number"))],
        [link("chip", "one-to-one", "Owner", "Chip", strategy="LINK_ONE", exclusive_owner=True)],
        (op("delete", "Owner"),),
    )
    compilation = compile_design(model)
    (use,) = uses_of(compilation)
    writes = [
        each.collection for each in compilation.plan.statements if each.writes and use.name in each.subject
    ]
    assert writes == ["chips", "owners"] and use.collections[0] == "owners"


def test_the_reason_of_the_rules_is_one_that_holds() -> None:
    """Kinds of a thing do not refer to it, as other things do."""

    def because(*others: Any) -> set[str]:
        named = {end for each in others for end in (each["from"]["entity"], each["to"]["entity"])}
        parts = [entity(name, text(9, "name"), count=900) for name in sorted({"Donor", "Deferral", *named})]
        deferrals = link(
            "deferrals",
            "one-to-many",
            "Donor",
            "Deferral",
            has={"max": 20, "average": 2},
            back={"min": 1, "max": 1},
        )
        compilation = compile_design(design(parts, [deferrals, *others]))
        decision = next(each for each in compilation.decisions if each.relationship == "deferrals")
        return {reason for way in decision.rejected if "Donor" in (reason := way.because)}

    kind = link("short", "is-a", "Deferral", "ShortDeferral")
    letters = link("letters", "one-to-many", "Letter", "Deferral", has={"max": 20}, back={"min": 0, "max": 1})
    assert because(kind) == {"the design doesn't say that Deferral belongs only to its Donor"}
    assert because(kind, letters) == {
        '"Letter → Deferral" also refers to Deferral, so it can\'t live inside one Donor'
    }


def test_it_says_what_gates_cost() -> None:
    compilation = built("department_store").compilation
    gated = next(each for each in compilation.decisions if each.gated)
    way, saves = gated.gated[0]
    text = part(compilation, "Recommendations and lowest cost")
    assert (
        f"{compilation.titles[gated.relationship]} would cost {saves:.0%} less as {way.label}, ruled out by {way.by}: "
        in text
    )
    said = f"- **Ruled out**: {way.label}, {saves:.0%} cheaper, by **{way.by}**: "
    assert said in report.render(compilation)[0].text
    assert "would cost" not in part(built("blog").compilation, "Recommendations and lowest cost")


def test_operations_without_a_function_are_named_below_the_others() -> None:
    design = deepcopy(FESTIVAL)
    design["operations"].append(
        {"name": "touch", "kind": "update", "entity": "Ticket", "filter": [{"field": "_id"}], "per_day": 5}
    )
    told = "No generated function: `touch`. See Findings, OPERATION_UNWRITTEN."
    assert told in part(compiled(design), "Operations and indexes")
    assert "No generated function" not in part(compiled(FESTIVAL), "Operations and indexes")


def test_an_index_that_serves_no_operation_says_what_it_is_for() -> None:
    """Nothing on the page said why the archive's index is there."""
    compilation = built("web_shop").compilation
    index = next(each for each in numbered_indexes(compilation) if "retention:Order" in each.planned.serves)
    said = part(compilation, "Operations and indexes")
    assert re.search(rf"serve no operation: .*\b{index.number} \(archive of `Order`\)", said)


def test_strategies_are_called_by_their_labels() -> None:
    summary = part(built("web_shop").compilation, "Summary")
    assert "| Embedded array " in summary and "EMBED_ARRAY" not in summary


@pytest.mark.parametrize("name", names())
def test_no_risk_does_not_mean_no_finding(name: str) -> None:
    """It said "no findings" above the findings."""
    compilation = built(name).compilation
    none_found = "no findings, " in part(compilation, "Largest risks")
    assert not none_found or not compilation.findings
