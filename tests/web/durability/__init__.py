"""What the running program promises, tried on `manage.py serve` itself: nothing that was acknowledged is lost."""
