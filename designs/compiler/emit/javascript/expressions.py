"""Expressions of a script, as values that know how to be written at any depth.

``flat`` is the text on one line, None where that is wider than any line or never is one; ``text``
breaks what does not fit.
"""

from __future__ import annotations

from typing import Any

import msgspec

from .values import INDENT, WIDTH, Written, laid_out, plain, written


class Literal(msgspec.Struct, gc=False):
    """A BSON value; Param and Outcome markers inside it become identifiers. rendered: the value as
    text, once that was asked for."""

    value: Any
    rendered: Written | None = None

    def flat(self) -> str | None:
        """The literal on one line."""
        rendered = self.rendered
        if rendered is None:
            rendered = self.rendered = written(self.value)
        return rendered if isinstance(rendered, str) else None

    def text(self, depth: int) -> str:
        """The literal, broken over lines where it does not fit."""
        if self.rendered is None:
            self.rendered = written(self.value)
        return laid_out(self.value, self.rendered, depth)


class Ident(msgspec.Struct, frozen=True, gc=False):
    """A name of ours."""

    name: str

    def flat(self) -> str | None:
        """The name."""
        return plain(self.name)

    def text(self, depth: int) -> str:
        """The name."""
        return plain(self.name)

    def _laid_out(self, depth: int) -> tuple[str, bool]:
        return plain(self.name), True


class Fixed(msgspec.Struct, frozen=True, gc=False):
    """An expression that was written before, on one line."""

    written: str

    def flat(self) -> str | None:
        """The text."""
        return self.written

    def text(self, depth: int) -> str:
        """The text."""
        return self.written

    def _laid_out(self, depth: int) -> tuple[str, bool]:
        return self.written, True


class Get(msgspec.Struct, frozen=True, gc=False):
    """A property of ours of an expression."""

    of: Expression
    name: str

    def flat(self) -> str | None:
        """``of.name`` on one line."""
        of = self.of.flat()
        return None if of is None else f"{of}.{plain(self.name)}"

    def text(self, depth: int) -> str:
        """``of.name``."""
        return f"{self.of.text(depth)}.{plain(self.name)}"


class CallExpression(msgspec.Struct, frozen=True, gc=False):
    """A call of a function of ours, or of a method where ``of`` is given."""

    name: str
    arguments: tuple[Expression, ...] = ()
    of: CallExpression | Fixed | Ident | None = None

    def flat(self) -> str | None:
        """The call on one line."""
        head = "" if self.of is None else self.of.flat()
        return None if head is None else self._flat(head and f"{head}.")

    def _flat(self, head: str) -> str | None:
        inside: list[str] = []
        for each in self.arguments:
            text = each.flat()
            if text is None:
                return None
            inside.append(text)
        return f"{head}{plain(self.name)}({', '.join(inside)})"

    def text(self, depth: int) -> str:
        """The call on one line, or a chain with a line for each method."""
        return self._laid_out(depth)[0]

    def _laid_out(self, depth: int) -> tuple[str, bool]:
        """The text, and whether it is the one line that fits."""
        head, fits = ("", True) if self.of is None else self.of._laid_out(depth)
        head = head and f"{head}."
        line = self._flat(head) if fits else None
        if line is not None and len(INDENT) * depth + len(line) <= WIDTH:
            return line, True
        return self._broken(head, depth), False

    def _broken(self, head: str, depth: int) -> str:
        written = self.arguments
        if len(written) < 2 or "\n" in head or all(isinstance(each, Ident) for each in written):
            return f"{head}{plain(self.name)}({', '.join([each.text(depth) for each in written])})"
        pad = INDENT * (depth + 1)
        inside = "".join([f"{pad}{each.text(depth + 1)},\n" for each in written])
        return f"{head}{plain(self.name)}(\n{inside}{INDENT * depth})"


class Equals(msgspec.Struct, frozen=True, gc=False):
    """``left === right``, or ``left !== right``."""

    left: Expression
    right: Expression
    negated: bool = False

    @property
    def _operator(self) -> str:
        return "!==" if self.negated else "==="

    def flat(self) -> str | None:
        """The comparison on one line."""
        left, right = self.left.flat(), self.right.flat()
        return None if left is None or right is None else f"{left} {self._operator} {right}"

    def text(self, depth: int) -> str:
        """The comparison."""
        return f"{self.left.text(depth)} {self._operator} {self.right.text(depth)}"


