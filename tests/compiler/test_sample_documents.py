"""The reader of example documents reads what it should and refuses what it should."""

from decimal import Decimal

import pytest

from tests.compiler.sample_documents import ObjectId, read_documents


def test_it_reads_every_kind_of_value() -> None:
    text = """// comment with "quotes" [
    [ { "_id": ObjectId("612d1e835ebee16872a109a4"), n: Int32(3), d: NumberDecimal("1.10"), ["__proto__"]: [1.5, null] }, // end
      { at: ISODate("2021-07-23T16:03:21Z"), s: "a // b", ok: true } ]
    """
    first, second = read_documents(text)
    assert first == {
        "_id": ObjectId("612d1e835ebee16872a109a4"),
        "n": 3,
        "d": Decimal("1.10"),
        "__proto__": [1.5, None],
    }
    assert (second["at"].year, second["s"], second["ok"]) == (2021, "a // b", True)


@pytest.mark.parametrize("text", ["[{a: 1, a: 2}]", "[{a: 'x'}]"])
def test_it_refuses_what_is_not_a_plain_document(text: str) -> None:
    with pytest.raises(AssertionError):
        read_documents(text)
