"""What functions do with values that their callers lack."""
