"""Which fields of a form stand together, most used first; what is rarely needed is folded away."""

from __future__ import annotations

from typing import Any

from django.utils.translation import gettext_lazy

from .grammar_forms import REST, name_of, plain_paths, rest_keys

_FIRST: dict[str, list[tuple[Any, tuple[str, ...]]]] = {
    "": [
        (None, ("name", "description", "tags", "in_library", "featured", "owner")),
        (gettext_lazy("Database"), ("database", "server_version", "topology", "workload_profile")),
        (gettext_lazy("Validation"), ("absent", "exact")),
    ],
    "entity": [
        (None, ("name", "kind", "description", "collection", "count", "inserts_per_day")),
        (gettext_lazy("Fields"), ("fields",)),
    ],
    "relationship": [
        (None, ("name", "kind", "description", "strategy")),
        (gettext_lazy("From"), ("from__*",)),
        (gettext_lazy("To"), ("to__*",)),
        (
            gettext_lazy("Use"),
            (
                "exclusive_owner",
                "independent_access",
                "accessed_together",
                "together_needs",
                "navigation__*",
            ),
        ),
    ],
    "operation": [
        (
            None,
            ("name", "kind", "entity", "per_day", "priority", "includes", "projection", "changes", "limit"),
        ),
        (gettext_lazy("Filter, sort, and effects"), ("filter", "sort", REST)),
    ],
}
Fieldset = tuple[Any, dict[str, Any]]


def fieldsets_of(part: str, extra: tuple[str, ...] = (), *, edited: bool = True) -> list[Fieldset]:
    """The fieldsets of a form: the revision is in the first, where nobody sees it."""
    rest = [REST] if rest_keys(part) else []
    names = [*extra, *(name_of(path) for path in plain_paths(part)), *rest]
    sets: list[Fieldset] = []
    placed: set[str] = set()
    for title, wanted in _FIRST[part]:
        matching = [name for pattern in wanted for name in names if _matches(name, pattern)]
        placed |= set(matching)
        sets.append((title, {"fields": matching}))
    left = [name for name in names if name not in placed]
    if left:
        sets.append((gettext_lazy("Advanced"), {"fields": left, "classes": ("collapse",)}))
    if edited:
        sets[0][1]["fields"].append("base_revision")
    return sets


def _matches(name: str, pattern: str) -> bool:
    return name.startswith(pattern[:-1]) if pattern.endswith("*") else name == pattern
