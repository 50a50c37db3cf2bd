"""The questions whose answers would change most: who is asked, in which order, and whether the answers do it."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import msgspec
import pytest
from hypothesis import assume, given

from designs.compiler import OpenQuestion, compile_design, open_questions, read
from designs.compiler.composition.fixpoint import settled
from designs.compiler.model.conceptual import NO_COUNT, Model
from designs.compiler.plan_model.decisions import forced_ring
from tests.compiler.library import names, text_of
from tests.compiler.random_designs import Json, designs, examples
from tests.compiler.small import MANY, NM, ONE, PARENT_FIELDS, design, entity, link, op, pair, surveyed, text
from tests.compiler.test_decision_properties import model_of

_HAS = {"max": 20, "average": 2, "growth": "bounded", "p95": 5, "adds_per_day": 0}
_BACK = {"min": 1, "max": 1, "average": 1, "growth": "bounded"}
_SAID = {
    "together_needs": "all", "pagination": "none", "same_lifecycle": True, "exclusive_owner": True,
    "reassigned_per_day": 0, "navigation": {"to_from_per_day": 0},
}  # fmt: skip


def workshop(alone: Json | None = None, repairs: Json | None = None, page: Json | None = None) -> Model:
    """A workshop for bicycles, all numbers stated. alone: of the read of a customer alone; repairs: of their
    relationship; page: of the read of a customer with all that is theirs."""
    entities = [
        entity(name, *PARENT_FIELDS, count=900, inserts_per_day=1)
        for name in ("Customer", "Bike", "ServiceNote", "Repair")
    ]
    of_customer = [
        link(name, MANY, "Customer", child, has=_HAS, back=_BACK, **{**_SAID, "independent_access": 0.5})
        for name, child in (("bikes", "Bike"), ("notes", "ServiceNote"))
    ]
    own = {**_SAID, "independent_access": 0, **(repairs or {})}
    owned = link("repairs", MANY, "Customer", "Repair", has=_HAS, back=_BACK, **own)
    reads = (
        {**op("read", "Customer", includes=["bikes", "notes", "repairs"]), "per_day": 10, **(page or {})},
        {**op("read", "Customer"), "per_day": 1, **(alone or {})},
    )
    unsaid = [{key: value for key, value in part.items() if value is not None} for part in (owned, *reads)]
    return design(entities, [*of_customer, unsaid[0]], tuple(unsaid[1:]))


def asked(model: Model) -> list[tuple[str, tuple[str, ...], str]]:
    return [(one.place, one.decisions, one.assumed) for one in open_questions(model)]


UNSAID: dict[str, Any] = {"exclusive_owner": None}


def test_a_design_with_every_number_stated_asks_nothing() -> None:
    assert asked(workshop()) == []


def test_what_moves_most_decisions_comes_first() -> None:
    model = workshop(alone={"per_day": None}, repairs=UNSAID)
    assert asked(model) == [
        ("operations[1].per_day", ("bikes", "notes"), "1"),
        ("relationships[2].exclusive_owner", ("repairs",), "yes"),
    ]
    often, owner = open_questions(model)
    assert often.ask == "How often does “operation 1” run per day?"
    assert [(one.when, one.answer, one.now, one.then) for one in often.consequences] == [
        ("more than 40", 41, "CHILD_REFS", "PARENT_REF")
    ] * 2
    assert owner.ask == (
        "Does each repair belong to one customer only, and is it deleted with that customer?"
    )
    assert owner.consequences[0].when == "no" and owner.consequences[0].answer is False


def test_of_equally_many_decisions_the_dearer_comes_first() -> None:
    bare = workshop(repairs=UNSAID)
    links = [*bare.links]
    links[0] = msgspec.structs.replace(links[0], independent_access=0, exclusive_owner=msgspec.UNSET)
    dear = msgspec.structs.replace(
        links[0].from_, has=msgspec.structs.replace(links[0].from_.count, average=19)
    )
    links[0] = msgspec.structs.replace(links[0], from_=dear)
    there = open_questions(msgspec.structs.replace(bare, relationships=links))
    assert [one.decisions for one in there] == [("bikes",), ("repairs",)]
    stakes = [one.at_stake for one in there]
    assert stakes[0] is not None and stakes[1] is not None and stakes[0] > stakes[1] > 0
    turned = open_questions(msgspec.structs.replace(bare, relationships=links[::-1]))
    assert [one.decisions for one in turned] == [("bikes",), ("repairs",)]


def test_no_cost_is_at_stake_without_a_frequency() -> None:
    silent = {"per_day": None}
    bare = workshop(alone=silent, page=silent, repairs={**UNSAID, "reassigned_per_day": None})
    quiet = [msgspec.structs.replace(one, inserts_per_day=msgspec.UNSET) for one in bare.entities]
    links = [
        msgspec.structs.replace(
            one,
            reassigned_per_day=msgspec.UNSET,
            navigation=msgspec.UNSET,
            from_=msgspec.structs.replace(
                one.from_, has=msgspec.structs.replace(one.from_.count, adds_per_day=msgspec.UNSET)
            ),
        )
        for one in bare.links
    ]
    model = msgspec.structs.replace(bare, entities=quiet, relationships=links)
    (owner,) = [one for one in open_questions(model) if one.path == ("exclusive_owner",)]
    assert owner.at_stake is None
    (counted,) = [one for one in open_questions(workshop(repairs=UNSAID)) if one.path == ("exclusive_owner",)]
    assert counted.at_stake


def test_what_is_owned_is_not_asked_whose_it_is() -> None:
    model = workshop(repairs={**UNSAID, "same_lifecycle": None})
    entities = [
        msgspec.structs.replace(one, kind="weak") if one.name == "Repair" else one for one in model.entities
    ]
    assert asked(model) and not asked(msgspec.structs.replace(model, entities=entities))


def test_the_designers_own_choice_is_not_asked_about() -> None:
    assert asked(workshop(repairs={**UNSAID, "strategy": "PARENT_REF"})) == []


def test_an_unstated_maximum_is_asked_for_where_it_counts_with_another_answer() -> None:
    model = workshop(repairs=UNSAID)
    assert "relationships[2].from.has.max" not in [one.place for one in open_questions(model)]
    links = [*model.links]
    ends = [
        msgspec.structs.replace(links[2].from_, has=NO_COUNT),
        msgspec.structs.replace(links[2].to, has=NO_COUNT),
    ]
    links[2] = msgspec.structs.replace(links[2], from_=ends[0], to=ends[1])
    there = open_questions(msgspec.structs.replace(model, relationships=links))
    (most,) = [one for one in there if one.path == ("from", "has", "max")]
    assert (most.ask, most.assumed) == ("What is the maximum number of repairs per customer?", "no limit")
    (change,) = most.consequences
    assert change.when == "200 or fewer, if each repair belongs to its customer only"
    assert (change.now, change.then) == ("PARENT_REF", "EMBED_ARRAY") and change.also == (
        ("exclusive_owner", True),
    )


def test_a_compilation_with_advice_has_them() -> None:
    model = workshop(alone={"per_day": None}, repairs=UNSAID)
    assert compile_design(model).questions == open_questions(model) != ()
    assert compile_design(model, advised=False).questions == ()


def test_twins_are_told_apart() -> None:
    model = workshop(repairs=UNSAID)
    other = msgspec.structs.replace(model.links[2], name="estimates", strategy="PARENT_REF")
    twins = msgspec.structs.replace(model, relationships=[*model.links, other])
    asks = [one.ask for one in open_questions(twins) if one.name == "repairs"]
    assert all(ask.endswith("(relationship “repairs”)?") for ask in asks)
    assert asks or surveyed(twins).case("repairs").look("exclusive_owner") is False


# --- the answers do what the question says -------------------------------------------------------


def answered(raw: Json, question: OpenQuestion, answer: Any) -> Json:
    """The design file with an answer at the place of its question."""
    after = json.loads(json.dumps(raw))
    match = re.fullmatch(r"(\w+)\[(\d+)\]\.(.+)", question.place)
    assert match is not None and tuple(match[3].split(".")) == question.path
    subject = after[match[1]][int(match[2])]
    assert subject["name"] == question.name and subject.get("id", "") == question.key
    for key in question.path[:-1]:
        subject = subject.setdefault(key, {})
    assert subject.get(question.path[-1]) is None, "it is stated already"
    subject[question.path[-1]] = answer
    return after


def check(raw: Json) -> None:
    """Each answer, put in its place, decides as its question says: in the whole design, not in one relationship."""
    for question in open_questions(model_of(raw)):
        for change in question.consequences:
            after = answered(raw, question, change.answer)
            for path, value in change.also:
                after["relationships"][int(question.place[14:].partition("]")[0])][path] = value
            model = model_of(after)
            name = change.relationship
            decision = settled(surveyed(model)).decisions[name]
            assert decision.strategy == change.then, (question, change)
            assert (change.then != change.now) or change.holder


@pytest.mark.parametrize("name", names())
def test_the_answers_of_the_library(name: str) -> None:
    check(json.loads(text_of(name)))


HANDBOOK = Path(__file__).parents[2] / "designs" / "handbook"


@pytest.mark.parametrize("path", sorted(HANDBOOK.glob("*.json")), ids=lambda path: path.stem)
def test_the_answers_of_the_handbook(path: Path) -> None:
    if path.stem != "sides":
        check(json.loads(path.read_text(encoding="utf-8")))


def fleet(*more: Json) -> Model:
    """Depots with vehicles, which more relationships refer to."""
    entities = [
        entity(name, *PARENT_FIELDS, count=count)
        for name, count in (("Depot", 9), ("Vehicle", 90), ("Run", 900))
    ]
    has, back = {"max": 20, "average": 10, "growth": "bounded"}, {"min": 1, "max": 1}
    vehicles = link("vehicles", MANY, "Depot", "Vehicle", has=has, back=back, accessed_together=1)
    page = op("read", "Depot", includes=["vehicles"], per_day=50)
    return design(entities, [vehicles, *more], (page, op("read", "Run", per_day=5)))


def test_what_the_whole_design_bars_is_not_promised() -> None:
    """A vehicle that runs refer to has a collection (G9), whosever it is."""

    def owned(model: Model) -> list[str]:
        asked = [one for one in open_questions(model) if one.path == ("exclusive_owner",)]
        return [change.then for one in asked for change in one.consequences if one.name == "vehicles"]

    runs = link(
        "runs",
        MANY,
        "Vehicle",
        "Run",
        has={"growth": "unbounded"},
        back={"min": 1, "max": 1},
        strategy="PARENT_REF",
    )
    reports = link(
        "seen", MANY, "Run", "Vehicle", has={"max": 5}, back={"min": 0, "max": 1}, strategy="CHILD_REFS"
    )
    free = fleet(reports)
    free = msgspec.structs.replace(
        free, relationships=[free.links[0], msgspec.structs.replace(free.links[1], strategy="PARENT_REF")]
    )
    assert owned(free) == ["EMBED_ARRAY"]
    assert owned(fleet(runs)) == owned(fleet(reports)) == []


@pytest.mark.parametrize(
    ("counts", "more", "is_asked"),
    [((5, None), {}, True), ((5, 1000), {}, True), ((5, 1005), {}, False),
     ((365, None), {"inserts_per_day": 200}, True), ((365, None), {"inserts_per_day": 201}, False)],
)  # fmt: skip
def test_a_maximum_that_the_file_rules_out_is_not_asked_for(
    counts: tuple[int, int | None], more: Json, is_asked: bool
) -> None:
    """200 or fewer orders of a wholesaler: not where there are more on average, or come in a year."""
    wholesalers, orders = counts
    entities = [
        entity("Wholesaler", *PARENT_FIELDS, count=wholesalers),
        entity("Order", *PARENT_FIELDS, **({"count": orders} if orders else {}), **more),
    ]
    of_wholesaler = link(
        "orders",
        MANY,
        "Wholesaler",
        "Order",
        back={"min": 1, "max": 1},
        exclusive_owner=True,
        accessed_together=1,
    )
    page = op("read", "Wholesaler", includes=["orders"], per_day=5000)
    whens = [
        change.when for one in open_questions(design(entities, [of_wholesaler], (page,)))
        for change in one.consequences if one.path == ("from", "has", "max")
    ]  # fmt: skip
    assert ("200 or fewer" in whens) is is_asked


@pytest.mark.parametrize("policy", ["snapshot", "eventual"])
def test_what_others_refer_to_is_not_asked_whether_it_is_a_part(policy: str) -> None:
    """Order lines name batches: that these are a part of their product alone is told to be wrong already."""
    copies = [{"field": "title", "of": "to", "policy": policy}]
    lines = link("lines", NM, "Run", "Vehicle", has={"max": 9}, back={"average": 200}, link_owner="from",
                 link_fields=[text(9, "quantity")], copies=copies)  # fmt: skip
    for more, is_asked in (((), True), ((lines,), False)):
        model = fleet(*more)
        first = msgspec.structs.replace(model.links[0], exclusive_owner=msgspec.UNSET, to=model.links[0].to)
        free = msgspec.structs.replace(
            first.to, has=msgspec.structs.replace(first.to.count, max=msgspec.UNSET)
        )
        links = [msgspec.structs.replace(first, to=free), *model.links[1:]]
        asks = [each.path for each in open_questions(msgspec.structs.replace(model, relationships=links))]
        assert (("exclusive_owner",) in asks) is is_asked


@pytest.mark.parametrize(
    ("has", "back", "is_asked"),
    [({"min": 1}, {"min": 1}, False), ({"min": 0}, {"min": 1}, False), ({"min": 0}, {}, True)],
)
def test_how_many_parts_there_are_is_not_asked_where_the_wholes_tell(
    has: Json, back: Json, is_asked: bool
) -> None:
    """More catalogues than sales would be no part of a sale: where each must have one, there are none."""
    entities = [entity("Sale", *PARENT_FIELDS, count=2400), entity("Catalogue", *PARENT_FIELDS)]
    ends = {"has": {"max": 1, **has}, "back": {"max": 1, **back}}
    part = link("catalogue", ONE, "Sale", "Catalogue", **ends, accessed_together=1)
    page = op("read", "Sale", includes=["catalogue"], per_day=50)
    there = open_questions(design(entities, [part], (page,)))
    counts = [each for each in there if each.path == ("count",)]
    assert bool(counts) is is_asked
    assert all(change.when == "more than 2,400" for each in counts for change in each.consequences)


@examples
@given(designs(entities=3, links=4, operations=6, forced=False))
def test_no_answer_is_what_is_taken_anyhow(raw: Json) -> None:
    assume(not forced_ring(model_of(raw).links))
    for question in open_questions(model_of(raw)):
        assert all(change.when != question.assumed for change in question.consequences)


def test_the_directions_of_a_relationship_with_itself_are_told_apart() -> None:
    entities = [entity("Module", *PARENT_FIELDS, count=2300)]
    ends = {"has": {"max": 8, "average": 1}, "back": {"max": 40, "average": 1}}
    requires = link(
        "prerequisites", "graph", "Module", "Module", field="requires", back_field="required_by", **ends
    )
    asks = [
        one.ask for one in open_questions(design(entities, [requires], (op("read", "Module", per_day=9),)))
    ]
    assert {ask.split("“")[1].split("”")[0] for ask in asks} == {"requires", "required_by"}


@examples
@given(designs(entities=3, links=4, operations=6, forced=False))
def test_the_answers_of_any_design(raw: Json) -> None:
    model = model_of(raw)
    assume(not forced_ring(model.links) and read(json.dumps(raw)).value is not None)
    check(raw)


@examples
@given(designs(entities=3, links=4, operations=6, forced=False))
def test_the_answers_of_any_design_that_states_few_frequencies(raw: Json) -> None:
    assume(not forced_ring(model_of(raw).links) and read(json.dumps(raw)).value is not None)
    for place, operation in enumerate(raw["operations"]):
        if place % 3:
            operation.pop("per_day", None)
    check(raw)


def test_what_has_a_maximum_is_not_asked_whether_it_grows_without_a_limit() -> None:
    has = {key: value for key, value in _HAS.items() if key != "growth"}
    assert asked(workshop(repairs={"from": {"entity": "Customer", "has": has}})) == []
    has.pop("max")
    places = [place for place, *_ in asked(workshop(repairs={"from": {"entity": "Customer", "has": has}}))]
    assert any("growth" in place for place in places)


@pytest.mark.parametrize(("kind", "asks"), [("read", True), ("update", False), ("delete", False)])
def test_entries_that_change_one_by_one_are_not_asked_how_they_are_paged(kind: str, asks: bool) -> None:
    """A calendar's entries are confirmed and moved: pages of them would be no use, however they are read."""
    calendar = op("read", "Parent", "_id", per_day=500, includes=["r"])
    entry = op(kind, "Child", "_id", per_day=7)
    has = {"average": 1800, "max": None, "growth": "unbounded"}
    model = pair(
        has=has, parent={"count": 20}, child={"count": 36_000, "inserts_per_day": 8}, ops=(calendar, entry)
    )
    told = [change.then for each in open_questions(model) for change in each.consequences]
    assert ("BUCKET" in told) == asks


