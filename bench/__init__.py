"""Measured claims: one script each, a table out, ``--json`` for programs; never part of the tests."""
