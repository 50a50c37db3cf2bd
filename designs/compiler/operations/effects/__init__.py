"""What a function's writes do to the facts of a design, and which other places store these facts too.

Takes finished functions, as nodes, and the storage map. Gives the places that a function writes, the facts that
change there, and the storages of these facts that the function leaves as they were. It must not know how any
strategy is stored: where a fact is, the storage map alone says.
"""
