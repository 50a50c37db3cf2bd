"""The entry point for servers that speak ASGI."""

import os

from django.core.asgi import get_asgi_application

from modeler import private_files

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "modeler.settings")
private_files.protect()  # whichever server loads this
application = get_asgi_application()
