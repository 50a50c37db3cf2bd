"""L66: large collections of a sharded design without a shard key."""

from __future__ import annotations

from typing import Any

import pytest

from designs.compiler.exporters import EXPORTERS
from designs.compiler.lints.workload.shard_missing import LINT
from designs.compiler.plan_model.findings import Finding
from tests.compiler.composed import design, entity, field, link
from tests.compiler.in_parts import compile_design
from tests.compiler.planned import findings, planned

Json = dict[str, Any]
EXACT = [{"field": "shop"}]


def ask(*fields: str, per_day: float = 100, **more: Any) -> Json:
    return {
        "name": f"by {fields}", "kind": "read", "entity": "Sale", "per_day": per_day,
        "filter": [{"field": one} for one in fields], **more,
    }  # fmt: skip


def told(
    *operations: Json, shops: float = 500, most: float = 1000, topology: str = "sharded", **sale: Any
) -> list[Finding]:
    """What is found of sales of shops, 200 GiB of them."""
    limits = sale.pop("limits", {})
    fields = [
        field("state", enum=["new", "paid", "sent"]), field("at", "date"), field("code", unique=True, required=True),
        field("country"), field("note", average_bytes=1000),
    ]  # fmt: skip
    parts = [
        entity(
            "Shop", field("name"), field("phone"), field("street"), field("city"), field("plan"), count=shops
        ),
        entity("Sale", *fields, **{"count": 200_000_000, "inserts_per_day": 0, **sale}),
    ]
    has = {"min": 0, "average": 100, "p95": most, "growth": "unbounded"}
    sales = link(
        "sales",
        "one-to-many",
        ("Shop", {"has": has}),
        ("Sale", {"field": "shop", "has": {"min": 1, "max": 1}}),
    )
    top = {"topology": topology, "constants": limits}
    return findings(LINT, planned(design(parts, [sales], operations=list(operations), **top)))


def test_a_key_is_proposed_by_what_operations_ask_for() -> None:
    (finding,) = told(ask("shop"), ask("code", per_day=10), ask("state", per_day=5))
    assert finding.subject == "sales" and "proposed: {shop: 1, _id: 1}" in finding.message
    assert "shop has 500 values, the most frequent in less than 1%" in finding.message
    assert "87% of operations filter by it" in finding.message
    assert (
        'Alternatively, {shop: "hashed"}' in finding.hint
        and "{country: 1, shop: 1} with a zone" in finding.hint
    )
    assert (
        "The server rejects this key while code_1 is unique: store its values in a separate collection."
        in finding.hint
    )


def test_a_unique_field_is_the_whole_key() -> None:
    (finding,) = told(ask("code"), ask("shop", per_day=10), id="sale")
    assert "proposed: {code: 1}. code has" in finding.message
    assert "the unique index code_1 must start with the whole key." in finding.hint
    assert "hashed" not in finding.hint and "refuses" not in finding.hint and finding.fix is not None
    assert finding.fix["value"] == [["code", 1]]


def test_so_are_all_fields_of_a_unique_index() -> None:
    together = [{"keys": [["shop", 1], ["at", -1]], "unique": True}]
    (finding,) = told(ask("shop"), indexes=together, id="sale")
    assert "proposed: {shop: 1, at: 1}. shop has" in finding.message and finding.fix is not None
    assert finding.fix["value"] == [["shop", 1], ["at", 1]]
    assert "Use shop and at alone" in finding.hint and "while code_1 is unique" in finding.hint
    (finding,) = told(ask("shop"), indexes=[*together, {"keys": [["shop", 1], ["state", 1]], "unique": True}])
    assert "proposed: {shop: 1}. shop has" in finding.message


