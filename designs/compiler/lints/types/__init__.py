"""Checks of types, values and validators."""
