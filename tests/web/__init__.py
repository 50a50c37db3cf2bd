"""Tests of pages, commands and delivery: they need Django."""
