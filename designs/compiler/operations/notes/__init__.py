"""What the notes of functions say once all else of them is known."""
