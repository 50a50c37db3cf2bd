"""Functions of pages and windows whose elements or parents other places name too."""

from __future__ import annotations

import json
from typing import Any

import pytest

from designs.compiler import read
from tests.compiler.in_parts import compile_design
from tests.oracle.judging import judge

Json = dict[str, Any]


def design(relationships: list[Json], naming: Json | None = None) -> Json:
    """Return a design of sensors with readings, and of tags that name readings."""
    return {
        "format": "nestlink/1", "name": "Sensors", "database": "sensors",
        "entities": [
            {"name": "Sensor", "fields": [{"name": "label", "type": "string", "required": True}]},
            {"name": "Reading", "fields": [
                {"name": "taken", "type": "date", "required": True}, {"name": "note", "type": "string"},
            ]},
            {"name": "Tag", "fields": [{"name": "word", "type": "string", "required": True}]},
        ],
        "relationships": relationships,
        "naming": naming or {},
    }  # fmt: skip


def link(name: str, kind: str, ends: tuple[str, str], **more: Any) -> Json:
    """Return a relationship between two entities."""
    one, other = ends
    return {"name": name, "kind": kind, "from": {"entity": one}, "to": {"entity": other}} | more


def wrong(source: Json, *only: str) -> dict[str, str]:
    """Return the functions, or those of them that are named, that leave something otherwise than they mean to, and
    what."""
    found = judge("sensors", source, tries=6, only=only)
    return {verdict.function: verdict.why for verdict in found if verdict.why and verdict.judged}


@pytest.mark.parametrize("strategy", ["BUCKET", "BUCKET_TIME", "EMBED_ARRAY"])
@pytest.mark.parametrize("tagged", ["LINK_COLL", "ONE_WAY_EMBED", "VALUE_ARRAY"])
def test_what_names_an_element_lets_go_of_it(strategy: str, tagged: str) -> None:
    """An element that is taken out of its page or array is named by nothing any more."""
    readings = link("readings", "one-to-many", ("Sensor", "Reading"), strategy=strategy)
    tags = link("tags", "many-to-many", ("Tag", "Reading"), strategy=tagged)
    assert not wrong(design([readings, tags]), "readingsRemove")


def test_pages_of_a_parent_that_stands_in_a_page() -> None:
    """A new page says in which document its parent stands."""
    pages = link("readings", "one-to-many", ("Sensor", "Reading"), strategy="BUCKET")
    deeper = link("remarks", "one-to-many", ("Reading", "Tag"), strategy="BUCKET")
    assert wrong(design([pages, deeper])) == {}


@pytest.mark.parametrize("strategy", ["BUCKET", "BUCKET_TIME"])
def test_pages_repeat_fields_of_a_parent_that_stands_in_a_page(strategy: str) -> None:
    """A new page has the values of its parent alone, not those of all elements beside it."""
    pages = link("readings", "one-to-many", ("Sensor", "Reading"), strategy="BUCKET")
    deeper = link("remarks", "one-to-many", ("Reading", "Tag"), strategy=strategy)
    deeper["copies"] = [{"field": "note", "of": "from"}]
    assert not wrong(design([pages, deeper]), "remarksAdd")


def test_two_elements_may_have_the_same_answer() -> None:
    """A yes or no tells nothing apart, unique as it may be called: the whole element does."""
    source = design([link("readings", "one-to-many", ("Sensor", "Reading"), strategy="BUCKET")])
    source["entities"][1]["fields"].append({"name": "good", "type": "bool", "required": True, "unique": True})
    assert not wrong(source, "readingsRemove")


def test_windows_whose_key_has_an_object() -> None:
    """The key of a window holds its parent's id where its document says: in an object too."""
    windows = link("readings", "one-to-many", ("Sensor", "Reading"), strategy="BUCKET_TIME")
    windows["to"]["field"] = "of.sensor"
    assert wrong(design([windows])) == {}


@pytest.mark.parametrize("topology", ["replica-set", "standalone"])
def test_results_follow_a_new_element(topology: str) -> None:
    """What its page's owner and another parent store about elements follows, though full pages are passed by."""
    readings = link("readings", "one-to-many", ("Sensor", "Reading"), strategy="BUCKET", page_size=2)
    tagged = link("tagged", "one-to-many", ("Tag", "Reading"), strategy="PARENT_REF")
    source = design([readings, tagged]) | {"topology": topology}
    by_id = {"entity": "Reading", "filter": [{"field": "_id"}]}  # elements keep their ids
    source["operations"] = [
        {"name": "take", "kind": "insert", "entity": "Reading"},
        {"name": "remark", "kind": "update", "changes": ["note"]} | by_id,
    ]
    for entity in (source["entities"][0], source["entities"][2]):
        entity["fields"].append(
            {
                "name": "taken",
                "type": "int",
                "computed": {"formula": "count(readings)", "refresh": "on-write"},
            }
        )
    assert not wrong(source, "readingsAdd", "take")


