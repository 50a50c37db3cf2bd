"""How things are called: inflection, derived names, conceptual paths. Takes a model; knows nothing of strategies' places."""
