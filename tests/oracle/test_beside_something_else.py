"""What stands beside something else: links of subtypes that stand apart, a part with a shape of its own, names in the paths
of others, copies of one field that are kept for several ends."""

from __future__ import annotations

import json
from typing import Any

from designs.compiler import read
from designs.compiler.plan_model.compilation import Compilation
from tests.compiler.in_parts import compile_design
from tests.mongosh.odd import end, entity, field, link
from tests.oracle.test_reads import judged

Json = dict[str, Any]
NAME = field("name", required=True)


def _design(entities: list[Json], *relationships: Json, **more: Any) -> Json:
    head = {"format": "nestlink/1", "name": "Places", "database": "places"}
    return {**head, "entities": entities, "relationships": list(relationships), **more}


def _compiled(design: Json) -> Compilation:
    report = read(json.dumps(design))
    assert report.value is not None, report.findings
    return compile_design(report.value)


def _kind(general: str, special: str, strategy: str) -> Json:
    return link(f"{special}Is", "is-a", {"entity": general}, {"entity": special}, strategy=strategy)


def test_links_of_a_subtype_that_stands_apart_are_links() -> None:
    design = _design(
        [entity(one, NAME) for one in ("Member", "Student", "Guest", "Child")],
        _kind("Member", "Student", "POLY_SINGLE"), _kind("Member", "Guest", "POLY_SPLIT"), _kind("Member", "Child", "POLY_SPLIT"),
        link("knows", "many-to-many", end("Member", field="known"), end("Member", field="knower"), strategy="LINK_COLL"),
    )  # fmt: skip
    assert judged(design, "knowsAdd") == {"knowsAdd": ""}


def test_a_part_that_is_put_whole_says_its_own_shape() -> None:
    card = entity("Card", NAME, field("colour", since_version=2), schema_version=2, kind="weak")
    design = _design(
        [entity("Person", NAME), card],
        link("cards", "one-to-one", end("Person", 1), end("Card", 1), strategy="EMBED_ONE"),
    )
    assert judged(design, "cardsAdd") == {"cardsAdd": ""}


def test_a_name_in_the_paths_of_others_is_changed_with_them_alone() -> None:
    """What was of each of them is to be kept, too: the function of the tree renames."""
    topic = entity("Topic", field("code", required=True, unique=True), field("title"), history="revisions")
    tree = link(
        "topics", "tree", end("Topic"), end("Topic", 1, field="parent"), strategy="TREE_PATH",
        tree={"depth": 4, "reads": "subtree"},
    )  # fmt: skip
    design = _design([topic], tree)
    change = [one for one in _compiled(design).plan.statements if one.recipe == "Topic.change" and one.update]
    assert change and all("code" not in str(one.update) for one in change)
    assert judged(design, "topicChange") == {"topicChange": ""}


def test_a_new_value_goes_into_the_strong_copies_that_no_function_writes() -> None:
    """Some are in measurements, which nothing changes: the stream brings the others after the source all the same."""
    copies = [
        {"field": "opened", "of": "from", "as": "since", "reads_per_day": 99, "updates_per_day": 0.5},
        {"field": "opened", "of": "from", "policy": "strong"},
    ]
    opened = field("opened", "date", required=True)
    design = _design(
        [entity("Shop", opened, count=100), entity("Sale", count=0)]
        + [entity(one) for one in ("Trade", "Return", "Box")] + [entity("Tick", field("at", "date", immutable=True))],
        link("sales", "one-to-many", {"entity": "Shop", "has": {"max": 2001, "share_over": 0.005}},
             {"entity": "Sale", "field": "shop", "has": {"average": 1, "max": None, "share_over": 0}}, copies=copies),
        link("TradeIs", "is-a", {"entity": "Sale"}, {"entity": "Trade"}),
        *(link(f"{special}Is", "is-a", {"entity": "Trade"}, {"entity": special}) for special in ("Tick", "Return", "Box")),
        link("ticks", "one-to-many", {"entity": "Box", "has": {"max": None}}, {"entity": "Tick"}, strategy="TIME_SERIES"),
        workload_profile="read-heavy",
    )  # fmt: skip
    assert judged(design, "salesSyncTo") == {"salesSyncTo": ""}


def test_what_names_no_parent_has_no_copy_of_a_result() -> None:
    total = field(
        "twice", "int", computed={"formula": "half * 2", "refresh": "periodic", "every_seconds": 60}
    )
    design = _design(
        [entity("Shop", NAME, field("half", "int"), total), entity("Sale", field("day", "date"))],
        link("sales", "one-to-many", end("Shop"), end("Sale", 1, field="shop"), strategy="PARENT_REF",
             copies=[{"field": "twice", "of": "from", "as": "copies.twice", "policy": "eventual", "reads_per_day": 1e6}]),
        operations=[{"name": "close", "kind": "delete", "entity": "Shop", "filter": [{"field": "_id"}]}],
    )  # fmt: skip
    verdicts = judged(design, "close", "salesDelete", "deleteShop")
    assert verdicts and set(verdicts.values()) == {""}