@pytest.mark.parametrize("naming", ["PARENT_REF", "TWO_WAY_REFS", "SUBSET"])
def test_what_names_an_element_of_a_window(naming: str) -> None:
    """The id of the document around it is the window's: an object of owner and date."""
    windows = link("readings", "one-to-many", ("Sensor", "Reading"), strategy="BUCKET_TIME")
    alarms = link("alarms", "one-to-many", ("Reading", "Tag"), strategy=naming)
    alarms["from"]["has"] = {"min": 0, "max": 5}
    source = design([windows, alarms])
    assert wrong(source) == {}
    model = read(json.dumps(source)).value
    assert model is not None
    tags = next(one for one in compile_design(model).plan.collections if one.name == "tags")
    assert [one.types for one in tags.fields if one.name == "bucket_id"] == [("object",)]


@pytest.mark.parametrize("strategy", ["BUCKET", "BUCKET_TIME"])
@pytest.mark.parametrize("naming", ["PARENT_REF", "TWO_WAY_REFS", "SUBSET"])
def test_an_element_moves_to_a_page_of_another_parent(strategy: str, naming: str) -> None:
    """What names it says in which document it stands now; both parents store how many they have."""
    readings = link("readings", "one-to-many", ("Sensor", "Reading"), strategy=strategy, page_size=2)
    alarms = link("alarms", "one-to-many", ("Reading", "Tag"), strategy=naming)
    alarms["from"]["has"] = {"min": 0, "max": 5}
    source = design([readings, alarms])
    source["entities"][0]["fields"].append(
        {"name": "taken", "type": "int", "computed": {"formula": "count(readings)", "refresh": "on-write"}}
    )
    (moved,) = judge("sensors", source, tries=6, only=["readingsReassign"])
    assert moved.judged and not moved.why, moved


@pytest.mark.parametrize("topology", ["replica-set", "standalone"])
@pytest.mark.parametrize("strategy", ["BUCKET", "BUCKET_TIME"])
def test_an_element_with_a_value_of_its_own_alone_moves(strategy: str, topology: str) -> None:
    """No two elements may have the same serial number, not even one that stands in two pages for a moment."""
    source = design([link("readings", "one-to-many", ("Sensor", "Reading"), strategy=strategy)])
    source["entities"][1]["fields"].append(
        {"name": "serial", "type": "int", "required": True, "unique": True}
    )
    by_id = {"entity": "Reading", "filter": [{"field": "_id"}]}  # elements keep their ids
    source["operations"] = [{"name": "remark", "kind": "update", "changes": ["note"]} | by_id]
    source["topology"] = topology
    (moved,) = judge("sensors", source, tries=6, only=["readingsReassign"])
    assert moved.judged and not moved.why, moved


def test_an_element_that_overflowed_is_changed_by_its_own_number() -> None:
    """A number of its own tells it from others, in the array or beyond it."""
    usual = {"average": 2, "p95": 3, "max": None, "growth": "unbounded", "share_over": 0.01}
    source = design([link("readings", "one-to-many", ("Sensor", "Reading"), strategy="OUTLIER")])
    source["relationships"][0]["from"]["has"] = usual
    source["entities"][1]["fields"].insert(0, {"name": "_id", "type": "int"})
    assert not wrong(source, "readingsEdit", "readingsRemove")


def unwritten(source: Json) -> dict[str, str]:
    """Return the functions that are not written, and why."""
    model = read(json.dumps(source)).value
    assert model is not None
    return {function.recipe: function.reason for function in compile_design(model).plan.unwritten}


def test_an_element_keeps_to_its_window() -> None:
    """A new time in the same window changes it; one in another moves nothing, as the note says."""
    source = design([link("readings", "one-to-many", ("Sensor", "Reading"), strategy="BUCKET_TIME")])
    by_id = {"entity": "Reading", "filter": [{"field": "_id"}]}
    source["operations"] = [{"name": "correct", "kind": "update", "changes": ["taken"]} | by_id]
    (corrected,) = judge("sensors", source, tries=6, only=["correct"])
    assert corrected.judged and not corrected.why, corrected


