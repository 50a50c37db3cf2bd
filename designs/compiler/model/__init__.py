"""What people draw, as typed values: designs, field types, formulas, constants. Knows nothing of documents."""
