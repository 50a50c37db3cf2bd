"""Names of parameters and steps, after fields."""

from __future__ import annotations

import pytest

from designs.compiler.operations.identifiers import id_name, identifier
from designs.compiler.plan_model.function_names import RESERVED, identifiers


@pytest.mark.parametrize(
    ("words", "name"),
    [
        ("student_id", "studentId"), ("Order.totals.sum", "orderTotalsSum"), ("delete", "deleteValue"), ("db", "dbValue"),
        ("\u4e2d", "value"), ("2nd", "value"), ("", "value"), ("__proto__", "proto"), ('");x("', "x"),
        ("a\u00f1o", "ano"), ("raz\u00f3n_social", "razonSocial"), ("Stra\u00dfe", "strasse"), ("S\u00f8lv \u0141", "solvL"),
    ],
)  # fmt: skip
def test_parameters_are_named_after_fields(words: str, name: str) -> None:
    assert identifier(words) == name


def test_a_function_called_like_a_word_of_the_shell_says_what_it_is_about() -> None:
    """``edit`` is mongosh's own: the collection tells the function apart, no number does."""
    about = {"edit": "articles", "publish": "articles"}
    assert identifiers(about, RESERVED, about) == {"edit": "editArticles", "publish": "publish"}


def test_functions_are_called_without_the_marks_of_letters() -> None:
    """A scribe's ``a\u00f1o`` was ``aO``; two that differ by their marks alone are told apart by a number."""
    names = ["c\u00f3nyuge.add", "conyuge.add", "\u00e9tat.read"]
    assert [*identifiers(names).values()] == ["conyugeAdd", "conyugeAdd2", "etatRead"]


def test_an_id_is_called_by_one_of_a_list_and_no_more_than_it_needs() -> None:
    assert identifier(id_name("inventors._id")) == identifier(id_name("inventors")) == "inventorId"
    assert identifier("packageValue_id") == "packageId" and identifier("package") == "packageValue"
