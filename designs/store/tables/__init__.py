"""A design's JSON values as rows of tables, and back.

Takes values or rows; gives the other, what to write so that both say the same, and the proof that they do. It must
not know who changes a design, nor why.
"""
