"""Lines and labels of a drawing whose cards stand in columns: straight from card to card, turning only in the channels
between columns, each label on its own line, each count beside its own end.

Takes DOT text of ours and what Graphviz made of it; gives the text with a place for everything, or None where the cards
don't stand in columns.
"""

from .placing import placed

__all__ = ["placed"]
