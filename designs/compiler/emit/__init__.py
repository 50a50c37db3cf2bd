"""Typed emitters: the only place where text is escaped for another language."""
