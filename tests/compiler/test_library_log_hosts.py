"""Log hosts: references back to the host, a capped copy beside it, and data that goes away (F09-F12, F22, F38)."""

from typing import Any

from tests.compiler.library import Built, build, built, design, named, without

MESSAGE = {"_id:objectId", "time:date", "message:string"}


def plain(
    *,
    unwanted: tuple[str, ...] = ("host page",),
    copies: list[dict[str, Any]] | None = None,
    is_of_its_own: bool = True,
) -> Built:
    """The same hosts without a page that shows the latest messages. is_of_its_own: hosts come on their own, under unique
    names; else only messages tell of them."""
    changed = design("log_hosts")
    host = named(changed["entities"], "Host")
    named(host["fields"], "name")["unique"] = is_of_its_own
    if not is_of_its_own:
        del host["inserts_per_day"]
    logs = named(changed["relationships"], "logs")
    for key in ("together_needs", "recent"):
        del logs[key]
    logs["copies"] = copies or []
    named(changed["operations"], "log")["per_day"] = 1_000_000
    changed["operations"] = without(changed["operations"], *unwanted)
    return build(changed)


def test_f09_messages_refer_to_their_host() -> None:
    plan = plain(unwanted=("host page", "last messages of an address"))
    assert plan.chosen("logs") == ("B5", "PARENT_REF")
    assert plan.shape("hosts") == {"_id:objectId", "name:string", "ipaddr:string"}
    assert plan.shape("logmsg") == MESSAGE | {"host:objectId"}
    assert plan.indexes("logmsg") == {"host:1,time:-1"}
    assert plan.rejected("logs")["EMBED_ARRAY"] == "G1" and "FOLD_ONE" in plan.rejected("logs")


def test_f09_the_last_messages_of_a_host_are_one_query() -> None:
    plan = plain(unwanted=("host page", "last messages of an address"))
    found = plan.statements("operation:last messages of a host", op="find", collection="logmsg")
    assert found and set(found[0]["filter"]) == {"host"}


def test_f10_the_address_of_the_host_is_copied_into_each_message() -> None:
    plan = plain(copies=[{"field": "ipaddr", "of": "from", "as": "ipaddr"}])
    assert plan.chosen("logs") == ("B5", "PARENT_REF")
    assert plan.copied("logs") == {"ipaddr": "immutable"}
    assert plan.shape("logmsg") == MESSAGE | {"host:objectId", "ipaddr:string"}
    assert plan.indexes("logmsg") == {"host:1,time:-1", "ipaddr:1,time:-1"}


def test_f11_a_host_with_nothing_of_its_own_is_folded_into_its_messages() -> None:
    plan = plain(
        unwanted=("host page", "host list", "last messages of a host"),
        copies=[
            {"field": "name", "of": "from", "as": "hostname"},
            {"field": "ipaddr", "of": "from", "as": "ipaddr"},
        ],
        is_of_its_own=False,  # or it would keep its collection
    )
    assert plan.chosen("logs") == ("B2", "FOLD_ONE")
    assert "hosts" not in plan.collections()
    assert plan.shape("logmsg") == MESSAGE | {"ipaddr:string", "hostname:string"}
    assert "ipaddr:1,time:-1" in plan.indexes("logmsg")


def test_f12_the_host_holds_its_last_thousand_messages() -> None:
    plan = built("log_hosts")
    assert plan.chosen("logs") == ("B3", "SUBSET")
    assert plan.shape("hosts", "logmsgs") == {
        "logmsgs[].logmsg_id:objectId",
        "logmsgs[].time:date",
        "logmsgs[].message:string",
    }
    assert plan.shape("logmsg") == MESSAGE | {"host:objectId", "ipaddr:string"}
    assert plan.schema("hosts")["properties"]["logmsgs"]["maxItems"] == 1000


def test_f12_the_copy_is_sorted_and_capped_when_it_is_written() -> None:
    pushes = [
        s["update"]["$push"]["logmsgs"]
        for s in built("log_hosts").statements(collection="hosts")
        if "logmsgs" in (s["update"] or {}).get("$push", {})
    ]
    assert pushes
    assert all(push["$each"] and push["$sort"] == {"time": 1} and push["$slice"] == -1000 for push in pushes)


def test_f12_more_writes_than_reads_take_the_copy_away() -> None:
    changed = design("log_hosts")
    named(changed["operations"], "log")["per_day"] = 1_000_000
    plan = build(changed)
    assert plan.chosen("logs") == ("B5", "PARENT_REF")
    assert plan.rejected("logs")["SUBSET"]


def test_f22_the_tail_of_the_collector_is_a_capped_collection() -> None:
    plan = built("log_hosts")
    assert plan.entity_overlay("CollectorLog", "CAPPED")["collection"] == "logs"
    assert plan.collection("logs")["kind"] == "capped"
    created = plan.script("01")
    assert "capped: true" in created and "1048576" in created and "1000" in created


def test_f38_a_month_of_requests_is_dropped_at_once() -> None:
    assert built("log_hosts").entity_overlay("AccessLog", "ROLLING")["collection"]


def test_the_address_in_a_message_is_that_of_its_host() -> None:
    plan = built("log_hosts")
    addresses = {host["_id"]: host["ipaddr"] for host in plan.documents("hosts")}
    assert all(message["ipaddr"] == addresses[message["host"]] != "" for message in plan.documents("logmsg"))


def test_messages_can_be_spread_over_shards() -> None:
    changed = design("log_hosts")
    changed["topology"] = "sharded"
    named(changed["entities"], "LogMsg")["shard_key"] = [["host", 1], ["time", 1]]
    plan = build(changed)
    assert plan.collection("logmsg")["shard_key"] == [["host", 1], ["time", 1]]
    assert "host:1,time:1" in plan.indexes("logmsg")
    assert "shardCollection" in plan.script("setup")
