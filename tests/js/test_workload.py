"""What people write into the table of the workload and into properties is read as meant, and comes back as written."""

from __future__ import annotations

import json
import random
from pathlib import Path
from typing import Any

import pytest

from designs.compiler import ends_of, plan_design, read
from tests.js.asking import harness

LIBRARY = Path(__file__).resolve().parents[2] / "designs" / "library"


def asked(*jobs: list[Any]) -> list[dict[str, Any]]:
    return [harness("workload.mjs").answer(job) for job in jobs]


FILTERS = {
    "_id": [{"field": "_id"}],
    "posted_by, posted_on range": [{"field": "posted_by"}, {"field": "posted_on", "match": "range"}],
    "sku in 20": [{"field": "sku", "match": "in", "values": 20}],
    "status = open": [{"field": "status", "value": "open"}],
    'code = 007, other = "7"': [{"field": "code", "value": "007"}, {"field": "other", "value": "7"}],
    'name = "a, b"': [{"field": "name", "value": "a, b"}],
    "total >= 10, total <= 20.5": [
        {"field": "total", "match": "range", "at_least": 10},
        {"field": "total", "match": "range", "at_most": 20.5},
    ],
    "sent = true, at near": [{"field": "sent", "value": True}, {"field": "at", "match": "near"}],
}
SORTS = {
    "posted_on desc, name": [{"field": "posted_on", "direction": -1}, {"field": "name"}],
    "name asc": [{"field": "name", "direction": 1}],
}
PAIRS = {
    "country 1, user_id hashed": [["country", 1], ["user_id", "hashed"]],
    "about text": [["about", "text"]],
}
CONDITIONS = {
    "status = open, total >= 10": {"status": "open", "total": {"$gte": 10}},
    "note exists": {"note": {"$exists": True}},
    "total > 1, total < 5": {"total": {"$gt": 1, "$lt": 5}},
    "a = 1 or b exists": {"$or": [{"a": 1}, {"b": {"$exists": True}}]},
    "status = open, (total >= 10 or note exists)": {
        "status": "open", "$or": [{"total": {"$gte": 10}}, {"note": {"$exists": True}}],
    },
    "(a = 1, b = 2) or c = 3": {"$or": [{"a": 1, "b": 2}, {"c": 3}]},
    "(a = 1) and (a = 2)": {"$and": [{"a": 1}, {"a": 2}]},
    "(a = 1 or b = 2) and (c = 3 or d = 4)": {"$and": [{"$or": [{"a": 1}, {"b": 2}]}, {"$or": [{"c": 3}, {"d": 4}]}]},
    "x = 1, ((a = 1) and (b = 2 or (c = 3, d in [4,5])))": {
        "x": 1, "$and": [{"a": 1}, {"$or": [{"b": 2}, {"c": 3, "d": {"$in": [4, 5]}}]}],
    },
    'name = "salt and pepper", at = {"$date":"2024-01-01T00:00:00Z"}, text = "(a, \\"b\\")"': {
        "name": "salt and pepper", "at": {"$date": "2024-01-01T00:00:00Z"}, "text": '(a, "b")',
    },
    "order = oranges, android exists, place.origin = north of here": {
        "order": "oranges", "android": {"$exists": True}, "place.origin": "north of here",
    },
}  # fmt: skip
MEANT = {
    "a = 1 and b = 2": {"a": 1, "b": 2},
    "a = 1, a = 2": {"$and": [{"a": 1}, {"a": 2}]},
    "(a = 1 or b = 2), (c = 3 or d = 4)": {
        "$and": [{"$or": [{"a": 1}, {"b": 2}]}, {"$or": [{"c": 3}, {"d": 4}]}],
    },
    "((a=1))": {"a": 1},
    '{"$or": [{"a": 1}]}': {"$or": [{"a": 1}]},
}  # fmt: skip
WRONG = {
    "a = 1, nonsense": ("misread_condition", "nonsense", 8),
    "a = 1 or (b = 2, c": ("misread_condition", "c", 18),
    "a = 1 or (b = 2": ("misread_bracket", "(b = 2", 10),
    "a = 1)": ("misread_condition", ")", 6),
    "a = 1, ": ("misread_more", "a = 1,", 8),
    "a = 1 or b =": ("misread_more", "a = 1 or b =", 13),
    'a = "open': ("misread_json", '"open', 5),
    "a = 1 b > (": ("misread_condition", "(", 11),
}
UNSAID = [{"$or": [{"a": 1}]}, {"$nor": [{"a": 1}, {"b": 2}]}, {"$and": []}, {"a": {"$in": [1], "b": 2}}]


