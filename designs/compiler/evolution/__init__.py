"""The difference of two models, and the way from one to the other."""
