"""Words of names: plurals by our own table, and cases."""

from __future__ import annotations

import pytest
from hypothesis import given, strategies

from designs.compiler.names.inflection import plural, singular, snake

PLURALS = {
    "person": "people", "category": "categories", "activity": "activities", "address": "addresses",
    "status": "statuses", "analysis": "analyses", "index": "indexes", "child": "children", "company": "companies",
    "day": "days", "key": "keys", "box": "boxes", "class": "classes", "process": "processes", "match": "matches",
    "dish": "dishes", "quiz": "quizzes", "bus": "buses", "virus": "viruses", "campus": "campuses", "man": "men",
    "woman": "women", "leaf": "leaves", "knife": "knives", "hero": "heroes", "photo": "photos", "axis": "axes",
    "crisis": "crises", "diagnosis": "diagnoses", "matrix": "matrices", "criterion": "criteria", "series": "series",
    "news": "news", "data": "data", "media": "media", "house": "houses", "case": "cases", "database": "databases",
    "cache": "caches", "movie": "movies", "cookie": "cookies", "size": "sizes", "course": "courses", "base": "bases",
    "response": "responses", "purchase": "purchases", "license": "licenses", "alias": "aliases", "canvas": "canvases",
    "lens": "lenses", "gas": "gases", "schema": "schemas", "menu": "menus", "order_item": "order_items",
    "sub_category": "sub_categories", "id": "ids", "url": "urls", "pdf": "pdfs", "api": "apis", "clause": "clauses",
    "exercise": "exercises", "expense": "expenses", "thesis": "theses", "syllabus": "syllabuses", "toy": "toys",
}  # fmt: skip

SNAKES = {
    "LogMsg": "log_msg", "HTTPServer": "http_server", "Order Item": "order_item", "blog-entry": "blog_entry",
    "IdCard": "id_card", "C++": "c", "UserV2": "user_v2", "a.b$c": "a_b_c", "Cafe\u0301": "café", "  x ": "x",
    "学生": "学生", "Студент": "Студент", "विद्यार्थी": "विद्यार्थी", "123": "", "!!": "", "": "",
}  # fmt: skip


@pytest.mark.parametrize(("word", "many"), PLURALS.items())
def test_plurals_are_pinned_both_ways(word: str, many: str) -> None:
    assert plural(word) == many
    assert plural(many) == many
    assert singular(many) == word
    assert singular(word) == word


@pytest.mark.parametrize(("text", "name"), SNAKES.items())
def test_names_become_snake_case(text: str, name: str) -> None:
    assert snake(text) == name


@given(strategies.text())
def test_snake_case_is_stable(text: str) -> None:
    assert snake(snake(text)) == snake(text)


def test_only_english_is_pluralised() -> None:
    assert plural("学生") == "学生"
    assert plural("Студент") == "Студент"
