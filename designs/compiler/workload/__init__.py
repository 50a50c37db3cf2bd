"""What the workload does to each entity and relationship, and the inputs of decisions that follow from it."""
