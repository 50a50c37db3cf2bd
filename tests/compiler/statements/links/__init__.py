"""Tests of links, and of relationships that both ends know of."""
