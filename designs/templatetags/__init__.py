"""Tags that templates of several pages share."""
