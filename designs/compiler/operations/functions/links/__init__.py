"""Links, and relationships that both ends know of: link documents, arrays of ids, and operations that ask for
them or must write two sides.

A strategy has a maker here (``collection``, ``arrays``, ``two_way``); ``asked``, ``updates``, ``listed``,
``both_sides`` and ``relinking`` are about operations of the workload.
"""
