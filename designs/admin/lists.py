"""The read-only lists on a design's page: each row leads to a page of its own."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from django.contrib import admin
from django.db.models import F, QuerySet
from django.forms.models import BaseInlineFormSet
from django.http import HttpRequest

from designs.access import revisions_for
from designs.models import Design, Entity, Operation, Relationship, Revision

if TYPE_CHECKING:
    Base = admin.TabularInline[Any, Design]
    Rows = BaseInlineFormSet[Any, Design, Any]
else:
    Base = admin.TabularInline
    Rows = BaseInlineFormSet

NEWEST = 20
"""How many versions a design's page lists; the rest stand on the page of versions."""


class ReadRows(Rows):
    """Rows that are shown and never posted, so that nothing of them can be out of date."""

    def __init__(self, data: Any = None, files: Any = None, **options: Any) -> None:
        super().__init__(None, None, **options)
        self.new_objects, self.changed_objects, self.deleted_objects = [], [], []

    def is_valid(self) -> bool:
        """There is nothing to check."""
        return True


def number(name: str) -> Any:
    """A column that shows whole numbers without a point."""

    @admin.display(description=name.replace("_", " "), ordering=name)
    def shown(page: Any, row: Any) -> Any:
        value = getattr(row, name)
        if value is None:
            return page.get_empty_value_display()
        return int(value) if isinstance(value, float) and value.is_integer() else value

    return shown


class ReadOnlyList(Base):
    """A table without boxes."""

    formset = ReadRows
    template = "admin/designs/rows.html"
    show_change_link = True
    extra = 0
    can_delete = False
    classes = ("collapse",)
    adds = True
    """Whether the list offers to add another."""

    def get_readonly_fields(self, request: HttpRequest, obj: Any = None) -> Any:
        """All of them."""
        return self.fields

    def has_add_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        """Rows are added on a page of their own."""
        return False

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        """Rows are changed on a page of their own."""
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        """Rows are removed on a page of their own."""
        return False


class EntityList(ReadOnlyList):
    """The entities of a design."""

    model = Entity
    fields = ("name", "kind", "documents")
    documents = number("count")


class RelationshipList(ReadOnlyList):
    """The relationships of a design."""

    model = Relationship
    fields = ("name", "kind", "from_entity", "to_entity", "most_from", "most_to", "strategy")
    most_from, most_to = number("from_max"), number("to_max")

    def get_queryset(self, request: HttpRequest) -> QuerySet[Any]:
        """With both entities in the same query."""
        return super().get_queryset(request).select_related("from_entity", "to_entity")


class OperationList(ReadOnlyList):
    """The operations of a design."""

    model = Operation
    fields = ("name", "kind", "entity", "a_day", "priority")
    a_day = number("per_day")

    def get_queryset(self, request: HttpRequest) -> QuerySet[Any]:
        """With the entity in the same query."""
        return super().get_queryset(request).select_related("entity")


class RevisionList(ReadOnlyList):
    """The newest versions of a design."""

    model = Revision
    fields = ("number", "words", "actor_name", "made_at")
    adds = False

    def get_queryset(self, request: HttpRequest) -> QuerySet[Any]:
        """The newest that this person may see, without their texts."""
        rows = super().get_queryset(request).filter(revisions_for(request.user))
        rows = rows.defer("text", "edits", "undo")
        return rows.filter(number__gt=F("design__revision") - NEWEST)


LISTS = (EntityList, RelationshipList, OperationList, RevisionList)
