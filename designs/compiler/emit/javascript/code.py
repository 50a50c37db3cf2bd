"""Expressions and statements of a script, as values that know how to be written.

The scripts are read by people before they are run: what fits stays on one line, what does not
is broken at its arguments, and each function carries a comment that says why it is there.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import msgspec

from .values import INDENT, WIDTH, comment, literal, plain, string


class Literal(msgspec.Struct, frozen=True):
    """A BSON value; Param and Outcome markers inside it become identifiers."""

    value: Any

    def text(self, depth: int) -> str:
        """The literal, broken over lines where it does not fit."""
        return literal(self.value, depth)


class Ident(msgspec.Struct, frozen=True):
    """A name of ours."""

    name: str

    def text(self, depth: int) -> str:
        """The name."""
        return plain(self.name)


class Get(msgspec.Struct, frozen=True):
    """A property of ours of an expression."""

    of: Expression
    name: str

    def text(self, depth: int) -> str:
        """``of.name``."""
        return f"{self.of.text(depth)}.{plain(self.name)}"


class Call(msgspec.Struct, frozen=True):
    """A call of a function of ours, or of a method where ``of`` is given."""

    name: str
    arguments: tuple[Expression, ...] = ()
    of: Expression | None = None

    def text(self, depth: int) -> str:
        """The call on one line, or a chain with a line for each method."""
        flat = self._flat(depth)
        if "\n" not in flat and len(INDENT) * depth + len(flat) <= WIDTH:
            return flat
        return self._broken(depth)

    def _flat(self, depth: int) -> str:
        head = f"{self.of.text(depth)}." if self.of is not None else ""
        inside = ", ".join(argument.text(depth) for argument in self.arguments)
        return f"{head}{plain(self.name)}({inside})"

    def _broken(self, depth: int) -> str:
        head = f"{self.of.text(depth)}." if self.of is not None else ""
        if not self.arguments or "\n" in head or all(isinstance(each, Ident) for each in self.arguments):
            return self._flat(depth)
        if len(self.arguments) == 1:
            return f"{head}{plain(self.name)}({self.arguments[0].text(depth)})"
        pad = INDENT * (depth + 1)
        inside = "".join(f"{pad}{argument.text(depth + 1)},\n" for argument in self.arguments)
        return f"{head}{plain(self.name)}(\n{inside}{INDENT * depth})"


class Equals(msgspec.Struct, frozen=True):
    """``left === right``."""

    left: Expression
    right: Expression

    def text(self, depth: int) -> str:
        """The comparison."""
        return f"{self.left.text(depth)} === {self.right.text(depth)}"


class Less(msgspec.Struct, frozen=True):
    """``left < right``."""

    left: Expression
    right: Expression

    def text(self, depth: int) -> str:
        """The comparison."""
        return f"{self.left.text(depth)} < {self.right.text(depth)}"


class Lambda(msgspec.Struct, frozen=True):
    """``(parameters) => value``."""

    parameters: tuple[str, ...]
    value: Expression

    def text(self, depth: int) -> str:
        """The function."""
        return f"({', '.join(plain(each) for each in self.parameters)}) => {self.value.text(depth)}"


class Record(msgspec.Struct, frozen=True):
    """An object whose keys are ours and whose values are expressions, a line each."""

    pairs: tuple[tuple[str, Expression], ...]

    def text(self, depth: int) -> str:
        """The object."""
        pad = INDENT * (depth + 1)
        lines = [f"{pad}{plain(name)}: {value.text(depth + 1)},\n" for name, value in self.pairs]
        return "{\n" + "".join(lines) + INDENT * depth + "}"


class Sequence(msgspec.Struct, frozen=True):
    """An array of expressions, a line each."""

    items: tuple[Expression, ...]

    def text(self, depth: int) -> str:
        """The array."""
        pad = INDENT * (depth + 1)
        lines = [f"{pad}{item.text(depth + 1)},\n" for item in self.items]
        return "[\n" + "".join(lines) + INDENT * depth + "]" if lines else "[]"


Expression = Literal | Ident | Get | Call | Equals | Less | Lambda | Record | Sequence


class Note(msgspec.Struct, frozen=True):
    """A comment on lines of its own."""

    words: str

    def lines(self, depth: int) -> list[str]:
        """The comment."""
        return [comment(self.words, depth)]


class Const(msgspec.Struct, frozen=True):
    """``const name = value;``."""

    name: str
    value: Expression

    def lines(self, depth: int) -> list[str]:
        """The declaration."""
        return [f"{INDENT * depth}const {plain(self.name)} = {self.value.text(depth)};"]


class Run(msgspec.Struct, frozen=True):
    """An expression whose value is not kept; aside: a short comment behind it."""

    value: Expression
    aside: str = ""

    def lines(self, depth: int) -> list[str]:
        """The expression as a statement."""
        end = f"  {comment(self.aside)}" if self.aside else ""
        return [f"{INDENT * depth}{self.value.text(depth)};{end}"]


class Return(msgspec.Struct, frozen=True):
    """``return value;``."""

    value: Expression

    def lines(self, depth: int) -> list[str]:
        """The statement."""
        return [f"{INDENT * depth}return {self.value.text(depth)};"]


class Throw(msgspec.Struct, frozen=True):
    """Stop with a message."""

    message: str

    def lines(self, depth: int) -> list[str]:
        """The statement."""
        return [f"{INDENT * depth}throw new Error({string(self.message)});"]


class If(msgspec.Struct, frozen=True):
    """A branch."""

    test: Expression
    body: tuple[Node, ...]

    def lines(self, depth: int) -> list[str]:
        """The branch and its block."""
        return [f"{INDENT * depth}if ({self.test.text(depth)}) {{", *_block(self.body, depth)]


class Each(msgspec.Struct, frozen=True):
    """A loop over the elements of an array."""

    name: str
    over: Expression
    body: tuple[Node, ...]

    def lines(self, depth: int) -> list[str]:
        """The loop and its block."""
        head = f"for (const {plain(self.name)} of {self.over.text(depth)}) {{"
        return [INDENT * depth + head, *_block(self.body, depth)]


class Retry(msgspec.Struct, frozen=True):
    """Repeat the body, with the counter one higher, for as long as it meets a duplicate key."""

    counter: str
    body: tuple[Node, ...]

    def lines(self, depth: int) -> list[str]:
        """An endless loop that the body's return statement leaves."""
        pad, counter = INDENT * depth, plain(self.counter)
        return [
            f"{pad}for (;;) {{",
            f"{pad}{INDENT}try {{",
            *[line for node in self.body for line in node.lines(depth + 2)],
            f"{pad}{INDENT}}} catch (error) {{",
            f"{pad}{INDENT * 2}if (error.code !== 11000) throw error;",
            f"{pad}{INDENT * 2}{counter} += 1;",
            f"{pad}{INDENT}}}",
            f"{pad}}}",
        ]


