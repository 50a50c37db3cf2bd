"""A compiled design, kept while its text is asked for, and what its plan says of its statements.

Takes the text of a design file; gives the compilation with all output files, the functions of its scripts, and the
indexes and decisions behind each. It must not know a page, a request or a stored design.
"""