def test_no_id_of_a_window_changes() -> None:
    """What has windows of its own, which are named by its page, stays in that page."""
    pages = link("readings", "one-to-many", ("Sensor", "Reading"), strategy="BUCKET")
    windows = link("remarks", "one-to-many", ("Reading", "Tag"), strategy="BUCKET_TIME")
    source = design([pages, windows])
    source["entities"][2]["fields"].append({"name": "said", "type": "date", "required": True})
    assert "an _id can't be changed" in unwritten(source)["readings.reassign"]
    assert wrong(source) == {}


@pytest.mark.parametrize("strategy", ["BUCKET", "BUCKET_TIME"])
@pytest.mark.parametrize("kinds", [[], ["Alarm"]])
def test_no_function_is_about_pages_of_what_stands_in_such_pages(strategy: str, kinds: list[str]) -> None:
    """No id of a page tells whose it is: an error says so, and the functions beside them are right."""
    answers = link("answers", "one-to-many", ("Reading", kinds[0] if kinds else "Reading"), strategy=strategy)
    answers["from"]["field"], answers["to"]["field"] = "answers", "answered"
    alike = link("alike", "many-to-many", ("Reading", "Reading"), strategy="ONE_WAY_EMBED")
    alike["from"]["field"] = "alike"
    named = link("named", "one-to-many", (kinds[0] if kinds else "Reading", "Tag"), strategy="PARENT_REF")
    tags = link("tags", "one-to-many", ("Sensor", "Tag"), strategy="PARENT_REF")
    source = design([answers, alike, named, tags])
    for kind in kinds:
        source["entities"].append({"name": kind, "fields": [{"name": "level", "type": "int"}]})
        source["relationships"].append(link("kind", "is-a", ("Reading", kind), strategy="POLY_SINGLE"))
    source["operations"] = [{"name": "drop", "kind": "delete", "entity": "Tag", "filter": [{"field": "_id"}]}]
    model = read(json.dumps(source)).value
    assert model is not None
    made = compile_design(model)
    about = {each.subject for each in made.plan.statements if each.script == "04_queries"}
    assert not about & {"relationship:answers", "relationship:named"} and "relationship:tags" in about
    assert wrong(source) == {}


@pytest.mark.parametrize("strategy", ["BUCKET", "BUCKET_TIME"])
def test_two_elements_list_each_other(strategy: str) -> None:
    """Each names the page that the other stands in."""
    pages = link("readings", "one-to-many", ("Sensor", "Reading"), strategy=strategy)
    alike = link("alike", "graph", ("Reading", "Reading"), strategy="TWO_WAY_EMBED")
    alike["from"] |= {"field": "alike", "has": {"max": 50}}
    alike["to"]["has"] = {"max": 50}
    assert not wrong(design([pages, alike]), "alikeAdd", "alikeRemove")


def test_a_document_of_a_link_names_the_pages_of_both_ends() -> None:
    """In which page each of the two stands is nobody's fact, wherever the id of the page stands beside that of the
    element."""
    pages = link("readings", "one-to-many", ("Sensor", "Reading"), strategy="BUCKET", page_size=2)
    kinds = link("alarm", "is-a", ("Reading", "Alarm"), strategy="POLY_SINGLE")
    alike = link("alike", "many-to-many", ("Reading", "Alarm"), strategy="LINK_COLL")
    source = design([pages, alike | {"from": {"entity": "Reading", "has": {"min": 1}}}, kinds])
    source["entities"].append({"name": "Alarm", "fields": [{"name": "level", "type": "int"}]})
    assert wrong(source, "readingsRemove") == {}


def test_no_measurement_changes() -> None:
    """The server changes nothing in a time series but what its measurements are of."""
    source = design([link("readings", "one-to-many", ("Sensor", "Reading"), strategy="TIME_SERIES")])
    by_note = {"entity": "Reading", "filter": [{"field": "note"}]}
    source["operations"] = [{"name": "correct", "kind": "update", "changes": ["note"]} | by_note]
    assert list(unwritten(source)) == ["correct"]
    assert wrong(source) == {}


@pytest.mark.parametrize("strategy", ["BUCKET", "BUCKET_TIME"])
def test_pages_beside_slices_of_the_same_elements(strategy: str) -> None:
    """What another parent repeats would not follow what comes into a page or goes out of it: no function does that."""
    pages = link("readings", "one-to-many", ("Sensor", "Reading"), strategy=strategy)
    latest = link("latest", "one-to-many", ("Tag", "Reading"), strategy="SUBSET")
    source = design([pages, latest])
    assert {"readings.add", "readings.remove"} <= unwritten(source).keys()
    assert not {name for name in wrong(source) if name.startswith("readings")}


