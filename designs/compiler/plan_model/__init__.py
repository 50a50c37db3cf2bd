"""What comes out of a compilation, as plain values: decisions, collections, findings, the forecast."""
