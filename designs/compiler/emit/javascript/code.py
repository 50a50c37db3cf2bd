"""Statements of a script, as values that know how to be written.

The scripts are read by people before they are run: what fits stays on one line, what does not
is broken at its arguments, and each function carries a comment that says why it is there.
"""

from __future__ import annotations

from collections.abc import Iterable

import msgspec

from .expressions import Expression
from .values import INDENT, comment, literal, plain, string


class CodeNote(msgspec.Struct, frozen=True, gc=False):
    """A comment on lines of its own."""

    words: str

    def lines(self, depth: int) -> list[str]:
        """The comment."""
        return [comment(self.words, depth)]


class Const(msgspec.Struct, frozen=True, gc=False):
    """``const name = value;``."""

    name: str
    value: Expression

    def lines(self, depth: int) -> list[str]:
        """The declaration."""
        return [f"{INDENT * depth}const {plain(self.name)} = {self.value.text(depth)};"]


class Let(msgspec.Struct, frozen=True, gc=False):
    """``let name;``: a value comes later."""

    name: str

    def lines(self, depth: int) -> list[str]:
        """The declaration."""
        return [f"{INDENT * depth}let {plain(self.name)};"]


class Assign(msgspec.Struct, frozen=True, gc=False):
    """``name = value;`` of a global of mongosh, or of what was declared before."""

    name: str
    value: Expression

    def lines(self, depth: int) -> list[str]:
        """The assignment."""
        return [f"{INDENT * depth}{plain(self.name)} = {self.value.text(depth)};"]


class Run(msgspec.Struct, frozen=True, gc=False):
    """An expression whose value is not kept; aside: a short comment behind it."""

    value: Expression
    aside: str = ""

    def lines(self, depth: int) -> list[str]:
        """The expression as a statement."""
        end = f"  {comment(self.aside)}" if self.aside else ""
        return [f"{INDENT * depth}{self.value.text(depth)};{end}"]


class Ready(msgspec.Struct, frozen=True, gc=False):
    """Lines at the margin, written once for several scripts."""

    written: tuple[str, ...]

    def lines(self, depth: int) -> list[str]:
        """The lines."""
        return [*self.written]


class Return(msgspec.Struct, frozen=True, gc=False):
    """``return value;``."""

    value: Expression

    def lines(self, depth: int) -> list[str]:
        """The statement."""
        return [f"{INDENT * depth}return {self.value.text(depth)};"]


class Throw(msgspec.Struct, frozen=True, gc=False):
    """Stop with a message. named: the value that stands at its end in parentheses, with the word before it."""

    message: str
    named: tuple[str, Expression] | None = None

    def lines(self, depth: int) -> list[str]:
        """The statement."""
        message = string(self.message)
        if self.named is not None:
            word, value = self.named
            message = f"{string(f'{self.message} ({word} ')} + {value.text(depth)} + {string(')')}"
        return [f"{INDENT * depth}throw new Error({message});"]


class If(msgspec.Struct, frozen=True, gc=False):
    """A branch."""

    test: Expression
    body: tuple[Node, ...]

    def lines(self, depth: int) -> list[str]:
        """The branch and its block."""
        return [f"{INDENT * depth}if ({self.test.text(depth)}) {{", *_block(self.body, depth)]


class Each(msgspec.Struct, frozen=True, gc=False):
    """A loop over the elements of an array."""

    name: str
    over: Expression
    body: tuple[Node, ...]

    def lines(self, depth: int) -> list[str]:
        """The loop and its block."""
        head = f"for (const {plain(self.name)} of {self.over.text(depth)}) {{"
        return [INDENT * depth + head, *_block(self.body, depth)]


class Break(msgspec.Struct, frozen=True, gc=False):
    """``break;``: leave the loop around it."""

    def lines(self, depth: int) -> list[str]:
        """The statement."""
        return [f"{INDENT * depth}break;"]


class Retry(msgspec.Struct, frozen=True, gc=False):
    """Repeat the body, with the counter one higher, for as long as it meets a duplicate key that has a field, which the
    server's message names: a duplicate in another unique index stays one, however high the counter is."""

    counter: str
    field: str
    body: tuple[Node, ...]

    def lines(self, depth: int) -> list[str]:
        """An endless loop that the body leaves: it returns, or breaks."""
        pad, counter, met = INDENT * depth, plain(self.counter), literal(f" {self.field}: ")
        return [
            f"{pad}for (;;) {{",
            f"{pad}{INDENT}try {{",
            *[line for node in self.body for line in node.lines(depth + 2)],
            f"{pad}{INDENT}}} catch (error) {{",
            f"{pad}{INDENT * 2}if (error.code !== 11000 || !error.message.includes({met})) throw error;",
            f"{pad}{INDENT * 2}{counter} += 1;",
            f"{pad}{INDENT}}}",
            f"{pad}}}",
        ]


class Transaction(msgspec.Struct, frozen=True, gc=False):
    """The body inside a transaction, with ``inside`` as its database: the one of ``db``."""

    body: tuple[Node, ...]

    def lines(self, depth: int) -> list[str]:
        """A session, its transaction, and its end whatever happens."""
        pad = INDENT * depth
        options = {"readConcern": {"level": "snapshot"}, "writeConcern": {"w": "majority"}}
        return [
            f"{pad}const session = db.getMongo().startSession();",
            f"{pad}try {{",
            f"{pad}{INDENT}session.withTransaction(() => {{",
            f"{pad}{INDENT * 2}const inside = session.getDatabase(db.getName());",
            *[line for node in self.body for line in node.lines(depth + 2)],
            f"{pad}{INDENT}}}, {literal(options)});",
            f"{pad}}} finally {{",
            f"{pad}{INDENT}session.endSession();",
            f"{pad}}}",
        ]


class Function(msgspec.Struct, frozen=True, gc=False):
    """A function with the comment above it. defaults: by name, what a parameter is where the caller leaves it out; those
    that are not among the parameters stand behind them."""

    name: str
    parameters: tuple[str, ...]
    body: tuple[Node, ...]
    note: str = ""
    defaults: dict[str, Expression] = {}

    def lines(self, depth: int) -> list[str]:
        """Comment, head and block."""
        names = dict.fromkeys((*self.parameters, *self.defaults))
        texts = {name: f" = {value.text(depth)}" for name, value in self.defaults.items()}
        taken = [f"{plain(name)}{texts.get(name, '')}" for name in names]
        head = f"function {plain(self.name)}({', '.join(taken)}) {{"
        above = [comment(self.note, depth)] if self.note else []
        return [*above, INDENT * depth + head, *_block(self.body, depth)]


Node = (
    CodeNote
    | Assign
    | Const
    | Let
    | Run
    | Ready
    | Return
    | Throw
    | If
    | Each
    | Break
    | Retry
    | Transaction
    | Function
)


def _block(body: Iterable[Node], depth: int) -> list[str]:
    return [*[line for node in body for line in node.lines(depth + 1)], f"{INDENT * depth}}}"]


def script(parts: Iterable[Node | str]) -> str:
    """A whole file: its parts with a blank line before functions and section comments. A part
    that is text already is a fragment of ours, kept beside the exporter as a file."""
    lines: list[str] = []
    for part in parts:
        if lines and isinstance(part, (Function, CodeNote, str)):
            lines.append("")
        lines += [part.rstrip("\n")] if isinstance(part, str) else part.lines(0)
    return "\n".join(lines) + "\n"
