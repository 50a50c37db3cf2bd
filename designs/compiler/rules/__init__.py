"""The rules that decide: gates, guidelines, what a strategy means for one relationship. Takes inputs, gives decisions."""
