"""What would change a decision: thresholds of inputs and of the workload, found by asking the rules again."""
