"""The project as an app, so that its checks are registered at start."""

from django.apps import AppConfig
from django.contrib.admin.apps import AdminConfig
from django.contrib.staticfiles.apps import StaticFilesConfig


class ModelerConfig(AppConfig):
    name = "modeler"

    def ready(self) -> None:
        from . import account_log, newer_database, private_files, sqlite  # noqa: F401  (their checks are registered)
        from .sign_in import sessions

        account_log.connect()
        sessions.connect()


class OurAdmin(AdminConfig):
    """The admin with our own site: its name, and the product's way of signing in."""

    default_site = "modeler.admin_site.LibraryAdmin"


class OurStaticFiles(StaticFilesConfig):
    """Without the scripts that django-htmx bundles: one of them imports a module that is not there,
    which hashed names do not forgive. What pages use stands in static/vendor."""

    ignore_patterns = [*StaticFilesConfig.ignore_patterns, "django_htmx"]  # noqa: RUF012