def test_who_is_asked_whether_a_child_is_its_parents_alone_is_told_what_else_leads_to_it() -> None:
    """Reports of a container have kinds, and tours lead to one of them: "nothing else refers to it" is not so."""
    has = {"min": 0, "max": 20, "average": 2, "growth": "bounded"}
    entities = [entity(name, text(), count=900) for name in ("Container", "Tour", "Report", "MissedPickup")]
    reports = link("reports", MANY, "Container", "Report", has=has, back=_BACK)
    kind = link("missed", "is-a", "Report", "MissedPickup")
    tours = link("repickup tour", MANY, "Tour", "MissedPickup", has=has, back={"min": 0, "max": 1})
    reads = ({**op("read", "Container", includes=["reports"]), "per_day": 10},)

    def ask(*links: Json) -> set[str]:
        questions = open_questions(design(entities, [reports, kind, *links], reads))
        return {
            each.ask for each in questions if each.path == ("exclusive_owner",) and each.name == "reports"
        }

    assert ask() == {"Does each report belong to one container only, and is it deleted with that container?"}
    assert ask(tours) == {
        "Is each report deleted with its container, although “Tour → MissedPickup” also refers to it?"
    }


def _shop(*ways_back: Json, **navigation: int) -> Model:
    """Customers that are read with their bikes, which are read and changed by themselves too."""
    said = {**_SAID, "exclusive_owner": False, "navigation": navigation}
    bikes = link("bikes", MANY, "Customer", "Bike", has=_HAS, back=_BACK, **said)
    entities = [entity(name, *PARENT_FIELDS, count=900, inserts_per_day=1) for name in ("Customer", "Bike")]
    reads = (
        {**op("read", "Customer", includes=["bikes"]), "per_day": 60},
        {**op("read", "Bike"), "per_day": 50},
    )
    return design(entities, [bikes], (*reads, *ways_back))


