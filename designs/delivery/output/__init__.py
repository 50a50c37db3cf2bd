"""What leaves the program: output folders, ZIP archives, pictures by Graphviz, text for a terminal, code as HTML.

Takes files of a compilation; gives bytes and markup that are safe where they go. It must not know which page or
command asks.
"""
