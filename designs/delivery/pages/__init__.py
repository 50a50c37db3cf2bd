"""What the pages of a design show, as values for templates: decisions, costs, comparisons, the forecast, the report.

Takes a compiled design; gives rows with words and links. Only page_anchors knows which page holds what. It must not
know a request, nor read the database.
"""
