"""Groups of similar fields, and how stored results are kept fresh: what a design declares, and what is made of it."""
