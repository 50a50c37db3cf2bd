"""The handbook's entries, their example designs, and the links from codes of rules to them.

Takes the registries of the compiler and the small designs in designs/handbook; gives entries in the order of shelves.
It must not know a design of anybody.
"""
