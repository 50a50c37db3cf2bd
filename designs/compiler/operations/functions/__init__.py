"""The functions of each strategy: reads and writes of one relationship, a module for each group of strategies."""
