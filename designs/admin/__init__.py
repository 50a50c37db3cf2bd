"""The library for curators: designs, their parts and their history, saved through the store alone.

The design's page lists its parts; entities, relationships and operations have pages of their own, made
from the grammar of design files. Everything carries the revision that it was made from.
"""

from typing import Any

from django.contrib import admin
from django.contrib.auth import get_user_model
from django.contrib.auth.models import Group

from designs.models import Design, Revision

from .design_page import DesignAdmin
from .parts import PAGES
from .people import PeopleAdmin, PersonAdmin
from .revisions import RevisionAdmin

_PEOPLE: tuple[tuple[Any, Any], ...] = ((get_user_model(), PersonAdmin), (Group, PeopleAdmin))

admin.site.register(Design, DesignAdmin)
for _part, _page in PAGES.items():
    admin.site.register(_part, _page)
admin.site.register(Revision, RevisionAdmin)
for _model, _admin in _PEOPLE:
    admin.site.unregister(_model)
    admin.site.register(_model, _admin)
