"""Example values of single fields: by type, limits, name and neighbours. Knows no documents."""
