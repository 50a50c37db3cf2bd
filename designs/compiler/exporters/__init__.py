"""Outputs of a compilation, one a module."""
