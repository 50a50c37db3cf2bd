"""Form fields that keep what a design file says: absent is not empty, numbers stay as written."""

from __future__ import annotations

import json
import math
import re
from collections.abc import Callable, Iterable
from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.utils.translation import gettext, gettext_lazy

from designs.delivery.properties.workload_text import Misread, number_said

Read = Callable[[str], list[dict[str, Any]]]
Written = Callable[[list[dict[str, Any]]], str | None]
_BREAKS = re.compile(r"\r\n|\r|\n")
NOT_STATED = gettext_lazy("not set")


class TextBox(forms.CharField):
    """A text as it stands; an empty one is absent. Line breaks are those of the file again."""

    def __init__(self, **options: Any) -> None:
        options.setdefault("widget", forms.TextInput(attrs={"dir": "auto"}))
        super().__init__(strip=False, empty_value=None, **options)

    def to_python(self, value: Any) -> Any:
        """The text, None where there is none."""
        text = super().to_python(value)
        return self._broken(text) if isinstance(text, str) else text

    def has_changed(self, initial: Any, data: Any) -> bool:
        """Compared as a browser sends it: a box of one line loses breaks, another makes them its own."""
        return self._broken(initial or "") != self._broken(data or "")

    def _broken(self, text: str) -> str:
        between = "\n" if isinstance(self.widget, forms.Textarea) else ""
        return _BREAKS.sub(between, text)


class FieldsBox(TextBox):
    """Fields as text, a line each, in the field grammar; the form reads it, for it knows the ids."""

    def __init__(self, **options: Any) -> None:
        attributes = {"rows": 12, "class": "vLargeTextField grammar", "spellcheck": "false", "wrap": "off"}
        super().__init__(widget=forms.Textarea(attrs=attributes), **options)


class NumberBox(forms.CharField):
    """A number as people say it, whole ones exactly; an empty box is absent. Its limits are the grammar's to check."""

    def __init__(self, **options: Any) -> None:
        widget = forms.TextInput(attrs={"inputmode": "decimal", "class": "vIntegerField"})
        super().__init__(widget=widget, **options)

    def to_python(self, value: Any) -> Any:
        """An int, a float or None."""
        text = super().to_python(value)
        if not text:
            return None
        number = number_said(text)
        if not math.isfinite(number) or len(text) > 300:
            raise ValidationError(gettext("Enter a number, such as 12, 0.5, or 200k."))
        try:
            return int(text)
        except ValueError:
            return int(number) if number.is_integer() and abs(number) < 2**53 else number

    def has_changed(self, initial: Any, data: Any) -> bool:
        """Compared as numbers: 5 and 5.0 are the same."""
        try:
            return bool(self.to_python(data) != initial)
        except ValidationError:
            return True


class YesNoBox(forms.NullBooleanField):
    """Yes, no, or not stated, which is not no."""

    def __init__(self, **options: Any) -> None:
        options.setdefault("required", False)
        super().__init__(**options)
        self.widget.choices = [
            ("unknown", NOT_STATED),
            ("true", gettext_lazy("Yes")),
            ("false", gettext_lazy("No")),
        ]


class ChoiceBox(forms.ChoiceField):
    """One of the grammar's values, or not stated. The values may be numbers."""

    def __init__(self, *, values: Iterable[Any], **options: Any) -> None:
        super().__init__(**options)
        self.offer((value, str(value)) for value in values)

    def offer(self, values: Iterable[tuple[Any, str]], keys: Iterable[str] = ()) -> None:
        """Replace the choices. keys: what the page calls them, where a value can't be an attribute."""
        pairs = list(values)
        names = list(keys) or [str(value) for value, _ in pairs]
        self._of_name = dict(zip(names, (value for value, _ in pairs), strict=True))
        first = [("", NOT_STATED)]
        self.choices = first + list(zip(names, (label for _, label in pairs), strict=True))

    def prepare_value(self, value: Any) -> Any:
        """The page's name of a value."""
        names = (name for name, own_value in self._of_name.items() if own_value == value)
        return next(names, value)

    def clean(self, value: Any) -> Any:
        """The value itself, None where none is chosen."""
        name = super().clean(value)
        return self._of_name.get(name) if name else None

    def has_changed(self, initial: Any, data: Any) -> bool:
        """Compared by the page's names."""
        return str(self.prepare_value("" if initial is None else initial)) != str(data or "")


