"""Source text as HTML: classes only, no styles, so that a strict policy and dark mode both hold."""

from __future__ import annotations

from functools import lru_cache

from django.utils.safestring import SafeString, mark_safe
from pygments import highlight
from pygments.formatters import HtmlFormatter
from pygments.lexers import JavascriptLexer, JsonLexer, TextLexer
from pygments.lexers.graphviz import GraphvizLexer
from pygments.lexers.markup import MarkdownLexer

# Above this, colours cost more time than they are worth.
MOST_COLOURED = 400_000

_LEXERS = {
    ".js": JavascriptLexer,
    ".json": JsonLexer,
    ".dot": GraphvizLexer,
    ".md": MarkdownLexer,
}
_FORMATTER: HtmlFormatter[str] = HtmlFormatter(nowrap=True, classprefix="k-")


@lru_cache(maxsize=256)
def highlighted(text: str, path: str) -> SafeString:
    """The text as HTML spans by the file's ending. Pygments escapes every character of it."""
    ending = path[path.rfind(".") :]
    lexer = _LEXERS.get(ending, TextLexer) if len(text) <= MOST_COLOURED else TextLexer
    html: str = highlight(text, lexer(stripnl=False), _FORMATTER)
    return mark_safe(html)  # noqa: S308  (a test feeds hostile text through it)