def test_a_bound_without_its_value_is_told_with_the_one_that_has_it() -> None:
    assert asked(["filterRead", "price > 100"]) == [{"misread": "misread_beyond"}]
    assert asked(["filterRead", "name, price<5"]) == [{"misread": "misread_beyond"}]
    for text in ("booked_at < today", "name, booked_at <= now", "booked_at = last week"):
        assert asked(["filterRead", text]) == [{"misread": "misread_passing"}]
    assert asked(["filterRead", "booked_at range"]) == [{"made": [{"field": "booked_at", "match": "range"}]}]


def test_a_filter_of_every_document_is_told_from_none() -> None:
    read_all, read_none, none, every = asked(
        ["filterRead", " * "], ["filterRead", ""], ["filterWritten"], ["filterWritten", []]
    )
    assert read_all == read_none == {"made": []}
    assert none == {"made": ""}
    assert every == {"made": "*"}


def test_numbers_keep_to_their_limits() -> None:
    share = {"least": 0, "most": 1}
    found = asked(
        ["numberRead", "1", share], ["numberRead", "1.01", share], ["numberRead", "-0.01", share],
        ["numberRead", "1", {"least": 1, "whole": True}], ["numberRead", "0", {"least": 1}],
        ["numberRead", "1.5", {"whole": True}], ["numberRead", "many"],
    )  # fmt: skip
    assert [one.get("made", one.get("misread")) for one in found] == [
        1, "misread_between", "misread_between", 1, "misread_least", "misread_whole", "misread_number",
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("kind", "table"), [("filter", FILTERS), ("sort", SORTS), ("pairs", PAIRS), ("conditions", CONDITIONS)]
)
def test_texts_are_read_and_come_back(kind: str, table: dict[str, Any]) -> None:
    for text, value in table.items():
        if value is None:
            continue
        (found, again) = asked([f"{kind}Read", text], [f"{kind}Written", value])
        assert found == {"made": value}, text
        assert again == {"made": text}, text


def test_conditions_are_read_as_they_are_meant() -> None:
    found = asked(*(["conditionsRead", text] for text in MEANT))
    assert dict(zip(MEANT, (one.get("made") for one in found), strict=True)) == MEANT


@pytest.mark.parametrize("text", WRONG)
def test_what_is_wrong_in_conditions_is_told_at_its_place(text: str) -> None:
    words, said, place = WRONG[text]
    assert asked(["conditionsRead", text]) == [{"misread": words, "text": said, "place": place}]


def test_conditions_that_text_cannot_say_stay_json() -> None:
    """What the control shows instead, and reads again, is the JSON itself."""
    for value in UNSAID:
        written, again = asked(["conditionsWritten", value], ["conditionsRead", json.dumps(value)])
        assert written["made"] is None or asked(["conditionsRead", written["made"]]) == [{"made": value}]
        assert again == {"made": value}