class LinesBox(forms.CharField):
    """A list of texts, one a line."""

    def __init__(self, **options: Any) -> None:
        super().__init__(widget=forms.Textarea(attrs={"rows": 3, "dir": "auto"}), **options)

    def prepare_value(self, value: Any) -> Any:
        """The list as lines."""
        return "\n".join(value) if isinstance(value, list) else value

    def to_python(self, value: Any) -> Any:
        """The lines that hold something; None where none does."""
        text = super().to_python(value)
        return [line.strip() for line in _BREAKS.split(text or "") if line.strip()] or None

    def has_changed(self, initial: Any, data: Any) -> bool:
        """Compared line by line."""
        return bool(self.to_python(self.prepare_value(initial)) != self.to_python(data))


class WorkBox(forms.CharField):
    """A filter or a sort as the editor's table of the workload has it; as JSON what that can't say."""

    def __init__(self, *, read: Read, written: Written, **options: Any) -> None:
        attributes = {"rows": 2, "class": "vLargeTextField grammar", "spellcheck": "false", "dir": "auto"}
        super().__init__(widget=forms.Textarea(attrs=attributes), **options)
        self._read, self._written = read, written

    def prepare_value(self, value: Any) -> Any:
        """The list as text."""
        if not isinstance(value, list):
            return value
        text = self._written(value)
        return json.dumps(value, ensure_ascii=False) if text is None else text

    def to_python(self, value: Any) -> Any:
        """The list, None of an empty box. Trouble names its place."""
        text = _BREAKS.sub(" ", super().to_python(value) or "").strip()
        if text.startswith("["):
            return _json(text, list) or None
        try:
            return self._read(text) or None
        except Misread as trouble:
            raise ValidationError(str(trouble)) from None

    def has_changed(self, initial: Any, data: Any) -> bool:
        """Compared as values, to the last digit."""
        try:
            return json.dumps(self.to_python(data)) != json.dumps(self.to_python(self.prepare_value(initial)))
        except ValidationError:
            return True


class JsonBox(forms.CharField):
    """A JSON object; an empty box is an empty one."""

    def __init__(self, **options: Any) -> None:
        attributes = {"rows": 10, "class": "vLargeTextField grammar", "spellcheck": "false"}
        super().__init__(required=False, widget=forms.Textarea(attrs=attributes), **options)

    def prepare_value(self, value: Any) -> Any:
        """The object as a design file has it."""
        if isinstance(value, dict):
            return json.dumps(value, ensure_ascii=False, indent=2) if value else ""
        return value

    def to_python(self, value: Any) -> Any:
        """The object. Trouble names its place."""
        return _json(super().to_python(value) or "{}", dict)

    def has_changed(self, initial: Any, data: Any) -> bool:
        """Compared as values with their order."""
        try:
            return json.dumps(self.to_python(data)) != json.dumps(initial or {})
        except ValidationError:
            return True


def _json(text: str, kind: type[dict[str, Any]] | type[list[Any]]) -> Any:
    """JSON of a kind. Raises ValidationError with the place and what to do."""
    try:
        value = json.loads(text, parse_constant=_refused)
    except json.JSONDecodeError as error:
        place = {"line": error.lineno, "column": error.colno, "problem": error.msg}
        message = gettext(
            "Line %(line)s, character %(column)s: this is not JSON (%(problem)s). Put names and texts in double"
            " quotes, put a comma between items but not after the last one, and close each { and [."
        )
        raise ValidationError(message % place) from None
    except (ValueError, RecursionError):
        raise ValidationError(gettext("A design can’t store this JSON value.")) from None
    if not isinstance(value, kind):
        wanted = (
            gettext("Enter a JSON object: { … }.") if kind is dict else gettext("Enter a JSON array: [ … ].")
        )
        raise ValidationError(wanted)
    return value


def _refused(text: str) -> Any:
    raise ValueError(text)