def test_a_way_that_no_operation_goes_is_asked_for() -> None:
    """A list in the parent leaves a child that does not know its parent: 0 is what nobody said, not what was measured."""
    (decision,) = compile_design(_shop()).decisions
    assert decision.strategy == "CHILD_REFS"
    (question,) = [each for each in compile_design(_shop()).questions if "to_from" in each.place]
    assert (question.assumed, question.consequences[0].when) == ("0", "more than 0")
    asked_back = {**op("read", "Bike", includes=["bikes"]), "per_day": 30}
    for said in (_shop(asked_back), _shop(from_to_per_day=60, to_from_per_day=0)):
        assert [each for each in compile_design(said).questions if "to_from" in each.place] == []


@pytest.mark.parametrize("work", [{"kind": "insert"}, {"kind": "update", "changes": ["parent"]}])
def test_whether_a_tree_stands_still_is_not_asked_where_operations_change_it(work: dict[str, Any]) -> None:
    """The design moved three terms a day; the report's first question was whether the tree stays as it is."""

    def asked_of(*work: dict[str, Any]) -> list[str]:
        tree = {"reads": "subtree"}
        terms = {"name": "Term", "fields": [{"name": "word", "type": "string"}], "count": 4000}
        ends = {"from": {"entity": "Term", "field": "narrower"}, "to": {"entity": "Term", "field": "parent"}}
        link = {"name": "terms", "kind": "tree", **ends, "tree": tree}
        read = {
            "name": "below",
            "kind": "read",
            "entity": "Term",
            "filter": [{"field": "terms"}],
            "per_day": 9000,
        }
        operations = [read, *({"name": "work", "entity": "Term", "per_day": 3, **each} for each in work)]
        parts = {"entities": [terms], "relationships": [link], "operations": operations}
        source = {"format": "nestlink/1", "name": "Terms", "database": "terms", **parts}
        return [question.ask for question in open_questions(msgspec.convert(source, Model))]

    words = "Does the tree of terms rarely change?"
    assert words in asked_of() and words not in asked_of(work)


