"""Deterministic sample values and documents that follow the plan."""
