"""Laws between things that are linked: of a pedigree, of states, of places, of numbers that are made of others. Few designs have them."""
