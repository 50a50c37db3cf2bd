"""Checks of what changes with time: expiry, history, versions, buckets, capped collections."""
