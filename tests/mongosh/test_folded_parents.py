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
            {"name": "load all", **change, "effects": [{"field": "load", "do": "increment", "by": 2}]},
        ],
    }  # fmt: skip


@replay(hosts)
def test_a_folded_parent_changes_wherever_it_stands(play: Play) -> Steps:
    one, other = {"hostname": "a", "rack": "1", "load": 1}, {"hostname": "b", "rack": "1", "load": 1}
    play.documents["logs"] = [{"_id": 1, **one}, {"_id": 2, **other}, {"_id": 3, **one}, {"_id": 4}]
    play.documents["boxes"] = [
        {"_id": 1, "label": "x", "probes": [{"ok": True, **other}, {"ok": True, **one}, {"ok": False}]},
        {"_id": 2, "label": "y", "probes": [{"ok": False, **other}]},
        {"_id": 3, "label": "z"},
    ]
    play.call("rename", hostname="a", newHostname="c", newRack="2")
    play.call("load all")
    done = yield
    moved, stayed = {"hostname": "c", "rack": "2", "load": 3}, {**other, "load": 3}
    assert done.all("logs") == [{"_id": 1, **moved}, {"_id": 2, **stayed}, {"_id": 3, **moved}, {"_id": 4}]
    assert [one.get("probes") for one in done.all("boxes")] == [
        [{"ok": True, **stayed}, {"ok": True, **moved}, {"ok": False}], [{"ok": False, **stayed}], None,
    ]  # fmt: skip
