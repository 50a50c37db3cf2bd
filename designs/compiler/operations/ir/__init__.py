"""What statements do, as typed nodes: the changes of updates and the conditions of filters, in the field's terms.

Makers build nodes, passes ask them what they read, write and put, and one renderer writes MongoDB's operators when a
function is done. Nodes know values and paths of documents; they must not know designs, strategies or functions.
"""
