"""What is added to finished functions: stored results, history, shard keys, one function for each place."""
