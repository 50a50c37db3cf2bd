"""The design's page and the list of designs."""

from __future__ import annotations

import json
from typing import Any

from django import forms
from django.contrib import admin, messages
from django.contrib.auth import get_user_model
from django.db import transaction
from django.db.models import QuerySet
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.urls import path, reverse
from django.utils.html import format_html
from django.utils.timezone import localtime
from django.utils.translation import gettext, gettext_lazy

from designs import store
from designs.access import deleted_for, may_delete, may_give, seen_by
from designs.compiler import read
from designs.http import compiles
from designs.models import Design
from designs.past import Past

from .actions import ACTIONS
from .filters import OfSeenDesigns, PutAway
from .forms.layout import Fieldset, fieldsets_of
from .forms.part_forms import Raw, bound_form, form_of
from .lists import LISTS
from .preview import findings, findings_element, picture, preview, sketch, sketch_element
from .saving import StoreAdmin, commit, refresh

FLAGS = ("in_library", "featured", "owner")


class DesignForm(form_of("")):  # type: ignore[misc]  # made from the grammar
    """A design's own properties, and the flags that are no part of its text."""

    in_library = forms.BooleanField(
        required=False, label=gettext_lazy("In the library"), help_text=gettext_lazy("Visible to everyone.")
    )
    featured = forms.BooleanField(required=False, help_text=gettext_lazy("Listed first in the library."))
    owner = forms.ModelChoiceField(get_user_model().objects.order_by("username"), required=False)

    def values_of(self, raw: Raw) -> Raw:
        """With the flags as they are now: history knows no others."""
        flags = {name: getattr(self.now, name) for name in ("in_library", "featured")} if self.now else {}
        owner = {"owner": self.now.owner_id} if self.now else {}
        values: Raw = super().values_of(raw)
        return values | ({**flags, **owner} if raw is self.raw else {})

    def _find_edits(self) -> None:
        super()._find_edits()
        if self.model is None and not self.errors:
            report = read(self.file())
            self.tell(report.findings if report.value is None else ())

    def file(self) -> str:
        """The design file of a design that begins here."""
        return json.dumps({"format": "nestlink/1", **self.wanted(), "entities": []})


class _OwnerlessForm(DesignForm):
    """The form of who may not choose the owner: what is posted for it is not read."""

    owner = None  # type: ignore[assignment]  # how a form drops a field of its base


