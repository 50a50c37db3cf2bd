"""What keeps stored data true over time: copies, schema versions, retention, archives."""
