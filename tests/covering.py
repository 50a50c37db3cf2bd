"""A few designs that together have every kind of thing that many have. What proves the same for each kind tries these in
every run, and all of them at length; a design that brings something new is among them without a word."""

from __future__ import annotations

import re
from collections.abc import Collection, Hashable, Mapping

from designs.compiler.plan_model.compilation import Compilation

_ASKED = re.compile(r"""(\$[a-zA-Z]+)["']?: |\.([a-zA-Z]+)\(""")
"""What a script asks the server for: an operator, or a method."""


def covering(kinds: Mapping[str, Collection[Hashable]], costs: Mapping[str, float]) -> list[str]:
    """Return few names that together have every kind that any has, in their order: the one that adds most for what it
    costs, again and again, then without those to which later ones left nothing of their own."""
    chosen: list[str] = []
    missing = {kind for own in kinds.values() for kind in own}
    while missing:
        best = max(kinds, key=lambda name: (len(missing.intersection(kinds[name])) / costs[name], name))
        chosen.append(best)
        missing -= {*kinds[best]}
    for name in sorted(chosen, key=lambda name: (-costs[name], name)):
        others = {kind for other in chosen if other != name for kind in kinds[other]}
        if others.issuperset(kinds[name]):
            chosen.remove(name)
    return [name for name in kinds if name in chosen]


def kinds_of(compilation: Compilation, scripts: Mapping[str, str]) -> set[Hashable]:
    """Return the kinds of things that a design has: strategies and what was added to them, collections with their
    options, what statements are for, and what each script asks the server for."""
    plan = compilation.plan
    kinds: set[Hashable] = {("strategy", decision.strategy) for decision in plan.decisions}
    overlays = [overlay for decision in plan.decisions for overlay in decision.overlays]
    kinds |= {("overlay", overlay.kind, overlay.policy) for overlay in [*overlays, *plan.entity_overlays]}
    kinds |= {("collection", each.kind, *sorted(each.options)) for each in plan.collections}
    kinds |= {("statement", each.op, each.purpose) for each in plan.statements}
    return kinds | {(path, *asked) for path, text in scripts.items() for asked in _ASKED.findall(text)}


def covering_designs(built: Mapping[str, tuple[Compilation, Mapping[str, str]]]) -> list[str]:
    """Return the names of few designs that together have every kind of thing; the length of its scripts is what a
    design costs."""
    kinds = {name: kinds_of(compilation, scripts) for name, (compilation, scripts) in built.items()}
    costs = {name: float(sum(map(len, scripts.values()))) for name, (_, scripts) in built.items()}
    return covering(kinds, costs)
