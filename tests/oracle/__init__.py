"""Says what each generated function should do to the facts of a design, and whether it does.

Takes any valid design file. A conceptual interpreter, which knows nothing of storage, says what a function
means; a projector writes the facts as documents; the generated script runs in mongosh on documents in
memory, and what it leaves must be the projection of what the interpreter came to.
"""
