"""The project as an app, so that its checks are registered at start."""

from django.apps import AppConfig


class ModelerConfig(AppConfig):
    name = "modeler"

    def ready(self) -> None:
        from . import sqlite  # noqa: F401  (registers the check)
