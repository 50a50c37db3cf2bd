"""The table of strategies: its traits, where a strategy's own name may stand, and how a new one is added."""
