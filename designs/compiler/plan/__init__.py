"""The physical plan: collections, document trees, validators, sizes and the forecast. Takes placements, gives values."""
