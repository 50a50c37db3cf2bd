"""Faults of a design, which speak of places in its file, as errors at the fields of a form."""

from __future__ import annotations

import re
from typing import Any

from django.core.exceptions import ValidationError
from django.utils.translation import gettext

from designs.compiler import Finding, edits

from .checked_form import CheckedForm
from .grammar_forms import REST, plain_paths, rest_keys

_STEP = re.compile(r"\[(\d+)\]|([A-Za-z_][A-Za-z0-9_]*)")
_PLACE = re.compile(r"(entities|relationships|operations)\[(\d+)\]\.?")
Errors = dict[str | None, list[ValidationError]]


def fault_errors(form: CheckedForm, faults: tuple[Finding, ...]) -> Errors:
    """Each fault at the field of the form that it is about, the others above the form."""
    errors: Errors = {}
    start = _start(form)
    for fault in faults:
        inner = fault.subject[len(start) :].lstrip(".") if fault.subject.startswith(start) else None
        name = _field_name(form, inner) if inner is not None else None
        text = f"{fault.message} {fault.hint}" if fault.hint else fault.message
        place = _shown_place(form, fault.subject) if name is None else _line(form, name, inner or "")
        errors.setdefault(name, []).append(ValidationError(f"{place}: {text}" if place else text))
    return errors


def _start(form: CheckedForm) -> str:
    """Where the form's part stands in the file, as faults name it."""
    if not form.part or form.model is None:
        return ""
    if form.key:
        kind, number = edits.place_of(form.model, form.key)
        return f"{kind}[{number}]"
    kind = {"entity": "entities"}.get(form.part, f"{form.part}s")
    return f"{kind}[{len(edits.raw_of(form.model).get(kind, []))}]"


def _field_name(form: CheckedForm, inner: str) -> str | None:
    """The field of a place within the part: the longest that the place lies in, or one within it."""
    paths = {".".join(path): "__".join(path) for path in plain_paths(form.part)}
    paths |= dict.fromkeys(rest_keys(form.part), REST)
    holding = [shown for shown in paths if re.match(re.escape(shown) + r"(\.|\[|$)", inner)]
    within = [shown for shown in paths if inner and shown.startswith(f"{inner}.")]
    best = max(holding, key=len) if holding else next(iter(within), None)
    name = paths[best] if best is not None else None
    return name if name in form.fields else None


def _line(form: CheckedForm, name: str, inner: str) -> str:
    """The line of a text of fields that a fault is about."""
    text = form.texts.get(name)
    steps: list[Any] = [int(number) if number else word for number, word in _STEP.findall(inner)]
    line = text.line_of(tuple(steps[1:])) if text is not None else None
    return gettext("line %(line)s") % {"line": line} if line is not None else ""


def _shown_place(form: CheckedForm, subject: str) -> str:
    """The place in words: `operation "board", sort[0].field`."""
    hit = _PLACE.match(subject)
    if hit is None or form.model is None:
        return subject
    members = edits.raw_of(form.model).get(hit[1], [])
    number = int(hit[2])
    if number >= len(members):
        return subject
    noun = {"entities": "entity"}.get(hit[1], hit[1][:-1])
    rest = subject[hit.end() :]
    return f"{noun} “{members[number]['name']}”" + (f", {rest}" if rest else "")
