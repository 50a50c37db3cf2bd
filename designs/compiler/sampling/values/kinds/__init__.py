"""What kinds of text there are: by what names a design means one, how a value is made, how it is checked."""