class IsGiven(msgspec.Struct, frozen=True, gc=False):
    """``(value ?? null) !== null``."""

    value: Expression

    def flat(self) -> str | None:
        """The comparison on one line."""
        value = self.value.flat()
        return None if value is None else f"({value} ?? null) !== null"

    def text(self, depth: int) -> str:
        """The comparison."""
        return f"({self.value.text(depth)} ?? null) !== null"


class Otherwise(msgspec.Struct, frozen=True, gc=False):
    """``first ?? second``: what the second gives where the first gives nothing."""

    first: Expression
    second: Expression

    def flat(self) -> str | None:
        """Both on one line."""
        first, second = self.first.flat(), self.second.flat()
        return None if first is None or second is None else f"{first} ?? {second}"

    def text(self, depth: int) -> str:
        """Both on one line, or on a line each."""
        line, pad = self.flat(), INDENT * (depth + 1)
        if line is not None and len(INDENT) * depth + len(line) <= WIDTH:
            return line
        return f"{self.first.text(depth)}\n{pad}?? {self.second.text(depth + 1)}"


class AnyOf(msgspec.Struct, frozen=True, gc=False):
    """``value !== undefined``, of one of several: null is a value."""

    values: tuple[Expression, ...]

    def flat(self) -> str | None:
        """The comparisons on one line."""
        return self.text(0)

    def text(self, depth: int) -> str:
        """The comparisons."""
        return " || ".join(f"{value.text(depth)} !== undefined" for value in self.values)


class Less(msgspec.Struct, frozen=True, gc=False):
    """``left < right``."""

    left: Expression
    right: Expression

    def flat(self) -> str | None:
        """The comparison on one line."""
        left, right = self.left.flat(), self.right.flat()
        return None if left is None or right is None else f"{left} < {right}"

    def text(self, depth: int) -> str:
        """The comparison."""
        return f"{self.left.text(depth)} < {self.right.text(depth)}"


def _body(text: str) -> str:
    """The value of a function: an object without parentheses would be a block."""
    return f"({text})" if text.startswith("{") else text


class Lambda(msgspec.Struct, frozen=True, gc=False):
    """``(parameters) => value``."""

    parameters: tuple[str, ...]
    value: Expression

    def flat(self) -> str | None:
        """The function on one line."""
        value = self.value.flat()
        return (
            None
            if value is None
            else f"({', '.join(plain(each) for each in self.parameters)}) => {_body(value)}"
        )

    def text(self, depth: int) -> str:
        """The function."""
        return f"({', '.join(plain(each) for each in self.parameters)}) => {_body(self.value.text(depth))}"


class Record(msgspec.Struct, frozen=True, gc=False):
    """An object whose keys are ours and whose values are expressions, a line each."""

    pairs: tuple[tuple[str, Expression], ...]

    def flat(self) -> str | None:
        """Never on one line."""
        return None

    def text(self, depth: int) -> str:
        """The object."""
        pad = INDENT * (depth + 1)
        lines = [f"{pad}{plain(name)}: {value.text(depth + 1)},\n" for name, value in self.pairs]
        return "{\n" + "".join(lines) + INDENT * depth + "}"


class Sequence(msgspec.Struct, frozen=True, gc=False):
    """An array of expressions, a line each."""

    items: tuple[Expression, ...]

    def flat(self) -> str | None:
        """Never on one line."""
        return None

    def text(self, depth: int) -> str:
        """The array."""
        pad = INDENT * (depth + 1)
        lines = [f"{pad}{item.text(depth + 1)},\n" for item in self.items]
        return "[\n" + "".join(lines) + INDENT * depth + "]" if lines else "[]"


Expression = (
    Literal
    | Ident
    | Fixed
    | Get
    | CallExpression
    | Equals
    | IsGiven
    | Otherwise
    | AnyOf
    | Less
    | Lambda
    | Record
    | Sequence
)
