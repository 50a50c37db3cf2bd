"""The forms of the admin: a part of a design as its grammar has it, saved as edits.

A form carries the revision that it was made from. A newer one is an error that shows both values;
nothing is merged behind the back of one who fills in a whole form.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any, ClassVar

from django import forms
from django.core.exceptions import ValidationError
from django.utils.translation import gettext

from designs import store
from designs.compiler import Finding, Model, edits, field_grammar
from designs.models import Design
from designs.past import Past

from .boxes import ChoiceBox, FieldsBox
from .faults import fault_errors
from .grammar_forms import REST, Path, form_fields, name_of, plain_paths, rest_keys
from .staleness import stale_errors

if TYPE_CHECKING:
    Base = forms.ModelForm[Any]
else:
    Base = forms.ModelForm

Raw = dict[str, Any]
LISTS = {"entity": "entities", "relationship": "relationships", "operation": "operations"}


class PartForm(Base):
    """Any part of a design. part: its name in the grammar; design: the one that it belongs to, None
    where a whole design begins; past: what the person at the form may see of its earlier versions."""

    part: ClassVar[str] = ""
    design: ClassVar[Design | None] = None
    past: ClassVar[Past | None] = None

    base_revision = forms.IntegerField(widget=forms.HiddenInput, required=False)

    class Meta:
        fields = ()

    def __init__(self, *args: Any, **options: Any) -> None:
        super().__init__(*args, **options)
        self.change = edits.Several(edits=())
        self.given_ids: list[str] = []
        self.texts: dict[str, field_grammar.FieldText] = {}
        self.now = self._locked() if self.is_bound else self.design
        self.model: Model | None = store.model_of(self.now) if self.now is not None else None
        self.raw: Raw = self.raw_in(self.model)
        self._offer_entities()
        self.initial = {**self.initial, **self.values_of(self.raw)}
        if self.now is not None:
            self.initial["base_revision"] = self.now.revision

    def _locked(self) -> Design | None:
        """The design as it is now, nobody else's until this form is saved."""
        if self.design is None:
            return None
        return Design.objects.select_for_update().get(pk=self.design.pk)

    @property
    def key(self) -> str:
        """The id that edits speak; "" of what is only being added."""
        if not self.part:
            return edits.DESIGN
        return str(self.instance.key) if self.instance.pk else ""

    def raw_in(self, model: Model | None) -> Raw:
        """The part's JSON value in a version of the design; empty where it is not there."""
        if model is None or not self.key:
            return {}
        try:
            raw: Raw = edits.find(edits.raw_of(model), self.key)
        except edits.EditRefused:
            return {}
        return raw

    def values_of(self, raw: Raw) -> Raw:
        """The part's values as the form's fields hold them."""
        values = {name_of(path): _inside(raw, path) for path in plain_paths(self.part)}
        for name, field in self.fields.items():
            if isinstance(field, FieldsBox):
                values[name] = field_grammar.write_fields(self._typed_fields(raw, name))
        return values | {REST: {key: raw[key] for key in rest_keys(self.part) if key in raw}}

    def _typed_fields(self, raw: Raw, name: str) -> list[Any]:
        return field_grammar.typed(raw.get(name, []))

    def _offer_entities(self) -> None:
        """Only entities of this design can be chosen; the page calls them by their ids."""
        if self.model is None:
            return
        names = [(entity.name, entity.name) for entity in self.model.entities]
        for path in plain_paths(self.part):
            field = self.fields.get(name_of(path))
            if path[-1] == "entity" and isinstance(field, ChoiceBox):
                field.offer(names, [str(entity.id) for entity in self.model.entities])

    def clean(self) -> Raw:
        """Find the edits. Whatever stands against them becomes an error at its field."""
        cleaned: Raw = super().clean() or self.cleaned_data
        errors = stale_errors(self)
        for name, messages in errors.items():
            self.add_error(name, messages)
        if errors:
            return cleaned
        for name, field in self.fields.items():
            if isinstance(field, FieldsBox) and name in cleaned:
                self._read_fields(name, cleaned[name] or "")
        if not any(isinstance(self.fields.get(name), FieldsBox) for name in self.errors):
            self._find_edits()
        return cleaned

    def _read_fields(self, name: str, text: str) -> None:
        report = field_grammar.read_fields(text, self._typed_fields(self.raw, name))
        if report.value is None:
            self.add_error(name, [ValidationError(str(fault)) for fault in report.findings])
        else:
            self.texts[name] = report.value

    def wanted(self) -> Raw:
        """The part's JSON value as the form states it; what was not changed stays as it is."""
        raw: Raw = json.loads(json.dumps(self.raw))
        for path in plain_paths(self.part):
            name = name_of(path)
            if name in self.changed_data and name in self.cleaned_data:
                value = self.texts[name].raw if name in self.texts else self.cleaned_data[name]
                _put(raw, path, value if value or value in (0, False) else None)
        if REST in self.changed_data and REST in self.cleaned_data:
            rest = self.cleaned_data[REST]
            self._only_rest(rest)
            raw = {key: value for key, value in raw.items() if key not in rest_keys(self.part)} | rest
        return raw

    def _only_rest(self, rest: Raw) -> None:
        for key in rest:
            if key not in rest_keys(self.part):
                problem = gettext("Unknown key “%(key)s”, or it has its own field above.") % {"key": key}
                self.add_error(REST, ValidationError(problem))

    def _find_edits(self) -> None:
        wanted = self.wanted()
        if self.model is None:
            return
        try:
            if self.key:
                self.change = edits.replacing(self.model, self.key, wanted, self._new_ids())
            else:
                self.change = edits.adding(self.model, LISTS[self.part], wanted, self._new_ids())
            edits.apply(self.model, self.change)
        except edits.EditRefused as refused:
            self.tell(refused.faults)

    def _new_ids(self) -> Iterator[str]:
        for key in store.new_ids():
            self.given_ids.append(key)
            yield key

    def tell(self, faults: tuple[Finding, ...]) -> None:
        """Faults of the design as errors of the form."""
        for name, messages in fault_errors(self, faults).items():
            if name not in self.errors:  # what a box holds is refused once
                self.add_error(name, messages)

    def words(self) -> str:
        """What history says of this change."""
        if self.key and self.part:
            changed = ", ".join(
                name.replace("__", " ") for name in self.changed_data if name != "base_revision"
            )
            return f"Changed {self.part} {self.raw.get('name', '')}: {changed}"
        if self.part:
            return f"Added {self.part} {self.cleaned_data.get('name', '')}"
        return "Changed the design: " + ", ".join(name.replace("__", " ") for name in self.changed_data)

    def _post_clean(self) -> None:
        """The row is written by the store alone, so that it is not touched here."""


