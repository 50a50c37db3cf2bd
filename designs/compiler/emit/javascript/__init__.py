"""JavaScript for mongosh, written from typed parts: values, keys, comments, calls and functions.

User text reaches a script only as a string literal, a quoted key or an escaped comment; every
identifier is ours. Output is pure ASCII.
"""

from .code import (
    Assign,
    Break,
    CodeNote,
    Const,
    Each,
    Function,
    If,
    Let,
    Node,
    Ready,
    Retry,
    Return,
    Run,
    Throw,
    Transaction,
    script,
)
from .expressions import (
    CallExpression,
    Equals,
    Expression,
    Fixed,
    Get,
    Ident,
    IsGiven,
    Lambda,
    Less,
    Literal,
    Record,
    Sequence,
)
from .values import comment, key, literal, string

__all__ = [
    "Assign",
    "Break",
    "CallExpression",
    "CodeNote",
    "Const",
    "Each",
    "Equals",
    "Expression",
    "Fixed",
    "Function",
    "Get",
    "Ident",
    "If",
    "IsGiven",
    "Lambda",
    "Less",
    "Let",
    "Literal",
    "Node",
    "Ready",
    "Record",
    "Retry",
    "Return",
    "Run",
    "Sequence",
    "Throw",
    "Transaction",
    "comment",
    "key",
    "literal",
    "script",
    "string",
]
