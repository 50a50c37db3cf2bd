"""Every change of a stored design: created, changed, copied, undone, or merged with a newer one; and its history.

Takes edits of somebody; gives a version, or what conflicts. Only what stands here writes a design.
"""
