"""Mermaid: ids are ours and stay the same, text stands encoded in quotes."""

from __future__ import annotations

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from designs.compiler.emit.mermaid import Box, MermaidAttribute, Tie, quoted, write

LINE = re.compile(
    r'erDiagram|    \}|    e\d+\["[^"\n]*"\]( \{)?|        \w+(\[\])* f\d+( (PK|FK|UK))? "[^"\n]*"'
    r'|    e\d+ [|}][o|](--|\.\.)[o|][|{] e\d+ : "[^"\n]*"'
)


def decoded(text: str) -> str:
    return re.sub(r"#(\d+);", lambda hit: chr(int(hit[1])), text[1:-1])


@given(st.text(st.characters(exclude_categories=["Cs"])))
def test_quoted_text_holds_no_syntax_and_decodes_to_itself(text: str) -> None:
    found = quoted(text)
    assert not re.search(r"[\"<>&%`*_~\\\[\]{}()|:$\n\r]", found[1:-1])
    assert re.sub(r"#\d+;", "", found).count("#") == 0
    legal = re.sub("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]", "\ufffd", text)
    assert decoded(found).split() == legal.split()


@given(st.lists(st.text(st.characters(exclude_categories=["Cs"]), max_size=20), min_size=1, max_size=5))
def test_hostile_names_change_no_line_and_no_id(names: list[str]) -> None:
    def text(of: list[str]) -> str:
        boxes = (
            Box(
                id=f"e{n}",
                title=name,
                attributes=(MermaidAttribute(id="f1", type="string", comment=name, key="UK"),),
            )
            for n, name in enumerate(of)
        )
        ties = (Tie(tail_id="e0", head_id="e0", tail=(0, True), head=(1, False), label=name) for name in of)
        return write(tuple(boxes), tuple(ties))

    hostile, tame = text(names).split("\n"), text(["x"] * len(names)).split("\n")
    assert [re.sub(r'".*"', "", line) for line in hostile] == [re.sub(r'".*"', "", line) for line in tame]
    assert all(LINE.fullmatch(line) for line in hostile[:-1])


@pytest.mark.parametrize(
    ("tail", "head", "sign"),
    [((0, True), (1, False), "}o--||"), ((1, True), (0, False), "}|--o|"), ((3, True), (2, True), "}|--|{"),
     ((0, False), (0, True), "|o--o{")],
)  # fmt: skip
def test_ends_say_least_and_most(tail: tuple[int, bool], head: tuple[int, bool], sign: str) -> None:
    tie = Tie(tail_id="e1", head_id="e2", tail=tail, head=head, label="x")
    assert f"    e1 {sign} e2 :" in write((), (tie,))


@pytest.mark.parametrize(
    "attribute",
    [
        MermaidAttribute(id="f 1", type="string", comment=""),
        MermaidAttribute(id="f1", type="a b", comment=""),
    ],
)
def test_ids_and_types_are_ours(attribute: MermaidAttribute) -> None:
    with pytest.raises(ValueError, match="not a"):
        write((Box(id="e1", title="x", attributes=(attribute,)),), ())


@pytest.mark.parametrize("text", ["my direction LR", "DIRECTION  tb", "style a:#b", "classDef x:y_z"])
def test_words_that_mermaid_takes_for_statements_even_in_quotes_are_broken(text: str) -> None:
    assert decoded(quoted(text)).split() == text.split()
    assert not re.search(r"(?i)direction\s+(TB|BT|RL|LR)", quoted(text))
    assert not re.search(r"(style|classDef).*:\S*#.*;", quoted(text))