def test_a_time_series_is_told_by_the_paths_that_are_stored() -> None:
    reading = entity(
        "Reading", field("ts", "date", required=True), field("value", "double"), kind="measurement",
        count=20_000_000_000, inserts_per_day=10_000_000,
    )  # fmt: skip
    sensor = entity("Sensor", field("serial"), count=5000)
    readings = link(
        "readings",
        "one-to-many",
        ("Sensor", {"has": {"average": 4_000_000, "max": None, "growth": "unbounded"}}),
        ("Reading", {"field": "sensor", "has": {"min": 1, "max": 1}}),
    )
    chart = {"name": "chart", "kind": "read", "entity": "Reading", "filter": [{"field": "sensor"}]}
    (finding,) = findings(
        LINT, planned(design([sensor, reading], [readings], operations=[chart], topology="sharded"))
    )
    assert "proposed: {meta.sensor: 1}. meta.sensor has 5,000 values" in finding.message
    assert finding.hint == (
        "For zones, add the field of meta with the region to the key, before meta.sensor. One series reaches"
        " 472.3 MiB and stays on one shard, because it can't be split."
    )


def test_a_time_series_that_nothing_reads_yet_is_sharded_by_whose_its_measurements_are() -> None:
    """Each is inserted on the shard of its series, and no other field of a time series may begin a key."""
    reading = entity(
        "Reading", field("ts", "date", required=True), field("value", "double"), kind="measurement",
        count=20_000_000_000, inserts_per_day=10_000_000,
    )  # fmt: skip
    sensor = entity("Sensor", field("serial"), count=5_000_000)
    readings = link(
        "readings",
        "one-to-many",
        ("Sensor", {"has": {"average": 4000, "max": None, "growth": "unbounded"}}),
        ("Reading", {"field": "sensor", "has": {"min": 1, "max": 1}}),
    )
    log = {"name": "log", "kind": "insert", "entity": "Reading", "per_day": 10_000_000}
    (finding,) = findings(
        LINT, planned(design([sensor, reading], [readings], operations=[log], topology="sharded"))
    )
    assert "proposed: {meta.sensor: 1}. meta.sensor has 5,000,000 values" in finding.message.replace(
        "\u00a0", " "
    )


def test_links_are_sharded_by_the_pair_of_their_ids() -> None:
    phone, app = (entity(name, field("name"), count=100_000_000) for name in ("Phone", "App"))
    has = {"has": {"average": 50, "max": None, "growth": "unbounded"}}
    installs = link("installs", "many-to-many", ("Phone", has), ("App", has))
    (finding,) = (
        one
        for one in findings(LINT, planned(design([phone, app], [installs], topology="sharded")))
        if one.subject == "installs"
    )
    assert "proposed: {phone_id: 1, app_id: 1}" in finding.message
    assert "one by app_id alone to all" in finding.hint and finding.params["shards"] == "installs"


def test_none_is_missing_where_there_are_no_shards_or_one_is_stated() -> None:
    assert told(ask("shop"), topology="replica-set") == []
    assert told(ask("shop"), shard_key=[["shop", 1], ["_id", 1]]) == []


@pytest.mark.parametrize(("over", "count"), [(-1, 1), (0, 0)])
def test_only_large_collections_need_one(over: int, count: int) -> None:
    (finding,) = told(ask("shop"))
    compiled = float(finding.params.get("bytes", 0))
    findings_of_it = told(ask("shop"), limits={"shard_min": compiled + over})
    assert len([each for each in findings_of_it if each.subject == "sales"]) == count


def test_a_design_that_needs_no_shards_is_told_once() -> None:
    """Of what nobody counts it is not known."""
    (finding,) = told(ask("shop"), count=1000)
    assert (finding.severity, finding.subject) == ("info", "test")
    assert "No collection needs sharding: the largest, sales," in finding.message
    assert told(ask("shop"), count=1000, topology="replica-set") == []
    assert told(ask("shop"), count=1000, shard_key=[["shop", 1], ["_id", 1]]) == []
    (unknown,) = (entity("Sale", field("code")),)
    assert findings(LINT, planned(design([unknown], [], topology="sharded"))) == []


