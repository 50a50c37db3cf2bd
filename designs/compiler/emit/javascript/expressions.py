"""Expressions of a script, as values that know how to be written at any depth.

``flat`` is the one-line text, None for what never stands on one line; ``text`` breaks what does
not fit.
"""

from __future__ import annotations

from typing import Any

import msgspec

from .values import INDENT, WIDTH, Written, flat, laid_out, plain, written


class Literal(msgspec.Struct, frozen=True, dict=True):
    """A BSON value; Param and Outcome markers inside it become identifiers."""

    value: Any

    @property
    def _written(self) -> Written:
        known = self.__dict__
        if "written" not in known:
            known["written"] = written(self.value)
        made: Written = known["written"]
        return made

    @property
    def flat(self) -> str | None:
        """The literal on one line, None where no line is wide enough."""
        return flat(self._written)

    def text(self, depth: int) -> str:
        """The literal, broken over lines where it does not fit."""
        return laid_out(self._written, depth)


class Ident(msgspec.Struct, frozen=True):
    """A name of ours."""

    name: str

    @property
    def flat(self) -> str | None:
        """The name."""
        return plain(self.name)

    def text(self, depth: int) -> str:
        """The name."""
        return plain(self.name)


class Get(msgspec.Struct, frozen=True):
    """A property of ours of an expression."""

    of: Expression
    name: str

    @property
    def flat(self) -> str | None:
        """``of.name`` on one line."""
        of = self.of.flat
        return None if of is None else f"{of}.{plain(self.name)}"

    def text(self, depth: int) -> str:
        """``of.name``."""
        return f"{self.of.text(depth)}.{plain(self.name)}"


class Call(msgspec.Struct, frozen=True, dict=True):
    """A call of a function of ours, or of a method where ``of`` is given."""

    name: str
    arguments: tuple[Expression, ...] = ()
    of: Expression | None = None

    @property
    def flat(self) -> str | None:
        """The call on one line, None where a part of it never is."""
        known = self.__dict__
        if "flat" not in known:
            known["flat"] = self._flat()
        made: str | None = known["flat"]
        return made

    def _flat(self) -> str | None:
        head = "" if self.of is None else self.of.flat
        if head is None:
            return None
        inside: list[str] = []
        for argument in self.arguments:
            text = argument.flat
            if text is None:
                return None
            inside.append(text)
        return f"{head}{'.' if head else ''}{plain(self.name)}({', '.join(inside)})"

    def text(self, depth: int) -> str:
        """The call on one line, or a chain with a line for each method."""
        flat = self.flat
        if flat is not None and len(INDENT) * depth + len(flat) <= WIDTH:
            return flat
        return self._broken(depth)

    def _open(self, depth: int) -> str:
        head = f"{self.of.text(depth)}." if self.of is not None else ""
        inside = ", ".join(argument.text(depth) for argument in self.arguments)
        return f"{head}{plain(self.name)}({inside})"

    def _broken(self, depth: int) -> str:
        head = f"{self.of.text(depth)}." if self.of is not None else ""
        if not self.arguments or "\n" in head or all(isinstance(each, Ident) for each in self.arguments):
            return self._open(depth)
        if len(self.arguments) == 1:
            return f"{head}{plain(self.name)}({self.arguments[0].text(depth)})"
        pad = INDENT * (depth + 1)
        inside = "".join(f"{pad}{argument.text(depth + 1)},\n" for argument in self.arguments)
        return f"{head}{plain(self.name)}(\n{inside}{INDENT * depth})"


class Equals(msgspec.Struct, frozen=True):
    """``left === right``."""

    left: Expression
    right: Expression

    @property
    def flat(self) -> str | None:
        """The comparison on one line."""
        left, right = self.left.flat, self.right.flat
        return None if left is None or right is None else f"{left} === {right}"

    def text(self, depth: int) -> str:
        """The comparison."""
        return f"{self.left.text(depth)} === {self.right.text(depth)}"


class Less(msgspec.Struct, frozen=True):
    """``left < right``."""

    left: Expression
    right: Expression

    @property
    def flat(self) -> str | None:
        """The comparison on one line."""
        left, right = self.left.flat, self.right.flat
        return None if left is None or right is None else f"{left} < {right}"

    def text(self, depth: int) -> str:
        """The comparison."""
        return f"{self.left.text(depth)} < {self.right.text(depth)}"


class Lambda(msgspec.Struct, frozen=True):
    """``(parameters) => value``."""

    parameters: tuple[str, ...]
    value: Expression

    @property
    def flat(self) -> str | None:
        """The function on one line."""
        value = self.value.flat
        return None if value is None else f"({', '.join(plain(each) for each in self.parameters)}) => {value}"

    def text(self, depth: int) -> str:
        """The function."""
        return f"({', '.join(plain(each) for each in self.parameters)}) => {self.value.text(depth)}"


class Record(msgspec.Struct, frozen=True):
    """An object whose keys are ours and whose values are expressions, a line each."""

    pairs: tuple[tuple[str, Expression], ...]

    @property
    def flat(self) -> str | None:
        """Never on one line."""
        return None

    def text(self, depth: int) -> str:
        """The object."""
        pad = INDENT * (depth + 1)
        lines = [f"{pad}{plain(name)}: {value.text(depth + 1)},\n" for name, value in self.pairs]
        return "{\n" + "".join(lines) + INDENT * depth + "}"


class Sequence(msgspec.Struct, frozen=True):
    """An array of expressions, a line each."""

    items: tuple[Expression, ...]

    @property
    def flat(self) -> str | None:
        """Never on one line."""
        return None

    def text(self, depth: int) -> str:
        """The array."""
        pad = INDENT * (depth + 1)
        lines = [f"{pad}{item.text(depth + 1)},\n" for item in self.items]
        return "[\n" + "".join(lines) + INDENT * depth + "]" if lines else "[]"


Expression = Literal | Ident | Get | Call | Equals | Less | Lambda | Record | Sequence
