"""Trees, a module for each form that they are stored in; what all forms share stands in ``nodes``, ``inside``
and ``parents``.
"""
