"""Rows of the library: a design, its parts, and its history. Only `designs/store` writes them.

A part's columns are what lists filter by; what else its file states is JSON text in ``more``,
with its order kept. Absent is NULL, which is not the default.
"""

from __future__ import annotations

from django.conf import settings
from django.db import models


class Design(models.Model):
    """A design: its canonical text with every id, written with its rows in one transaction."""

    slug = models.SlugField(max_length=80, unique=True)
    name = models.CharField(max_length=120)
    description = models.TextField(blank=True)
    database = models.CharField(max_length=63)
    text = models.TextField(editable=False)
    more = models.TextField(editable=False)
    tags = models.TextField(default="", editable=False)  # each between line breaks
    words = models.TextField(default="", editable=False)  # names, descriptions: lower case, to search in
    revision = models.PositiveIntegerField(default=1, editable=False)
    in_library = models.BooleanField(default=False)
    public_from = models.PositiveIntegerField(null=True, editable=False)  # the revision that published it
    featured = models.BooleanField(default=False)
    share_key = models.CharField(max_length=40, blank=True, default="", editable=False)  # "": no link
    owner = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.SET_NULL, null=True, blank=True, related_name="designs"
    )
    created_at = models.DateTimeField(auto_now_add=True)
    changed_at = models.DateTimeField(auto_now=True)
    deleted_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ("name", "id")
        constraints = (
            models.UniqueConstraint(
                fields=("share_key",), condition=~models.Q(share_key=""), name="share_key"
            ),
        )

    def __str__(self) -> str:
        return self.name


class Part(models.Model):
    """What entities, relationships and operations share."""

    design = models.ForeignKey(Design, models.CASCADE, editable=False)
    key = models.CharField(max_length=32, editable=False)  # the id that edits and files speak
    position = models.PositiveIntegerField(editable=False)
    name = models.TextField()
    more = models.TextField(editable=False)
    made_ids = models.TextField(default="[]", editable=False)  # of this part, those that the store made

    class Meta:
        abstract = True
        ordering = ("design", "position")

    def __str__(self) -> str:
        return self.name


class Entity(Part):
    """An entity; its fields are one JSON tree: owned, bounded and read together."""

    kind = models.CharField(max_length=20, null=True, blank=True)  # noqa: DJ001  (absent is not empty)
    count = models.FloatField(null=True, blank=True)
    fields = models.TextField(null=True, blank=True)  # noqa: DJ001

    class Meta(Part.Meta):
        abstract = False
        verbose_name_plural = "entities"
        constraints = (models.UniqueConstraint(fields=("design", "key"), name="entity_key"),)


class Relationship(Part):
    """A relationship; the database keeps its ends from pointing at nothing."""

    kind = models.CharField(max_length=20)
    strategy = models.CharField(max_length=40, null=True, blank=True)  # noqa: DJ001
    from_entity = models.ForeignKey(Entity, models.RESTRICT, related_name="starts")
    to_entity = models.ForeignKey(Entity, models.RESTRICT, related_name="arrives")
    from_min = models.FloatField(null=True, blank=True)
    from_average = models.FloatField(null=True, blank=True)
    from_p95 = models.FloatField(null=True, blank=True)
    from_max = models.FloatField(null=True, blank=True)
    from_growth = models.CharField(max_length=12, null=True, blank=True)  # noqa: DJ001
    to_min = models.FloatField(null=True, blank=True)
    to_average = models.FloatField(null=True, blank=True)
    to_p95 = models.FloatField(null=True, blank=True)
    to_max = models.FloatField(null=True, blank=True)
    to_growth = models.CharField(max_length=12, null=True, blank=True)  # noqa: DJ001
    accessed_together = models.FloatField(null=True, blank=True)
    independent_access = models.FloatField(null=True, blank=True)

    class Meta(Part.Meta):
        abstract = False
        constraints = (models.UniqueConstraint(fields=("design", "key"), name="relationship_key"),)


class Operation(Part):
    """One access pattern of the workload."""

    kind = models.CharField(max_length=10)
    entity = models.ForeignKey(Entity, models.RESTRICT, related_name="operations")
    per_day = models.FloatField(null=True, blank=True)
    priority = models.PositiveSmallIntegerField(null=True, blank=True)

    class Meta(Part.Meta):
        abstract = False
        constraints = (models.UniqueConstraint(fields=("design", "key"), name="operation_key"),)


class Revision(models.Model):
    """One commit: who, when, what, in words, and the way back. A full text every so often."""

    design = models.ForeignKey(Design, models.CASCADE, related_name="revisions")
    number = models.PositiveIntegerField()
    op_id = models.CharField(max_length=64)
    actor = models.ForeignKey(settings.AUTH_USER_MODEL, models.SET_NULL, null=True, related_name="+")
    actor_name = models.CharField(max_length=150, blank=True)
    made_at = models.DateTimeField(auto_now_add=True)
    words = models.TextField()
    edits = models.TextField()
    undo = models.TextField()
    text = models.TextField(null=True)  # noqa: DJ001
    way = models.CharField(max_length=4, blank=True, default="")  # "undo", "redo", or neither
    reverts = models.PositiveIntegerField(null=True, blank=True)  # the number of what that takes back

    class Meta:
        verbose_name = "version"
        ordering = ("design", "-number")
        constraints = (
            models.UniqueConstraint(fields=("design", "number"), name="revision_number"),
            models.UniqueConstraint(fields=("design", "op_id"), name="revision_op_id"),
        )

    def __str__(self) -> str:
        return f"{self.number}: {self.words}"


class Outcome(models.Model):
    """What a design came to when it was last compiled: what lists show, since they compile nothing.

    It is derived, so it may lag behind the design, and losing it loses nothing.
    """

    design = models.OneToOneField(
        Design, models.CASCADE, primary_key=True, related_name="outcome", editable=False
    )
    revision = models.PositiveIntegerField(default=0)  # of the design; 0 before the first result
    version = models.CharField(max_length=40, default="")  # of the program
    made_at = models.DateTimeField(null=True)
    faults = models.PositiveIntegerField(
        default=0
    )  # of a text that is no valid design, which has nothing else
    errors = models.PositiveIntegerField(default=0)
    warnings = models.PositiveIntegerField(default=0)
    remarks = models.PositiveIntegerField(default=0)
    collections = models.PositiveIntegerField(default=0)
    decisions = models.PositiveIntegerField(default=0)
    names = models.TextField(default="")  # rules, strategies and findings, each between line breaks
    light = models.TextField(default="")  # the sketch, as SVG
    dark = models.TextField(default="")
    begun_at = models.DateTimeField(null=True)  # when a list last asked for a result that was not there
    begun_revision = models.PositiveIntegerField(default=0)
    begun_version = models.CharField(max_length=40, default="")

    class Meta:
        indexes = (models.Index(fields=("errors", "warnings"), name="outcome_gravity"),)

    def __str__(self) -> str:
        return f"{self.design_id} at {self.revision}"
