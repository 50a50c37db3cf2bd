"""The handbook's entries: one for each guideline, gate, pattern and check, made from the registries."""

from __future__ import annotations

import inspect
from dataclasses import dataclass
from functools import cache
from typing import Any

from django.urls import reverse

from designs.compiler import GATES, GUIDELINES, LINTS, PATTERNS, STRATEGIES, written_out

RULES, GATE_SHELF, PATTERN_SHELF, CHECKS = "rules", "gates", "patterns", "checks"


@dataclass(frozen=True)
class Entry:
    """A page of the handbook. names: what decisions and findings call it (rule code, strategies
    or overlays, finding code). paragraphs: what it says. chooses: the strategies that it leads to
    or builds. sources: written out. kinds: of relationship, rules only. remark: a line of its own."""

    shelf: str
    slug: str
    names: tuple[str, ...]
    title: str
    paragraphs: tuple[str, ...]
    reason: str = ""
    chooses: tuple[Any, ...] = ()
    caveats: tuple[str, ...] = ()
    sources: tuple[str, ...] = ()
    kinds: tuple[str, ...] = ()
    severity: str = ""


@cache
def entries() -> tuple[Entry, ...]:
    """Every page in the registries' order: rules, gates, patterns, checks."""
    return (
        *(_of_rule(rule) for rule in GUIDELINES),
        *(_of_gate(gate) for gate in GATES),
        *(_of_pattern(pattern) for pattern in PATTERNS),
        *(_of_check(lint) for lint in LINTS),
    )


def entry_at(shelf: str, slug: str) -> Entry | None:
    """The page at an address, None where there is none."""
    return next((entry for entry in entries() if (entry.shelf, entry.slug) == (shelf, slug)), None)


def page_of(name: str) -> Entry | None:
    """The page of a rule's, gate's or overlay's code, a strategy, an overlay or a finding's code."""
    return _by_name().get(name)


def label_of(strategy: str) -> str:
    """Return what people call a strategy: the title of its page, else its code."""
    entry = page_of(strategy)
    return strategy if entry is None else entry.title


def address_of(name: str) -> str:
    """The address of the page of a code or name; "" where the handbook has none."""
    entry = page_of(name)
    return reverse("designs:handbook_entry", args=(entry.shelf, entry.slug)) if entry is not None else ""


@cache
def _by_name() -> dict[str, Entry]:
    return {name: entry for entry in reversed(entries()) for name in entry.names}


def _of_rule(rule: Any) -> Entry:
    return Entry(
        shelf=RULES,
        slug=rule.slug,
        names=(rule.code,),
        title=rule.title,
        paragraphs=_paragraphs(rule.docs, rule.title),
        reason=rule.reason,
        chooses=tuple(STRATEGIES[name] for name in rule.strategies),
        caveats=rule.caveats,
        sources=tuple(map(written_out, rule.sources)),
        kinds=rule.kinds,
    )


def _of_gate(gate: Any) -> Entry:
    return Entry(
        shelf=GATE_SHELF,
        slug=gate.slug,
        names=(gate.code,),
        title=gate.title,
        paragraphs=gate.docs,
        chooses=tuple(STRATEGIES[name] for name in gate.bars),
        caveats=gate.passes,
        sources=tuple(map(written_out, gate.sources)),
    )


def _of_pattern(pattern: Any) -> Entry:
    """A strategy's pattern also says which rules choose it, and cites what they cite."""
    chosen = [rule for rule in GUIDELINES if set(rule.strategies) & set(pattern.kinds)]
    return Entry(
        shelf=PATTERN_SHELF,
        slug=pattern.slug,
        names=(*pattern.kinds, *([pattern.code] if pattern.code else [])),
        title=pattern.title,
        paragraphs=(pattern.help,),
        reason=pattern.why,
        chooses=tuple(STRATEGIES[name] for name in pattern.kinds if name in STRATEGIES),
        caveats=tuple(dict.fromkeys(text for member in (pattern, *chosen) for text in member.caveats)),
        sources=tuple(
            dict.fromkeys(written_out(text) for member in (pattern, *chosen) for text in member.sources)
        ),
    )


def _of_check(lint: Any) -> Entry:
    module = inspect.getmodule(lint.check)
    docstring = (module and module.__doc__) or ""
    return Entry(
        shelf=CHECKS,
        slug=lint.slug,
        names=(lint.code,),
        title=lint.title,
        paragraphs=_paragraphs(docstring, ""),
        reason=" ".join((inspect.getdoc(lint.check) or "").split()),
        sources=(lint.source,),
        severity=lint.severity,
    )


def _paragraphs(text: str, title: str) -> tuple[str, ...]:
    """The paragraphs of a docstring without the one that repeats the title."""
    paragraphs = [" ".join(part.split()) for part in text.strip().split("\n\n")]
    return tuple(part for part in paragraphs if part and part != title)
