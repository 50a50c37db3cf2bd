"""Entities, relationships and operations: a page each, of the grammar's own fields."""

from __future__ import annotations

from collections import defaultdict
from functools import cache
from typing import Any, ClassVar

from django.contrib import admin, messages
from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponseRedirect
from django.urls import reverse
from django.utils.html import format_html
from django.utils.translation import gettext, gettext_lazy

from designs import store
from designs.access import may_change, seen_by
from designs.compiler import edits
from designs.models import Design, Entity, Operation, Part, Relationship
from designs.past import Past

from .forms.layout import Fieldset, fieldsets_of
from .forms.part_forms import LISTS, PartForm, bound_form, form_of
from .lists import number
from .saving import StoreAdmin, commit, commit_all, refresh

UNREAD = ("design__text", "design__more")
_form_of = cache(form_of)


class PartAdmin(StoreAdmin):
    """What the three share. part: the name in the grammar."""

    part: ClassVar[str]
    change_form_template = "admin/designs/part_change_form.html"
    list_per_page = 50

    def get_queryset(self, request: HttpRequest) -> QuerySet[Any]:
        """The parts of designs that this person sees; a list never reads a design's text."""
        rows = super().get_queryset(request).filter(seen_by(request.user, "design__"))
        return rows.select_related("design").defer(*UNREAD)

    @admin.display(description=gettext_lazy("design"), ordering="design__name")
    def design_link(self, row: Any) -> str:
        """The design that it belongs to."""
        return format_html('<a href="{}">{}</a>', design_page(row.design_id), row.design.name)

    def design_of(self, request: HttpRequest, obj: Any = None) -> Design | None:
        """The design of a part, or the one that a new part is for: the address names it."""
        if obj is not None:
            design: Design = obj.design
            return design
        wanted = request.GET.get("design", "")
        if not wanted.isdecimal() or len(wanted) > 18:
            return None
        return Design.objects.filter(seen_by(request.user), pk=int(wanted)).first()

    def has_add_permission(self, request: HttpRequest) -> bool:
        """A part is added from its design's page, by who may change the design."""
        design = self.design_of(request) if super().has_add_permission(request) else None
        return design is not None and may_change(request.user, design)

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        """Taking a part out is a change of its design."""
        allowed = super().has_delete_permission(request, obj)
        return allowed and (obj is None or may_change(request.user, obj.design))

    def get_form(self, request: HttpRequest, obj: Any = None, change: bool = False, **options: Any) -> Any:
        """The form of this part in its design."""
        design = self.design_of(request, obj)
        past = Past(request.user, design) if design is not None else None
        return bound_form(_form_of(self.part), self.model, design, past)

    def get_fieldsets(self, request: HttpRequest, obj: Any = None) -> Any:
        """Most used first."""
        edited = obj is None or self.has_change_permission(request, obj)
        sets: list[Fieldset] = fieldsets_of(self.part, edited=edited)
        return sets

    def get_object(self, request: HttpRequest, object_id: str, from_field: Any = None) -> Any:
        """The row; for those who may only look, with its values as the form would hold them."""
        obj = super().get_object(request, object_id, from_field)
        if not self.has_change_permission(request, obj):
            form = self.get_form(request, obj, change=True)(instance=obj)
            shown = {name: form[name].field.prepare_value(form.initial.get(name)) for name in form.fields}
            obj.__dict__.update(
                {name: value for name, value in shown.items() if not hasattr(obj, name) or name == "fields"}
            )
        return obj

    def save_model(self, request: HttpRequest, obj: Any, form: PartForm, change: Any) -> None:
        """One commit of the form's edits."""
        design = form.now
        if design is None or not form.change.edits:
            return
        revision = form.cleaned_data["base_revision"]
        commit(design, revision, form.change, request.user, form.words(), form.given_ids)
        refresh(obj, self.model.objects.select_related("design").get(design=design, key=_key(form, obj)))

    def delete_model(self, request: HttpRequest, obj: Part) -> None:
        """One commit that takes it out, an entity with what hangs on it."""
        revision = self.stated_revision(request, obj)
        commit(obj.design, revision, _removal([obj]), request.user, self._removed([obj]))

    def delete_queryset(self, request: HttpRequest, queryset: QuerySet[Any]) -> None:
        """One commit for each design: all of them, or none."""
        of_design: dict[int, list[Part]] = defaultdict(list)
        for row in queryset.select_related("design"):
            of_design[row.design_id].append(row)
        commit_all(
            [(rows[0].design, _removal(rows), self._removed(rows)) for rows in of_design.values()],
            request.user,
        )

    def _removed(self, rows: list[Part]) -> str:
        return f"Removed {', '.join(f'{self.part} {row.name}' for row in rows)}"

    def get_deleted_objects(self, objs: Any, request: HttpRequest) -> Any:
        """What goes: an entity takes its relationships and operations along."""
        shown: list[Any] = []
        _, counts, kept, _ = super().get_deleted_objects(objs, request)
        for obj in objs:
            with_it = edits.goes_with(store.model_of(obj.design), obj.key) if self.part == "entity" else []
            shown += [obj.name, [f"{kind}: {name}" for kind, _, name in with_it]] if with_it else [obj.name]
            for kind, _, _ in with_it:
                counts[f"{kind}s"] = counts.get(f"{kind}s", 0) + 1
        return shown, counts, kept, []

    def render_change_form(self, request: HttpRequest, context: Any, *args: Any, **options: Any) -> Any:
        """With the design, for the way back to it."""
        design = self.design_of(request, context.get("original"))
        return super().render_change_form(request, context | {"design": design}, *args, **options)

    def response_post_save_add(self, request: HttpRequest, obj: Any) -> HttpResponseRedirect:
        """Back to the design."""
        return HttpResponseRedirect(design_page(obj.design_id))

    response_post_save_change = response_post_save_add

    def response_add(self, request: HttpRequest, obj: Any, post_url_continue: str | None = None) -> Any:
        """Another one is added to the same design."""
        if "_addanother" in request.POST:
            messages.success(request, gettext("“%(name)s” was added.") % {"name": obj.name})
            return HttpResponseRedirect(f"{request.path}?design={obj.design_id}")
        return super().response_add(request, obj, post_url_continue)

    def get_changeform_initial_data(self, request: HttpRequest) -> Any:
        """The address of an added part names its design, which is no field."""
        return {}