@pytest.mark.parametrize(
    ("operations", "why"),
    [
        ([ask("state")], "state has 3 values, each in 33% of documents on average"),
        ([ask("at")], "increases over time"),
        ([], "No operation filters by a field"),
        ([ask("shop", per_day=1), ask("country", per_day=1), ask("at", per_day=9)], "9% of operations"),
    ],
)
def test_where_none_fits_it_says_so_and_offers_a_hash(operations: list[Json], why: str) -> None:
    (finding,) = told(*operations)
    assert "No field fits a ranged key" in finding.message and why in finding.message
    assert '{_id: "hashed"} distributes inserts' in finding.hint
    assert "while code_1 is unique" in finding.hint


@pytest.mark.parametrize(("shops", "fits"), [(10, True), (9, False)])
def test_no_value_is_in_more_than_a_tenth(shops: float, fits: bool) -> None:
    (finding,) = told(ask("shop"), shops=shops)
    assert ("proposed" in finding.message) == fits


@pytest.mark.parametrize(("most", "fits"), [(20_000_000, True), (20_000_001, False)])
def test_nor_the_largest(most: float, fits: bool) -> None:
    (finding,) = told(ask("shop"), most=most)
    assert ("proposed" in finding.message) == fits


@pytest.mark.parametrize(("others", "fits"), [(100, True), (101, False)])
def test_half_of_the_operations_go_to_one_shard(others: float, fits: bool) -> None:
    (finding,) = told(ask("shop", per_day=100), ask("at", per_day=others))
    assert ("proposed: {shop" in finding.message) == fits


def test_the_fix_states_the_key() -> None:
    (finding,) = told(ask("shop"), id="sale")
    assert finding.fix == {
        "edit": "set",
        "id": "sale",
        "path": ["shard_key"],
        "value": [["shop", 1], ["_id", 1]],
    }


@pytest.mark.parametrize(
    ("operations", "proposed"), [([ask("shop")], "{shop: 1, _id: 1}"), ([], "No field fits")]
)
def test_setup_tells_it_beside_the_collection(operations: list[Json], proposed: str) -> None:
    fields = [field("shop"), field("note", average_bytes=1000)]
    sale = entity("Sale", *fields, count=200_000_000, inserts_per_day=0)
    compilation = compile_design(design([sale], [], operations=operations, topology="sharded"))
    files = next(one for one in EXPORTERS if one.output == "mongosh").render(compilation)
    setup = next(file.text for file in files if file.path == "mongosh/setup.js")
    said = " ".join(line.removeprefix("// ") for line in setup.splitlines())
    assert "Not sharded: 198.2 GiB" in said and proposed in said


def test_what_nobody_knows_the_values_of_is_not_proposed() -> None:
    """A note, or an emoji, may have few values, and one of them in half of the documents."""
    (finding,) = told(ask("note"))
    assert (
        "No field fits a ranged key" in finding.message
        and "its number of values and its most frequent value aren't stated" in finding.message
    )
    assert "If note has millions of values" in finding.hint and "{note: 1, _id: 1} is better" in finding.hint
    (finding,) = told(ask("note"), ask("shop"))
    assert "proposed: {shop: 1, _id: 1}" in finding.message


@pytest.mark.parametrize(("targeted", "is_named"), [(50, True), (49, False)])
def test_only_what_most_operations_ask_for_is_worth_a_word(targeted: float, is_named: bool) -> None:
    (finding,) = told(ask("note", per_day=targeted), ask("at", per_day=100 - targeted))
    assert ("{note: 1, _id: 1} is better" in finding.hint) is is_named


