"""JavaScript for mongosh, written from typed parts: values, keys, comments, calls and functions.

User text reaches a script only as a string literal, a quoted key or an escaped comment; every
identifier is ours. Output is pure ASCII.
"""

from .code import (
    Call,
    Const,
    Each,
    Equals,
    Expression,
    Function,
    Get,
    Ident,
    If,
    Lambda,
    Less,
    Literal,
    Node,
    Note,
    Record,
    Retry,
    Return,
    Run,
    Sequence,
    Throw,
    Transaction,
    script,
)  # fmt: skip
from .names import identifiers
from .values import comment, key, literal, string

__all__ = [
    "Call",
    "Const",
    "Each",
    "Equals",
    "Expression",
    "Function",
    "Get",
    "Ident",
    "If",
    "Lambda",
    "Less",
    "Literal",
    "Node",
    "Note",
    "Record",
    "Retry",
    "Return",
    "Run",
    "Sequence",
    "Throw",
    "Transaction",
    "comment",
    "identifiers",
    "key",
    "literal",
    "script",
    "string",
]
