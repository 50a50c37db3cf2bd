"""Reads of the workload: filters, look-ups, pages, and what stands in arrays or in old versions."""