@pytest.mark.parametrize("said", [{"per_day": 10}, {}], ids=["stated", "assumed"])
def test_a_read_of_the_parent_is_no_reason_to_list_the_children(said: dict[str, int]) -> None:
    """The reference in the child leads to its parent by `_id`, however often; ids in the parent serve no such read."""
    with_parent = {**op("read", "Child", includes=["r"]), "per_day": said.get("per_day")}
    others = (
        op("read", "Parent", includes=["r"], per_day=1000),
        op("update", "Child", changes=["text"], per_day=400),
        op("read", "Child", per_day=400),
    )
    model = pair(
        MANY, parent={"count": 500}, has={"max": 900, "average": 100}, rel={"independent_access": 0.5},
        ops=(*others, {key: value for key, value in with_parent.items() if value is not None}),
    )  # fmt: skip
    (decision,) = compile_design(model).decisions
    assert decision.strategy == "PARENT_REF"
    offered = [flip.strategy for flip in decision.flips]
    offered += [each.then for question in open_questions(model) for each in question.consequences]
    assert "TWO_WAY_REFS" not in offered and "SUBSET" in offered


@pytest.mark.parametrize("unique", [True, False])
def test_an_answer_that_embeds_says_what_a_unique_index_does_not_compare(unique: bool) -> None:
    """A multikey index compares documents, not the items of one: payments with a unique reference were offered as an array."""
    payment = entity(
        "Payment", {"name": "reference", "type": "string", "unique": unique}, *PARENT_FIELDS, count=900
    )
    of_event = link(
        "payments", MANY, "Event", "Payment", has={"average": 30}, exclusive_owner=True, independent_access=0
    )
    reads = (op("read", "Event", includes=["payments"], per_day=90),)
    model = design([entity("Event", *PARENT_FIELDS, count=900), payment], [of_event], reads)
    changes = [change for question in open_questions(model) for change in question.consequences]
    embedding = [change.when for change in changes if change.then == "EMBED_ARRAY"]
    assert embedding and all(
        ("doesn't compare the reference values within one event" in each) is unique for each in embedding
    )


@pytest.mark.parametrize("limit", [{}, {"limit": 100}], ids=["all", "100 of them"])
def test_reads_that_state_a_limit_say_what_they_need(limit: dict[str, int]) -> None:
    entities = [
        entity("Lift", {"name": "name", "type": "string"}, count=32),
        entity("Scan", {"name": "at", "type": "date"}, count=45_000_000),
    ]
    listed = {
        **op("read", "Scan", filter=[{"field": "lift_id"}, {"field": "at", "match": "range"}]),
        "sort": [{"field": "at", "direction": -1}], "per_day": 2000, **limit,
    }  # fmt: skip
    model = design(
        entities,
        [link("scans", MANY, "Lift", "Scan", has={"max": None}, back={"min": 1, "max": 1})],
        (listed,),
    )
    case = surveyed(model).case("scans")
    needs, pages = case.quantity("together_needs"), case.quantity("pagination")
    assert (needs.value, needs.origin, pages.origin) == (
        ("page", "measured", "measured") if limit else ("all", "default", "default")
    )
    assert any(question.place.endswith(".pagination") for question in open_questions(model)) == (not limit)
