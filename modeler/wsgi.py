"""The server's entry point."""

import os

from django.core.wsgi import get_wsgi_application

from modeler import private_files

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "modeler.settings")
private_files.protect()  # whichever server loads this
application = get_wsgi_application()
