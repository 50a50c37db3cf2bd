"""Checks of names that the server, a shell or two entities have trouble with."""
