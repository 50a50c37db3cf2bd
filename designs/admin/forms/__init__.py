"""Forms of the parts of a design, made from the grammar of design files.

Takes what somebody typed; gives edits, or errors at its fields. It must not store anything.
"""