class Transaction(msgspec.Struct, frozen=True):
    """The body inside a transaction, with ``inside`` as its database."""

    database: str
    body: tuple[Node, ...]

    def lines(self, depth: int) -> list[str]:
        """A session, its transaction, and its end whatever happens."""
        pad = INDENT * depth
        options = {"readConcern": {"level": "snapshot"}, "writeConcern": {"w": "majority"}}
        return [
            f"{pad}const session = db.getMongo().startSession();",
            f"{pad}try {{",
            f"{pad}{INDENT}session.withTransaction(() => {{",
            f"{pad}{INDENT * 2}const inside = session.getDatabase({string(self.database)});",
            *[line for node in self.body for line in node.lines(depth + 2)],
            f"{pad}{INDENT}}}, {literal(options)});",
            f"{pad}}} finally {{",
            f"{pad}{INDENT}session.endSession();",
            f"{pad}}}",
        ]


class Function(msgspec.Struct, frozen=True):
    """A function with the comment above it."""

    name: str
    parameters: tuple[str, ...]
    body: tuple[Node, ...]
    note: str = ""
    defaults: dict[str, Expression] = {}

    def lines(self, depth: int) -> list[str]:
        """Comment, head and block."""
        taken = [*map(plain, self.parameters)]
        taken += [f"{plain(name)} = {value.text(depth)}" for name, value in self.defaults.items()]
        head = f"function {plain(self.name)}({', '.join(taken)}) {{"
        above = [comment(self.note, depth)] if self.note else []
        return [*above, INDENT * depth + head, *_block(self.body, depth)]


Node = Note | Const | Run | Return | Throw | If | Each | Retry | Transaction | Function


def _block(body: Iterable[Node], depth: int) -> list[str]:
    return [*[line for node in body for line in node.lines(depth + 1)], f"{INDENT * depth}}}"]


def script(parts: Iterable[Node | str]) -> str:
    """A whole file: its parts with a blank line before functions and section comments. A part
    that is text already is a fragment of ours, kept beside the exporter as a file."""
    lines: list[str] = []
    for part in parts:
        if lines and isinstance(part, (Function, Note, str)):
            lines.append("")
        lines += [part.rstrip("\n")] if isinstance(part, str) else part.lines(0)
    return "\n".join(lines) + "\n"
