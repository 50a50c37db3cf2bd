"""Load Django, every page and the compiler, so that a worker that is forked from here starts at once."""

from __future__ import annotations

import gc
import os

import django
from django.urls import get_resolver

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "modeler.settings")
django.setup()
_ = get_resolver().url_patterns
# Objects that stay for good are left alone by the collector, so that forks go on sharing their memory.
gc.collect()
gc.freeze()
