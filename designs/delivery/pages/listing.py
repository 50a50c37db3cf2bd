"""A file of the contract as a page shows it: coloured, its comments foldable, each rule that a
comment cites a link to the handbook, each field that a decision shaped a link to that decision."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass

from django.utils.html import format_html
from django.utils.safestring import SafeString, mark_safe

from designs.compiler import weight
from designs.kept import keeping

from ..handbook.citations import cited
from ..output.code import highlighted

_COMMENT = re.compile(r'(<span class="k-c1">)([^<]*)(</span>)')
_KEY = re.compile(r'^( *)(?:"((?:[^"\\]|\\.)*)"|([A-Za-z_$][\w$]*)):')


@dataclass(frozen=True)
class Mark:
    """A field that a decision shaped or a finding is about: its dotted path, the anchor it gets, the
    link from it and its words. kind: the link's class, why or found."""

    path: str
    anchor: str
    address: str
    words: str
    kind: str = "why"


@keeping(lambda html, *_: weight(html))
def annotated(
    text: str,
    path: str,
    marks: tuple[Mark, ...] = (),
    parts: tuple[tuple[str, str], ...] = (),
    hits: tuple[int, ...] = (),
) -> SafeString:
    """The text as HTML. Its words, without the tags, are the text itself. parts: anchors, each with the lines of the
    text that it leads to. hits: numbers of lines, from 1, that are marked, each with the anchor `line-12`."""
    html = highlighted(text, path).split("\n")
    raw = text.split("\n")
    places = _places(raw, {mark.path for mark in marks}) if marks else {}
    marks_by_line: defaultdict[int, list[Mark]] = defaultdict(list)
    for mark in marks:
        marks_by_line[places.get(mark.path, -1)].append(mark)
    # What the example does not show arrives at its beginning.
    absent = [format_html('<span class="place" id="{}"></span>', mark.anchor) for mark in marks_by_line[-1]]
    lines = [_line(html[n], raw[n], n == len(raw) - 1, marks_by_line.get(n, [])) for n in range(len(raw))]
    for number in hits:
        lines[number - 1] = format_html('<mark id="line-{}">', number) + lines[number - 1] + "</mark>"
    for anchor, part in parts:
        first = text[: text.index(part)].count("\n")
        lines[first] = format_html('<span class="part" id="{}">', anchor) + lines[first]
        lines[first + part.count("\n")] += "</span>"
    return mark_safe("".join([*absent, *lines]))  # noqa: S308  (a test feeds hostile text through it)


def _line(html: str, raw: str, last: bool, marks: list[Mark]) -> str:
    linked = _COMMENT.sub(lambda match: match[1] + cited(match[2]) + match[3], html)
    whole = linked + ("" if last else "\n")
    if raw.lstrip().startswith("//"):
        return f'<span class="remark">{whole}</span>'
    line = linked
    for mark in marks:
        link = format_html(
            '<a class="{}" href="{}" aria-label="{}"></a>', mark.kind, mark.address, mark.words
        )
        line = format_html('<span class="place" id="{}">', mark.anchor) + f"{line}{link}</span>"
    return line + ("" if last else "\n") if marks else whole


def _places(lines: Iterable[str], wanted: set[str]) -> dict[str, int]:
    """Dotted path -> the first line that holds it. Depth is told by indentation."""
    first_lines: dict[str, int] = {}
    above: list[tuple[int, str]] = []
    for number, line in enumerate(lines):
        key = _KEY.match(line)
        if key is None:
            continue
        depth, name = len(key[1]), key[2] or key[3] or ""
        while above and above[-1][0] >= depth:
            above.pop()
        above.append((depth, name))
        path = ".".join(step for _, step in above)
        if path in wanted:
            first_lines.setdefault(path, number)
    return first_lines
