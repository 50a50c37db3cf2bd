"""Signing in: one-time addresses, passwords, the owner of a copy. It knows nothing of designs."""