class DesignAdmin(StoreAdmin):
    """Designs: what they are called and where they are shown; their parts have pages of their own."""

    form = DesignForm
    inlines = LISTS
    actions = ACTIONS
    list_display = (
        "name",
        "picture_cell",
        "findings_cell",
        "owner",
        "in_library",
        "featured",
        "revision",
        "changed",
    )
    list_filter = (
        PutAway,
        "in_library",
        "featured",
        ("owner", admin.RelatedOnlyFieldListFilter),
        ("relationship__kind", OfSeenDesigns),
        ("relationship__strategy", OfSeenDesigns),
    )
    list_select_related = ("owner", "outcome")
    list_per_page = 50
    ordering = ("name", "pk")
    search_help_text = gettext_lazy("Search names and descriptions")
    search_fields = ("name",)
    readonly_fields = ("slug", "revision", "created_at", "changed_at", "deleted_at")
    change_form_template = "admin/designs/design_change_form.html"
    change_list_template = "admin/designs/design_change_list.html"  # looks findings up

    def get_queryset(self, request: HttpRequest) -> QuerySet[Design]:
        """The designs that this person may see, and those that they may restore. A list reads no texts."""
        rows = super().get_queryset(request).filter(seen_by(request.user) | deleted_for(request.user))
        listed = request.resolver_match is not None and request.resolver_match.url_name == _LIST
        return rows.defer(*_UNLISTED) if listed and request.method == "GET" else rows

    def get_search_results(self, request: HttpRequest, queryset: Any, search_term: str) -> Any:
        """Each word must occur in a name or a description of the design or of any part of it."""
        for word in search_term.split()[:20]:
            queryset = queryset.filter(words__contains=word.casefold())
        return queryset, False

    @admin.display(description=gettext_lazy("documents"))
    def picture_cell(self, design: Design) -> str:
        """The documents diagram, small."""
        return sketch_element(design)

    @admin.display(description=gettext_lazy("findings"), ordering="outcome__errors")
    def findings_cell(self, design: Design) -> str:
        """How many, as it was last compiled."""
        return findings_element(design)

    @admin.display(description=gettext_lazy("changed"), ordering="changed_at")
    def changed(self, design: Design) -> str:
        """When, short enough for a list."""
        return localtime(design.changed_at).strftime("%Y-%m-%d %H:%M")

    def get_form(self, request: HttpRequest, obj: Any = None, change: bool = False, **options: Any) -> Any:
        """The form of this design, with the owner for those who may choose one."""
        past = Past(request.user, obj) if obj is not None else None
        form = DesignForm if self._gives(request, obj) else _OwnerlessForm
        return bound_form(form, Design, obj, past)

    def get_readonly_fields(self, request: HttpRequest, obj: Any = None) -> Any:
        """Facts, and the owner for those who may not choose one."""
        return self.readonly_fields if self._gives(request, obj) else (*self.readonly_fields, "owner")

    def _gives(self, request: HttpRequest, obj: Any) -> bool:
        return obj is None or may_give(request.user, obj)

    def get_fieldsets(self, request: HttpRequest, obj: Any = None) -> Any:
        """Most used first; what nobody edits at the end."""
        edited = obj is None or self.has_change_permission(request, obj)
        sets: list[Fieldset] = fieldsets_of("", FLAGS, edited=edited)
        facts = {"fields": self.readonly_fields, "classes": ("collapse",)}
        return [*sets, (gettext_lazy("Facts"), facts)] if obj is not None else sets

    def get_inlines(self, request: HttpRequest, obj: Any) -> Any:
        """A design that is only being added has no parts yet."""
        return self.inlines if obj is not None else ()

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        """What is deleted can't be deleted again."""
        allowed = super().has_delete_permission(request, obj)
        return allowed and (obj is None or (obj.deleted_at is None and may_delete(request.user, obj)))

    def get_object(self, request: HttpRequest, object_id: str, from_field: Any = None) -> Any:
        """The design; for those who may only look, with its values as the form would hold them."""
        obj = super().get_object(request, object_id, from_field)
        if not self.has_change_permission(request, obj):
            form = self.get_form(request, obj, change=True)(instance=obj)
            shown = {name: form[name].field.prepare_value(form.initial.get(name)) for name in form.fields}
            obj.__dict__.update({name: value for name, value in shown.items() if not hasattr(obj, name)})
        return obj

    def save_model(self, request: HttpRequest, obj: Design, form: Any, change: Any) -> None:
        """The text by one commit, each flag by its own function of the store."""
        if not change:
            design = store.create(form.file(), request.user)
        else:
            design = form.now
            if form.change.edits:
                revision = form.cleaned_data["base_revision"]
                design = commit(design, revision, form.change, request.user, form.words(), form.given_ids)
        with transaction.atomic():
            refresh(obj, self._flagged(design, form.cleaned_data, request.user, given=not change))

    def _flagged(self, design: Design, wanted: Raw, actor: Any, *, given: bool) -> Design:
        """The design with the flags of the form. given: it is new, and the actor's unless said otherwise."""
        design = (store.publish if wanted["in_library"] else store.withdraw)(design, actor)
        design = (store.feature if wanted["featured"] else store.unfeature)(design, actor)
        if "owner" not in wanted or (wanted["owner"] is None and given):
            return design
        return store.give(design, wanted["owner"], actor)

    def delete_model(self, request: HttpRequest, obj: Design) -> None:
        """Move a design to Trash, from where it can be restored."""
        store.delete(obj, request.user)

    def response_delete(self, request: HttpRequest, obj_display: str, obj_id: int) -> HttpResponse:
        """With the way to fetch it back."""
        there = reverse("admin:designs_design_change", args=(obj_id,))
        message = format_html(gettext("“{}” moved to Trash. <a href='{}'>Restore</a>"), obj_display, there)
        messages.success(request, message)
        return HttpResponseRedirect(reverse(f"admin:{_LIST}"))

    def render_change_form(self, request: HttpRequest, context: Any, *args: Any, **options: Any) -> Any:
        """With what follows from the design."""
        design = context.get("original")
        more = {"preview": preview(design)} if design is not None else {}
        return super().render_change_form(request, context | more, *args, **options)

    def get_urls(self) -> Any:
        """With the picture of a design, and the way to fetch one back."""
        wrap = self.admin_site.admin_view
        own = [
            path("<int:key>/picture.svg", wrap(self.picture_view), name="designs_design_picture"),
            path("<int:key>/sketch-<slug:scheme>.svg", wrap(self.sketch_view), name="designs_design_sketch"),
            path("<int:key>/findings/", wrap(self.findings_view), name="designs_design_findings"),
            path("<int:key>/undelete/", wrap(self.undelete_view), name="designs_design_undelete"),
        ]
        return [*own, *super().get_urls()]

    @compiles()
    def change_view(self, request: HttpRequest, *args: Any, **options: Any) -> Any:
        """The page of a design, with what follows from it."""
        return super().change_view(request, *args, **options)

    @compiles("actions", get=False)
    def changelist_view(self, request: HttpRequest, *args: Any, **options: Any) -> Any:
        """The list; what is done with several designs may compile them."""
        return super().changelist_view(request, *args, **options)

    @compiles("picture")
    def picture_view(self, request: HttpRequest, key: int) -> HttpResponse:
        """The documents diagram."""
        return picture(request, self._visible(request, key))

    def sketch_view(self, request: HttpRequest, key: int, scheme: str) -> HttpResponse:
        """The sketch for the list, light or dark."""
        return sketch(request, self._visible(request, key), scheme == "dark")

    def findings_view(self, request: HttpRequest, key: int) -> HttpResponse:
        """The number of findings, for the list."""
        return findings(request, self._visible(request, key))

    def _visible(self, request: HttpRequest, key: int) -> Design:
        design: Design = self.get_object(request, str(key))
        if not self.has_view_permission(request, design):
            raise Http404("Design not found")
        return design

    def undelete_view(self, request: HttpRequest, key: int) -> HttpResponse:
        """Restore a design from Trash; only by POST."""
        design = self.get_object(request, str(key))
        if request.method != "POST" or not may_delete(request.user, design):
            raise Http404("Design not found")
        store.undelete(design, request.user)
        messages.success(request, gettext("“%(name)s” restored.") % {"name": design.name})
        return HttpResponseRedirect(reverse("admin:designs_design_change", args=(key,)))


_LIST = "designs_design_changelist"
_UNLISTED = ("text", "more", "words", "outcome__names", "outcome__light", "outcome__dark")
