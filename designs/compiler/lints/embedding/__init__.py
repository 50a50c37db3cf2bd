"""Checks of embedded documents: their size, depth and number, and who reads them."""
