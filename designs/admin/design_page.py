"""The design's page and the list of designs."""

from __future__ import annotations

import json
from typing import Any

from django import forms
from django.contrib import admin, messages
from django.contrib.auth import get_user_model
from django.db.models import QuerySet
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.urls import path, reverse
from django.utils.html import format_html
from django.utils.timezone import localtime
from django.utils.translation import gettext, gettext_lazy

from designs import store
from designs.compiler import read
from designs.models import Design

from .actions import ACTIONS
from .filters import PutAway
from .layout import Fieldset, fieldsets_of
from .lists import LISTS
from .part_forms import Raw, bound_form, form_of
from .preview import findings, findings_element, picture, preview, sketch, sketch_element
from .saving import StoreAdmin, commit, refresh

FLAGS = ("in_library", "featured", "owner")


class DesignForm(form_of("")):  # type: ignore[misc]  # made from the grammar
    """A design's own properties, and the flags that are no part of its text."""

    in_library = forms.BooleanField(
        required=False, label=gettext_lazy("In the library"), help_text=gettext_lazy("Everyone sees it.")
    )
    featured = forms.BooleanField(required=False, help_text=gettext_lazy("Among the first of the library."))
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
        "relationship__kind",
        "relationship__strategy",
    )
    list_select_related = ("owner",)
    list_per_page = 50
    ordering = ("name", "pk")
    search_help_text = gettext_lazy("Names and descriptions of designs, entities, fields, relationships")
    search_fields = ("name",)
    readonly_fields = ("slug", "revision", "created_at", "changed_at", "deleted_at")
    change_form_template = "admin/designs/design_change_form.html"
    change_list_template = "admin/designs/design_change_list.html"

    def get_queryset(self, request: HttpRequest) -> QuerySet[Design]:
        """A list never reads a design's text."""
        rows = super().get_queryset(request)
        listed = request.resolver_match is not None and request.resolver_match.url_name == _LIST
        return rows.defer("text", "more") if listed and request.method == "GET" else rows

    def get_search_results(self, request: HttpRequest, queryset: Any, search_term: str) -> Any:
        """Each word must occur in a name or a description of the design or of any part of it."""
        for word in search_term.split()[:20]:
            queryset = queryset.filter(words__contains=word.casefold())
        return queryset, False

    @admin.display(description=gettext_lazy("documents"))
    def picture_cell(self, design: Design) -> str:
        """The documents diagram, small."""
        return sketch_element(design)

    @admin.display(description=gettext_lazy("findings"))
    def findings_cell(self, design: Design) -> str:
        """How many, once it is looked at."""
        return findings_element(design)

    @admin.display(description=gettext_lazy("changed"), ordering="changed_at")
    def changed(self, design: Design) -> str:
        """When, short enough for a list."""
        return localtime(design.changed_at).strftime("%Y-%m-%d %H:%M")

    def get_form(self, request: HttpRequest, obj: Any = None, change: bool = False, **options: Any) -> Any:
        """The form of this design."""
        return bound_form(DesignForm, Design, obj)

    def get_fieldsets(self, request: HttpRequest, obj: Any = None) -> Any:
        """Most used first; what nobody edits at the end."""
        edited = obj is None or self.has_change_permission(request, obj)
        sets: list[Fieldset] = fieldsets_of("", FLAGS, edited=edited)
        facts = {"fields": self.readonly_fields, "classes": ("collapse",)}
        return [*sets, (gettext_lazy("Facts"), facts)] if obj is not None else sets

    def get_inlines(self, request: HttpRequest, obj: Any) -> Any:
        """A design that is only being added has no parts yet."""
        return self.inlines if obj is not None else ()

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        """What is put away is only looked at."""
        return super().has_change_permission(request, obj) and (obj is None or obj.deleted_at is None)

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        """What is put away can't be put away again."""
        return super().has_delete_permission(request, obj) and (obj is None or obj.deleted_at is None)

    def get_object(self, request: HttpRequest, object_id: str, from_field: Any = None) -> Any:
        """The design; for those who may only look, with its values as the form would hold them."""
        obj = super().get_object(request, object_id, from_field)
        if obj is not None and not self.has_change_permission(request, obj):
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
                design = commit(design, revision, form.change, request.user, form.words(), form.made)
        refresh(obj, self._flagged(design, form.cleaned_data, request.user, given=not change))

    def _flagged(self, design: Design, wanted: Raw, actor: Any, *, given: bool) -> Design:
        """The design with the flags of the form. given: it is new, and the actor's unless said otherwise."""
        design = (store.publish if wanted["in_library"] else store.withdraw)(design, actor)
        design = (store.feature if wanted["featured"] else store.unfeature)(design, actor)
        if wanted["owner"] is None and given:
            return design
        return store.give(design, wanted["owner"], actor)

    def delete_model(self, request: HttpRequest, obj: Design) -> None:
        """Put away, from where it can be fetched back."""
        store.delete(obj, request.user)

    def get_deleted_objects(self, objs: Any, request: HttpRequest) -> Any:
        """A design is put away whole, and nothing of it is lost."""
        names = [obj.name for obj in objs]
        return names, {str(self.opts.verbose_name_plural): len(names)}, set(), []

    def response_delete(self, request: HttpRequest, obj_display: str, obj_id: int) -> HttpResponse:
        """With the way to fetch it back."""
        there = reverse("admin:designs_design_change", args=(obj_id,))
        told = format_html(gettext("“{}” was put away. <a href='{}'>Fetch it back</a>"), obj_display, there)
        messages.success(request, told)
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
            path("<int:key>/fetch-back/", wrap(self.fetch_back_view), name="designs_design_fetch_back"),
        ]
        return [*own, *super().get_urls()]

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
        design = Design.objects.filter(pk=key).first()
        if design is None or not self.has_view_permission(request, design):
            raise Http404("no such design")
        return design

    def fetch_back_view(self, request: HttpRequest, key: int) -> HttpResponse:
        """Undo that a design was put away; only by POST."""
        design = Design.objects.filter(pk=key).first()
        if design is None or request.method != "POST" or not super().has_delete_permission(request, design):
            raise Http404("no such design")
        store.undelete(design, request.user)
        messages.success(request, gettext("“%(name)s” is back.") % {"name": design.name})
        return HttpResponseRedirect(reverse("admin:designs_design_change", args=(key,)))


_LIST = "designs_design_changelist"