def test_random_conditions_come_back() -> None:
    chance = random.Random(5)
    values = [
        "open",
        "a or b",
        "(x)",
        'say "hi"',
        3,
        2.5,
        True,
        None,
        "7",
        "true",
        "a, b",
        {"$date": "2024-01-01T00:00:00Z"},
    ]

    def made(deep: int) -> dict[str, Any]:
        found: dict[str, Any] = {}
        for path in chance.sample(["a", "b.c", "total", "in_stock", "or_not"], chance.randint(1, 3)):
            sign = chance.choice(["=", "$gte", "$in", "$exists"])
            value = chance.choice(values)
            found[path] = {
                "=": value,
                "$gte": {"$gte": value},
                "$in": {"$in": [value, 1]},
                "$exists": {"$exists": True},
            }[sign]
        if deep:
            found[chance.choice(["$or", "$and"])] = [made(deep - 1) for _ in range(chance.randint(2, 3))]
        return found

    every = [made(chance.randint(0, 3)) for _ in range(300)]
    written = asked(*(["conditionsWritten", one] for one in every))
    assert all(one["made"] is not None for one in written)
    assert [one["made"] for one in asked(*(["conditionsRead", one["made"]] for one in written))] == every


def test_filters_that_text_cannot_say_are_not_written() -> None:
    odd = [{"field": "a", "match": "range", "at_least": 1, "at_most": 2}]
    (told,) = asked(["filterWritten", odd])
    assert told == {"made": None}
    wrong = asked(["filterRead", "a sounds-like"], ["filterRead", "a in many"], ["sortRead", "a up"])
    assert [one["misread"] for one in wrong] == ["misread_filter", "misread_number", "misread_sort"]


@pytest.mark.parametrize("path", sorted(LIBRARY.glob("*.json")), ids=lambda path: path.stem)
def test_workloads_of_the_library_come_back(path: Path) -> None:
    operations = json.loads(path.read_bytes()).get("operations", [])
    written = asked(
        *([f"{key}Written", one.get(key, [])] for one in operations for key in ("filter", "sort"))
    )
    jobs, wanted = [], []
    for (one, key), told in zip(
        [(one, key) for one in operations for key in ("filter", "sort")], written, strict=True
    ):
        if told["made"] is not None:
            jobs.append([f"{key}Read", told["made"]])
            wanted.append({"made": one.get(key, [])})
    assert not jobs or asked(*jobs) == wanted
    assert len(jobs) >= 2 * len(operations) * 0.8


@pytest.mark.parametrize("path", sorted(LIBRARY.glob("*.json")), ids=lambda path: path.stem)
def test_every_path_of_the_library_is_offered(path: Path) -> None:
    design, model = json.loads(path.read_bytes()), read(path.read_bytes()).value
    assert model is not None
    ends = ends_of(plan_design(model).paths)
    for one in design.get("operations", []):
        (told,) = asked(["pathsFrom", design, ends, one["entity"]])
        for key in ("filter", "sort"):
            for each in one.get(key, []):
                copied = {
                    copy.get("as", copy["field"])
                    for link in design["relationships"]
                    for copy in link.get("copies", [])
                }
                reached = each["field"].split(".")[0] in {link["name"] for link in design["relationships"]}
                assert each["field"] in told["made"] or each["field"] in copied or reached, (
                    one["name"],
                    each,
                )


def test_an_act_is_inserted_where_there_is_one() -> None:
    entities = ["Class", "Booking", "Enrolment", "Course", "Order", "Posting"]
    names = ("book class", "enrol in course", "place order", "post class", "update class")
    found = asked(*(["guessed", name, entities] for name in names))
    assert [one["made"].get("entity") for one in found] == [
        "Booking", "Enrolment", "Order", "Posting", "Class",
    ]  # fmt: skip


def test_a_name_says_what_is_done_to_what() -> None:
    entities = ["Message", "Student", "Category", "IdCard", "Call sheet", "Person"]
    found = asked(
        *(
            ["guessed", name, entities]
            for name in (
                "post message",
                "read categories",
                "renew id card",
                "students of a message",
                "read call sheet for the day",
                "people",
                "something",
            )
        )
    )
    assert [one["made"] for one in found] == [
        {"kind": "insert", "entity": "Message"}, {"kind": "read", "entity": "Category"},
        {"kind": "update", "entity": "IdCard"}, {"entity": "Student"},
        {"kind": "read", "entity": "Call sheet"}, {"entity": "Person"}, {},
    ]  # fmt: skip


