"""A form made from an older version: what changed meanwhile, shown beside what was typed."""

from __future__ import annotations

from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.http import QueryDict
from django.utils.translation import gettext

from designs.models import Design, Revision

from .boxes import YesNoBox
from .checked_form import CheckedForm
from .faults import Errors

_LONGEST = 400


def stale_errors(form: CheckedForm) -> Errors:
    """Nothing for a form of the newest version. Else what was saved meanwhile, at each field that it
    changed, with both values; the form is then one of the newest version, so that saving it again is
    a choice. A field that was left alone takes the newer value."""
    design, base = form.now, form.cleaned_data.get("base_revision")
    if design is None or base == design.revision:
        return {}
    before = _values_at(form, base)
    newest = form.values_of(form.raw)
    form.data = form.data.copy() if isinstance(form.data, QueryDict) else dict(form.data)
    errors: Errors = {None: [ValidationError(_stale_message(design, base))]}
    for name, value in newest.items():
        if name not in form.fields or (before is not None and before.get(name) == value):
            continue
        message = _meeting(form, name, value, before)
        if message:
            errors[name] = [ValidationError(message)]
    _write(form.data, form.add_prefix("base_revision"), str(design.revision))
    return errors


def _values_at(form: CheckedForm, base: Any) -> dict[str, Any] | None:
    """The form's values at the version that it was made from, None where that is not known."""
    if form.past is None or not isinstance(base, int):
        return None
    try:
        return form.values_of(form.raw_in(form.past.at(base)))
    except Revision.DoesNotExist:
        return None


def _stale_message(design: Design, base: Any) -> str:
    latest = Revision.objects.filter(design=design).order_by("-number").first()
    facts = {
        "base": base,
        "now": design.revision,
        "words": latest.words if latest else "",
        "who": latest.actor_name if latest and latest.actor_name else gettext("somebody"),
    }
    return (
        gettext(
            "Not saved: this was made from version %(base)s, and the design is at version %(now)s "
            "(%(who)s: %(words)s). Review the changes below, then save again to keep the values in the form."
        )
        % facts
    )


def _meeting(form: CheckedForm, name: str, newest: Any, before: dict[str, Any] | None) -> str:
    """Both values of a field; one that was left alone takes the newer value."""
    field = form.fields[name]
    sent = field.widget.value_from_datadict(form.data, form.files, form.add_prefix(name))
    if not field.has_changed(newest, sent):
        return ""
    left_alone = before is not None and not field.has_changed(before.get(name), sent)
    values = {"newest": _shown(field, newest), "sent": _shown(field, sent)}
    if left_alone:
        _write(form.data, form.add_prefix(name), _as_sent(field, newest))
        return gettext("Changed from “%(sent)s” to “%(newest)s” by someone else.") % values
    return gettext("Now “%(newest)s”; you entered “%(sent)s”.") % values


def _shown(field: forms.Field, value: Any) -> str:
    prepared = field.prepare_value(value)
    names = dict(getattr(field, "choices", ()) or ())
    text = (
        str(names.get(prepared, prepared))
        if not isinstance(prepared, list)
        else ", ".join(map(str, prepared))
    )
    text = "" if prepared is None else text
    return text if len(text) <= _LONGEST else f"{text[:_LONGEST]}…"


def _as_sent(field: forms.Field, value: Any) -> Any:
    """A value as a browser sends it."""
    if isinstance(field, YesNoBox):
        return {True: "true", False: "false"}.get(value, "unknown")
    prepared = field.prepare_value(value)
    return "" if prepared is None else prepared if isinstance(prepared, list) else str(prepared)


def _write(data: Any, name: str, value: Any) -> None:
    if isinstance(value, list) and isinstance(data, QueryDict):
        data.setlist(name, value)
    else:
        data[name] = value
