"""The rulebook's decisions, one rule a module, in the order in which they are asked."""