class TestPasting:
    ENTITIES = ("Student", "Message")

    def test_name_entity_kind_filter_and_how_often(self) -> None:
        text = "profile\tStudent\tread\t_id\t20/s\r\npost\tMessage\tinsert\t\t1e4\r\n"
        assert asked(["pasted", text, self.ENTITIES]) == [{"made": [
            {"name": "profile", "kind": "read", "entity": "Student", "filter": [{"field": "_id"}], "per_day": 1_728_000},
            {"name": "post", "kind": "insert", "entity": "Message", "per_day": 10_000},
        ]}]  # fmt: skip

    def test_a_line_of_headings_says_what_the_columns_are(self) -> None:
        text = "What\tName\tHow often\tWith\tEntity\nupdate\tedit\t5\ta, b\tstudent"
        assert asked(["pasted", text, self.ENTITIES]) == [
            {
                "made": [
                    {
                        "name": "edit",
                        "kind": "update",
                        "entity": "Student",
                        "changes": ["a", "b"],
                        "per_day": 5,
                    }
                ]
            }
        ]

    def test_rows_in_the_order_of_the_table_need_no_headings(self) -> None:
        text = "profile\tread\tStudent\t_id\t\tcard\t1\t20/s"
        assert asked(["pasted", text, self.ENTITIES]) == [{"made": [{
            "name": "profile", "kind": "read", "entity": "Student", "filter": [{"field": "_id"}], "includes": ["card"],
            "limit": 1, "per_day": 1_728_000,
        }]}]  # fmt: skip

    def test_a_file_with_semicolons_and_what_a_name_says(self) -> None:
        (told,) = asked(["pasted", "read message;;;posted_on range;3", self.ENTITIES])
        assert told["made"][0] | {"filter": 0} == {
            "name": "read message", "kind": "read", "entity": "Message", "filter": 0, "per_day": 3,
        }  # fmt: skip

    @pytest.mark.parametrize(
        "text", ["x\tNobody\tread\t\t1", "x\tStudent\tfly\t\t1", "x\tStudent\tread\t\tsoon"]
    )
    def test_a_wrong_line_is_told(self, text: str) -> None:
        assert asked(["pasted", text, self.ENTITIES]) == [{"misread": "misread_line"}]


def test_operations_are_offered_where_nothing_like_them_is_there() -> None:
    design = json.loads((LIBRARY / "university.json").read_bytes())
    (full,) = asked(["offered", design])
    assert "read student" not in [one["name"] for one in full["made"]]
    (bare,) = asked(["offered", design | {"operations": []}])
    named = {one["name"]: one for one in bare["made"]}
    assert named["read student"]["includes"] == ["id_card", "emails"]
    assert named["read student"]["filter"] == [{"field": "_id"}]
    assert "add message" in named and "read email" not in named
    assert named["add message"]["per_day"] == 10_000  # as its entity says
    entities = [entity | {"inserts_per_day": 7} for entity in design["entities"]]
    (stated,) = asked(["offered", design | {"entities": entities, "operations": []}])
    assert {one["name"]: one for one in stated["made"]}["add message"]["per_day"] == 7
    model = read(json.dumps(design | {"operations": bare["made"]})).value
    assert model is not None


def test_behind_a_path_of_a_filter_its_comparisons_are_offered() -> None:
    paths = ["status", "total"]
    assert asked(["filterOffered", "status = open, to", paths]) == [{"made": paths}]
    offered = asked(["filterOffered", "status = open, total r", paths])[0]["made"]
    assert offered[:2] == ["total =", "total >="] and "total range" in offered and "total in" in offered