def form_of(part: str, extra: dict[str, forms.Field] | None = None) -> type[PartForm]:
    """The form class of a part, with the fields that its grammar makes."""
    fields = {**form_fields(part), **(extra or {})}
    name = f"{part.capitalize() or 'Design'}Form"
    return _derived(name, PartForm, {"part": part, "__module__": __name__, **fields})


def bound_form(
    form: type[PartForm], model: type[Any], design: Design | None, past: Past | None = None
) -> type[PartForm]:
    """The form for the parts of one design. Its fields are the grammar's, none is made from a column."""
    meta = type("Meta", (), {"model": model, "fields": ()})
    return _derived(form.__name__, form, {"design": design, "past": past, "Meta": meta})


def _derived(name: str, base: type[PartForm], content: dict[str, Any]) -> type[PartForm]:
    metaclass: Any = type(base)
    derived: type[PartForm] = metaclass(name, (base,), content)
    return derived


def _inside(raw: Any, path: Path) -> Any:
    for key in path:
        raw = raw.get(key) if isinstance(raw, dict) else None
    return raw


def _put(raw: Raw, path: Path, value: Any) -> None:
    """Set a property, or take it away with the objects that it leaves empty."""
    if len(path) == 1:
        if value is None:
            raw.pop(path[0], None)
        else:
            raw[path[0]] = value
        return
    holder = raw.get(path[0])
    holder = holder if isinstance(holder, dict) else {}
    _put(holder, path[1:], value)
    if holder:
        raw[path[0]] = holder
    else:
        raw.pop(path[0], None)
