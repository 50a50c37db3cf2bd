"""Stored results of formulas: worked out in a write, counted, gathered from other collections."""
