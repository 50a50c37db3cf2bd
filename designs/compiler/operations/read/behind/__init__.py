"""Reads whose filter or order asks for what stands behind a reference."""
