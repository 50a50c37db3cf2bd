"""Decisions brought to agree with one another: who is embedded in whom, sizes of whole documents, conflicts."""
