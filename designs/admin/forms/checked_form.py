"""What checks of a form ask of it: the part of a design that it edits, and what somebody typed."""

from __future__ import annotations

from typing import Any, ClassVar, Protocol

from django import forms

from designs.compiler import Model, field_grammar
from designs.models import Design
from designs.past import Past


class CheckedForm(Protocol):
    """A form of a part. now, model, raw: the newest version of the design, and of the part in it. past: the
    versions that the person may see. texts: the lists of fields that were typed, by the form's field."""

    part: ClassVar[str]
    now: Design | None
    model: Model | None
    past: ClassVar[Past | None]
    raw: dict[str, Any]
    texts: dict[str, field_grammar.FieldText]
    fields: dict[str, forms.Field]
    data: Any
    files: Any
    cleaned_data: dict[str, Any]

    @property
    def key(self) -> str:
        """Return the part's id, "" of what is only being added."""

    def raw_in(self, model: Model | None) -> dict[str, Any]:
        """Return the part's JSON value in a version of the design."""

    def values_of(self, raw: dict[str, Any]) -> dict[str, Any]:
        """Return a part's values as the form's fields hold them."""

    def add_prefix(self, field_name: str) -> str:
        """Return what a browser calls a field of the form."""
