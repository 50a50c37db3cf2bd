"""The editor's modules, run by Node: what has no page."""
