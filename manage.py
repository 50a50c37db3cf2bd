#!/usr/bin/env python
"""Django's front door: `python manage.py COMMAND`."""

import os
import sys

from django.core.exceptions import ImproperlyConfigured
from django.core.management import execute_from_command_line

if __name__ == "__main__":
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "modeler.settings")
    try:
        execute_from_command_line(sys.argv)
    except ImproperlyConfigured as error:
        from modeler import places

        sys.exit(f"{error} (Settings are read from the environment and from {places.home() / '.env'}.)")
