"""What ends a function by an error, since it would lose or leave something without a word."""
