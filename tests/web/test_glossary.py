"""Pages, messages, and docs use the words of docs/glossary.md, and none that it replaces.

Checked are the templates, strings in static modules and styles, messages (strings passed to gettext) of designs/ and
modeler/, every string of designs/compiler with its rules, findings, and generated comments, README.md, CONTRIBUTING.md,
and docs/*.md. Names, docstrings, and comments in code are not checked.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from designs.compiler.plan.patterns import PATTERNS
from designs.compiler.strategies.table import STRATEGIES
from tests.house.parsed import parse

ROOT = Path(__file__).resolve().parents[2]
GLOSSARY = ROOT / "docs" / "glossary.md"
MESSAGES = {"_", "gettext", "gettext_lazy", "ngettext", "ngettext_lazy", "pgettext", "pgettext_lazy"}


ACCEPTED = {("static/editor/language/workload.js", "by which filter")}
"""A heading that pasted rows may have, since 0.1.0 called the column so. Nothing shows it."""
SAMPLES = ROOT / "designs" / "compiler" / "sampling" / "values"
"""Texts of sample documents, which speak for the people in them."""


def table_of(heading: str) -> list[list[str]]:
    """Return the rows of the table below a heading of the glossary, without its head."""
    part = GLOSSARY.read_text(encoding="utf-8").partition(f"\n## {heading}\n")[2].partition("\n## ")[0]
    rows = [line for line in part.splitlines() if line.startswith("|")]
    return [[cell.strip() for cell in row.strip("|").split("|")] for row in rows[2:]]


def replaced_words() -> list[str]:
    """Return the words that no text has. Those with a remark depend on their place: no test can tell."""
    words = [word.strip() for left, _ in table_of("Words") for word in left.split(" · ")]
    return [word for word in words if "(" not in word]


REPLACED = re.compile(
    "|".join(rf"\b{word}\b".replace(r"\ ", r"\s+") for word in map(re.escape, replaced_words())),
    re.IGNORECASE,
)


def messages_of(source: str) -> Iterator[str]:
    """Yield the strings that a Python module passes to gettext, joined where they are written in parts."""
    for node in ast.walk(parse(source)):
        if isinstance(node, ast.Call):
            name = node.func.attr if isinstance(node.func, ast.Attribute) else getattr(node.func, "id", "")
            if name in MESSAGES:
                parts = [part for argument in node.args for part in ast.walk(argument)]
                yield from (
                    part.value
                    for part in parts
                    if isinstance(part, ast.Constant) and isinstance(part.value, str)
                )


def written_in(source: str) -> Iterator[str]:
    """Yield the strings of a Python module with each value in an f-string as "…", without docstrings and notes that
    stand alone."""
    nodes = [*ast.walk(parse(source))]
    alone = {id(node.value) for node in nodes if isinstance(node, ast.Expr)}
    formatted = [node for node in nodes if isinstance(node, ast.JoinedStr)]
    alone |= {id(part) for node in formatted for part in node.values}
    for node in formatted:
        parts = (part.value if isinstance(part, ast.Constant) else "…" for part in node.values)
        yield "".join(map(str, parts))
    for node in nodes:
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in alone:
            yield node.value


STRING = re.compile(
    r"""//[^\n]*|/\*.*?\*/|"((?:[^"\\\n]|\\.)*)"|'((?:[^'\\\n]|\\.)*)'|`((?:[^`\\]|\\.)*)`""", re.DOTALL
)
"""A comment of a script or style, or a string in one of three groups."""


def strings_of(source: str) -> str:
    """Return the strings of a script or style, one a line, without code and comments."""
    return "\n".join("".join(map(str, hit.groups(""))) for hit in STRING.finditer(source))