@pytest.mark.parametrize("other", ["BUCKET", "BUCKET_TIME", "EMBED_ARRAY", "OUTLIER"])
def test_an_element_has_one_place(other: str) -> None:
    """What stands in a page stands in no array of another parent, and in no page of one: nothing would change both."""
    pages = link("readings", "one-to-many", ("Sensor", "Reading"), strategy="BUCKET")
    remarks = link("remarks", "one-to-many", ("Tag", "Reading"), strategy=other)
    for relationships in ([pages, remarks], [remarks, pages]):
        assert wrong(design(relationships)) == {}


def test_elements_that_are_measurements_too() -> None:
    """What stands in pages and in a time series would change in the pages alone: no function does."""
    pages = link("readings", "one-to-many", ("Sensor", "Reading"), strategy="BUCKET")
    measured = link("measured", "one-to-many", ("Tag", "Reading"), strategy="TIME_SERIES")
    source = design([pages, measured])
    assert wrong(source) == {}
    model = read(json.dumps(source)).value
    assert model is not None
    unwritten = {one.recipe: one.reason for one in compile_design(model).plan.unwritten}
    assert "measurement" in unwritten["readings.add"]


@pytest.mark.parametrize("strategy", ["BUCKET", "EMBED_ARRAY"])
def test_no_owner_goes_whose_parts_are_inside_of_other_documents(strategy: str) -> None:
    """They stayed there, and named an owner that was no more: no function deletes him."""
    readings = link("readings", "one-to-many", ("Sensor", "Reading"), strategy=strategy)
    owned = link("owned", "one-to-many", ("Tag", "Reading"), strategy="PARENT_REF", exclusive_owner=True)
    source = design([readings, owned])
    drop = {"name": "drop", "kind": "delete", "entity": "Tag", "filter": [{"field": "_id"}], "per_day": 9}
    source["operations"] = [drop]
    assert "belongs to one Tag" in unwritten(source)["drop"]
    assert wrong(source) == {}


def test_a_search_for_words_in_pages_has_no_direction() -> None:
    """How well the words fit is no order of a field: the compiler broke off."""
    source = design([link("readings", "one-to-many", ("Sensor", "Reading"), strategy="BUCKET", page_size=25)])
    search = {"name": "search", "kind": "read", "entity": "Reading", "limit": 25}
    source["operations"] = [search | {"filter": [{"field": "note", "match": "text"}]}]
    report = read(json.dumps(source))
    assert report.value is not None, report.findings
    plan = compile_design(report.value).plan
    stages = next(each.pipeline for each in plan.statements if each.recipe == "search")
    assert {"$limit": 25} in stages and [stage for stage in stages if "$sort" in stage] == [
        {"$sort": {"score": {"$meta": "textScore"}}}
    ]


@pytest.mark.parametrize("strategy", ["BUCKET", "BUCKET_TIME"])
@pytest.mark.parametrize("asked", [[], [{"field": "tag"}]])
def test_the_newest_elements_of_all_parents(strategy: str, asked: list[Json]) -> None:
    """Pages and windows of several parents follow one another in no order of their elements: these are sorted, not those."""
    readings = link("readings", "one-to-many", ("Sensor", "Reading"), strategy=strategy)
    tagged = link("tagged", "one-to-many", ("Tag", "Reading"), strategy="PARENT_REF")
    tagged["to"]["field"] = "tag"
    newest = {"name": "newest", "kind": "read", "entity": "Reading", "filter": asked, "limit": 2 - len(asked),
              "sort": [{"field": "taken", "direction": -1}]}  # fmt: skip
    source = design([readings, tagged]) | {"operations": [newest]}
    assert not wrong(source, "newest")


@pytest.mark.parametrize("window", ["hour", "week", "month"])
@pytest.mark.parametrize("more", [{}, {"sort": [{"field": "taken", "direction": -1}], "limit": 3}])
def test_a_range_of_time_is_one_of_elements(window: str, more: Json) -> None:
    """The windows that a range touches hold elements before and after it, too."""
    readings = link(
        "readings", "one-to-many", ("Sensor", "Reading"), strategy="BUCKET_TIME", time_window=window
    )
    readings["to"]["field"] = "sensor"
    asked = {"name": "between", "kind": "read", "entity": "Reading",
             "filter": [{"field": "sensor"}, {"field": "taken", "match": "range"}]}  # fmt: skip
    source = design([readings]) | {"operations": [asked | more]}
    assert not wrong(source, "between")