def design_page(key: int) -> str:
    """The admin's address of a design."""
    return reverse("admin:designs_design_change", args=(key,))


def _key(form: PartForm, obj: Any) -> str:
    if obj.pk:
        return str(obj.key)
    added = [
        edit for edit in form.change.edits if isinstance(edit, edits.Add) and edit.path == (LISTS[form.part],)
    ]
    return str(added[0].value["id"])


def _removal(rows: list[Any]) -> edits.Several:
    return edits.Several(
        edits=tuple(edits.Remove(id=row.key, dependents=isinstance(row, Entity)) for row in rows)
    )


class EntityAdmin(PartAdmin):
    """Entities: their fields are text in the field grammar."""

    part = "entity"
    list_display = ("name", "design_link", "kind", "documents")
    documents = number("count")
    list_filter = ("kind",)
    search_fields = ("name", "fields", "more", "design__name")


class RelationshipAdmin(PartAdmin):
    """Relationships: two ends with their numbers, and the strategy that a designer insists on."""

    part = "relationship"
    list_display = ("name", "design_link", "kind", "from_entity", "to_entity", "strategy")
    list_filter = ("kind", "strategy", "from_growth", "to_growth")
    search_fields = ("name", "more", "design__name")

    def get_queryset(self, request: HttpRequest) -> QuerySet[Any]:
        """With both entities' names."""
        rows = super().get_queryset(request).select_related("from_entity", "to_entity")
        return rows.defer(*UNREAD, *(f"{side}_entity__{name}" for side in ("from", "to") for name in _HEAVY))


class OperationAdmin(PartAdmin):
    """Operations: the workload."""

    part = "operation"
    list_display = ("name", "design_link", "kind", "entity", "a_day", "priority")
    a_day = number("per_day")
    list_filter = ("kind", "priority")
    search_fields = ("name", "more", "design__name")

    def get_queryset(self, request: HttpRequest) -> QuerySet[Any]:
        """With the entity's name."""
        rows = super().get_queryset(request).select_related("entity")
        return rows.defer(*UNREAD, *(f"entity__{name}" for name in _HEAVY))


_HEAVY = ("fields", "more", "made_ids")
PAGES: dict[type[Part], type[PartAdmin]] = {
    Entity: EntityAdmin,
    Relationship: RelationshipAdmin,
    Operation: OperationAdmin,
}
