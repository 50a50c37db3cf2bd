"""Checks of stored copies, slices and results."""