def _tickets(*operations: Json, **sliced: Any) -> Any:
    """A design of tickets with messages, 200 GiB of these, compiled with its functions."""
    parts = [
        entity("Ticket", field("number", "int"), count=2_000_000),
        entity("Message", field("text", average_bytes=1000), count=200_000_000),
    ]
    has = {"min": 0, "average": 100, "p95": 1000, "growth": "unbounded"}
    messages = link(
        "messages",
        "one-to-many",
        ("Ticket", {"field": "messages", "has": has}),
        ("Message", {"field": "ticket", "has": {"min": 1, "max": 1}}),
    )
    messages |= sliced
    made = compile_design(design(parts, [messages], operations=list(operations), topology="sharded"))
    return [each for each in made.findings if each.code == "L66" and each.subject == "messages"]


def test_what_reads_of_others_include_is_asked_for_too() -> None:
    of_ticket = {"name": "ticket", "kind": "read", "entity": "Ticket", "filter": [{"field": "number"}]}
    of_message = {"name": "message", "kind": "read", "entity": "Message", "filter": [{"field": "_id"}]}
    (finding,) = _tickets(
        {**of_ticket, "includes": ["messages"], "per_day": 900}, {**of_message, "per_day": 100}
    )
    assert "proposed: {ticket: 1, _id: 1}. ticket has" in finding.message
    assert "90% of operations filter by it" in finding.message
    (finding,) = _tickets({**of_ticket, "per_day": 900}, {**of_message, "per_day": 100})
    assert "proposed" not in finding.message


def test_behind_a_slice_the_rest_is_found_by_its_parent() -> None:
    read = {
        "name": "ticket",
        "kind": "read",
        "entity": "Ticket",
        "filter": [{"field": "number"}],
        "per_day": 9000,
    }
    recent = {"count": 5, "sort": "text", "direction": -1}
    (finding,) = _tickets(
        {**read, "includes": ["messages"]}, together_needs="recent", recent=recent, strategy="SUBSET"
    )
    assert "proposed: {ticket: 1, _id: 1}" in finding.message
    assert "items that overflow their ticket are read by it." in finding.message


# --- beside collections that the design shards --------------------------------------------------


def beside(sales: int, *, shops: int = 1_000_000, key: bool = True, archived: bool = False) -> list[Finding]:
    """What is found of so many sales of a kilobyte each beside shops of a kilobyte, which have a shard key."""
    shard = {"shard_key": [["region", 1]]} if key else {}
    kept = {"retention": {"policy": "archive", "field": "opened", "after_days": 90}} if archived else {}
    fields = [
        field("region", required=True),
        field("opened", "date", required=True),
        field("note", average_bytes=1000),
    ]
    parts = [
        entity("Shop", *fields, count=shops, inserts_per_day=20_000 if archived else 0, **shard, **kept),
        entity(
            "Sale", field("at", "date"), field("note", average_bytes=1000), count=sales, inserts_per_day=0
        ),
    ]
    model = design(parts, [], operations=[ask("at")], topology="sharded")
    return findings(LINT, compile_design(model))


@pytest.mark.parametrize(("sales", "subjects"), [(9_800_000, []), (10_800_000, ["sales"])])
def test_what_is_larger_than_all_sharded_ones_is_named_from_ten_gib_on(
    sales: int, subjects: list[str]
) -> None:
    told = beside(sales)
    assert [finding.subject for finding in told] == subjects
    assert all("GiB with indexes in three years on one shard: no shard key" in each.message for each in told)
    assert not any("no shard key" in each.message for each in beside(sales, key=False))


def test_what_is_smaller_than_a_sharded_one_is_not_named() -> None:
    assert beside(10_800_000, shops=20_000_000) == []


def test_the_archive_of_a_sharded_collection_gets_its_key() -> None:
    (told,) = (each for each in beside(1000, archived=True) if each.subject == "shops")
    assert "shops_archive reaches" in told.message and "though shops is sharded" in told.message
    call = told.hint.partition("call ")[2].partition(":")[0]
    assert call.startswith("sh.shardCollection(") and "shops_archive" in call
    assert not any(each.subject == "shops" for each in beside(1000, key=False, archived=True))
