#!/usr/bin/env python
"""Django's front door: `python manage.py COMMAND`."""

import os
import sys

from django.core.exceptions import ImproperlyConfigured
from django.core.management import execute_from_command_line

SERVE_NOBODY = {"compile_design", "check_design", "show_storage"}
"""Commands that read a design and write files: they need no key and no host."""

if __name__ == "__main__":
    if SERVE_NOBODY.intersection(sys.argv[1:2]):
        from modeler.command import serve_nobody

        serve_nobody()
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "modeler.settings")
    try:
        execute_from_command_line(sys.argv)
    except ImproperlyConfigured as error:
        from modeler import places

        sys.exit(f"{error} (Settings are read from the environment and from {places.home() / '.env'}.)")
