"""Writes of the workload: inserts, updates and deletes, and what they touch beside their own document."""
