"""Laws: what a design says of its things, held over the values that tables of words propose (docs/adr/0051)."""
