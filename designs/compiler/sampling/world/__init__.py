"""The things behind the example documents and who is linked to whom. Knows a design, no collections."""
