"""Functions that find what another program, or a crash, left otherwise than the design says."""
