"""What findings lead to: the edits that fix or ignore one, and the objects that it is about.

Takes a compilation and a finding; gives edits and ids. It must not change anything.
"""
