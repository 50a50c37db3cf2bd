"""What comes in: design files that people upload or name, with their faults at their lines, and what designs
begin with: examples, templates, a first file.

Takes a path or an upload; gives a text that is checked, or its faults. It must not store anything.
"""
