"""Checks of indexes and shard keys, and of the reads that need them."""
