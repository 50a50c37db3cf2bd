"""The figures of the house do not grow, and each of them counts what it says it counts."""

from __future__ import annotations

import pytest

from tests.house import figures

PLANTED = {
    figures.tables_of_strategies: 'KINDS = {"SUBSET": 1, "BUCKET": 2}',
    figures.comparisons_with_strategies: 'is_slice = strategy == "SUBSET"',
    figures.functions_that_read_operators: 'def set_in(update):\n    return update["$set"]',
    figures.operators_beside_the_renderer: 'stage = SetStage({"total": f"${path}"})',
    figures.class_names_twice: "class A: ...\nclass A: ...",
    figures.files_of_untyped_statements: "Update = dict[str, Any]",
    figures.vague_names: "for one in relationships: ...",
    figures.vague_definitions: "def _made(): ...",
}


@pytest.mark.parametrize("figure", figures.FIGURES, ids=lambda figure: figure.name)
def test_no_figure_grows(figure: figures.Figure) -> None:
    # Fewer than the bound? Lower the bound, so that what was reached stays.
    assert figure.count(figures.sources()) <= figure.bound


def test_outside_the_compiler_names_say_what_they_hold() -> None:
    texts = figures.sources_outside()
    assert (figures.vague_names(texts), figures.vague_definitions(texts)) == (0, 0)
    planted = texts | {"designs/views/planted.py": "found = self._made = 1"}
    assert (figures.vague_names(planted), figures.vague_definitions(planted)) == (1, 1)


@pytest.mark.parametrize(("count", "text"), PLANTED.items(), ids=lambda value: getattr(value, "__name__", ""))
def test_what_is_planted_is_counted(count: object, text: str) -> None:
    assert callable(count)
    assert count({"operations/write/planted.py": text}) == 1
    assert count({"operations/write/planted.py": "x = 1"}) == 0


def test_folders_are_counted() -> None:
    texts = {"a.py": "", "b/c.py": "", "b/d.py": "", "lints/e.py": "", "lints/f.py": "", "lints/g.py": ""}
    assert figures.modules_in_the_root(texts) == 1
    assert figures.modules_in_a_folder(texts) == 2


def test_files_that_say_a_strategy_are_counted() -> None:
    assert (
        figures.files_of_a_strategy({"a.py": 'x = "SUBSET"', "b.py": 'y = "SUBSET"', "c.py": 'z = "BUCKET"'})
        == 2
    )
