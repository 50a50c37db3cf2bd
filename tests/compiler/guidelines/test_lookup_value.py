"""C1: a lookup that is only a name becomes a value in the other end."""

import pytest

from tests.compiler.small import MANY, NM, barred, chosen, decide, op, text

VALUE = ("C1", "VALUE_ARRAY")
LOOKUP = {"kind": "lookup", "fields": [text(name="name")]}


@pytest.mark.parametrize("kind", [MANY, NM, "graph"])
def test_names_stand_in_the_other_end(kind: str) -> None:
    if kind != "graph":
        decision = decide(kind, child=LOOKUP, has={"max": 5})
        assert (decision.rule, decision.strategy, decision.side, decision.bound) == (*VALUE, "from", 5)


def test_the_lookup_may_be_either_end_of_a_many_to_many() -> None:
    decision = decide(NM, parent=LOOKUP, back={"max": 7})
    assert (decision.rule, decision.side, decision.bound) == ("C1", "to", 7)
    assert decide(NM, parent=LOOKUP, child=LOOKUP, has={"max": 7}).side == "from"


@pytest.mark.parametrize(("most", "rule"), [(2000, "C1"), (2001, "B5")])
def test_how_many_values_fit(most: int, rule: str) -> None:
    assert chosen(MANY, child=LOOKUP, has={"max": most})[0] == rule


@pytest.mark.parametrize(("most", "rule"), [(2000, "C1"), (2001, "C3")])
def test_how_many_values_fit_of_a_many_to_many(most: int, rule: str) -> None:
    assert chosen(NM, child=LOOKUP, has={"max": most}, back={"max": 3000})[0] == rule


def test_an_unbounded_list_of_values_is_barred() -> None:
    decision = decide(MANY, child=LOOKUP, has={"growth": "unbounded"})
    assert barred(decision)["VALUE_ARRAY"] == "G1"


def test_a_lookup_with_more_than_a_name_keeps_its_documents() -> None:
    more = {"kind": "lookup", "fields": [text(name="name"), text(name="colour")]}
    assert chosen(NM, child=more, has={"max": 5}, back={"max": 5})[1] != "VALUE_ARRAY"
    identified = {"kind": "lookup", "fields": [{"name": "_id", "type": "int"}, text(name="name")]}
    assert chosen(NM, child=identified, has={"max": 5}) == VALUE


def test_a_lookup_that_is_read_by_itself_keeps_its_documents() -> None:
    assert chosen(MANY, child=LOOKUP, ops=(op("read", "Child"),))[1] != "VALUE_ARRAY"
    read = op("read", "Child", includes=["r"])
    assert chosen(MANY, child=LOOKUP, has={"max": 2000}, ops=(read,)) == VALUE
    assert chosen(MANY, child=LOOKUP, ops=(read,)) != VALUE  # nobody says that an array could hold them


def test_an_entity_is_no_lookup() -> None:
    assert chosen(NM, has={"max": 5}, back={"max": 5})[1] != "VALUE_ARRAY"
    assert chosen(MANY, parent=LOOKUP, has={"max": 5})[1] == "FOLD_ONE"
