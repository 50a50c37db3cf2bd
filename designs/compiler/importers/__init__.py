"""Inputs that become a design, one a module (the design file itself is read by `reading`)."""
