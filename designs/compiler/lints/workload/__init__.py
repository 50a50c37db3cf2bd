"""Checks of operations, and of numbers that contradict one another."""
