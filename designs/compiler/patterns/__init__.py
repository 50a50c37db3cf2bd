"""Rewrites of the physical plan, one strategy or overlay a module."""
