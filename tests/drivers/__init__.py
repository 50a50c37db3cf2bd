"""What drivers put on the wire, and whether our validators take it."""
