"""What changes of a folded parent is written in all of its children, and in no others."""

from __future__ import annotations

from collections.abc import Generator
from typing import Any

from tests.mongosh.odd import end, entity, field, link
from tests.mongosh.replay import Play, Played, replay

Steps = Generator[None, Played, None]
Json = dict[str, Any]


def hosts() -> Json:
    """Hosts that stand in their logs, and in the probes of boxes."""
    change = {"kind": "update", "entity": "Host"}
    read = {"kind": "read", "entity": "Host"}
    by = {"filter": [{"field": "hostname"}]}
    return {
        "format": "nestlink/1", "name": "Hosts", "database": "hosts",
        "entities": [
            entity("Host", field("hostname", required=True, unique=True), field("rack"), field("load", "int")),
            entity("Log", field("time", "date", required=True), field("text")),
            entity("Probe", field("ok", "bool"), kind="weak"),
            entity("Box", field("label", required=True)),
        ],
        "relationships": [
            link("logs", "one-to-many", end("Host"), end("Log", 1, field="host"), strategy="FOLD_ONE"),
            link("tests", "one-to-many", end("Host"), end("Probe", 1, field="host"), strategy="FOLD_ONE"),
            link("probes", "one-to-many", end("Box", 9), end("Probe", 1, field="box"), strategy="EMBED_ARRAY", exclusive_owner=True),
        ],
        "operations": [
            {"name": "rename", **change, **by, "changes": ["hostname", "rack"]},
            {"name": "all", **read, "sort": [{"field": "hostname"}]},
            {"name": "one", **read, **by},
            {"name": "by rack", **read, "filter": [{"field": "rack"}], "projection": ["hostname"], "limit": 1, "sort": [{"field": "hostname", "direction": -1}]},
            {"name": "with logs", **read, **by, "includes": ["logs"]},
            {"name": "buy", "kind": "insert", "entity": "Host"},
            {"name": "retire", "kind": "delete", "entity": "Host", **by},
            {"name": "load all", **change, "filter": [], "effects": [{"field": "load", "do": "increment", "by": 2}]},
        ],
    }  # fmt: skip


def in_child(host: Json) -> Json:
    """The fields of a host as its children have them."""
    return {f"host_{name}": value for name, value in host.items()}


def fill(play: Play) -> tuple[Json, Json, Json]:
    """Three hosts, which stand in logs or in probes; another log and probe have none."""
    one, other, third = ({"hostname": name, "rack": rack, "load": 1} for name, rack in ("a1", "b1", "c2"))
    put(play, in_child(one), in_child(other), in_child(third))
    return one, other, third


def put(play: Play, one: Json, other: Json, third: Json) -> None:
    """Three hosts as children have them."""
    play.documents["logs"] = [{"_id": 1, **one}, {"_id": 2, **other}, {"_id": 3, **one}, {"_id": 4}]
    play.documents["boxes"] = [
        {"_id": 1, "label": "x", "probes": [{"ok": True, **other}, {"ok": True, **one}, {"ok": False}]},
        {"_id": 2, "label": "y", "probes": [{"ok": False, **third}]},
        {"_id": 3, "label": "z"},
    ]


@replay(hosts)
def test_each_folded_parent_is_read_once(play: Play) -> Steps:
    one, other, third = fill(play)
    play.call("all")
    play.call("one", hostname="a")
    play.call("one", hostname="none")
    play.call("by rack", rack="1")
    play.call("with logs", hostname="a")
    play.call("with logs", hostname="c")
    done = yield
    assert done.results[:4] == [[one, other, third], [one], [], [{"hostname": "b"}]]
    (found,) = done.results[4]
    assert [each["_id"] for each in found.pop("logs")] == [1, 3] and found == one
    assert done.results[5] == [{**third, "logs": []}]


@replay(hosts)
def test_a_folded_parent_comes_with_a_child_and_goes_out_of_them(play: Play) -> Steps:
    one, other, third = fill(play)
    new = {"hostname": "n", "rack": "2", "load": 0}
    play.call("buy", log={"_id": 5, "text": "first", **in_child(new)})
    play.call("all")
    play.call("retire", hostname="a")
    play.call("retire", hostname="a")
    play.call("all")
    done = yield
    assert done.results[1] == [one, other, third, new]
    assert done.results[4] == [other, third, new] and done.states[2] == done.states[3]
    assert [each for each in done.all("logs") if each["_id"] in (1, 3)] == [{"_id": 1}, {"_id": 3}]
    (box, *_) = done.all("boxes")
    assert box["probes"] == [{"ok": True, **in_child(other)}, {"ok": True}, {"ok": False}]


def owned() -> Json:
    made = hosts()
    made["operations"] = [one for one in made["operations"] if one["name"] in ("all", "retire")] + [
        {"name": "retire all", "kind": "delete", "entity": "Host", "filter": []}
    ]
    return {**made, "relationships": [{**one, "exclusive_owner": True} for one in made["relationships"]]}


@replay(owned)
def test_what_dies_with_a_folded_parent_goes_with_it(play: Play) -> Steps:
    _, other, _ = fill(play)
    play.call("retire", hostname="a")
    play.call("retire", hostname="a")
    play.call("retire all")
    play.call("all")
    done = yield
    assert [each["_id"] for each in done.all("logs", 1)] == [2, 4] and done.states[0] == done.states[1]
    assert done.all("boxes", 1)[0]["probes"] == [{"ok": True, **in_child(other)}, {"ok": False}]
    assert [each["_id"] for each in done.all("logs")] == [4] and done.results[3] == []
    assert [each.get("probes") for each in done.all("boxes")] == [[{"ok": False}], [], None]


@replay(hosts)
def test_a_folded_parent_changes_wherever_it_stands(play: Play) -> Steps:
    one, other = (in_child({"hostname": name, "rack": "1", "load": 1}) for name in "ab")
    put(play, one, other, other)
    play.call("rename", hostname="a", newHostname="c", newRack="2")
    play.call("load all")
    done = yield
    moved = in_child({"hostname": "c", "rack": "2", "load": 3})
    stayed = {**other, "host_load": 3}
    assert done.all("logs") == [{"_id": 1, **moved}, {"_id": 2, **stayed}, {"_id": 3, **moved}, {"_id": 4}]
    assert [one.get("probes") for one in done.all("boxes")] == [
        [{"ok": True, **stayed}, {"ok": True, **moved}, {"ok": False}], [{"ok": False, **stayed}], None,
    ]  # fmt: skip
