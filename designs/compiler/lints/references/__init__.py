"""Checks of references: what they lead to, how many there are, and whether both ends agree."""
