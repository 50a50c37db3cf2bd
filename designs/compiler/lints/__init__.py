"""Checks of a finished plan, one rule a module."""
