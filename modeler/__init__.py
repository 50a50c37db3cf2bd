"""The Django project: settings, addresses and the server's entry points."""

VERSION = "0.1.0"