def texts() -> Iterator[tuple[Path, str]]:
    """Yield each text that people read, with the file that has it."""
    docs = [page for page in ROOT.glob("docs/*.md") if page != GLOSSARY]
    for path in sorted(
        [
            *ROOT.glob("templates/**/*.html"),
            *docs,
            ROOT / "README.md",
            ROOT / "CONTRIBUTING.md",
            ROOT / "CHANGELOG.md",
        ]
    ):
        yield path, path.read_text(encoding="utf-8")
    for path in sorted([*ROOT.glob("static/**/*.js"), *ROOT.glob("static/**/*.css")]):
        if ROOT / "static" / "vendor" not in path.parents:
            yield path, strings_of(path.read_text(encoding="utf-8"))
    for path in sorted([*ROOT.glob("designs/**/*.py"), *ROOT.glob("modeler/**/*.py")]):
        if SAMPLES not in path.parents:
            is_compiler = ROOT / "designs" / "compiler" in path.parents
            read = written_in if is_compiler else messages_of
            yield from ((path, text) for text in read(path.read_text(encoding="utf-8")))
    for path in sorted(ROOT.glob("designs/compiler/**/*.js")):
        yield path, path.read_text(encoding="utf-8")


def test_no_text_has_a_replaced_word() -> None:
    every = list(texts())
    assert {path.suffix for path, _ in every} == {".html", ".js", ".css", ".md", ".py"}
    faults = {
        (str(path.relative_to(ROOT)), hit[0]) for path, text in every for hit in REPLACED.finditer(text)
    }
    assert faults == ACCEPTED


@pytest.mark.parametrize(
    ("planted", "hits"),
    [
        ('{% translate "Put away" %}', ["Put away"]),
        ("Select *Fetch\nback* to restore it.", ["Fetch\nback"]),
        ("One condition is there already.", ["is there already"]),
        ('{% url "designs:put_away" %}, input away', []),
        ("Restore it from Trash.", []),
    ],
)
def test_a_planted_word_is_found(planted: str, hits: list[str]) -> None:
    assert REPLACED.findall(planted) == hits


def test_messages_are_all_strings_that_gettext_takes() -> None:
    source = 'words = _("Put " "away") % {}\nngettext("one more", "%(n)s more", n)\nname = "fetch back"\n'
    assert set(messages_of(source)) == {"Put away", "one more", "%(n)s more"}


def test_strings_of_the_compiler_are_found_and_its_docstrings_are_not() -> None:
    source = '''"""Put away."""\nname = f"{one} takes back {two}"\nnote = "fetch " "back"\ndef put_away():\n    """Anew."""\n'''
    assert set(written_in(source)) == {"… takes back …", "fetch back"}


def test_strings_of_a_script_are_found_and_its_comments_are_not() -> None:
    source = (
        """say("put away"); // fetch back\n/* anew */ say('a "b"', `the server\nis away`, "https://x");"""
    )
    assert strings_of(source).split() == [
        "put",
        "away",
        "a",
        '"b"',
        "the",
        "server",
        "is",
        "away",
        "https://x",
    ]


def test_terms_are_in_alphabetical_order_and_listed_once() -> None:
    for heading in ("Terms", "Strategies", "Overlays"):
        names = [row[0] for row in table_of(heading)]
        assert len(names) >= 9 and names == sorted(
            set(names), key=lambda name: name.replace("-", " ").lower()
        )


def test_each_strategy_and_overlay_has_its_label() -> None:
    strategies, overlays = (
        {row[1].strip("`"): row[0] for row in table_of(name)} for name in ("Strategies", "Overlays")
    )
    assert strategies == {name: strategy.label for name, strategy in STRATEGIES.items()}
    assert set(overlays) == {kind for pattern in PATTERNS for kind in pattern.kinds} - set(STRATEGIES)


def test_the_guide_links_it() -> None:
    assert "(glossary.md)" in (ROOT / "docs" / "README.md").read_text(encoding="utf-8")


def test_a_strategy_that_embeds_no_content_is_not_called_so() -> None:
    """An array of ids refers to documents elsewhere. Links are embedded with what they say of themselves."""
    inside = {"content", "links"}
    assert {
        row.name for row in STRATEGIES.values() if "mbed" in row.label and row.stores not in inside
    } == set()
